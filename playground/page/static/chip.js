/** One option of a slash command that is being typed: its name, its value, its suggestions. */
import { h } from "./dom.js";
import { fixedChoices, isListed, matching, parseValue, rawName, suggestions } from "./options.js";

const ASK_AFTER_MS = 150;

export class OptionChip {
  /** `composer` is the line the chip stands in. */
  constructor(option, composer) {
    this.option = option;
    this.composer = composer;
    this.picked = null;
    this.asked = 0;
    this.input = this.#makeInput();
    const name = h("span", { class: "chip-name" }, option.name);
    this.node = h("label", { class: "chip", title: option.description }, name, this.input);
  }

  /** Write a text into it, as if by hand. */
  fill(text) {
    this.input.value = text;
    this.#widen();
  }

  /** Give the value to send, undefined while there is none. */
  value() {
    if (this.picked && this.picked.name === this.input.value) return this.picked.value;
    return parseValue(this.option, this.input.value, this.composer.ctx);
  }

  /** Say in a sentence why this cannot be sent, or nothing. */
  problem() {
    const { t } = this.composer.ctx;
    const blanks = { option: this.option.name };
    const typed = this.input.value.trim();
    let sentence = null;
    if (!typed && this.option.required) sentence = t("missing", blanks);
    else if (typed && this.value() === undefined) sentence = t("notAChoice", blanks);
    this.node.classList.toggle("wrong", Boolean(sentence));
    return sentence;
  }

  #makeInput() {
    const input = h("input", {
      type: "text",
      class: "chip-input",
      role: "combobox",
      autocomplete: "off",
      "aria-autocomplete": "list",
      "aria-controls": "completion-list",
      "aria-expanded": "false",
      "aria-label": `${this.option.name}: ${this.option.description}`,
      "aria-required": String(Boolean(this.option.required)),
      data: { "option-input": rawName(this.option) },
    });
    input.addEventListener("focus", () => this.#offer());
    input.addEventListener("input", () => {
      this.picked = null;
      this.#widen();
      this.#offer();
    });
    input.addEventListener("keydown", (event) => this.#key(event));
    return input;
  }

  #widen() {
    this.input.style.width = `${Math.max(6, [...this.input.value].length + 2)}ch`;
  }

  async #offer() {
    const { ctx } = this.composer;
    this.node.classList.remove("wrong");
    const fixed = fixedChoices(this.option, ctx);
    if (fixed) return this.#show(this.picked ? fixed : matching(fixed, this.input.value));
    if (!this.option.autocomplete) return this.#show([]);
    return this.#ask();
  }

  async #ask() {
    this.asked += 1;
    const turn = this.asked;
    await new Promise((resolve) => setTimeout(resolve, ASK_AFTER_MS));
    if (turn !== this.asked) return;
    const { composer } = this;
    const { ctx, command } = composer;
    if (!command) return;
    const request = {
      user: ctx.me,
      channel_id: ctx.channelId,
      name: rawName(command),
      options: composer.partialOptions(),
      focused: rawName(this.option),
    };
    const choices = await suggestions(request, ctx);
    if (turn === this.asked && document.activeElement === this.input) this.#show(choices);
  }

  #show(choices) {
    const { completion, ctx } = this.composer;
    const items = choices.map((choice) => ({
      label: choice.name,
      data: { choice: choice.value },
      pick: () => this.#pick(choice),
    }));
    const wanted = isListed(this.option) || (this.option.autocomplete && this.input.value);
    const title = `${this.option.name} – ${this.option.description}`;
    const nothing = wanted ? ctx.t("noChoice") : title;
    completion.open(this.input, title, items, { nothing, eager: !this.picked });
  }

  #pick(choice) {
    this.picked = choice;
    this.fill(choice.name);
    this.asked += 1;
    this.composer.advance();
  }

  #key(event) {
    const { composer } = this;
    const settled = composer.completion.active < 0 && this.value() !== undefined;
    if (event.key === "Enter" && settled) {
      event.preventDefault();
      composer.submit();
    } else if (composer.completion.key(event)) return;
    else if (event.key === "Enter") {
      event.preventDefault();
      composer.submit();
    } else if (event.key === "Escape") {
      composer.reset();
      composer.input.focus();
    } else if (event.key === "Backspace" && !this.input.value) {
      event.preventDefault();
      if (this.option.required) composer.reset();
      else composer.dropChip(this);
      composer.input.focus();
    }
  }
}
