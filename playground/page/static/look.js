/** Lets the page look like one of Discord's clients, in one of its themes; their numbers stand in clients.css. */

const LOOKS = {
  client: ["desktop", "android", "iphone"],
  theme: ["dark", "ash", "onyx", "light"],
};
const NARROW = "(max-width: 760px)";

/** Give the looks there are of a kind: "client" or "theme". */
export const looks = (kind) => LOOKS[kind];

/** Give the look that is shown of a kind. */
export const lookOf = (kind) => document.documentElement.dataset[kind];

/** Show a look of a kind, now and whenever the page is loaded again. */
export function setLook(kind, look) {
  localStorage.setItem(`monsterrunde-${kind}`, look);
  document.documentElement.dataset[kind] = look;
}

/** Show the looks that were chosen before; else a client that fits the window, and the first theme. */
export function startLooks() {
  const first = { client: matchMedia(NARROW).matches ? "android" : "desktop", theme: "dark" };
  for (const [kind, known] of Object.entries(LOOKS)) {
    const chosen = localStorage.getItem(`monsterrunde-${kind}`);
    document.documentElement.dataset[kind] = known.includes(chosen) ? chosen : first[kind];
  }
}
