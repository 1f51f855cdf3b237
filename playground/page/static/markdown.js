/** Turns Discord's markdown into DOM nodes. */
import { h } from "./dom.js";
import { emojiNode, withEmojis } from "./emoji.js";
import { timestamp } from "./time.js";

const FENCE = /```(?:([\w+-]+)\n)?\n?([\s\S]*?)\n?```/g;
const LIST_ITEM = /^( *)([-*]|\d{1,9}\.) +(.+)$/;
const BODY = "((?:\\\\[\\s\\S]|[^\\\\])+?)";
const JUMP = /\/channels\/\d+\/(\d+)(?:\/(\d+))?$/;

const INLINE = [
  [/^\\([^A-Za-z0-9\s])/, (m) => m[1]],
  [/^(`+)([\s\S]*?[^`])\1(?!`)/, (m) => h("code", {}, m[2].trim())],
  [/^<@!?(\d+)>/, (m, ctx) => mention(ctx, m[1])],
  [/^<@&(\d+)>/, (m, ctx) => roleMention(ctx, m[1])],
  [/^<#(\d+)>/, (m, ctx) => channelLink(ctx, m[1])],
  [/^<\/([^:>]+):\d+>/, (m, ctx) => commandLink(ctx, m[1])],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (m, ctx) => timestamp(Number(m[1]), m[2] ?? "f", ctx.locale)],
  [/^<a?:(\w+):(\d+)>/, (m, ctx) => emojiNode({ name: m[1], id: m[2] }, ctx)],
  [/^\[((?:\\.|[^\]\\])+)\]\(\s*<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\s*\)/, maskedLink],
  [/^<(https?:\/\/[^>\s]+)>/, (m, ctx) => link(ctx, m[1], [m[1]])],
  [/^https?:\/\/[^\s<>]*[^\s<>.,:;!?"'\])*_~|]/, (m, ctx) => link(ctx, m[0], [m[0]])],
  [new RegExp(`^\\*\\*${BODY}\\*\\*(?!\\*)`), (m, ctx) => h("strong", {}, inline(m[1], ctx))],
  [new RegExp(`^__${BODY}__(?!_)`), (m, ctx) => h("u", {}, inline(m[1], ctx))],
  [new RegExp(`^~~${BODY}~~`), (m, ctx) => h("s", {}, inline(m[1], ctx))],
  [new RegExp(`^\\|\\|${BODY}\\|\\|`), (m, ctx) => spoiler(ctx, m[1])],
  [/^\*(?![\s*])((?:\\[\s\S]|\*\*|[^\\*])+?)\*(?!\*)/, (m, ctx) => h("em", {}, inline(m[1], ctx))],
  [/^_((?:\\[\s\S]|__|[^\\_])+?)_(?!\w)/, (m, ctx) => h("em", {}, inline(m[1], ctx))],
];

/** Parse running text without blocks, as in titles and names of fields. */
export function inline(text, ctx) {
  const nodes = [];
  let plain = "";
  let rest = text;
  while (rest) {
    const hit = /^[\\`<[h*_~|]/.test(rest) ? firstRule(rest, plain, ctx) : null;
    if (!hit) {
      plain += rest[0];
      rest = rest.slice(1);
      continue;
    }
    nodes.push(...withEmojis(plain), hit.node);
    plain = "";
    rest = rest.slice(hit.length);
  }
  return [...nodes, ...withEmojis(plain)];
}

function firstRule(rest, plain, ctx) {
  if (/^_(?!_)/.test(rest) && /\w$/.test(plain)) return null;
  for (const [pattern, build] of INLINE) {
    const match = pattern.exec(rest);
    if (match) return { node: build(match, ctx), length: match[0].length };
  }
  return null;
}

function mention(ctx, id) {
  const mine = id === ctx.me ? " mention-me" : "";
  return h("span", { class: `mention${mine}`, data: { user: id } }, `@${ctx.userName(id)}`);
}

function roleMention(ctx, id) {
  return h("span", { class: "mention", data: { role: id } }, `@${ctx.roleName(id)}`);
}

function channelLink(ctx, id) {
  const open = () => ctx.openChannel(id);
  return h("button", { type: "button", class: "mention", on: { click: open } }, `#${ctx.channelName(id)}`);
}

