/**
 * How far an event is.
 * @module
 */

import { fill, h, name } from "../dom.js";
import { date, kindWords, moment, statusWord } from "../format.js";
import { reader, t, tn } from "../words.js";

/**
 * @typedef {object} Progress
 * @property {number | null} [rounds]
 * @property {number | null} [rounds_complete]
 * @property {number} [boards]
 * @property {number | null} [boards_expected]
 * @property {number} [results]
 * @property {number | null} [results_expected]
 * @property {boolean | null} [complete]
 * @property {string} [text]
 * @property {SlowTable[]} [slow]
 * @property {number} [slow_total]
 */

/**
 * @typedef {object} SlowTable
 * @property {string | null} [session]
 * @property {string | null} [section]
 * @property {number} round
 * @property {string} table
 * @property {boolean} [behind]
 * @property {number | null} [missing]
 * @property {string[]} [boards]
 */

/** Tables that are named; of more than these only the count is useful. */
const NAMED = 6;

const HOUR_MS = 3_600_000;
const SILENT_MS = 12 * HOUR_MS;
const LONGEST_EVENT_MS = 60 * 24 * HOUR_MS;

/**
 * One sentence: the event's own for those who read English, which knows more than the counts.
 * @param {Progress | null | undefined} progress
 * @returns {string}
 */
export function progressText(progress) {
  if (!progress) return "";
  if (progress.text && reader.language === "en") return progress.text;
  if (progress.complete) return t("All results are in");
  const { rounds, rounds_complete: complete, results = 0, results_expected: expected } = progress;
  const after = complete && (rounds ? t("after round {n} of {all}", { n: complete, all: rounds }) : t("after round {n}", { n: complete }));
  const count = expected ? tn(expected, "{results} of {n} result", "{results} of {n} results", { results }) : tn(results, "{n} result", "{n} results");
  return [after, results && count].filter(Boolean).join(", ") || t("nothing reported yet");
}

/**
 * That the organiser does not show everything; empty where everything is shown.
 * @param {Record<string, any>} meta of the standings
 * @returns {string}
 */
export function withheldText(meta) {
  if (meta.after_round) {
    return t("This is the ranking after round {n}. The organiser does not show later rounds now.", { n: meta.after_round });
  }
  return meta.withheld?.length ? t("The organiser does not show all results now.") : "";
}

/**
 * Whose places and scores are shown; empty where both ours and the organiser's are.
 * @param {Record<string, any>} meta of the standings
 * @returns {string}
 */
export function valuesText(meta) {
  return {
    computed: t("Places and scores are calculated from the results."),
    stated: t("Places and scores are the organiser's; where the files give none, they are calculated."),
  }[/** @type {string} */ (meta.public?.values)] ?? "";
}

/**
 * How much is played, from 0 to 1; null where nothing says what is to come.
 * @param {Progress | null | undefined} progress
 */
export function progressShare(progress) {
  if (!progress) return null;
  if (progress.complete) return 1;
  if (progress.results_expected) return Math.min(1, (progress.results ?? 0) / progress.results_expected);
  if (progress.rounds && progress.rounds_complete !== null) return Math.min(1, (progress.rounds_complete ?? 0) / progress.rounds);
  return null;
}

/** @param {SlowTable} table */
function tableName(table) {
  const apart = table.section && !/^\d+$/.test(table.table) ? " " : "";
  return `${table.section ?? ""}${apart}${table.table}`;
}

/** @param {SlowTable} table */
function lackText(table) {
  const parts = [];
  if (table.session) parts.push(t("session {session}", { session: table.session }));
  parts.push(t("round {n}", { n: table.round }));
  if (table.missing) parts.push(tn(table.missing, "{n} board", "{n} boards"));
  return parts.join(", ") + (table.boards?.length ? `: ${table.boards.join(", ")}` : "");
}

/**
 * @typedef {object} Waiting what the others wait for
 * @property {{name: string, lacks: string}[]} behind tables of an earlier round, and what of it is still to come
 * @property {number} more of them that are not named
 * @property {string[]} coming tables of the newest round, if they are few
 * @property {number} round the newest
 */

