/** Shows a list of suggestions above the composer, moved through with the arrow keys. */
import { h } from "./dom.js";

export class Completion {
  /** `box` is the popup, a child of the composer; its list has the id that inputs name in aria-controls. */
  constructor(box) {
    this.box = box;
    this.title = h("div", { class: "completion-title" });
    this.list = h("ul", { id: "completion-list", role: "listbox" });
    box.append(this.title, this.list);
    box.addEventListener("mousedown", (event) => event.preventDefault());
    this.close();
  }

  /** Show `items` ({label, detail, hint, data, pick}) for `input`; the first is active if `eager`. */
  open(input, title, items, { eager = true, nothing = "" } = {}) {
    if (this.input !== input) this.#expand(false);
    this.input = input;
    this.items = items;
    this.title.textContent = items.length ? title : nothing;
    this.list.setAttribute("aria-label", title);
    this.list.replaceChildren(...items.map((item, index) => this.#row(item, index)));
    this.box.hidden = !items.length && !nothing;
    this.#expand(!this.box.hidden);
    this.#activate(eager && items.length ? 0 : -1);
  }

  /** Hide the list. */
  close() {
    this.box.hidden = true;
    this.items = [];
    this.active = -1;
    this.#expand(false);
    this.input?.removeAttribute("aria-activedescendant");
  }

  /** Act on a key; returns whether it was used up. */
  key(event) {
    if (this.box.hidden || event.isComposing) return false;
    const { key } = event;
    if (key === "Escape") this.close();
    else if (key === "ArrowDown") this.#move(1);
    else if (key === "ArrowUp") this.#move(-1);
    else if (key === "Tab" && !event.shiftKey && this.items.length) this.items[Math.max(0, this.active)].pick();
    else if (key === "Enter" && this.active >= 0) this.items[this.active].pick();
    else return false;
    event.preventDefault();
    return true;
  }

  /** Note on the input whether the list is open; a text of several lines has no such mark. */
  #expand(open) {
    if (this.input?.getAttribute("role") === "combobox") this.input.setAttribute("aria-expanded", String(open));
  }

  #move(step) {
    const count = this.items.length;
    if (!count) return;
    const from = this.active < 0 && step < 0 ? 0 : this.active;
    this.#activate((from + step + count) % count);
  }

  #activate(index) {
    this.active = index;
    [...this.list.children].forEach((row, at) => row.setAttribute("aria-selected", String(at === index)));
    const row = this.list.children[index];
    row?.scrollIntoView({ block: "nearest" });
    if (row) this.input.setAttribute("aria-activedescendant", row.id);
    else this.input.removeAttribute("aria-activedescendant");
  }

  #row(item, index) {
    return h(
      "li",
      { role: "option", id: `completion-${index}`, data: item.data, on: { click: () => item.pick() } },
      h("span", { class: "completion-label" }, item.label),
      item.detail && h("span", { class: "completion-detail" }, item.detail),
      item.hint && h("span", { class: "completion-hint" }, item.hint),
    );
  }
}
