/**
 * One ranking of those on the screen: its title where it is not alone, and its table, made anew when its columns change.
 * @module
 */

import { fill, h } from "../dom.js";
import { numberBefore } from "../format.js";
import { rowId, scoreForm, tieBreakCodes } from "../standings-model.js";
import { sorted } from "../standings-sort.js";
import { besideNames, StandingsTable } from "./standings-table.js";

/** @typedef {import("../standings-model.js").Standing} Standing */
/** @typedef {import("../standings-model.js").RankingInfo} RankingInfo */
/** @typedef {import("./standings-table.js").TableContext} TableContext */

/** Letters of a name in a line of a phone, and lines of one that is not long. */
const LINE_LETTERS = 20;
const LINES = 2;
/** Letters of a number that stand on one line. */
const NUMBER_LETTERS = 8;
/** Tie-breaks that have columns; all of them are in the explanation of a total. */
const TIE_BREAKS_SHOWN = 5;

/**
 * @typedef {object} Shown
 * @property {RankingInfo} ranking
 * @property {readonly Standing[]} rows all of it, by place
 * @property {readonly Standing[]} matching what is searched for
 * @property {string} unit
 * @property {boolean} alone whether no other ranking stands beside it
 * @property {string} caption
 * @property {import("../standings-sort.js").Sort | null} sort
 * @property {ReadonlySet<string>} [changed] row ids
 * @property {boolean} move
 */

/** @typedef {Pick<TableContext, "event" | "games" | "own" | "placeChangeOf" | "onSort" | "why"> & {explain: (row: Standing, unit: string) => void}} PanelContext */

export class RankingPanel {
  constructor() {
    /** @type {StandingsTable | null} */
    this.table = null;
    this.tableFor = "";
    this.element = h("section", { class: "table-place" });
  }

  /**
   * @param {PanelContext} context
   * @param {Shown} shown
   */
  show(context, { ranking, rows, matching, unit, alone, caption, sort, changed, move }) {
    const form = scoreForm(rows, unit);
    const beside = besideNames(rows, form);
    // Pairs are known by their section where there are several.
    const sections = new Set(rows.map((row) => row.section ?? "")).size > 1;
    const numberOf = (/** @type {Standing} */ row) => numberBefore(`${(sections && row.section) || ""}${row.number}`, row.name);
    const how = {
      twoLines: rows.some((row) => beside(row) !== ""),
      longNames: rows.some((row) => linesOf(row.name) > LINES),
      numberLetters: Math.min(NUMBER_LETTERS, Math.max(...rows.map((row) => numberOf(row).length))),
      tieBreaks: tieBreakCodes(rows).slice(0, TIE_BREAKS_SHOWN),
    };
    const shape = JSON.stringify([ranking, unit, form.percentages, form.finals, how, context.why !== null, alone]);
    if (this.tableFor !== shape || !this.table) {
      this.table?.dispose();
      this.tableFor = shape;
      this.table = new StandingsTable({ ...context, ...how, form, beside, numberOf, explain: (row) => context.explain(row, unit) });
      fill(this.element, !alone && h("h2", { class: "ranking-title" }, h("bdi", null, ranking.title)), this.table.element);
    } else Object.assign(this.table.context, { form, beside, numberOf });
    const lit = changed && new Set(matching.map(rowId).filter((id) => changed.has(id)));
    this.table.show(sorted(matching, sort), caption, sort, { changed: lit, move });
  }

  dispose() {
    this.table?.dispose();
  }
}

/**
 * Lines that a name takes where there is little room.
 * @param {string} name
 */
function linesOf(name) {
  let lines = 1;
  let letters = 0;
  for (const { length } of name.split(/(?<=[\s-])/u)) {
    if (length > LINE_LETTERS) return Infinity;
    if (letters + length > LINE_LETTERS + 1) {
      lines += 1;
      letters = 0;
    }
    letters += length;
  }
  return lines;
}
