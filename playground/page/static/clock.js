/** Shows the playground's clock, and lets people put it ahead where the bot goes by it. */
import { h } from "./dom.js";
import { byId } from "./furniture.js";
import { now } from "./time.js";

const SIZES = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];
const MOMENT = { weekday: "short", day: "2-digit", month: "2-digit", hour: "2-digit", minute: "2-digit" };

/** Write so many seconds as days, hours and minutes. */
export function duration(seconds, locale) {
  let left = Math.round(seconds);
  const parts = [];
  for (const [unit, size] of SIZES) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count) parts.push(new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count));
  }
  return new Intl.ListFormat(locale, { type: "unit", style: "short" }).format(parts);
}

/** Note what time the server says it is, and draw all that hangs on it. */
export function takeTime(app, time) {
  const { passing } = app.world.time ?? {};
  app.world.time = time;
  document.documentElement.dataset.ahead = time?.ahead ?? 0;
  drawClock(app);
  if (!passing || time?.passing) return;
  app.draw();
  byId("clock-said").textContent = app.t("timeIs", { time: moment(app.session.person.locale) });
}

/** Draw the clock with its buttons; nothing where it cannot be put ahead. */
export function drawClock(app) {
  const { t, session, world } = app;
  const { ahead, passing, steps } = world.time ?? { steps: [] };
  const { locale } = session.person;
  byId("clock").hidden = !world.time;
  byId("clock-label").textContent = t("letPass");
  byId("clock-hint").textContent = t("letPassHint");
  byId("clock-now").textContent = moment(locale);
  byId("clock-ahead").textContent = ahead ? t("ahead", { time: duration(ahead, locale) }) : t("notAhead");
  const bar = byId("clock-steps");
  if (bar.dataset.locale !== locale || bar.children.length !== steps.length) {
    bar.dataset.locale = locale;
    byId("clock-said").textContent = "";
    bar.replaceChildren(...steps.map((seconds) => step(app, seconds, locale)));
  }
  for (const button of bar.children) button.setAttribute("aria-disabled", String(Boolean(passing)));
}

/** Keep the clock going. */
export function keepClockLive(app) {
  setInterval(() => (byId("clock-now").textContent = moment(app.session.person.locale)), 1000);
}

function moment(locale) {
  return new Intl.DateTimeFormat(locale, MOMENT).format(now());
}

function step(app, seconds, locale) {
  const click = () => app.world.time.passing || app.actions.letPass(seconds);
  const attributes = { type: "button", class: "button secondary", data: { seconds }, on: { click } };
  return h("button", attributes, duration(seconds, locale));
}
