/** Shows pictures that keep their place while a newer one loads, and opens them large. */
import { h } from "./dom.js";

/**
 * Show `media` ({url, width?, height?, alt}) as a button that opens it large.
 * An `old` picture button is reused: its image stays until the new one has loaded.
 */
export function picture(media, old, ctx) {
  const slot = old ?? h("button", { type: "button", class: "picture" });
  slot.setAttribute("aria-label", ctx.t("enlarge", { alt: media.alt || ctx.t("picture") }));
  slot.onclick = () => openLarge(media, ctx);
  if (media.width && media.height) setSize(slot, media.width, media.height);
  if (slot.dataset.url === media.url) return slot;
  slot.dataset.url = media.url;
  const image = h("img", { alt: media.alt, src: media.url });
  if (!slot.firstElementChild) slot.append(image);
  image.decode().then(
    () => swap(slot, image),
    () => slot.dataset.url === media.url && slot.classList.add("broken"),
  );
  return slot;
}

function swap(slot, image) {
  if (slot.dataset.url !== image.getAttribute("src")) return;
  slot.classList.remove("broken");
  setSize(slot, image.naturalWidth, image.naturalHeight);
  if (slot.firstElementChild !== image) slot.replaceChildren(image);
}

function setSize(slot, width, height) {
  slot.style.setProperty("--w", width);
  slot.style.setProperty("--h", height);
}

function openLarge(media, ctx) {
  const image = h("img", { src: media.url, alt: media.alt });
  const close = h("button", { type: "button", class: "round", "aria-label": ctx.t("close") }, "✕");
  const caption = media.alt ? h("p", {}, media.alt) : null;
  const dialog = h("dialog", { class: "lightbox", "aria-label": media.alt || ctx.t("picture") }, close, image, caption);
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
