/** The line one writes in: plain messages, and slash commands with their options. */
import { Completion } from "./completion.js";
import { h } from "./dom.js";
import { OptionChip } from "./chip.js";
import { namesOf, rawName, typedOptions } from "./options.js";

const NARROW = "(max-width: 760px)";

export class Composer {
  /** `act` sends things: say(text) and command(command, options), both for the current person. */
  constructor(form, act) {
    this.form = form;
    this.act = act;
    this.command = null;
    this.chips = [];
    this.completion = new Completion(form.querySelector(".completion"));
    this.input = form.querySelector("#composer");
    this.line = form.querySelector(".composer-line");
    this.name = form.querySelector(".command-name");
    this.error = form.querySelector(".composer-error");
    this.input.addEventListener("input", () => this.#typed());
    this.input.addEventListener("focus", () => this.#typed());
    this.input.addEventListener("keydown", (event) => this.#key(event));
    form.addEventListener("focusout", (event) => this.#left(event));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
  }

  /** Work for another person, channel or language from now on. */
  use(ctx, channelName) {
    this.ctx = ctx;
    const focused = this.form.contains(document.activeElement);
    if (this.command) this.reset();
    if (focused) this.input.focus();
    this.error.hidden = true;
    const label = ctx.t("compose", { channel: channelName });
    this.placeholder = window.matchMedia(NARROW).matches ? ctx.t("composeShort") : label;
    this.input.placeholder = this.placeholder;
    this.input.setAttribute("aria-label", label);
    this.form.querySelector(".send").setAttribute("aria-label", ctx.t("send"));
    this.refresh();
  }

  /** Type `text` as if by hand. */
  type(text) {
    if (!text) return;
    this.reset();
    this.input.value = text;
    this.input.focus();
    this.#typed();
  }

  /** What has been typed and not yet sent; nothing of a command. */
  get text() {
    return this.command ? "" : this.input.value;
  }

  /** Offer the commands anew after they have changed. */
  refresh() {
    if (!this.command && document.activeElement === this.input) this.#typed();
  }

  /** Go back to an empty line. */
  reset() {
    this.command = null;
    for (const chip of this.chips) chip.node.remove();
    this.chips = [];
    this.name.hidden = true;
    this.line.classList.remove("in-command");
    this.input.value = "";
    this.input.placeholder = this.placeholder;
    this.completion.close();
    this.#fit();
  }

  /** Send what is there, or say what is missing. */
  submit() {
    this.error.hidden = true;
    if (this.command) return this.#submitCommand();
    const text = this.input.value.trim();
    if (!text) return undefined;
    if (text.startsWith("/")) return this.#submitTyped(text);
    this.reset();
    return this.#say(text);
  }

  /** Send a message; one that cannot be sent stays to be sent again. */
  async #say(text) {
    const sent = await this.act.say(text);
    if (sent || this.command || this.input.value) return;
    this.input.value = text;
    this.#fit();
  }

  /** Show a sentence about why something was not sent. */
  complain(sentence) {
    this.error.textContent = sentence;
    this.error.hidden = false;
  }

  #submitTyped(text) {
    const typed = text.slice(1).toLocaleLowerCase();
    const command = this.ctx.commands().find((item) => namesOf(item).includes(typed));
    if (!command) return this.complain(this.#noCommand());
    this.#choose(command);
    return this.chips.length ? undefined : this.submit();
  }

  #submitCommand() {
    const options = {};
    for (const chip of this.chips) {
      const problem = chip.problem();
      if (problem) {
        this.complain(problem);
        return chip.input.focus();
      }
      if (chip.value() !== undefined) options[rawName(chip.option)] = chip.value();
    }
    const { command } = this;
    this.reset();
    this.input.focus();
    this.completion.close();
    return this.act.command(command, options);
  }

  #typed() {
    this.#fit();
    if (this.command) return this.#offerOptions();
    const text = this.input.value;
    if (!text.startsWith("/") || text.includes("\n")) return this.completion.close();
    this.error.hidden = true;
    return this.#takeUp(text.slice(1)) || this.#offerCommands(text.slice(1).toLocaleLowerCase());
  }

  /** Go on with a command whose name was typed to its end and a space behind it, as Discord does;
   * returns whether one was. */
  #takeUp(text) {
    const commands = this.ctx.commands();
    const typed = text.toLocaleLowerCase();
    if (commands.some((item) => namesOf(item).some((name) => name.startsWith(typed)))) return false;
    const named = (item) => namesOf(item).find((name) => typed.startsWith(`${name} `));
    const command = commands.find(named);
    if (!command) return false;
    this.#choose(command);
    for (const [option, words] of typedOptions(command, text.slice(named(command).length))) {
      const chip = this.chips.find((other) => other.option === option) ?? this.#addChip(option);
      chip.fill(words);
      chip.input.focus();
    }
    return true;
  }

