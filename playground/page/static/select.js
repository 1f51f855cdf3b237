/** Renders a select menu as a button; the list it opens is a Picker. */
import { h } from "./dom.js";
import { emojiNode } from "./emoji.js";
import { Picker } from "./picker.js";

const [STRINGS, PEOPLE, ROLES, MENTIONABLE, CHANNELS] = [3, 5, 6, 7, 8];

/** Render the select `component` of `message`; a choice is sent through `ctx.select`. */
export function renderSelect(component, message, ctx) {
  return selectButton(component, ctx, (values) => ctx.select(message, component.custom_id, values));
}

/** Build a select button; `choose(values)` is called with every confirmed choice. */
export function selectButton(component, ctx, choose) {
  const options = optionsOf(component, ctx);
  const caption = component.placeholder || ctx.t("choose");
  const limits = { min: component.min_values ?? 1, max: component.max_values ?? 1 };
  let chosen = options.filter((option) => option.default).map((option) => option.value);
  const face = h("span", { class: "select-face" });
  const node = makeButton(component, face);
  const show = () => {
    const picked = options.filter((option) => chosen.includes(option.value));
    face.replaceChildren(...selectFace(picked, caption, ctx));
    node.setAttribute("aria-label", [caption, ...picked.map((option) => option.label)].join(", "));
  };
  const open = () => {
    if (node.hasAttribute("aria-busy") || !options.length) return;
    new Picker(node, { options, chosen, limits, caption, ctx }).open((values) => {
      chosen = values;
      show();
      choose(values);
    });
  };
  node.addEventListener("click", open);
  node.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    open();
  });
  show();
  return node;
}

function makeButton(component, face) {
  const attributes = {
    type: "button",
    class: "select",
    role: "combobox",
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    disabled: component.disabled,
    data: { "custom-id": component.custom_id },
  };
  return h("button", attributes, face, h("span", { class: "chevron", "aria-hidden": "true" }));
}

function optionsOf(component, ctx) {
  if (component.type === STRINGS) return component.options ?? [];
  const defaults = new Set((component.default_values ?? []).map((value) => value.id));
  const { people, roles, channels } = ctx;
  const source = { [PEOPLE]: people, [ROLES]: roles, [MENTIONABLE]: people, [CHANNELS]: channels }[component.type];
  const things = source ? source() : [];
  return things.map(({ id, name }) => ({ label: name, value: id, default: defaults.has(id) }));
}

function selectFace(picked, caption, ctx) {
  if (!picked.length) return [h("span", { class: "placeholder" }, caption)];
  return picked.map(({ emoji, label }) =>
    h("span", { class: "picked" }, emoji && emojiNode(emoji, ctx, { silent: true }), label),
  );
}
