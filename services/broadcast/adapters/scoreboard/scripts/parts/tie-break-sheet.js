/**
 * What a tie-break is, on a sheet over the page, with the rows in its order on request.
 * @module
 */

import { h } from "../dom.js";
import { tieBreakWords } from "../tie-break-words.js";
import { t } from "../words.js";
import { openSheet } from "./sheet.js";

/**
 * @param {string} code
 * @param {number} place 1 for the one that decides first
 * @param {() => void} sort
 */
export function explainTieBreak(code, place, sort) {
  const { title, sentences } = tieBreakWords(code);
  const button = h("button", { type: "button", class: "button", on: { click: () => {
    button.closest("dialog")?.close();
    sort();
  } } }, t("Sort by it"));
  openSheet(title ? `${code}: ${title}` : code,
    h("p", null, sentences.join(" ") || t("The rules of this event say what it is.")),
    h("p", { class: "quiet" }, place === 1 ? t("It decides first among those with equal points. Select a value to see what it was summed from.")
      : t("Tie-break {n}: it decides where those before it are equal. Select a value to see what it was summed from.", { n: place })),
    button);
}
