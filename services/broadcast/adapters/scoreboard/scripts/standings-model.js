/**
 * Standings as a view needs them: rankings, each in its order, and who moved.
 * @module
 */

import { amount, decimalsOf, directionWords, fixed, isZero, naturally, ofHundred, percent, signed, unitHeading, unitWords } from "./format.js";
import { reader, t } from "./words.js";

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
 * @property {string | null} [handicap]
 * @property {string | null} [title] of a player of chess
 * @property {string | null} [rating]
 * @property {string | null} [federation]
 * @property {string[] | null} [tie_breaks] of chess, each with its code
 * @property {string | null} [final] what decides the place, where a handicap or a carry-forward counts
 * @property {boolean | null} [agrees]
 * @property {string | null} [stated_place]
 * @property {string | null} [stated_total]
 * @property {string | null} [stated_percentage]
 */

/**
 * @typedef {object} RankingInfo
 * @property {string} id
 * @property {string} title
 * @property {string} [kind] of those who are ranked: "player", "pair" or "team"
 * @property {string} [unit]
 * @property {string | null} [session]
 * @property {string | null} [section]
 * @property {string | null} [direction]
 */

/** @typedef {{by: number, at: number}} PlaceChange places gained (positive) or lost, and when */

/** How long an arrow beside a name is shown. */
export const PLACE_CHANGE_SHOWN_MS = 180_000;

export class StandingsModel {
  constructor() {
    /** @type {Map<string, Map<string, Standing>>} ranking → participant → row */
    this.byRanking = new Map();
    /** @type {Map<string, Standing[]>} rankings already in order */
    this.ordered = new Map();
    /** @type {Map<string, PlaceChange>} row id → its last change of place */
    this.placeChanges = new Map();
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
      for (const id of this.placeChanges.keys()) if (!rows.has(id)) this.placeChanges.delete(id);
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
        this.placeChanges.delete(id);
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
      this.placeChanges.set(id, { by: old.rank - standing.rank, at: now });
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
      rows.sort(byPlace);
      this.ordered.set(ranking, rows);
    }
    return rows;
  }

  /**
   * The last change of a row's place, while it is news.
   * @param {Standing} row
   * @param {number} now
   * @returns {PlaceChange | null}
   */
  placeChangeOf(row, now) {
    const change = this.placeChanges.get(rowId(row));
    return change && now - change.at < PLACE_CHANGE_SHOWN_MS ? change : null;
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

  /**
   * The number by which people know a participant; that of files where the standings do not know it.
   * @param {string} participant
   * @returns {string}
   */
  numberOf(participant) {
    const [row] = this.standingsOf(participant);
    if (!row) return participant;
    return row.section && row.number !== participant ? `${row.section}${row.number}` : row.number;
  }

  /**
   * The name of a participant; empty when the standings do not know it.
   * @param {string} participant
   * @returns {string}
   */
  nameOf(participant) {
    for (const table of this.byRanking.values()) {
      const row = table.get(participant);
      if (row) return row.name;
    }
    return "";
  }
}

/**
 * The order of a ranking: by rank, then those without one, each by number.
 * @param {Pick<Standing, "rank" | "number">} a
 * @param {Pick<Standing, "rank" | "number">} b
 */
export function byPlace(a, b) {
  return (a.rank ?? Infinity) - (b.rank ?? Infinity) || naturally(a.number, b.number) || 0;
}

/** @param {Standing} row */
export function rowId(row) {
  return `${row.ranking}|${row.participant}`;
}

/**
 * @param {string} id "overall|12"
 * @returns {[string, string]}
 */
export function splitId(id) {
  const bar = id.indexOf("|");
  return bar < 0 ? ["", id] : [id.slice(0, bar), id.slice(bar + 1)];
}

/**
 * The rankings of an event as its meta lists them; those that only rows mention come after, without a title.
 * @param {Record<string, any>} meta
 * @param {Iterable<string>} mentioned
 * @returns {RankingInfo[]}
 */
export function listed(meta, mentioned) {
  /** @type {RankingInfo[]} */
  const rankings = Array.isArray(meta.rankings) ? meta.rankings : [];
  const known = new Set(rankings.map(({ id }) => id));
  return [...rankings, ...[...mentioned].filter((id) => !known.has(id)).map((id) => ({ id, title: id, unit: meta.unit }))];
}

/**
 * The same in the reader's language.
 * @param {Record<string, any>} meta
 * @param {StandingsModel} model
 * @returns {RankingInfo[]}
 */
