/** Knows how a page begins: as whom, in which language, and what it keeps of the page before. */

const RUN = "monsterrunde-run";
const DRAFT = "monsterrunde-draft";

/** Give the language to speak to this reader at first. */
export function browserLocale() {
  return navigator.language.startsWith("de") ? "de" : "en-GB";
}

/** Choose whom one is at first: the person of that name, else the first with the browser's language. */
export function firstPerson(people, name) {
  const named = people.find((person) => person.name === name);
  return named ?? people.find((person) => person.locale === browserLocale()) ?? people[0];
}

/** Tell whether the server has been started anew since this tab was last loaded, and note its run. */
export function wasRestarted(run) {
  const before = sessionStorage.getItem(RUN);
  sessionStorage.setItem(RUN, run);
  return before !== null && before !== run;
}

/** Keep what was being typed for the page that comes next. */
export function keepDraft(text) {
  if (text) sessionStorage.setItem(DRAFT, text);
}

/** Take back what was being typed, once; nothing if nothing was. */
export function takeDraft() {
  const text = sessionStorage.getItem(DRAFT) ?? "";
  sessionStorage.removeItem(DRAFT);
  return text;
}