  #offerCommands(typed) {
    const starts = (item) => namesOf(item).some((name) => name.startsWith(typed));
    const found = this.ctx.commands().filter(starts);
    const items = found.map((item) => ({
      label: `/${item.name}`,
      detail: item.description,
      hint: (item.options ?? []).map((option) => option.name).join(" · "),
      data: { command: rawName(item) },
      pick: () => this.#choose(item),
    }));
    this.completion.open(this.input, this.ctx.t("commands"), items, { nothing: this.#noCommand() });
  }

  /** Say that there is no such command, as far as that is known yet. */
  #noCommand() {
    return this.ctx.t(this.ctx.session.known ? "noCommand" : "loading");
  }

  #choose(command) {
    this.reset();
    this.command = command;
    this.name.textContent = `/${command.name}`;
    this.name.hidden = false;
    this.line.classList.add("in-command");
    this.input.placeholder = "";
    for (const option of command.options ?? []) if (option.required) this.#addChip(option);
    (this.chips[0]?.input ?? this.input).focus();
    if (!this.chips.length) this.#offerOptions();
  }

  #offerOptions() {
    const typed = this.input.value.trim().toLocaleLowerCase();
    const used = new Set(this.chips.map((chip) => chip.option));
    const left = (this.command.options ?? []).filter((option) => !used.has(option));
    const found = left.filter((option) => option.name.toLocaleLowerCase().startsWith(typed));
    const items = found.map((option) => ({
      label: option.name,
      detail: option.description,
      hint: this.ctx.t(option.required ? "required" : "optional"),
      data: { option: rawName(option) },
      pick: () => this.#addChip(option).input.focus(),
    }));
    this.completion.open(this.input, this.ctx.t("moreOptions"), items, { eager: Boolean(typed) });
  }

  #addChip(option) {
    const chip = new OptionChip(option, this);
    this.chips.push(chip);
    this.input.value = "";
    this.line.insertBefore(chip.node, this.input);
    return chip;
  }

  /** Take an option away again. */
  dropChip(chip) {
    chip.node.remove();
    this.chips = this.chips.filter((other) => other !== chip);
    this.input.focus();
  }

  /** Go from a filled option to the next empty one, or to the end of the line. */
  advance() {
    const empty = this.chips.find((chip) => chip.option.required && !chip.input.value.trim());
    (empty?.input ?? this.input).focus();
  }

  /** Give the values so far as the server knows them, as typed where unfinished. */
  partialOptions() {
    return Object.fromEntries(
      this.chips.map((chip) => [rawName(chip.option), chip.value() ?? chip.input.value]),
    );
  }

  #key(event) {
    if (this.completion.key(event) || event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape" && this.command) this.reset();
    else if (event.key === "Backspace" && this.command && !this.input.value) this.#backspace(event);
  }

  #backspace(event) {
    event.preventDefault();
    if (this.chips.length) this.chips.at(-1).input.focus();
    else this.reset();
  }

  #left(event) {
    if (!this.form.contains(event.relatedTarget)) this.completion.close();
  }

  #fit() {
    this.input.style.height = "auto";
    if (!this.command) this.input.style.height = `${Math.min(this.input.scrollHeight, 180)}px`;
  }
}

/** Create the composer's nodes inside `form`. */
export function composerParts(form) {
  const input = h("textarea", {
    id: "composer",
    rows: 1,
    maxlength: 2000,
    "aria-autocomplete": "list",
    "aria-controls": "completion-list",
    "aria-haspopup": "listbox",
    autocomplete: "off",
  });
  const name = h("span", { class: "command-name", hidden: true });
  const send = h("button", { type: "submit", class: "send" }, h("span", { "aria-hidden": "true" }, "➤"));
  form.append(
    h("div", { class: "completion" }),
    h("div", { class: "composer-line" }, name, input, send),
    h("p", { class: "composer-error", role: "alert", hidden: true }),
  );
}
