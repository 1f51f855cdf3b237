/** Shows emojis: those of Unicode as text, the application's own as pictures. */
import { h } from "./dom.js";

const EMOJI = /(\p{RGI_Emoji})/v;
const ONLY_EMOJIS = /^(?:<a?:\w+:\d+>|[\p{Extended_Pictographic}\u200d\ufe0f\s])+$/u;

/** Show an emoji ({id?, name}); `silent` ones stand beside words that say the same. */
export function emojiNode({ id, name }, ctx, { silent = false } = {}) {
  if (!id) return h("span", { class: "emoji", "aria-hidden": silent && "true" }, name);
  if (!ctx.hasEmoji(id)) return h("span", {}, emojiWords({ id, name }));
  const alt = silent ? "" : emojiWords({ id, name });
  return h("img", { class: "emoji own", src: `/cdn/emojis/${id}`, alt, title: silent ? null : alt });
}

/** Give plain text as nodes in which every emoji of Unicode has its own. */
export function withEmojis(text) {
  return text.split(EMOJI).map((part, index) => (index % 2 ? h("span", { class: "emoji" }, part) : part)).filter(Boolean);
}

/** Write an emoji as text: one of the application's own by its name. */
export function emojiWords({ id, name }) {
  return id ? `:${name}:` : name;
}

/** Say whether a text is nothing but emojis, which are then shown large. */
export function onlyEmojis(text) {
  return ONLY_EMOJIS.test(text.trim()) && !/^[\s\d]*$/.test(text);
}
