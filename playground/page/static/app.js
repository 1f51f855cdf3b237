/** The page's state: who one is, which channel is open; and what is redrawn when something changes. */
import { Actions } from "./actions.js";
import { Announcer } from "./announcer.js";
import { openLive } from "./api.js";
import { drawClock, takeTime } from "./clock.js";
import { Composer, composerParts } from "./composer.js";
import { makeContext } from "./context.js";
import { byId, drawBanner, drawNotices, drawPeople, drawSides, drawWords } from "./furniture.js";
import { openModal } from "./modal.js";
import { ModerationPanel } from "./moderation.js";
import { Session } from "./session.js";
import { browserLocale, firstPerson, keepDraft, takeDraft, wasRestarted } from "./start.js";
import { Timeline } from "./timeline.js";
import { wordsFor } from "./words.js";

export class App {
  /** `world` is the server's description of guild, people and bot; #Name/channel of the address is kept. */
  constructor(world) {
    const [name, channel] = location.hash.slice(1).split("/").map(decodeURIComponent);
    this.world = world;
    this.sessions = new Map(world.people.map((person) => [person.id, new Session(person)]));
    this.me = firstPerson(world.people, name).id;
    this.isNew = !name;
    this.restarted = wasRestarted(world.run);
    this.wantedChannel = channel;
    this.channelId = null;
    this.dialog = null;
    this.actions = new Actions(this);
    this.moderation = new ModerationPanel(this);
    this.timeline = new Timeline(byId("scroller"), byId("messages"), byId("latest"));
    this.announcer = new Announcer(byId("news"));
    composerParts(byId("composer-form"));
    this.composer = new Composer(byId("composer-form"), this.actions);
  }

  /** What the current person's client knows. */
  get session() {
    return this.sessions.get(this.me);
  }

  /** The words of the current person's language. */
  get t() {
    return wordsFor(this.session.person.locale);
  }

  /** Open a live stream for everybody. */
  start() {
    for (const session of this.sessions.values()) {
      const onLink = (up) => {
        session.linked = up;
        if (session === this.session) drawBanner(this);
      };
      const onFrame = (frame) => this.#take(session, frame);
      openLive(session.person.id, { onFrame, onLink, onGone: () => this.#startAnew() });
    }
    document.addEventListener("visibilitychange", () => this.#markRead());
    this.draw();
    this.composer.type(takeDraft());
    if (this.isNew) this.actions.proposeGuildLocale(browserLocale());
  }

  /** Load the page of a server that was started anew, and keep what was being typed. */
  #startAnew() {
    keepDraft(this.composer.text);
    location.reload();
  }

  /** Put away the sentence about what happened before this page was loaded. */
  forgetRestart() {
    this.restarted = false;
    drawBanner(this);
  }

  /** Be another person, in the same channel if that person can see it. */
  be(id) {
    this.me = id;
    this.#keepChannel();
    this.draw();
    this.#showModal();
  }

  /** Show another channel, and a message in it if one is named. */
  open(channelId, messageId) {
    byId("channels").classList.remove("open");
    if (channelId !== this.channelId) {
      this.channelId = channelId;
      this.draw();
    }
    if (messageId) this.timeline.reveal(messageId);
  }

  /** Draw everything anew for the current person and channel. */
  draw() {
    const { session, channelId } = this;
    const { name, type } = session.channels.get(channelId) ?? {};
    this.ctx = makeContext(this);
    if (!session.person.moderator) this.moderation.close();
    this.moderation.refresh();
    session.markRead(channelId);
    drawWords(this);
    drawClock(this);
    drawSides(this);
    this.timeline.show(session.messagesOf(channelId), this.ctx);
    this.announcer.reset(this.timeline.views);
    drawNotices(this);
    this.#showEmpty();
    this.composer.use(this.ctx, type === 0 ? `#${name}` : this.t("quoted", { name: name ?? "" }));
    const address = [session.person.name, name ?? ""].map(encodeURIComponent).join("/");
    if (name) history.replaceState(null, "", `#${address}`);
  }

  /** Show what became of clicks and commands. */
  showInteractions() {
    this.timeline.refresh();
    drawNotices(this);
  }

  /** Hide an ephemeral message of the current person. */
  dismiss(message) {
    this.session.dismiss(message);
    this.timeline.remove(message.id);
    this.#showEmpty();
    byId("composer").focus();
  }

  /** Note the server's language. */
  takeGuildLocale(locale) {
    this.world.guild.locale = locale;
    drawWords(this);
  }

  #take(session, frame) {
    if (frame.op === "locale") return this.#takeLocale(session, frame);
    if (frame.op === "time") return session === this.session && takeTime(this, frame.time);
    // Whoever chose a language before this stream was open was not heard on it.
    if (frame.op === "state") {
      this.#takeLocale(session, frame);
      takeTime(this, frame.time);
    }
    const before = this.channelId;
    session.apply(frame, this.#watched(session));
    if (session !== this.session) return drawPeople(this);
    this.#keepChannel();
    return this.channelId === before ? this.#drawChange(frame) : this.draw();
  }

  #takeLocale(session, { locale, guild_locale: guildLocale }) {
    if (guildLocale && guildLocale !== this.world.guild.locale) this.takeGuildLocale(guildLocale);
    if (!locale || locale === session.person.locale) return;
    session.person.locale = locale;
    if (session === this.session) this.draw();
    else drawPeople(this);
  }

  #drawChange(frame) {
    const draw = {
      state: () => this.#resync(),
      message: () => this.#drawMessage(frame.message),
      delete: () => this.#drawDelete(frame),
      commands: () => this.composer.refresh(),
      channel: () => this.#drawPlaces(),
      channel_delete: () => this.#drawPlaces(),
      members: () => this.moderation.refresh(),
      bot: () => drawSides(this),
      interaction: () => this.showInteractions(),
      modal: () => this.#showModal(),
    }[frame.op];
    draw?.();
  }