/**
 * Which tables are behind, with their boards; and which tables still play the newest round, if they are few.
 * @param {Progress | null | undefined} progress
 * @returns {Waiting}
 */
export function slowTables(progress) {
  const slow = progress?.slow ?? [];
  const unnamed = (progress?.slow_total ?? slow.length) - slow.length;
  const behind = slow.filter((table) => table.behind);
  const coming = slow.filter((table) => !table.behind);
  const few = coming.length <= NAMED && !unnamed;
  return {
    behind: behind.slice(0, NAMED).map((table) => ({ name: tableName(table), lacks: lackText(table) })),
    more: behind.length ? unnamed + Math.max(0, behind.length - NAMED) : 0,
    coming: few ? coming.map(tableName) : [],
    round: coming.at(-1)?.round ?? 0,
  };
}

/**
 * The same in one line.
 * @param {Progress | null | undefined} progress
 * @returns {string}
 */
export function slowText(progress) {
  const { behind, more, coming, round } = slowTables(progress);
  const parts = [];
  if (behind.length) {
    const tables = behind.map((table) => `${table.name} (${table.lacks})`).join(", ");
    parts.push(more ? t("Behind: {tables}, {n} more", { tables, n: more }) : t("Behind: {tables}", { tables }));
  }
  if (coming.length) parts.push(t("Still playing round {n}: {tables}", { n: round, tables: coming.join(", ") }));
  return parts.join(" · ");
}

/**
 * The status to show. Files seldom say that they are the last: an event of which nothing has come for half a day, or that
 * began months ago, is not being played, whatever is missing of it.
 * @param {Record<string, any>} event with `status`, `date`, and when it was true last
 * @param {number} [now]
 * @returns {string}
 */
export function shownStatus({ status, date: began, updated, calculated_at: calculated }, now = Date.now()) {
  const silent = now - Date.parse(updated ?? calculated) > SILENT_MS;
  return status === "live" && (silent || now - Date.parse(began) > LONGEST_EVENT_MS) ? "to_date" : status;
}

/** @param {string | null | undefined} status */
export function statusChip(status) {
  const known = /^(live|provisional|official|corrected)$/.test(status ?? "") ? status : "other";
  return h("span", { class: `chip chip-${known}` }, statusWord(status));
}

/** The head of an event: its name, what it is, how far it is. */
export class EventHead {
  constructor() {
    this.title = h("h1", { tabindex: "-1" });
    this.facts = h("p", { class: "facts" });
    this.text = h("span", { class: "progress-text" });
    this.meter = /** @type {HTMLProgressElement} */ (h("progress", { max: "1", value: "0", "aria-label": t("Played so far"), hidden: true }));
    this.asOf = h("span", { class: "as-of" });
    // On a wide page it stands on the line of the progress, cut off where there is no room, so that nothing moves.
    this.slow = h("span", { class: "slow-tables" });
    this.element = h("div", { class: "event-head" }, this.title, this.facts, h("div", { class: "progress" }, this.meter, this.text, this.slow, this.asOf));
    this.drawn = "";
  }

  /**
   * @param {Record<string, any>} meta
   * @param {string} event shown until the event's name is known
   */
  show(meta, event) {
    const status = shownStatus(meta);
    const state = JSON.stringify([meta.title, meta.organiser, meta.date, meta.kind, status, meta.progress, meta.calculated_at]);
    if (state === this.drawn) return;
    this.drawn = state;
    fill(this.title, name(meta.title || event));
    const facts = [meta.organiser, date(meta.date), kindWords(meta.kind)].filter(Boolean);
    fill(this.facts, status ? statusChip(status) : null, facts.map((fact) => h("span", { class: "fact" }, name(fact))));
    const share = progressShare(meta.progress);
    this.meter.hidden = share === null;
    if (share !== null) this.meter.value = share;
    fill(this.text, progressText(meta.progress));
    fill(this.slow, slowText(meta.progress));
    this.slow.title = slowText(meta.progress);
    fill(this.asOf, meta.calculated_at ? t("as of {when}", { when: moment(meta.calculated_at) }) : "");
  }
}
