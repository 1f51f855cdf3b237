/** Shows the messages of one channel, keeps them in order, and keeps the view where the reader left it. */
import { compareIds, h } from "./dom.js";
import { messageView } from "./message.js";

const NEAR_BOTTOM_PX = 40;

export class Timeline {
  /** `scroller` holds `list`; `latest` is the button that jumps to the newest message. */
  constructor(scroller, list, latest) {
    Object.assign(this, { scroller, list, latest });
    this.views = new Map();
    this.stick = true;
    scroller.addEventListener("scroll", () => this.#noteScroll(), { passive: true });
    latest.addEventListener("click", () => this.toBottom());
    const observer = new ResizeObserver(() => this.#settle());
    observer.observe(list);
    observer.observe(scroller);
  }

  /** Show `messages` afresh, at the newest; a control that has the focus keeps it if it is there again. */
  show(messages, ctx) {
    const focused = this.#focused();
    this.ctx = ctx;
    this.views.clear();
    this.list.replaceChildren();
    const sorted = [...messages].sort((a, b) => compareIds(a.id, b.id));
    for (const message of sorted) this.#add(message, null);
    this.#follow();
    this.toBottom();
    if (focused) (this.list.querySelector(focused) ?? this.scroller).focus({ preventScroll: true });
  }

  /** Bring the list in line with `messages` without rebuilding what is already there. */
  sync(messages) {
    const wanted = new Set(messages.map((message) => message.id));
    for (const id of [...this.views.keys()]) if (!wanted.has(id)) this.remove(id);
    for (const message of messages) this.upsert(message);
  }

  /** Add or update one message. */
  upsert(message) {
    const view = this.views.get(message.id);
    if (view) view.update(message);
    else this.#add(message, this.#nextOf(message.id));
    this.#follow();
    this.#settle();
  }

  /** Take one message away. */
  remove(id) {
    this.views.get(id)?.node.remove();
    this.views.delete(id);
    this.#follow();
  }

  /** Show pending and failed clicks of every message anew. */
  refresh() {
    for (const view of this.views.values()) view.refresh();
  }

  /** Show the lines about commands that are being sent or have failed, below all messages. */
  notices(nodes) {
    for (const node of this.list.querySelectorAll(":scope > .notice")) node.remove();
    this.list.append(...nodes);
    if (nodes.length) this.#settle();
  }

  /** Scroll a message into view and let it flash. */
  reveal(id) {
    const node = this.views.get(id)?.node;
    if (!node) return;
    this.stick = false;
    node.scrollIntoView({ block: "center" });
    node.classList.add("flash");
    setTimeout(() => node.classList.remove("flash"), 1600);
  }

  /** Scroll to the newest message and stay there. */
  toBottom() {
    this.stick = true;
    this.#settle();
  }

  /** Give the selector of what has the focus in the list; null if nothing has. */
  #focused() {
    const at = document.activeElement;
    if (!this.list.contains(at)) return null;
    const { messageId } = at.closest("[data-message-id]")?.dataset ?? {};
    const control = at.dataset.customId ? `[data-custom-id="${CSS.escape(at.dataset.customId)}"]` : "button";
    return `[data-message-id="${messageId}"] ${control}`;
  }

  #add(message, before) {
    const view = messageView(message, this.ctx);
    this.views.set(message.id, view);
    this.list.insertBefore(view.node, before ?? this.list.querySelector(":scope > .notice"));
  }

  #nextOf(id) {
    const rows = [...this.list.querySelectorAll(":scope > .message")];
    return rows.find((row) => compareIds(row.dataset.messageId, id) > 0) ?? null;
  }

  #follow() {
    let previous = null;
    for (const row of this.list.querySelectorAll(":scope > .message")) {
      const view = this.views.get(row.dataset.messageId);
      view.follow(previous);
      previous = view.message;
    }
  }

  #noteScroll() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.stick = scrollHeight - clientHeight - scrollTop < NEAR_BOTTOM_PX;
    this.latest.hidden = this.stick;
  }

  #settle() {
    if (this.stick) this.scroller.scrollTop = this.scroller.scrollHeight;
    this.latest.hidden = this.stick;
  }
}

/** Create the line about a command that is being sent, or has failed. */
export function noticeNode(notice, ctx, dismiss) {
  if (!notice.failure) return h("li", { class: "notice sending" }, ctx.t("sending", { command: notice.command }));
  const close = h("button", { type: "button", class: "textual", on: { click: dismiss } }, ctx.t("dismiss"));
  const command = h("span", { class: "notice-command" }, notice.command);
  return h("li", { class: "notice failure", role: "alert" }, command, " ", notice.failure, " · ", close);
}
