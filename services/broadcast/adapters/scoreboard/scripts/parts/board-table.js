/**
 * The list of the boards of a session: dealer, vulnerability, how far the results are apart, and par.
 * @module
 */

import { h, name, unseen } from "../dom.js";
import { directionLetters, directionWords, signed } from "../format.js";
import { eventAddress } from "../router.js";
import { t, tc } from "../words.js";

/** @typedef {{id: string, board: string}} BoardInfo */
/** @typedef {Record<string, any>} Row of the channel `evt.<event>.boards` */

/** @type {Record<string, string>} who is vulnerable, where there is little room */
export const VULNERABLE_SHORT = { None: t("None|vulnerable"), NS: directionLetters("NS"), EW: directionLetters("EW"), All: t("All|vulnerable") };

/** @type {Record<string, string>} the same, spoken */
const VULNERABLE = { None: t("nobody"), NS: directionWords("NS"), EW: directionWords("EW"), All: t("everybody") };

/** @type {[string, string, string][]} shown, spoken, class */
const HEADINGS = [
  [t("Board"), t("Board"), "board"],
  [t("Dlr"), t("Dealer"), "dealer"],
  [t("Vul"), t("Vulnerable"), "vulnerable"],
  [t("Results"), t("Results"), "results"],
  [t("Low"), t("Lowest score of North-South"), "low"],
  [t("Usual"), t("Most frequent score of North-South"), "common"],
  [t("High"), t("Highest score of North-South"), "high"],
  [t("Par"), t("Par for North-South"), "par"],
];

/**
 * @param {string} event
 * @param {readonly BoardInfo[]} boards
 * @param {ReadonlyMap<string, Row>} rows what is known of each, by id
 * @param {string} caption
 */
export function boardTable(event, boards, rows, caption) {
  const absent = ["common", "par"].filter((column) => !boards.some(({ id }) => typeof rows.get(id)?.[column] === "number"));
  return h("div", { class: "table-place" }, h("table", { class: "board-table" },
    h("caption", { class: "sr-only" }, caption),
    h("thead", null, h("tr", null, HEADINGS.filter(([, , className]) => !absent.includes(className)).map(([text, spoken, className]) =>
      h("th", { scope: "col", class: className }, h("span", { "aria-hidden": true }, text), unseen(spoken))))),
    h("tbody", null, boards.map((board) => boardRow(event, board, rows.get(board.id) ?? {}, absent)))));
}

/**
 * @param {string} event
 * @param {BoardInfo} board
 * @param {Row} row
 * @param {readonly string[]} absent columns that are known of no board
 */
function boardRow(event, { id, board }, { dealer, vulnerable, results, low, common, times, high, par, plays }, absent) {
  const [shown, spoken] = [VULNERABLE_SHORT[vulnerable], VULNERABLE[vulnerable]];
  const score = (/** @type {string} */ className, /** @type {number | null | undefined} */ value, /** @type {import("../dom.js").Child} */ more = null) =>
    h("td", { class: className }, value !== null && value !== undefined && signed(value), more);
  return h("tr", null,
    h("th", { scope: "row", class: "board" }, h("a", { href: eventAddress(event, "boards", id) }, tc("Board {board}", { board: name(board) }).map((part) => (typeof part === "string" ? part && unseen(part) : part)))),
    h("td", { class: "dealer" }, dealer && [h("span", { "aria-hidden": true }, directionLetters(dealer)), unseen(directionWords(dealer))]),
    h("td", { class: "vulnerable" }, shown && [h("span", { "aria-hidden": true }, shown), unseen(spoken)]),
    h("td", { class: "results" }, results !== undefined && String(results), plays > 0 && [h("span", { class: "has-play", "aria-hidden": true }, "▸"), unseen([", ", t("with auction and play")])]),
    score("low", low),
    !absent.includes("common") && score("common", common, times > 1 && h("span", { class: "times" }, unseen(", "), `${times}×`)),
    score("high", high),
    !absent.includes("par") && score("par", par));
}
