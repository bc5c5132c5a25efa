/**
 * A sheet of explanation over the page, closed by Escape, by its button, or by a tap beside it.
 * @module
 */

import { h, icon } from "../dom.js";
import { t } from "../words.js";

/**
 * @param {string} title
 * @param {...(Node | string)} content
 */
export function openSheet(title, ...content) {
  const close = h("button", { type: "button", class: "button" }, t("Close"));
  const heading = h("h2", { id: "sheet-title" }, title);
  const sheet = /** @type {HTMLDialogElement} */ (
    h("dialog", { class: "sheet", "aria-labelledby": "sheet-title" }, h("div", { class: "sheet-body" }, heading, ...content, close))
  );
  close.addEventListener("click", () => sheet.close());
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close();
  });
  sheet.addEventListener("close", () => sheet.remove());
  document.body.appendChild(sheet);
  sheet.showModal();
}

/**
 * What stands where there is nothing else to show.
 * @param {string} picture a name of an icon
 * @param {string} title
 * @param {string} text
 * @param {Node | null} [action]
 * @param {"h1" | "h2"} [heading] the first where it is the whole page
 */
export function emptyState(picture, title, text, action = null, heading = "h2") {
  return h("div", { class: "empty" }, icon(picture), h(heading, null, title), h("p", null, text), action);
}

/** Grey rows of the height of those to come, so that nothing jumps when they do. */
export function waitingRows(count = 8) {
  return h(
    "div",
    { class: "waiting-rows", role: "status", "aria-label": t("Loading") },
    Array.from({ length: count }, () => h("div", { class: "waiting-row" })),
  );
}

/**
 * What a view waits for that no channel brings: a promise, and what keeps it.
 * @returns {{first: Promise<void>, arrived: () => void}}
 */
export function firstAnswer() {
  let arrived = () => {};
  /** @type {Promise<void>} */
  const first = new Promise((resolve) => {
    arrived = resolve;
  });
  return { first, arrived };
}
