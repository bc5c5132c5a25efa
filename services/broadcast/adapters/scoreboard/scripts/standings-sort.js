/**
 * Rows of a ranking in the order of one of its columns. Who has nothing there stands last, whichever way it goes.
 * @module
 */

import { naturally } from "./format.js";
import { tieBreakValues } from "./standings-model.js";

/** @typedef {import("./standings-model.js").Standing} Standing */
/** @typedef {{column: string, descending: boolean}} Sort "name", "score", "played score", "total", "boards", or "tie-break 0" */

/**
 * What a tap on the head of a column leads to: its best first, the other way round, and the places again.
 * @param {Sort | null} sort
 * @param {string} column
 * @returns {Sort | null}
 */
export function nextSort(sort, column) {
  const first = column !== "name" && column !== "place";
  if (sort?.column !== column) return column === "place" ? null : { column, descending: first };
  return sort.descending === first ? { column, descending: !first } : null;
}

/**
 * @param {readonly Standing[]} rows by place
 * @param {Sort | null} sort
 * @returns {readonly Standing[]}
 */
export function sorted(rows, sort) {
  if (!sort) return rows;
  const sign = sort.descending ? -1 : 1;
  if (sort.column === "name") return [...rows].sort((a, b) => sign * naturally(a.name, b.name));
  const values = new Map(rows.map((row) => [row, valueOf(row, sort.column)]));
  const value = (/** @type {Standing} */ row) => values.get(row) ?? NaN;
  return [...rows].sort((a, b) => Number(Number.isNaN(value(a))) - Number(Number.isNaN(value(b))) || sign * (value(a) - value(b)) || 0);
}

/**
 * @param {Standing} row
 * @param {string} column
 * @returns {number} NaN for what is not known
 */
function valueOf(row, column) {
  const text = column === "score" ? row.final ?? row.percentage ?? row.total
    : column === "played score" ? row.percentage ?? row.total
      : column === "total" ? row.total
        : column === "boards" ? row.boards
          : tieBreakValues(row)[Number(column.replace("tie-break ", ""))];
  return text === null || text === undefined || text === "" ? NaN : Number(text);
}
