/**
 * Standings as a view needs them: rankings, each in its order, and who moved.
 * @module
 */

import { naturally } from "./format.js";

/**
 * @typedef {object} Standing one row of the channel `evt.<event>.standings`
 * @property {string} ranking
 * @property {string} participant
 * @property {string} number
 * @property {string} name
 * @property {string | null} [section]
 * @property {string | null} [direction]
 * @property {string | null} [place]
 * @property {number | null} [rank]
 * @property {string | null} [total]
 * @property {string | null} [percentage]
 * @property {number | null} [boards]
 * @property {string | null} [adjustment]
 * @property {string | null} [carry]
 * @property {boolean | null} [agrees]
 * @property {string | null} [stated_place]
 * @property {string | null} [stated_total]
 * @property {string | null} [stated_percentage]
 */

/**
 * @typedef {object} RankingInfo
 * @property {string} id
 * @property {string} title
 * @property {string} [unit]
 * @property {string | null} [session]
 * @property {string | null} [section]
 * @property {string | null} [direction]
 */

/** @typedef {{by: number, at: number}} Move places gained (positive) or lost, and when */

/** How long an arrow beside a name says that it moved. */
export const MOVE_SHOWN_MS = 180_000;

export class StandingsModel {
  constructor() {
    /** @type {Map<string, Map<string, Standing>>} ranking → participant → row */
    this.byRanking = new Map();
    /** @type {Map<string, Standing[]>} rankings already in order */
    this.ordered = new Map();
    /** @type {Map<string, Move>} row id → its last move */
    this.moves = new Map();
  }

  /**
   * Take over rows of the channel.
   * @param {ReadonlyMap<string, Record<string, any>>} rows the whole table
   * @param {ReadonlySet<string> | null} changed ids that are new, different or gone; null for all
   * @param {number} now milliseconds
   */
  take(rows, changed, now) {
    if (changed === null) {
      const before = this.byRanking;
      this.byRanking = new Map();
      this.ordered.clear();
      for (const [id, row] of rows) this.put(id, row, before, now);
      for (const id of this.moves.keys()) if (!rows.has(id)) this.moves.delete(id);
      return;
    }
    for (const id of changed) {
      const row = rows.get(id);
      if (row) {
        this.put(id, row, this.byRanking, now);
      } else {
        const [ranking, participant] = splitId(id);
        this.byRanking.get(ranking)?.delete(participant);
        this.ordered.delete(ranking);
        this.moves.delete(id);
      }
    }
  }

  /**
   * @param {string} id
   * @param {Record<string, any>} row
   * @param {Map<string, Map<string, Standing>>} before
   * @param {number} now
   */
  put(id, row, before, now) {
    const [ranking, participant] = splitId(id);
    const old = before.get(ranking)?.get(participant);
    const standing = /** @type {Standing} */ ({ ...row, ranking, participant });
    if (old?.rank && standing.rank && old.rank !== standing.rank) {
      this.moves.set(id, { by: old.rank - standing.rank, at: now });
    }
    let table = this.byRanking.get(ranking);
    if (!table) this.byRanking.set(ranking, (table = new Map()));
    table.set(participant, standing);
    this.ordered.delete(ranking);
  }

  /**
   * A ranking in its order: by rank, then those without one, each by number.
   * @param {string} ranking
   * @returns {readonly Standing[]}
   */
  inOrder(ranking) {
    let rows = this.ordered.get(ranking);
    if (!rows) {
      rows = [...(this.byRanking.get(ranking)?.values() ?? [])];
      rows.sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || naturally(a.number, b.number) || 0);
      this.ordered.set(ranking, rows);
    }
    return rows;
  }

  /**
   * The last move of a row, while it is news.
   * @param {Standing} row
   * @param {number} now
   * @returns {Move | null}
   */
  moveOf(row, now) {
    const move = this.moves.get(rowId(row));
    return move && now - move.at < MOVE_SHOWN_MS ? move : null;
  }

  /**
   * Everybody once, by number.
   * @returns {Standing[]}
   */
  participants() {
    /** @type {Map<string, Standing>} */
    const all = new Map();
    for (const table of this.byRanking.values()) {
      for (const [participant, row] of table) if (!all.has(participant)) all.set(participant, row);
    }
    return [...all.values()].sort((a, b) => naturally(a.number, b.number) || naturally(a.name, b.name));
  }

  /**
   * Every ranking in which somebody stands.
   * @param {string} participant
   * @returns {Standing[]}
   */
  standingsOf(participant) {
    const rows = [];
    for (const table of this.byRanking.values()) {
      const row = table.get(participant);
      if (row) rows.push(row);
    }
    return rows;
  }
}

/** @param {Standing} row */
export function rowId(row) {
  return `${row.ranking}|${row.participant}`;
}

/**
 * @param {string} id "overall|12"
 * @returns {[string, string]}
 */
function splitId(id) {
  const bar = id.indexOf("|");
  return bar < 0 ? ["", id] : [id.slice(0, bar), id.slice(bar + 1)];
}

/**
 * The rankings of an event as its meta lists them; those that only rows mention come after.
 * @param {Record<string, any>} meta
 * @param {StandingsModel} model
 * @returns {RankingInfo[]}
 */
export function rankingsOf(meta, model) {
  /** @type {RankingInfo[]} */
  const listed = Array.isArray(meta.rankings) ? meta.rankings : [];
  const known = new Set(listed.map((ranking) => ranking.id));
  const others = [...model.byRanking.keys()].filter((id) => !known.has(id));
  return [...listed, ...others.map((id) => ({ id, title: id || "Standings", unit: meta.unit }))];
}
