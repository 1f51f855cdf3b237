/** Renders one message and brings it up to date in place. */
import { avatar, h, patchList, reachable } from "./dom.js";
import { markPending, patchComponents } from "./components.js";
import { renderEmbed } from "./embed.js";
import { onlyEmojis } from "./emoji.js";
import { markdown } from "./markdown.js";
import { picture, picturesIn } from "./picture.js";
import { sentTime } from "./time.js";

const THREAD_CREATED = 18;
const GROUP_WITHIN_MS = 7 * 60 * 1000;

/** Create the view of `message`: {node, message, update(message), refresh(), follow(previous)}. */
export function messageView(message, ctx) {
  const parts = makeParts(message, ctx);
  const view = { node: parts.node, message };
  view.update = (next) => {
    view.message = next;
    fill(parts, next, ctx);
    view.refresh();
  };
  view.refresh = () => showInteraction(parts, view.message, ctx);
  view.follow = (previous) => parts.node.classList.toggle("continued", continues(view.message, previous));
  view.update(message);
  return view;
}

function makeParts(message, ctx) {
  const author = ctx.author(message.author);
  const parts = {
    origin: h("div", { class: "origin" }),
    header: h("div", { class: "head" }),
    content: h("div", { class: "content markdown" }),
    embeds: h("div", { class: "embeds" }),
    attachments: h("div", { class: "attachments" }),
    components: h("div", { class: "components" }),
    thread: h("div", { class: "thread" }),
    failure: h("p", { class: "failure", role: "alert", hidden: true }),
    remove: h("div", { class: "remove" }),
    only: h("p", { class: "only-you", hidden: true }),
  };
  parts.header.append(...headline(message, author, ctx));
  if (ctx.moderates && !message.ephemeral) parts.remove.append(removal(message, ctx));
  const { origin, ...body } = parts;
  parts.node = h(
    "li",
    { class: "message", tabindex: -1, data: { "message-id": message.id } },
    origin,
    avatar(author.name, author.color),
    h("div", { class: "body" }, Object.values(body)),
  );
  return parts;
}

/** Create the button with which a moderator deletes a message. */
function removal(message, ctx) {
  const attributes = { type: "button", class: "round", data: { remove: message.id }, title: ctx.t("deleteMessage") };
  const remove = { on: { click: () => ctx.removeMessage(message) } };
  return h("button", { ...attributes, "aria-label": ctx.t("deleteMessage"), ...remove }, "✕");
}

function headline(message, author, ctx) {
  return [
    h("strong", { class: "author", style: { "--name": author.color } }, h("bdi", {}, author.name)),
    message.author.bot && h("span", { class: "tag" }, ctx.t("bot")),
    author.moderator && h("span", { class: "mod", title: ctx.t("moderator") }, "★"),
    sentTime(message, ctx.locale),
  ].filter(Boolean);
}

function fill(parts, message, ctx) {
  const { node } = parts;
  const ephemeral = Boolean(message.ephemeral);
  if (ephemeral) node.dataset.ephemeral = "true";
  node.classList.toggle("mentioned", Boolean(message.mentions_me));
  node.classList.toggle("system", message.type === THREAD_CREATED);
  patchList(parts.origin, originOf(message, ctx), (text) => h("span", {}, text));
  patchList(parts.content, contentItems(message), (item) => contentNode(item, ctx));
  const [embedded, loose] = [picturesIn(parts.embeds), picturesIn(parts.attachments)];
  patchList(parts.embeds, embedItems(message), (item) => renderEmbed(item, embedded, ctx));
  patchList(parts.attachments, looseAttachments(message), (item) => attachment(item, loose, ctx));
  patchComponents(parts.components, message, ctx);
  patchList(parts.thread, message.thread ? [message.thread] : [], (thread) => threadLink(thread, ctx));
  parts.only.hidden = !ephemeral;
  if (ephemeral && !parts.only.firstChild) parts.only.append(...onlyYou(message, ctx));
}

function originOf(message, ctx) {
  const used = message.interaction_metadata;
  const name = used?.name ?? message.interaction?.name;
  if (!name || used?.type === 3) return [];
  const user = used?.user ?? message.interaction?.user;
  return [ctx.t("used", { name: user ? ctx.author(user).name : ctx.t("unknown"), command: `/${name}` })];
}

function contentItems(message) {
  if (message.thinking) return [{ thinking: message.author }];
  if (!message.content) return [];
  const { content, type } = message;
  if (type === THREAD_CREATED) {
    return [{ content, starter: message.author, thread: message.message_reference?.channel_id }];
  }
  return [{ content, edited: Boolean(message.edited_timestamp) }];
}

function contentNode(item, ctx) {
  if (item.thinking) {
    const name = ctx.author(item.thinking).name;
    const dots = h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
    return h("div", { class: "thinking", data: { thinking: "true" } }, dots, ctx.t("thinking", { name }));
  }
  if (item.starter) {
    const words = ctx.t("startedThread", { name: ctx.author(item.starter).name });
    return h("div", {}, words, " ", threadLink({ id: item.thread, name: item.content }, ctx));
  }
  const edited = item.edited && h("span", { class: "edited" }, ctx.t("edited"));
  const large = onlyEmojis(item.content) ? { class: "large-emojis" } : {};
  return h("div", large, markdown(item.content, ctx), edited);
}

/** Create the way into a thread ({id, name}) from the channel it hangs on. */
function threadLink({ id, name }, ctx) {
  const open = { on: { click: () => ctx.openChannel(id) } };
  const words = [h("span", { "aria-hidden": "true" }, "↳ "), h("bdi", {}, name)];
  return h("button", { type: "button", class: "thread-link", data: { thread: id }, ...open }, words);
}

/** Give the embeds with what their pictures need; without words of its own a picture has the embed's title. */
function embedItems(message) {
  return (message.embeds ?? []).map((embed) => ({
    ...embed,
    image: mediaOf(embed.image, embed.title),
    thumbnail: mediaOf(embed.thumbnail, embed.title),
  }));
}

function mediaOf(source, otherwise) {
  if (!source?.url) return null;
  const { url, width, height, description } = source;
  return { url: reachable(url), width, height, alt: description || otherwise || "" };
}

/** Give the files that stand outside the embeds. */
function looseAttachments(message) {
  return (message.attachments ?? []).filter((item) => !message.embedded.includes(item.id));
}

function attachment(item, known, ctx) {
  if (item.content_type.startsWith("image/")) return picture(mediaOf(item), known, ctx);
  return h("a", { class: "file", href: reachable(item.url), download: item.filename }, item.filename);
}

function onlyYou(message, ctx) {
  const dismiss = h("button", { type: "button", class: "textual", data: { dismiss: message.id } }, ctx.t("dismiss"));
  dismiss.addEventListener("click", () => ctx.dismiss(message));
  return [ctx.t("onlyYou"), " · ", dismiss];
}

function showInteraction(parts, message, ctx) {
  markPending(parts.components, (customId) => ctx.isPending(message.id, customId));
  const failure = ctx.failureOf(message.id);
  parts.failure.hidden = !failure;
  parts.failure.textContent = failure ?? "";
  if (failure) parts.node.dataset.failed = "true";
  else delete parts.node.dataset.failed;
}

function continues(message, previous) {
  if (!previous || previous.author.id !== message.author.id) return false;
  if (previous.ephemeral || message.ephemeral || previous.type === THREAD_CREATED) return false;
  if (message.interaction_metadata || message.interaction || message.type === THREAD_CREATED) return false;
  return Date.parse(message.timestamp) - Date.parse(previous.timestamp) < GROUP_WITHIN_MS;
}