  #drawPlaces() {
    drawWords(this);
    drawSides(this);
    this.moderation.refresh();
  }

  #watched(session) {
    return session === this.session && document.visibilityState === "visible" ? this.channelId : null;
  }

  #markRead() {
    const watched = this.#watched(this.session);
    if (!watched || !this.session.news(watched).unread) return;
    this.session.markRead(watched);
    drawSides(this);
  }

  /** Stay in the open channel; if it is gone, go to the one the address names or to the first. */
  #keepChannel() {
    const { channels } = this.session;
    if (channels.has(this.channelId)) return;
    const all = [...channels.values()];
    const named = all.find((channel) => channel.name === this.wantedChannel);
    this.channelId = (named ?? all.find((channel) => channel.type === 0))?.id ?? null;
  }

  #resync() {
    this.timeline.sync(this.session.messagesOf(this.channelId));
    this.showInteractions();
    this.#showEmpty();
    this.composer.refresh();
    drawSides(this);
  }

  #drawMessage(message) {
    const here = message.channel_id === this.channelId && !this.session.dismissed.has(message.id);
    if (!here) return drawSides(this);
    this.timeline.upsert(message);
    this.announcer.tell(message.id, this.timeline.views.get(message.id));
    this.#showEmpty();
  }

  #drawDelete({ channel_id: channelId, id }) {
    if (channelId === this.channelId) this.timeline.remove(id);
    this.#showEmpty();
    drawSides(this);
  }

  #showEmpty() {
    const { session, channelId } = this;
    byId("empty").hidden = !session.known || session.messagesOf(channelId).length > 0;
  }

  #showModal() {
    const { session } = this;
    const opened = session.modal;
    if (!opened || this.dialog) return;
    const send = (values) => this.actions.submit(session, opened, values);
    this.dialog = openModal(opened.modal, this.ctx, send, () => {
      session.modal = null;
      this.dialog = null;
    });
  }
}
