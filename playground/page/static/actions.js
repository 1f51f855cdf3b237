/** Sends what people do, and sees to it that the page shows what becomes of it. */
import { Refusal, newNonce, post } from "./api.js";
import { rawName } from "./options.js";

export class Actions {
  /** `app` is the page; every act is that of its current person unless a session is named. */
  constructor(app) {
    this.app = app;
  }

  /** Send a click on a control, or a choice of `values`. */
  async press(session, message, customId, values) {
    const { app } = this;
    const nonce = newNonce();
    const fail = (reason) => session.failures.set(message.id, reason ?? app.t("failed"));
    session.failures.delete(message.id);
    session.pending.set(nonce, { messageId: message.id, customId, fail });
    app.timeline.refresh();
    const body = { user: session.person.id, message_id: message.id, custom_id: customId, nonce };
    await this.#send(session, "component", values ? { ...body, values } : body);
  }

  /** Send a slash command; a line below the messages shows that it is on its way, or failed. */
  async command(command, options) {
    const { app } = this;
    const { session, channelId } = app;
    const nonce = newNonce();
    const notice = { nonce, channelId, command: `/${command.name}` };
    const fail = (reason) =>
      session.notices.push({ ...notice, nonce: null, failure: reason ?? app.t("noAnswer") });
    session.notices = session.notices.filter((other) => !other.failure);
    session.notices.push(notice);
    session.pending.set(nonce, { fail });
    app.timeline.toBottom();
    app.showInteractions();
    const name = rawName(command);
    await this.#send(session, "command", { user: session.person.id, channel_id: channelId, name, options, nonce });
  }

  async #send(session, path, body) {
    try {
      await post(path, body, this.app.t("unreachable"));
    } catch (problem) {
      const reason = problem instanceof Refusal ? undefined : problem.message;
      session.apply({ op: "interaction", nonce: body.nonce, status: "failed", reason });
      this.app.showInteractions();
    }
  }

  /** Send what was filled into a modal; resolves when the bot has taken it. */
  submit(session, { nonce, modal }, values) {
    const { t } = this.app;
    return new Promise((resolve, reject) => {
      const fail = (reason) => reject(new Error(reason ?? t("modalFailed")));
      session.pending.set(nonce, { fail, done: resolve });
      const body = { user: session.person.id, nonce, custom_id: modal.custom_id, values };
      post("modal", body, t("unreachable")).catch(reject);
    });
  }

  /** Send a plain message, in which @Name becomes a mention; resolves to whether it was taken. */
  async say(text) {
    const { app } = this;
    app.timeline.toBottom();
    const people = [...app.world.people].sort((a, b) => b.name.length - a.name.length);
    const content = people.reduce((body, { id, name }) => body.replaceAll(`@${name}`, `<@${id}>`), text);
    return this.#try("message", { user: app.me, channel_id: app.channelId, content });
  }

  /** Let the current person, who moderates, do `act` to `target`: see moderation.js. */
  async moderate(act, target, more = {}) {
    await this.#try("moderate", { user: this.app.me, act, target, ...more });
  }

  /** Let so many seconds pass in no time. */
  async letPass(seconds) {
    await this.#try("time", { seconds });
  }

  /** Let the current person speak another language. */
  async setLocale(locale) {
    const { session } = this.app;
    session.person.locale = locale;
    this.app.draw();
    await this.#try("locale", { user: session.person.id, locale });
  }

  /** Let the server speak another language. */
  async setGuildLocale(locale) {
    this.app.takeGuildLocale(locale);
    await this.#try("guild_locale", { locale });
  }

  /** Let the server speak the reader's language unless somebody has already said something there. */
  async proposeGuildLocale(locale) {
    await this.#try("guild_locale", { locale, only_if_silent: true });
  }

  async #try(path, body) {
    const { app } = this;
    try {
      await post(path, body, app.t("unreachable"));
      return true;
    } catch (problem) {
      app.composer.complain(problem.message);
      return false;
    }
  }
}
