/**
 * Everybody against everybody: of a round robin a grid, else a column for each round with the place of the opponent.
 * @module
 */

import { h, name, unseen } from "../dom.js";
import { decimalsOf, fixed } from "../format.js";
import { isRoundRobin } from "../games-model.js";
import { eventAddress } from "../router.js";
import { t } from "../words.js";

/** @typedef {import("../games-model.js").Cell} Cell */
/** @typedef {import("../games-model.js").Cells} Cells */
/** @typedef {import("../standings-model.js").Standing} Standing */
/** @typedef {{event: string, own: string, rows: readonly Standing[], cells: Cells, total: string}} Grid `total` heads the column of totals */

/** @type {Record<string, string>} */
const COLOURS = { w: t("White"), b: t("Black") };

/** @type {Record<string, string>} */
const LETTERS = { w: t("w|White"), b: t("b|Black") };

/**
 * @param {Grid} grid
 * @returns {{table: HTMLElement, note: string}}
 */
export function crossGrid({ event, own, rows, cells, total }) {
  const places = new Map(rows.map((row, at) => [row.participant, at + 1]));
  const robin = isRoundRobin(rows, cells);
  const last = Math.max(...[...cells.values()].flatMap((mine) => [...mine.keys()]));
  const columns = Array.from({ length: robin ? rows.length : last }, (_, at) => at + 1);
  const every = [...cells.values()].flatMap((mine) => [...mine.values()].flat());
  const coloured = every.some((cell) => cell.colour);
  const decimals = decimalsOf(rows.map((row) => row.total));
  const cellsOf = (/** @type {Standing} */ row, /** @type {number} */ column) => {
    const mine = cells.get(row.participant) ?? new Map();
    if (!robin) return inRound(mine.get(column) ?? [], places);
    return against(column === places.get(row.participant), [...mine.values()].flat().filter((cell) => places.get(cell.opponent) === column));
  };
  const table = h("table", { class: "cross" },
    h("caption", { class: "sr-only" }, robin ? t("Everybody against everybody") : coloured ? t("Opponent, colour and result in each round") : t("Opponent and result in each round")),
    h("thead", null, h("tr", null,
      h("th", { scope: "col", class: "place" }, "#"),
      h("th", { scope: "col", class: "entrant" }, t("Name")),
      columns.map((number) => h("th", { scope: "col", class: "cell" }, robin ? String(number) : [h("span", { "aria-hidden": true }, t("R{n}", { n: number })), unseen(t("Round {n}", { n: number }))])),
      h("th", { scope: "col", class: "sum" }, total))),
    h("tbody", null, rows.map((row) => h("tr", { class: row.participant === own ? "own" : null },
      h("td", { class: "place" }, String(places.get(row.participant))),
      entrantHead(event, row),
      columns.map((column) => cellsOf(row, column)),
      h("td", { class: "sum" }, fixed(row.total, decimals))))));
  const notes = [
    robin ? "" : coloured ? t("In each round: the opponent's place, the colour (w or b), and the result.") : t("In each round: the opponent's place and the result."),
    every.some(({ mark }) => mark === "±") && t("+ and − are games won and lost by forfeit."),
    every.some(({ mark }) => mark === "F") && t("F is a match forfeited."),
  ];
  return { table, note: notes.filter(Boolean).join(" ") };
}

/**
 * The head of a row, which leads to a card.
 * @param {string} event
 * @param {Standing} row
 */
export function entrantHead(event, row) {
  return h("th", { scope: "row", class: "entrant" }, h("a", { class: "side-link", href: eventAddress(event, "card", row.participant) }, name(row.name || row.number, "name")));
}

/**
 * @param {boolean} self
 * @param {readonly Cell[]} cells
 */
function against(self, cells) {
  if (self) return h("td", { class: "cell self" }, h("span", { "aria-hidden": true }, "×"), unseen(t("the same")));
  return h("td", { class: "cell" }, cells.map((cell, at) => [h("span", { "aria-hidden": true }, at ? " " : "", cell.text || "·", forfeit(cell)), unseen(`${cell.words} `)]));
}

/**
 * @param {readonly Cell[]} cells
 * @param {ReadonlyMap<string, number>} places
 */
function inRound(cells, places) {
  return h("td", { class: "cell" }, cells.map((cell) => {
    const place = places.get(cell.opponent);
    const about = { result: cell.words, place: place ?? "?", colour: COLOURS[cell.colour] };
    const spoken = !cell.opponent ? cell.words : about.colour ? t("{result} against place {place} with {colour}", about) : t("{result} against place {place}", about);
    return [
      h("span", { "aria-hidden": true, class: "met" }, (cell.opponent || cell.mark === "bye") && h("span", { class: "opponent" }, cell.opponent ? `${place ?? "?"}${LETTERS[cell.colour] ?? ""}` : t("bye")), " ", h("b", null, cell.text || "·"), forfeit(cell)),
      unseen(`${spoken} `)];
  }));
}

/** @param {Cell} cell */
function forfeit({ mark }) {
  return mark === "F" && h("span", { class: "opponent" }, "F");
}
