/** Shows pictures as Discord's clients do: one that stays is not touched, a new one fades in; and opens them in full. */
import { h } from "./dom.js";

/** Give the picture buttons inside `node` by the addresses that they show. */
export function picturesIn(node) {
  return new Map([...node.querySelectorAll(".picture")].map((button) => [button.dataset.url, button]));
}

/**
 * Show `media` ({url, width?, height?, alt}) as a button that opens it in full.
 * If `known`, the buttons that stood here before, has one of that address, it stays as it is.
 */
export function picture(media, known, ctx) {
  const button = known.get(media.url) ?? newPicture(media);
  known.delete(media.url);
  button.setAttribute("aria-label", ctx.t("enlarge", { alt: media.alt || ctx.t("picture") }));
  button.firstElementChild.alt = media.alt;
  button.onclick = () => openLarge(media, ctx);
  return button;
}

/** Create a button of the picture's size, which is empty until the picture has come. */
function newPicture({ url, width, height }) {
  const image = h("img", { src: url });
  const button = h("button", { type: "button", class: "picture loading", data: { url } }, image);
  if (width && height) setSize(button, width, height);
  image.decode().then(
    () => setSize(button, image.naturalWidth, image.naturalHeight),
    () => button.classList.add("broken"),
  ).finally(() => button.classList.remove("loading"));
  return button;
}

function setSize(button, width, height) {
  button.style.setProperty("--w", width);
  button.style.setProperty("--h", height);
}

function openLarge(media, ctx) {
  const image = h("img", { src: media.url, alt: media.alt });
  const close = h("button", { type: "button", class: "round", "aria-label": ctx.t("close") }, "✕");
  const caption = media.alt ? h("p", { tabindex: 0 }, media.alt) : null;
  const dialog = h("dialog", { class: "lightbox", "aria-label": media.alt || ctx.t("picture") }, close, image, caption);
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
