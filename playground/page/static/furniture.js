/** Draws what stands around the messages: headings, people, channels, banner, languages, the first hint. */
import { h, patchList } from "./dom.js";
import { lookOf, looks, setLook } from "./look.js";
import { botLine, channelList, channelSign, channelState, peopleList } from "./sidebar.js";
import { noticeNode } from "./timeline.js";

const LOCALES = { de: "Deutsch", "en-GB": "English" };
const HINT_SEEN = "monsterrunde-hint-seen";

/** Find an element of the page by its id. */
export const byId = (id) => document.getElementById(id);

/** Write all fixed words in the person's language. */
export function drawWords(app) {
  const { t, session, world } = app;
  const channel = session.channels.get(app.channelId);
  const ownLanguage = t("language", { name: session.person.name });
  const texts = {
    "guild-name": world.guild.name,
    "people-title": t("people"),
    "people-hint": t("peopleHint"),
    empty: t("empty"),
    latest: `${t("newest")} ↓`,
    "skip-people": t("toPeople"),
    "skip-composer": t("toComposer"),
    "guild-language-label": t("guildLanguage"),
    "theme-label": t("theme"),
  };
  const labels = {
    channels: t("channels"),
    people: t("people"),
    "open-channels": t("openChannels"),
    "close-channels": t("close"),
    language: ownLanguage,
    client: t("client"),
    log: t("messages", { channel: channel?.name ?? "" }),
  };
  for (const [id, text] of Object.entries(texts)) byId(id).textContent = text;
  for (const [id, label] of Object.entries(labels)) byId(id).setAttribute("aria-label", label);
  document.documentElement.lang = session.person.locale;
  byId("language").title = ownLanguage;
  byId("channel-title").replaceChildren(...(channel ? [channelSign(channel, t), h("bdi", {}, channel.name), channelState(channel, t)].filter(Boolean) : []));
  drawSegments(byId("language"), session.person.locale, (locale) => app.actions.setLocale(locale));
  drawSegments(byId("guild-language"), world.guild.locale, (locale) => app.actions.setGuildLocale(locale));
  for (const kind of ["client", "theme"]) drawLooks(byId(kind), kind, t);
  const tools = byId("moderation");
  tools.hidden = !session.person.moderator;
  tools.title = t("moderation");
  tools.setAttribute("aria-label", t("moderation"));
  tools.onclick = () => app.moderation.open();
  drawHint(app);
}

/** Draw channels, people, bot and banner. */
export function drawSides(app) {
  const { t, session } = app;
  const open = (id) => app.open(id);
  redraw(byId("channel-list"), channelList(session, app.channelId, open, t));
  byId("bot-line").replaceChildren(...botLine(app.world.bot, session.botOnline, t));
  drawPeople(app);
  drawBanner(app);
}

/** Draw the people with the marks of what is new for each. */
export function drawPeople(app) {
  const pick = (id) => app.be(id);
  redraw(byId("people-list"), peopleList(app.world.people, app.sessions, app.me, pick, app.t));
}

/** Say when the bot or the server cannot be reached. */
export function drawBanner(app) {
  const { t, session } = app;
  const state = stateWord(session);
  const forget = { type: "button", class: "textual", on: { click: () => app.forgetRestart() } };
  const news = app.restarted && [t("restarted"), " ", h("button", forget, t("hintClose"))];
  const lines = [news, state && t(state, { name: session.person.name })].filter(Boolean).map((line) => h("p", {}, line));
  byId("banner").replaceChildren(...lines);
  byId("banner").hidden = !lines.length;
}

function stateWord(session) {
  if (!session.linked) return "disconnected";
  if (session.known && !session.members.has(session.person.id)) return "notMember";
  return session.known && !session.botOnline ? "offline" : "";
}

/** Draw the lines about commands on their way and failed ones. */
export function drawNotices(app) {
  const { session } = app;
  const mine = session.notices.filter((notice) => notice.channelId === app.channelId);
  const drop = (notice) => {
    session.notices = session.notices.filter((other) => other !== notice);
    drawNotices(app);
  };
  app.timeline.notices(mine.map((notice) => noticeNode(notice, app.ctx, () => drop(notice))));
}

function drawHint(app) {
  const { t } = app;
  const hint = byId("hint");
  hint.hidden = localStorage.getItem(HINT_SEEN) !== null;
  const leave = () => {
    localStorage.setItem(HINT_SEEN, "1");
    hint.hidden = true;
  };
  if (hint.hidden) return;
  byId("composer").addEventListener("focus", leave, { once: true });
  const press = (event) => event.target.closest("[data-custom-id]") && leave();
  byId("messages").addEventListener("click", press);
  const command = t("hintPlay");
  const go = () => {
    leave();
    app.composer.type(command);
  };
  const button = (style, name, click, label) =>
    h("button", { type: "button", class: `button ${style}`, data: { hint: name }, on: { click } }, label);
  hint.replaceChildren(
    h("h2", {}, t("hintTitle")),
    h("p", {}, t("hint")),
    h(
      "div",
      { class: "hint-bar" },
      button("primary", "play", go, t("hintGo", { command })),
      button("secondary", "close", leave, t("hintClose")),
    ),
  );
}

function drawLooks(select, kind, t) {
  const isShown = (look) => look === lookOf(kind);
  select.replaceChildren(...looks(kind).map((look) => h("option", { value: look, selected: isShown(look) }, t(look))));
  select.onchange = () => setLook(kind, select.value);
}

function drawSegments(parent, current, choose) {
  const buttons = Object.entries(LOCALES).map(([locale, name]) => {
    const pressed = String(locale.slice(0, 2) === current.slice(0, 2));
    const long = h("span", { class: "long" }, name);
    const short = h("span", { class: "short", "aria-hidden": "true" }, locale.slice(0, 2).toUpperCase());
    const attributes = { type: "button", lang: locale, "aria-pressed": pressed, "aria-label": name, data: { locale } };
    return h("button", { ...attributes, on: { click: () => choose(locale) } }, long, short);
  });
  redraw(parent, buttons);
}

/**
 * Let `parent` have these children; what is there already stays, as it may just be being pressed. The button that had
 * focus keeps it.
 */
function redraw(parent, nodes) {
  const buttons = () => [...parent.querySelectorAll("button")];
  const index = buttons().indexOf(document.activeElement);
  patchList(parent, nodes.map((node) => node.outerHTML), (_, at) => nodes[at]);
  if (index >= 0) buttons()[index]?.focus({ preventScroll: true });
}
