/**
 * Who met whom in an event of pairs, and what each had of it.
 * @module
 */

import { plus } from "./format.js";

/** @typedef {{unit: string | null, columns: string[], rows: any[][]}} Document `/v1/events/{event}/meetings` */
/** @typedef {{boards: number, points: string, against: string, top: string | null}} Meeting from one side */
/** @typedef {import("./standings-model.js").Standing} Standing */

/**
 * @param {Document} document
 * @returns {Map<string, Map<string, Meeting>>} participant → opponent → meeting
 */
export function meetingsOf({ columns, rows }) {
  /** @type {Map<string, Map<string, Meeting>>} */
  const met = new Map();
  const put = (/** @type {string} */ one, /** @type {string} */ other, /** @type {Meeting} */ meeting) => {
    let own = met.get(one);
    if (!own) met.set(one, (own = new Map()));
    own.set(other, meeting);
  };
  for (const cells of rows) {
    const row = Object.fromEntries(columns.map((column, at) => [column, cells[at]]));
    put(row.left, row.right, { boards: row.boards, points: row.left_points, against: row.right_points, top: row.top });
    put(row.right, row.left, { boards: row.boards, points: row.right_points, against: row.left_points, top: row.top });
  }
  return met;
}

/**
 * The opponents of those who stand in a ranking: those in it in its order, the others as they stand in theirs.
 * @param {readonly Standing[]} rows
 * @param {readonly (readonly Standing[])[]} rankings of the event, each in its order
 * @param {ReadonlyMap<string, ReadonlyMap<string, Meeting>>} met
 * @returns {Standing[]}
 */
export function opponentsOf(rows, rankings, met) {
  const wanted = new Set(rows.flatMap(({ participant }) => [...met.get(participant)?.keys() ?? []]));
  /** @type {Map<string, Standing>} */
  const found = new Map();
  for (const row of [rows, ...rankings].flat()) if (wanted.has(row.participant) && !found.has(row.participant)) found.set(row.participant, row);
  return [...found.values()];
}

/**
 * What somebody has against everybody.
 * @param {ReadonlyMap<string, Meeting> | undefined} own
 */
export function sumOf(own) {
  return [...own?.values() ?? []].reduce((sum, { points }) => plus(sum, points), "0");
}
