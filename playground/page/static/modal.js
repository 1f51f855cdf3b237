/** Shows a modal of the bot as a dialog and sends what was filled in. */
import { h } from "./dom.js";
import { markdown } from "./markdown.js";
import { selectButton } from "./select.js";

const [ROW, SELECT, TEXT_INPUT, TEXT, LABEL] = [1, 3, 4, 10, 18];
const PARAGRAPH = 2;

/**
 * Open `modal`; `send(values)` posts it and resolves, or rejects with the sentence to show.
 * `closed()` is called however the dialog goes away.
 */
export function openModal(modal, ctx, send, closed) {
  const fields = modal.components.map((component) => buildField(component, ctx)).filter(Boolean);
  const error = h("p", { class: "failure", role: "alert", hidden: true });
  const cancel = h("button", { type: "button", class: "button secondary" }, ctx.t("cancel"));
  const submit = h("button", { type: "submit", class: "button primary", data: { submit: "modal" } }, ctx.t("submit"));
  const title = h("h2", { id: "modal-title" }, modal.title);
  const bar = h("div", { class: "modal-bar" }, cancel, submit);
  const body = h("div", { class: "modal-fields" }, fields.map((field) => field.node));
  const form = h("form", { method: "dialog" }, title, body, error, bar);
  const attributes = { class: "modal", "aria-labelledby": "modal-title", data: { modal: modal.custom_id } };
  const dialog = h("dialog", attributes, form);
  cancel.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const missing = fields.find((field) => field.missing?.());
    if (missing) {
      error.textContent = ctx.t("missing", { option: missing.label });
      error.hidden = false;
      return;
    }
    submit.setAttribute("aria-busy", "true");
    error.hidden = true;
    try {
      await send(Object.fromEntries(fields.flatMap((field) => field.entries())));
      dialog.close();
    } catch (problem) {
      error.textContent = problem.message || ctx.t("modalFailed");
      error.hidden = false;
    }
    submit.removeAttribute("aria-busy");
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Build {node, entries()} for one top-level component of a modal. */
function buildField(component, ctx) {
  if (component.type === ROW) return buildField(component.components[0], ctx);
  if (component.type === TEXT) {
    const node = h("div", { class: "markdown modal-text" }, markdown(component.content, ctx));
    return { node, entries: () => [] };
  }
  if (component.type === LABEL) return labelled(component.component, component.label, component.description, ctx);
  return labelled(component, component.label, undefined, ctx);
}

function labelled(component, label, description, ctx) {
  if (component.type === TEXT_INPUT) return textField(component, label, description, ctx);
  if (component.type === SELECT) return selectField(component, label, description, ctx);
  return null;
}

function caption(label, required, ctx) {
  const star = required && h("span", { class: "star", title: ctx.t("required") }, " *");
  return h("span", { class: "modal-label" }, label, star);
}

function textField(component, label, description, ctx) {
  const required = component.required ?? true;
  const tag = component.style === PARAGRAPH ? "textarea" : "input";
  const input = h(tag, {
    name: component.custom_id,
    required,
    minlength: component.min_length,
    maxlength: component.max_length ?? 4000,
    placeholder: component.placeholder,
    rows: tag === "textarea" ? 4 : null,
    autocomplete: "off",
    data: { "custom-id": component.custom_id },
  });
  input.value = component.value ?? "";
  const count = component.max_length && h("span", { class: "count", "aria-hidden": "true" });
  const show = () => count && (count.textContent = `${[...input.value].length} / ${component.max_length}`);
  input.addEventListener("input", show);
  show();
  const least = component.min_length > 1 && ctx.t("shortText", { min: component.min_length });
  const foot = h("span", { class: "modal-foot" }, least && h("span", {}, least), count);
  const detail = description && h("span", { class: "modal-detail" }, description);
  const node = h("label", { class: "modal-field" }, caption(label, required, ctx), detail, input, foot);
  return { node, entries: () => [[component.custom_id, input.value]] };
}

function selectField(component, label, description, ctx) {
  let values = (component.options ?? []).filter((option) => option.default).map((option) => option.value);
  const button = selectButton(component, ctx, (chosen) => {
    values = chosen;
  });
  const required = component.required ?? true;
  const detail = description && h("span", { class: "modal-detail" }, description);
  const node = h("div", { class: "modal-field" }, caption(label, required, ctx), detail, button);
  return { node, label, missing: () => required && !values.length, entries: () => [[component.custom_id, values]] };
}
