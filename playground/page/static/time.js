/** Writes points in time the way Discord's <t:…> marks do, and keeps them current. */
import { h } from "./dom.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const DISCORD_EPOCH = 1420070400000n;

/** Give what time it is in the playground, in milliseconds: its clock may be ahead of the real one. */
export const now = () => Date.now() + 1000 * Number(document.documentElement.dataset.ahead ?? 0);

function relative(seconds, locale) {
  const away = (seconds * 1000 - now()) / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= length) ?? UNITS.at(-1);
  // "Tomorrow" would be said of what is 30 hours away, whatever the calendar says.
  const numeric = unit === "second" ? "auto" : "always";
  return new Intl.RelativeTimeFormat(locale, { numeric }).format(Math.round(away / size), unit);
}

function format(seconds, style, locale) {
  if (style === "R") return relative(seconds, locale);
  return new Intl.DateTimeFormat(locale, STYLES[style]).format(seconds * 1000);
}

/** Create the element for `<t:seconds:style>`. */
export function timestamp(seconds, style, locale) {
  const text = format(seconds, style, locale);
  const data = style === "R" ? { unix: seconds, locale } : {};
  const title = format(seconds, "F", locale);
  const datetime = new Date(seconds * 1000).toISOString();
  return h("time", { class: "timestamp", datetime, title, data }, text);
}

/** Rewrite every relative time on the page once a second. */
export function keepTimesLive() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-unix]")) {
      const text = relative(Number(node.dataset.unix), node.dataset.locale);
      if (node.textContent !== text) node.textContent = text;
    }
  }, 1000);
}

/** Create the element that tells when a message was sent: the time today, else with the date. */
export function sentTime(message, locale) {
  const sent = message.timestamp
    ? new Date(message.timestamp)
    : new Date(Number((BigInt(message.id) >> 22n) + DISCORD_EPOCH));
  const today = sent.toDateString() === new Date(now()).toDateString();
  const style = today ? STYLES.t : { dateStyle: "short", timeStyle: "short" };
  const text = new Intl.DateTimeFormat(locale, style).format(sent);
  const title = new Intl.DateTimeFormat(locale, STYLES.F).format(sent);
  return h("time", { class: "sent", datetime: sent.toISOString(), title }, text);
}
