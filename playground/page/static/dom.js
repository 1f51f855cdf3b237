/** Builds DOM nodes from data, so that no text of a user ever passes through an HTML parser. */

/** Create an element: props are attributes; `data`, `style` and `on` are maps; children are nodes or text. */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) setProp(node, name, value);
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

function setProp(node, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name === "on") {
    for (const [event, handler] of Object.entries(value)) node.addEventListener(event, handler);
  } else if (name === "data") {
    for (const [key, text] of Object.entries(value)) setProp(node, `data-${key}`, text);
  } else if (name === "style") {
    for (const [key, text] of Object.entries(value)) node.style.setProperty(key, text);
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * Make `parent` hold one node per item, keeping the nodes whose item did not change.
 * Focus inside a replaced node moves to the node that takes its place.
 */
export function patchList(parent, items, build) {
  const old = [...parent.children];
  items.forEach((item, index) => {
    const stamp = JSON.stringify(item);
    const before = old[index];
    if (before && before.itemStamp === stamp) return;
    const focused = before?.contains(document.activeElement);
    const node = build(item, index, before);
    node.itemStamp = stamp;
    if (node === before) return;
    if (before) before.replaceWith(node);
    else parent.append(node);
    if (focused) focusWithin(node);
  });
  old.slice(items.length).forEach((node) => node.remove());
  parent.hidden = items.length === 0;
}

function focusWithin(node) {
  const target = node.matches("button:not(:disabled)") ? node : node.querySelector("button:not(:disabled)");
  target?.focus({ preventScroll: true });
}

/** Order two snowflake ids as numbers without losing digits. */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : Number(a > b));
}

/** Give a round picture with the initials of `name` on `color`. */
export function avatar(name, color) {
  const ink = luminance(color) > 0.36 ? "#17131f" : "#ffffff";
  const style = { "background-color": color, color: ink };
  return h("span", { class: "avatar", "aria-hidden": "true", style }, initials(name));
}

/** Give the first letters of the first and the last word; a name that begins with a sign gives that alone. */
function initials(name) {
  const words = name.trim().split(/\s+/);
  const signs = [words[0], words.at(-1)].map(firstSign);
  return (words.length > 1 && signs.every(isLetter) ? signs.join("") : signs[0]).toUpperCase();
}

function firstSign(word) {
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? "";
}

function isLetter(sign) {
  return /^\p{Letter}/u.test(sign);
}

function luminance(color) {
  const value = parseInt(color.replace("#", ""), 16) || 0;
  const linear = [value >> 16, (value >> 8) & 255, value & 255].map((part) => (part / 255) ** 2.2);
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

/** Take what the server itself keeps from where the page came from, whatever name it was reached by. */
export function reachable(url) {
  const path = URL.canParse(url) && new URL(url).pathname;
  return path && /^\/cdn\/(ephemeral-)?attachments\//.test(path) ? path : url;
}

/** Write Discord's colour number, or a CSS colour, as a CSS colour. */
export function cssColor(color, fallback) {
  if (typeof color === "number") return `#${color.toString(16).padStart(6, "0")}`;
  return color || fallback;
}
