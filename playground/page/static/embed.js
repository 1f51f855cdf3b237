/** Renders one embed of a message. */
import { cssColor, h, reachable } from "./dom.js";
import { inline, markdown } from "./markdown.js";
import { picture } from "./picture.js";

/** Render `embed`; `known` are the pictures that the message's embeds showed before. */
export function renderEmbed(embed, known, ctx) {
  const { width, height } = embed.image ?? {};
  const size = width && height && { "--image-w": width, "--image-h": height };
  const style = { "--bar": cssColor(embed.color || null, "var(--line-strong)"), ...size };
  return h(
    "article",
    { class: "embed", style },
    h("div", { class: "embed-main" }, head(embed, ctx), fields(embed.fields, ctx)),
    media(embed.thumbnail, "thumbnail", known, ctx),
    media(embed.image, "image", known, ctx),
    foot(embed, ctx),
  );
}

function head(embed, ctx) {
  const { author, title, url, description } = embed;
  return [
    author && h("div", { class: "embed-author" }, icon(author.icon_url), outward(author.url, author.name)),
    title && h("h2", { class: "embed-title" }, url ? outward(url, inline(title, ctx)) : inline(title, ctx)),
    description && h("div", { class: "embed-text markdown" }, markdown(description, ctx)),
  ];
}

function outward(url, label) {
  return url ? h("a", { href: safeUrl(url), target: "_blank", rel: "noopener noreferrer" }, label) : label;
}

function safeUrl(url) {
  return /^https?:\/\//.test(url) ? url : undefined;
}

function icon(url) {
  return url && h("img", { class: "icon", src: reachable(url), alt: "" });
}

function fields(list, ctx) {
  if (!list?.length) return null;
  const spans = fieldSpans(list);
  return h(
    "dl",
    { class: "fields" },
    list.map((field, index) =>
      h(
        "div",
        { class: field.inline ? "field inline" : "field", style: { "--span": spans[index] } },
        h("dt", {}, inline(field.name, ctx)),
        h("dd", { class: "markdown" }, markdown(field.value, ctx)),
      ),
    ),
  );
}

/** Say for each field how many of twelve columns it fills: inline ones share a row by threes. */
function fieldSpans(list) {
  const spans = [];
  for (let start = 0; start < list.length; ) {
    let end = start + 1;
    if (list[start].inline) {
      while (end < list.length && end - start < 3 && list[end].inline) end += 1;
    }
    for (let index = start; index < end; index += 1) spans.push(list[start].inline ? spanOf(start, end, list) : 12);
    start = end;
  }
  return spans;
}

/** A short last row keeps the columns of the full row above it. */
function spanOf(start, end, list) {
  const fullRowAbove = start >= 3 && list.slice(start - 3, start).every((field) => field.inline);
  return fullRowAbove ? 4 : 12 / (end - start);
}

function media(source, kind, known, ctx) {
  return source?.url && h("div", { class: kind }, picture(source, known, ctx));
}

function foot(embed, ctx) {
  const { footer, timestamp } = embed;
  if (!footer && !timestamp) return null;
  const format = new Intl.DateTimeFormat(ctx.locale, { dateStyle: "short", timeStyle: "short" });
  const parts = [footer?.text, timestamp && format.format(new Date(timestamp))].filter(Boolean);
  return h("footer", { class: "embed-foot" }, icon(footer?.icon_url), parts.join(" • "));
}
