/** Lets people be changed, and the two ends of the page be reached, by keyboard. */
import { byId } from "./furniture.js";

const STEPS = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** Wire the ways past the page, the arrows among the people, and Alt with a person's number. */
export function wireKeys(app) {
  byId("skip-people").addEventListener("click", () => current().focus());
  byId("skip-composer").addEventListener("click", () => byId("composer").focus());
  byId("people-list").addEventListener("keydown", move);
  document.addEventListener("keydown", (event) => {
    const person = event.altKey && app.world.people[numberOf(event) - 1];
    if (!person || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    app.be(person.id);
  });
}

/** Give the number of the key that is pressed, whatever letter Alt makes of it. */
function numberOf(event) {
  return Number(/^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1]);
}

function current() {
  return byId("people-list").querySelector("[aria-pressed=true]");
}

function move(event) {
  const step = STEPS[event.key];
  const buttons = [...byId("people-list").querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement);
  if (!step || at < 0) return;
  event.preventDefault();
  buttons[(at + step + buttons.length) % buttons.length].focus();
}
