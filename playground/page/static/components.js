/** Renders the buttons and selects under a message. */
import { h, patchList } from "./dom.js";
import { emojiNode, emojiWords } from "./emoji.js";
import { renderSelect } from "./select.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

/**
 * Bring the action rows of `message` up to date inside `parent`; unchanged buttons stay the same nodes. Where the one
 * that has the focus can be pressed no more, the next one has it, or the message.
 */
export function patchComponents(parent, message, ctx) {
  const rows = (message.components ?? []).filter((row) => row.type === 1);
  const focused = controlsOf(parent).indexOf(document.activeElement);
  patchList(parent, rows, (row, _, before) => actionRow(before, row, message, ctx));
  if (focused >= 0 && !parent.contains(document.activeElement)) focusNear(parent, focused);
}

function controlsOf(parent) {
  return [...parent.querySelectorAll(".button, .select")];
}

function focusNear(parent, index) {
  const able = (control) => !control.disabled;
  const controls = controlsOf(parent);
  const near = controls.slice(index).find(able) ?? controls.slice(0, index).findLast(able) ?? parent.closest(".message");
  near?.focus({ preventScroll: true });
}

function actionRow(before, row, message, ctx) {
  const node = before ?? h("div", { class: "row", role: "group" });
  patchList(node, row.components, (component) => renderComponent(component, message, ctx));
  return node;
}

function renderComponent(component, message, ctx) {
  if (component.type !== 2) return renderSelect(component, message, ctx);
  return component.style === 5 ? linkButton(component, ctx) : actionButton(component, message, ctx);
}

function face(component, ctx) {
  const sign = component.emoji && emojiNode(component.emoji, ctx, { silent: true });
  const label = component.label && h("span", { class: "label" }, component.label);
  return [sign, label];
}

function linkButton(component, ctx) {
  const attributes = { class: "button link", href: component.url, target: "_blank", rel: "noopener noreferrer" };
  if (!/^https?:\/\//.test(component.url)) delete attributes.href;
  return h("a", attributes, face(component, ctx), h("span", { class: "outward", "aria-hidden": "true" }, "↗"));
}

function actionButton(component, message, ctx) {
  const onlyEmoji = component.emoji && !component.label;
  const node = h(
    "button",
    {
      type: "button",
      class: `button ${STYLES[component.style]}${onlyEmoji ? " only-emoji" : ""}`,
      disabled: component.disabled,
      data: { "custom-id": component.custom_id },
      "aria-label": onlyEmoji ? emojiWords(component.emoji) : null,
    },
    face(component, ctx),
    h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
  );
  node.addEventListener("click", () => {
    if (!node.hasAttribute("aria-busy")) ctx.press(message, component.custom_id);
  });
  return node;
}

/** Mark the controls of `parent` whose click waits for an answer. */
export function markPending(parent, isPending) {
  for (const node of parent.querySelectorAll("[data-custom-id]")) {
    if (isPending(node.dataset.customId)) node.setAttribute("aria-busy", "true");
    else node.removeAttribute("aria-busy");
  }
}
