/** Gives moderators their tools: for the open channel, the bot's permissions there, and the members. */
import { h } from "./dom.js";

const PERMISSIONS = [
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "SEND_MESSAGES_IN_THREADS",
  "CREATE_PUBLIC_THREADS",
  "EMBED_LINKS",
  "ATTACH_FILES",
];

export class ModerationPanel {
  /** `app` is the page; the tools act as its current person. */
  constructor(app) {
    this.app = app;
    this.dialog = null;
  }

  /** Show the tools. */
  open() {
    const { t } = this.app;
    const close = h("button", { type: "button", class: "button secondary", on: { click: () => this.close() } }, t("close"));
    this.body = h("div", { class: "moderation" });
    const title = h("h2", { id: "moderation-title" }, t("moderation"));
    this.dialog = h("dialog", { class: "modal", "aria-labelledby": "moderation-title" }, title, this.body, close);
    this.dialog.addEventListener("close", () => {
      this.dialog.remove();
      this.dialog = null;
    });
    document.body.append(this.dialog);
    this.refresh();
    this.dialog.showModal();
  }

  /** Put the tools away. */
  close() {
    this.dialog?.close();
  }

  /** Draw the tools anew after something has changed. */
  refresh() {
    if (!this.dialog) return;
    const channel = this.app.session.channels.get(this.app.channelId);
    const focused = [...this.body.querySelectorAll("button, input")].indexOf(document.activeElement);
    this.body.replaceChildren(...(channel ? this.#place(channel) : []), ...this.#members());
    [...this.body.querySelectorAll("button, input")][focused]?.focus();
  }

  #place(channel) {
    const { t } = this.app;
    const isThread = channel.type !== 0;
    const tools = [
      isThread && this.#button("archive", channel.archived ? "reopen" : "archive", channel.id, !channel.archived),
      isThread && this.#button("lock", channel.locked ? "unlock" : "lock", channel.id, !channel.locked),
      this.#button("delete_channel", isThread ? "deleteThread" : "deleteChannel", channel.id),
    ];
    const boxes = PERMISSIONS.map((name) => this.#permission(channel, name));
    return [
      section(h("bdi", {}, channel.name), h("div", { class: "moderation-row" }, tools.filter(Boolean))),
      section(t("botPermissions"), h("div", {}, boxes)),
    ];
  }

  #members() {
    const { app } = this;
    const others = app.world.people.filter((person) => person.id !== app.me);
    const rows = [app.world.bot, ...others].map(({ id, name }) => {
      const here = app.session.members.has(id);
      const words = h("span", { class: "moderation-name" }, h("bdi", {}, name));
      const promoted = app.session.botModerates;
      const tools = [
        id === app.world.bot.id && this.#button("promote", promoted ? "demote" : "promote", id, !promoted),
        this.#button("membership", here ? "throwOut" : "letIn", id, !here),
      ];
      return h("div", { class: "moderation-row" }, words, tools.filter(Boolean));
    });
    return [section(app.t("membersTitle"), h("div", {}, rows))];
  }

  #button(act, word, target, value) {
    const click = () => this.app.actions.moderate(act, target, { value });
    const style = act.startsWith("delete") ? "danger" : "secondary";
    return h(
      "button",
      { type: "button", class: `button ${style}`, data: { act, target }, on: { click } },
      this.app.t(word),
    );
  }

  #permission(channel, name) {
    const box = h("input", { type: "checkbox", checked: !channel.denied.includes(name), data: { permission: name } });
    box.addEventListener("change", () =>
      this.app.actions.moderate("permission", channel.id, { permission: name, value: box.checked }),
    );
    return h("label", { class: "moderation-box" }, box, this.app.t(name));
  }
}

function section(title, ...content) {
  return h("section", {}, h("h3", {}, title), content);
}
