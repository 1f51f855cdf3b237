/** The list of a select menu, laid over the page; phones show it as a sheet. */
import { h } from "./dom.js";
import { emojiNode } from "./emoji.js";

const ROOM_BELOW_PX = 280;
const LIST = "picker-list";

export class Picker {
  /** `anchor` is the button it belongs to; `limits` are {min, max} of how many may be chosen. */
  constructor(anchor, { options, chosen, limits, caption, ctx }) {
    Object.assign(this, { anchor, options, ctx, t: ctx.t, ...limits });
    this.picked = new Set(chosen);
    this.multiple = this.max > 1;
    this.active = Math.max(0, options.findIndex((option) => this.picked.has(option.value)));
    this.items = options.map((option, index) => this.#row(option, index));
    const attributes = { id: LIST, class: "options", role: "listbox", tabindex: "0", "aria-label": caption };
    this.list = h("ul", { ...attributes, "aria-multiselectable": String(this.multiple) }, this.items);
    const dialog = { class: "picker", role: "dialog", "aria-modal": "true", "aria-label": caption };
    this.node = h("div", dialog, this.list, this.multiple && this.#bar());
    this.layer = h("div", { class: "layer" }, this.node);
    this.layer.addEventListener("mousedown", (event) => event.target === this.layer && this.#close());
    this.layer.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Show the list; `confirm(values)` is called if a choice is made. */
  open(confirm) {
    this.confirm = confirm;
    (this.anchor.closest("dialog") ?? document.body).append(this.layer);
    this.anchor.setAttribute("aria-expanded", "true");
    this.anchor.setAttribute("aria-controls", LIST);
    this.#place();
    this.#show();
    this.#activate(this.active);
    this.list.focus({ preventScroll: true });
    this.#watchAnchor();
  }

  get #valid() {
    return this.picked.size >= this.min && this.picked.size <= this.max;
  }

  #row(option, index) {
    const detail = option.description && h("span", { class: "option-detail" }, option.description);
    const words = [h("span", { class: "option-label" }, option.label), detail];
    const tick = h("span", { class: this.multiple ? "tick box" : "tick", "aria-hidden": "true" });
    const attributes = { class: "option", role: "option", id: `option-${index}`, data: { value: option.value } };
    const pick = { on: { click: () => this.#toggle(index) } };
    const emoji = option.emoji && emojiNode(option.emoji, this.ctx, { silent: true });
    return h("li", { ...attributes, ...pick }, emoji, h("span", { class: "option-words" }, words), tick);
  }

  #bar() {
    const { min, max, t } = this;
    const rule = h("span", {}, min === max ? t("exactly", { max }) : t("between", { min, max }));
    this.count = h("span", { class: "count" });
    const finish = { on: { click: () => this.#finish() } };
    this.done = h("button", { type: "button", class: "button primary done", ...finish }, t("done"));
    return h("div", { class: "picker-bar" }, h("div", {}, rule, this.count), this.done);
  }

  #show() {
    const full = this.multiple && this.picked.size >= this.max;
    this.items.forEach((item, index) => {
      const chosen = this.picked.has(this.options[index].value);
      item.setAttribute("aria-selected", String(chosen));
      item.classList.toggle("full", full && !chosen);
    });
    if (!this.multiple) return;
    this.count.textContent = this.t("chosen", { count: this.picked.size });
    this.done.disabled = !this.#valid;
  }

  #activate(index) {
    this.active = (index + this.items.length) % this.items.length;
    this.items.forEach((item, at) => item.classList.toggle("active", at === this.active));
    this.items[this.active].scrollIntoView({ block: "nearest" });
    this.list.setAttribute("aria-activedescendant", this.items[this.active].id);
  }

  #toggle(index) {
    const { picked } = this;
    const { value } = this.options[index];
    if (picked.has(value) && (this.multiple || this.min === 0)) picked.delete(value);
    else {
      if (!this.multiple) picked.clear();
      if (picked.size < this.max) picked.add(value);
    }
    this.#activate(index);
    this.#show();
    if (!this.multiple) this.#finish();
  }

  #finish() {
    if (!this.#valid) return;
    this.#close();
    const values = this.options.map((option) => option.value).filter((value) => this.picked.has(value));
    if (this.anchor.isConnected) this.confirm(values);
  }

  #close() {
    this.layer.remove();
    this.anchor.setAttribute("aria-expanded", "false");
    this.anchor.removeAttribute("aria-controls");
    if (this.anchor.isConnected) this.anchor.focus({ preventScroll: true });
  }

  #key(event) {
    const { active } = this;
    const onList = event.target === this.list;
    const acts = {
      Escape: () => this.#close(),
      ArrowDown: onList && (() => this.#activate(active + 1)),
      ArrowUp: onList && (() => this.#activate(active - 1)),
      Home: onList && (() => this.#activate(0)),
      End: onList && (() => this.#activate(this.items.length - 1)),
      " ": onList && (() => this.#toggle(active)),
      Enter: onList && (() => (this.multiple ? this.#finish() : this.#toggle(active))),
      Tab: () => (this.multiple && onList && !this.done.disabled ? this.done.focus() : this.#close()),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    acts[event.key]();
  }

  /** Put the list under its button, or above it where there is more room. */
  #place() {
    const rect = this.anchor.getBoundingClientRect();
    const below = window.innerHeight - rect.bottom;
    const up = below < ROOM_BELOW_PX && rect.top > below;
    const places = {
      "--left": `${Math.max(8, Math.min(rect.left, window.innerWidth - rect.width - 8))}px`,
      "--width": `${rect.width}px`,
      "--top": up ? "auto" : `${rect.bottom + 4}px`,
      "--bottom": up ? `${window.innerHeight - rect.top + 4}px` : "auto",
      "--room": `${(up ? rect.top : below) - 16}px`,
    };
    for (const [name, value] of Object.entries(places)) this.node.style.setProperty(name, value);
  }

  /** Close the list when an edit of the message takes its button away. */
  #watchAnchor() {
    const check = () => {
      if (!this.layer.isConnected) return;
      if (this.anchor.isConnected) requestAnimationFrame(check);
      else this.layer.remove();
    };
    requestAnimationFrame(check);
  }
}