function commandLink(ctx, name) {
  const type = () => ctx.typeText(`/${name}`);
  return h("button", { type: "button", class: "mention", on: { click: type } }, `/${name}`);
}

function maskedLink(match, ctx) {
  return link(ctx, match[2], inline(match[1], ctx));
}

function link(ctx, url, label) {
  const jump = JUMP.exec(url);
  if (!jump || !ctx.hasChannel(jump[1])) {
    return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, label);
  }
  const open = () => ctx.openChannel(jump[1], jump[2]);
  const text = label.length === 1 && label[0] === url ? `#${ctx.channelName(jump[1])} ›` : label;
  return h("button", { type: "button", class: "mention", on: { click: open } }, text);
}

function spoiler(ctx, body) {
  const inner = h("span", { "aria-hidden": "true" }, inline(body, ctx));
  const node = h("span", { class: "spoiler", role: "button", tabindex: "0" }, inner);
  node.setAttribute("aria-label", ctx.t("spoiler"));
  const reveal = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    node.classList.add("revealed");
    for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
    inner.removeAttribute("aria-hidden");
  };
  node.addEventListener("click", reveal);
  node.addEventListener("keydown", reveal);
  return node;
}

/** Parse a whole text with code blocks, headings, quotes and lists. */
export function markdown(text, ctx) {
  const nodes = [];
  let from = 0;
  for (const fence of text.matchAll(FENCE)) {
    nodes.push(...blocks(text.slice(from, fence.index).replace(/\n$/, ""), ctx));
    nodes.push(h("pre", {}, h("code", {}, fence[2])));
    from = fence.index + fence[0].length;
  }
  nodes.push(...blocks(text.slice(from).replace(from ? /^\n/ : /^/, ""), ctx));
  return nodes;
}

function blocks(text, ctx) {
  if (!text) return [];
  const nodes = [];
  const lines = text.split("\n");
  while (lines.length) nodes.push(block(lines, ctx));
  return nodes;
}

function block(lines, ctx) {
  const heading = /^(#{1,3}) +(.+)$/.exec(lines[0]);
  if (heading) {
    lines.shift();
    const attributes = { class: `heading heading-${heading[1].length}`, role: "heading" };
    attributes["aria-level"] = heading[1].length + 2;
    return h("div", attributes, inline(heading[2], ctx));
  }
  if (lines[0].startsWith("-# ")) return h("small", { class: "subtext" }, inline(lines.shift().slice(3), ctx));
  if (lines[0].startsWith(">>> ")) return wholeQuote(lines, ctx);
  if (lines[0].startsWith("> ")) return lineQuote(lines, ctx);
  if (LIST_ITEM.test(lines[0])) return list(lines, ctx, LIST_ITEM.exec(lines[0])[1].length);
  return paragraph(lines, ctx);
}

function wholeQuote(lines, ctx) {
  const body = lines.splice(0).join("\n").slice(4);
  return h("blockquote", {}, blocks(body, ctx));
}

function lineQuote(lines, ctx) {
  const body = [];
  while (lines.length && /^>( |$)/.test(lines[0])) body.push(lines.shift().slice(2));
  return h("blockquote", {}, blocks(body.join("\n"), ctx));
}

function list(lines, ctx, indent) {
  const first = LIST_ITEM.exec(lines[0]);
  const ordered = first[2].endsWith(".");
  const node = h(ordered ? "ol" : "ul", ordered ? { start: parseInt(first[2], 10) } : {});
  while (lines.length) {
    const item = LIST_ITEM.exec(lines[0]);
    if (!item || item[1].length < indent) break;
    if (item[1].length === indent && item[2].endsWith(".") !== ordered) break;
    if (item[1].length > indent) {
      (node.lastElementChild ?? node).append(list(lines, ctx, item[1].length));
      continue;
    }
    node.append(h("li", {}, inline(item[3], ctx)));
    lines.shift();
  }
  return node;
}

function paragraph(lines, ctx) {
  const body = [lines.shift()];
  while (lines.length && !startsBlock(lines[0])) body.push(lines.shift());
  return h("div", { class: "text" }, inline(body.join("\n"), ctx));
}

function startsBlock(line) {
  return /^(#{1,3} |-# |> |>>> )/.test(line) || LIST_ITEM.test(line);
}
