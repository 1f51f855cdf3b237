/** Shows who one can be, and where one can write. */
import { avatar, cssColor, h } from "./dom.js";

const THREADS = [10, 11, 12];
const DIRECT = 1;

/** Create the list of people; `pick(id)` is called when one is chosen. */
export function peopleList(people, sessions, me, pick, t) {
  return people.map((person, index) => {
    const active = person.id === me;
    const key = index < 9 ? `Alt+${index + 1}` : null;
    const button = h(
      "button",
      {
        type: "button",
        class: "person",
        data: { person: person.name, id: person.id },
        "aria-pressed": String(active),
        "aria-keyshortcuts": key,
        tabindex: active ? 0 : -1,
        title: [active ? `${person.name} (${t("you")})` : person.name, key].filter(Boolean).join(" · "),
        on: { click: () => pick(person.id) },
      },
      h("span", { class: "avatar-spot" }, avatar(person.name, person.color), badge(sessions.get(person.id).news(), t)),
      h(
        "span",
        { class: "person-words" },
        h("span", { class: "person-name" }, h("bdi", {}, person.name)),
        h("span", { class: "person-detail" }, detail(person, t)),
      ),
    );
    return h("li", {}, button);
  });
}

function detail(person, t) {
  const language = h("span", { class: "person-language" }, person.locale.slice(0, 2).toUpperCase());
  const star = h("span", { class: "mod" }, "★");
  return [language, person.moderator && h("span", { class: "person-mod" }, star, ` ${t("moderator")}`)];
}

/** Create the mark that tells what is new: a number for mentions, a dot for anything else. */
export function badge({ unread, mentions }, t) {
  if (!unread) return null;
  if (!mentions) {
    const word = h("span", { class: "aural" }, t("unread"));
    return h("span", { class: "badge dot", data: { badge: "unread" } }, word);
  }
  const words = mentions === 1 ? t("mentionOne") : t("mentions", { count: mentions });
  return h(
    "span",
    { class: "badge", data: { badge: "mention" } },
    h("span", { "aria-hidden": "true" }, mentions),
    h("span", { class: "aural" }, words),
  );
}

/** Create the line that tells whether the bot is there. */
export function botLine(bot, online, t) {
  if (!bot) return [];
  const state = online ? t("botOnline") : t("botOffline");
  const face = avatar(bot.name, cssColor(bot.color, "#7c5cff"));
  return [
    h("span", { class: "avatar-spot" }, face, h("span", { class: `presence ${online ? "on" : "off"}` })),
    h(
      "span",
      { class: "person-words" },
      h("span", { class: "person-name" }, bot.name, " ", h("span", { class: "tag" }, t("bot"))),
      h("span", { class: "person-detail" }, state),
    ),
  ];
}

/** Create the list of channels with their threads; `open(id)` is called when one is chosen. */
export function channelList(session, current, open, t) {
  const all = [...session.channels.values()];
  const isThread = (channel) => THREADS.includes(channel.type);
  const item = (channel) => {
    const news = session.news(channel.id);
    return h(
      "button",
      {
        type: "button",
        class: `channel${isThread(channel) ? " is-thread" : ""}${news.unread ? " has-news" : ""}`,
        data: { channel: channel.name, id: channel.id },
        "aria-current": channel.id === current ? "page" : null,
        on: { click: () => open(channel.id) },
      },
      channelSign(channel, t),
      h("span", { class: "channel-name" }, h("bdi", {}, channel.name)),
      channelState(channel, t),
      badge(news, t),
    );
  };
  return all
    .filter((channel) => !isThread(channel))
    .map((channel) => {
      const threads = all.filter((other) => isThread(other) && other.parent_id === channel.id);
      const below = threads.length > 0 && h("ul", {}, threads.map((thread) => h("li", {}, item(thread))));
      return h("li", {}, item(channel), below);
    });
}

/** Create the word that says that a thread is locked or archived, if it is. */
export function channelState(channel, t) {
  const state = (channel.locked && "locked") || (channel.archived && "archived");
  return state && h("span", { class: "channel-state" }, t(state));
}

/** Create the sign before a channel's name. */
export function channelSign(channel, t) {
  const thread = THREADS.includes(channel?.type);
  const label = thread ? { role: "img", "aria-label": t("thread") } : { "aria-hidden": "true" };
  return h("span", { class: "channel-sign", ...label }, thread ? "↳" : channel?.type === DIRECT ? "@" : "#");
}
