/**
 * Everybody against everybody: of a round robin a grid, else a column for each round with the place of the opponent.
 * @module
 */

import { fill, h, name, refill, unseen } from "../dom.js";
import { amount } from "../format.js";
import { cellsByRound, isRoundRobin } from "../games-model.js";
import { recall } from "../memory.js";
import { ChessChannels } from "../parts/chess-channels.js";
import { emptyState, waitingRows } from "../parts/sheet.js";
import { eventAddress } from "../router.js";
import { rankingsOf } from "../standings-model.js";

/** @typedef {import("../games-model.js").Cell} Cell */
/** @typedef {import("../standings-model.js").Standing} Standing */

/** @type {Record<string, string>} */
const COLOURS = { w: "White", b: "Black" };

export class CrossTableView {
  /** @param {import("./event.js").EventContext} context */
  constructor(context) {
    this.context = context;
    this.channels = new ChessChannels(context, () => this.draw());
    this.place = h("div", { class: "table-place cross-place", tabindex: "0", role: "region", "aria-label": "Cross-table" });
    this.note = h("p", { class: "note" });
    this.element = h("div", { class: "cross-view" }, this.place, this.note);
    this.draw();
  }

  dispose() {
    this.channels.close();
  }

  update() {
    this.channels.plan();
  }

  draw() {
    const { model } = this.context;
    const ranking = rankingsOf(this.context.meta(), model)[0];
    const rows = ranking ? model.inOrder(ranking.id) : [];
    const cells = cellsByRound(this.channels.games(), this.channels.matches());
    if (!rows.length || !cells.size) {
      fill(this.note);
      fill(this.place, this.channels.known ? emptyState("cross", "No games yet", "The cross-table begins with the first round.") : waitingRows(6));
      return;
    }
    const places = new Map(rows.map((row, at) => [row.participant, at + 1]));
    const robin = isRoundRobin(rows, cells);
    const last = Math.max(...[...cells.values()].flatMap((own) => [...own.keys()]));
    const columns = robin ? rows.map((_, at) => at + 1) : Array.from({ length: last }, (_, at) => at + 1);
    const own = recall(`participant.${this.context.event}`) ?? "";
    refill(this.place, h("table", { class: "cross" },
      h("caption", { class: "sr-only" }, robin ? "Everybody against everybody" : "Opponent, colour and result in each round"),
      h("thead", null, h("tr", null,
        h("th", { scope: "col", class: "place" }, "#"),
        h("th", { scope: "col", class: "entrant" }, "Name"),
        columns.map((number) => h("th", { scope: "col", class: "cell" }, robin ? String(number) : [h("span", { "aria-hidden": true }, `R${number}`), unseen(`Round ${number}`)])),
        h("th", { scope: "col", class: "sum" }, "Points"))),
      h("tbody", null, rows.map((row) => this.row(row, cells.get(row.participant) ?? new Map(), columns, places, robin, own)))));
    fill(this.note, robin ? "" : "In each round: the opponent's place, the colour (w or b), and the result.");
  }

  /**
   * @param {Standing} row
   * @param {ReadonlyMap<number, Cell>} cells
   * @param {readonly number[]} columns
   * @param {ReadonlyMap<string, number>} places
   * @param {boolean} robin
   * @param {string} own
   */
  row(row, cells, columns, places, robin, own) {
    const at = places.get(row.participant);
    return h("tr", { class: row.participant === own ? "own" : null },
      h("td", { class: "place" }, String(at)),
      h("th", { scope: "row", class: "entrant" }, h("a", { class: "side-link", href: eventAddress(this.context.event, "card", row.participant) }, name(row.name || row.number, "name"))),
      columns.map((column) => robin ? this.against(column === at, [...cells.values()].filter((cell) => places.get(cell.opponent) === column)) : this.inRound(cells.get(column), places)),
      h("td", { class: "sum" }, amount(row.total)));
  }

  /**
   * @param {boolean} self
   * @param {readonly Cell[]} cells
   */
  against(self, cells) {
    if (self) return h("td", { class: "cell self" }, h("span", { "aria-hidden": true }, "×"), unseen("the same"));
    return h("td", { class: "cell" }, cells.map((cell) => [h("span", { "aria-hidden": true }, cell.text || "·"), unseen(`${cell.words} `)]));
  }

  /**
   * @param {Cell | undefined} cell
   * @param {ReadonlyMap<string, number>} places
   */
  inRound(cell, places) {
    if (!cell) return h("td", { class: "cell" });
    const place = places.get(cell.opponent);
    const spoken = cell.opponent ? `${cell.words} against place ${place ?? "unknown"}${COLOURS[cell.colour] ? ` with ${COLOURS[cell.colour]}` : ""}` : cell.words;
    return h("td", { class: "cell", "data-result": cell.text },
      h("span", { "aria-hidden": true }, cell.opponent && h("span", { class: "opponent" }, `${place ?? "?"}${cell.colour}`), " ", h("b", null, cell.text || "·")),
      unseen(spoken));
  }
}
