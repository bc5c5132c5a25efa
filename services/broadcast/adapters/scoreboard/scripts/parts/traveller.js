/**
 * A traveller: every result of one board. On a narrow screen each line becomes three, North-South, East-West and the
 * result, so the roles of a table are spelled out: changing how rows are laid out would otherwise take them away from
 * screen readers.
 * @module
 */

import { cardMark, contractMark, NOTES, outcome, sideScores } from "../bridge.js";
import { h, icon, name, numbered, unseen } from "../dom.js";
import { boardPoints, directionLetters, directionWords, naturally, percent, unitHeading, unitWords } from "../format.js";
import { eventAddress } from "../router.js";
import { t, tc } from "../words.js";
import { makeable } from "./analysis.js";
import { fromPar } from "./frequencies.js";
import { isRecorded, tableWords } from "./play-through.js";
import { openSheet } from "./sheet.js";

/** @typedef {Record<string, any>} Line fields of `TravellerLine` */

/**
 * @typedef {object} TravellerContext
 * @property {string} event
 * @property {string} unit
 * @property {(line: Line) => boolean} isOwn whether a line is marked
 * @property {(id: string) => string} nameOf the name of a participant; empty when it is not known
 * @property {{par?: number | null, rows: ReadonlyMap<string, Record<string, any>>} | null} analysis of the deal
 * @property {(line: Line) => void} open show auction and play of a line that has them
 */

/**
 * @param {TravellerContext} context
 * @param {readonly Line[]} lines
 * @param {string} caption
 */
export function travellerTable(context, lines, caption) {
  const { unit, analysis } = context;
  const rounds = lines.some((line) => line.section);
  const played = lines.some(isRecorded);
  const shown = headings(unit).filter(([, , id]) => (id !== "dd" || analysis) && (id !== "from-par" || typeof analysis?.par === "number") && (id !== "replay" || played));
  return h(
    "table",
    { class: "traveller", role: "table" },
    h("caption", { class: "sr-only" }, caption),
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, shown.map(([text, spoken, className]) =>
      h("th", { scope: "col", role: "columnheader", class: className }, h("span", { "aria-hidden": true }, text), unseen(spoken))))),
    h("tbody", { role: "rowgroup" }, inOrder(lines).map((line) => lineRow(context, line, rounds, new Set(shown.map(([, , id]) => id))))),
  );
}

/**
 * The lines from North-South's best result.
 * @param {readonly Line[]} lines
 */
export function inOrder(lines) {
  return [...lines].sort((a, b) => order(b.ns_points) - order(a.ns_points) || naturally(a.ns ?? a.ns_team, b.ns ?? b.ns_team));
}

/**
 * @param {string} unit
 * @returns {[string, string, string][]} shown, spoken, class
 */
function headings(unit) {
  return [
    [directionLetters("NS"), directionWords("NS"), "ns"],
    [directionLetters("EW"), directionWords("EW"), "ew"],
    [t("Contr."), t("Contract"), "bid"],
    [t("By"), t("Declarer"), "by"],
    [t("Lead"), t("Opening lead"), "lead"],
    [t("Res."), t("Result"), "result"],
    [t("DD"), t("Double-dummy result of this contract"), "dd"],
    [t("NS +"), t("North-South score"), "ns-score"],
    [t("EW +"), t("East-West score"), "ew-score"],
    [t("Par ±"), t("Difference from par"), "from-par"],
    [t("NS {unit}", { unit: unitHeading(unit) }), t("North-South, {unit}", { unit: unitWords(unit) }), "ns-points"],
    [t("EW {unit}", { unit: unitHeading(unit) }), t("East-West, {unit}", { unit: unitWords(unit) }), "ew-points"],
    [t("Play|of cards"), t("Auction and play"), "replay"],
  ];
}

/** @param {string | null | undefined} points for ordering only */
function order(points) {
  return points === null || points === undefined ? -Infinity : Number(points);
}

/**
 * @param {TravellerContext} context
 * @param {Line} line
 * @param {boolean} sections
 * @param {ReadonlySet<string>} columns that are shown
 */