export function rankingsOf(meta, model) {
  return listed(meta, model.byRanking.keys()).map((ranking) => ({ ...ranking, title: rankingTitle(ranking.title) || t("Standings") }));
}

/**
 * The title of a ranking in the reader's language, as far as it is made of words and not of names.
 * @param {string} title "Overall", "Section A North-South"
 */
export function rankingTitle(title) {
  const known = /^(?:(Overall|Players|Teams|Pairs)|Session ([^\s,]+)|Section ([^\s,]+)|Stratum ([^\s,]+))? ?(?:(North-South)|(East-West))?$/.exec(title ?? "");
  if (!known || reader.language === "en") return title;
  const [, overall, session, section, stratum, ns, ew] = known;
  const part = overall ? { Overall: t("Overall"), Players: t("Players"), Teams: t("Teams"), Pairs: t("Pairs") }[overall] : session ? t("Session {session}", { session }) : section ? t("Section {section}", { section }) : stratum ? t("Stratum {stratum}", { stratum }) : "";
  return [part, ns ? directionWords("NS") : ew ? directionWords("EW") : ""].filter(Boolean).join(" ");
}

/**
 * @typedef {object} ScoreForm how the scores of a ranking are written
 * @property {string} unit of the totals
 * @property {boolean} percentages whether there are any
 * @property {boolean} finals whether a handicap or a carry-forward counts for anybody
 * @property {number} decimals
 */

/**
 * @param {readonly Standing[]} rows of one ranking
 * @param {string} unit
 * @returns {ScoreForm}
 */
export function scoreForm(rows, unit) {
  const percentages = rows.some((row) => (row.percentage ?? null) !== null);
  const finals = rows.some((row) => (row.final ?? null) !== null);
  const decimals = percentages ? 2 : decimalsOf(rows.map((row) => row.final ?? row.total));
  return { unit, percentages, finals, decimals };
}

/**
 * What decides the place of a row, as it is written.
 * @param {Standing} row
 * @param {ScoreForm} form
 */
export function scoreText(row, form) {
  return fixed(row.final ?? (form.percentages ? row.percentage : row.total), form.decimals);
}

/**
 * The same with its unit, for where no heading says it.
 * @param {Standing} row
 * @param {ScoreForm} form
 */
export function scoreWords(row, form) {
  const text = scoreText(row, form);
  return text && (form.percentages ? ofHundred(text) : t("{n} {unit}", { n: text, unit: unitWords(form.unit) }));
}

/**
 * The heading of such a column, short and as it is read aloud.
 * @param {ScoreForm} form
 * @returns {{text: string, spoken: string}}
 */
export function scoreHeading({ unit, percentages, finals }) {
  const text = scoreUnit({ unit, percentages });
  if (percentages) return { text, spoken: finals ? t("Final percentage") : t("Percentage") };
  return { text, spoken: finals ? t("Final {unit}", { unit: unitWords(unit) }) : unitWords(unit) };
}

/** @param {Pick<ScoreForm, "unit" | "percentages">} form */
export function scoreUnit({ unit, percentages }) {
  return percentages ? "%" : unitHeading(unit);
}

/**
 * The codes of the tie-breaks of a ranking, in the order in which they decide.
 * @param {readonly Standing[]} rows
 * @returns {string[]}
 */
export function tieBreakCodes(rows) {
  return (rows[0]?.tie_breaks ?? []).map((text) => text.slice(0, text.lastIndexOf(" ")));
}

/**
 * The values of a row's tie-breaks, in the same order.
 * @param {Standing} row
 * @returns {string[]}
 */
export function tieBreakValues(row) {
  return (row.tie_breaks ?? []).map((text) => text.slice(text.lastIndexOf(" ") + 1));
}

/**
 * The parts of a score that is more than its boards: "58.33 % played", "handicap +3.5", "adjusted −2".
 * @param {Standing} row
 * @param {ScoreForm} form
 * @returns {string[]}
 */
export function scoreParts(row, { percentages }) {
  const parts = [];
  if (row.final !== null && row.final !== undefined) parts.push(t("{score} played", { score: percentages ? percent(row.percentage) : amount(row.total) }));
  if (row.handicap && !isZero(row.handicap)) parts.push(t("handicap {n}", { n: signed(row.handicap) }));
  if (row.carry && !isZero(row.carry)) parts.push(t("carried {n}", { n: signed(row.carry) }));
  if (row.adjustment && !isZero(row.adjustment)) parts.push(t("adjusted {n}", { n: signed(row.adjustment) }));
  return parts;
}