function lineRow(context, line, sections, columns) {
  const { unit, analysis } = context;
  const own = context.isOwn(line);
  const best = analysis && makeable(analysis.rows, line.contract, line.declarer);
  const ideal = outcome(line.contract, best);
  const score = sideScores(line.score, line.ew_score);
  const result = outcome(line.contract, line.tricks);
  const cell = (/** @type {string} */ className, /** @type {import("../dom.js").Child[]} */ ...content) => h("td", { role: "cell", class: className }, ...content);
  const where = [sections && line.section && t("Section {section}", { section: line.section }), line.table && t("Table {table}", { table: line.table }), line.round && t("Round {n}", { n: line.round })].filter(Boolean).join(", ");
  return h(
    "tr",
    { role: "row", class: own ? "own" : null, title: where || null },
    cell("ns", side(context, line.ns, line.ns_names, line.ns_team)),
    cell("ew", side(context, line.ew, line.ew_names, line.ew_team)),
    cell("bid", contractMark(line.contract)),
    cell("by", line.declarer && [h("span", { "aria-hidden": true }, directionLetters(line.declarer)), unseen(directionWords(line.declarer))]),
    cell("lead", line.lead && cardMark(line.lead)),
    cell("result", h("span", { "aria-hidden": true }, result.text), unseen(result.spoken)),
    columns.has("dd") && cell("dd", h("span", { "aria-hidden": true }, ideal.text), unseen(ideal.spoken)),
    cell("ns-score", score.ns, score.note && unseen(`, ${NOTES[score.note]}`)),
    cell("ew-score", score.ew),
    columns.has("from-par") && cell("from-par", difference(score, analysis?.par ?? 0)),
    cell("ns-points", points(line.ns_points, line.ns_percent, unit), line.agrees === false && differenceMark(line, unit)),
    cell("ew-points", points(line.ew_points, line.ew_percent, unit)),
    columns.has("replay") && cell("replay", isRecorded(line) && playButton(context, line)),
  );
}

/**
 * @param {TravellerContext} context
 * @param {Line} line
 */
function playButton(context, line) {
  const words = t("Auction and play: {table}", { table: tableWords(line) });
  return h("button", { type: "button", class: "icon-button", title: words, on: { click: () => context.open(line) } }, icon("play"), unseen(words));
}

/**
 * How far a result of play is from par.
 * @param {ReturnType<typeof sideScores>} score
 * @param {number} par
 */
function difference({ ns, ew, note }, par) {
  if (note && note !== "passed out") return null;
  return /^\d+$/.test(ns || ew) ? fromPar(ns ? Number(ns) : -Number(ew), par) : null;
}

/**
 * @param {string | null | undefined} value
 * @param {string | null | undefined} share
 * @param {string} unit
 */
function points(value, share, unit) {
  return [h("span", { class: "value" }, boardPoints(value, unit)), share && h("span", { class: "share" }, percent(share))];
}

/**
 * @param {TravellerContext} context
 * @param {string | null | undefined} id a pair, or two individuals with "+" between them
 * @param {string | null | undefined} names of the players, else of the team
 * @param {string | null | undefined} team
 */
function side({ event, nameOf }, id, names, team) {
  const link = (/** @type {string} */ card, /** @type {string} */ label) => h("a", { class: "side-link", href: eventAddress(event, "card", card) }, numbered(card, label));
  const known = id || team;
  if (!known) return names ? name(names, "name") : null;
  if (!known.includes("+")) return h("span", { class: "side" }, link(known, names ?? ""));
  // Two individuals: each has a card, the two together have none.
  return h("span", { class: "side two" }, known.split("+").map((player, index) => [index ? " + " : "", link(player, nameOf(player))]));
}

/**
 * @param {Line} line
 * @param {string} unit
 */
function differenceMark(line, unit) {
  const both = (/** @type {any[]} */ values, /** @type {string} */ unknown) => {
    const [ns, ew] = values.map((value) => boardPoints(value, unit) || unknown);
    return t("{ns} and {ew}", { ns, ew });
  };
  const [ns, ew] = [name(line.ns ?? line.ns_team ?? directionWords("NS")), name(line.ew ?? line.ew_team ?? directionWords("EW"))];
  const stated = both([line.stated_ns, line.stated_ew], t("nothing"));
  const scored = both([line.ns_points, line.ew_points], t("none"));
  const explain = () => openSheet(
    t("Differs from the file"),
    h("p", null, tc("{ns} against {ew}: the file gives {stated}; the scores give {scored}.", { ns, ew, stated, scored })),
  );
  return h("button", { type: "button", class: "mark", title: t("Differs from the file"), on: { click: explain } }, h("span", { "aria-hidden": true }, "≠"), unseen(t("Differs from the file")));
}
