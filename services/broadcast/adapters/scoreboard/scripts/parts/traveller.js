/**
 * A traveller: every result of one board. On a narrow screen each line becomes two, North-South above East-West, so the
 * roles of a table are spelled out: changing how rows are laid out would otherwise take them away from screen readers.
 * @module
 */

import { cardMark, contractMark, outcome, sideScores } from "../bridge.js";
import { h, name, numbered, unseen } from "../dom.js";
import { boardPoints, directionWords, naturally, percent, unitHeading, unitWords } from "../format.js";
import { eventAddress } from "../router.js";
import { openSheet } from "./sheet.js";

/** @typedef {Record<string, any>} Line fields of `TravellerLine` */

/**
 * @typedef {object} TravellerContext
 * @property {string} event
 * @property {string} unit
 * @property {string} own participant whose lines are marked
 * @property {(id: string) => string} nameOf the name of a participant; empty when it is not known
 */

/**
 * @param {TravellerContext} context
 * @param {readonly Line[]} lines
 * @param {string} caption
 */
export function travellerTable(context, lines, caption) {
  const { unit } = context;
  const ordered = [...lines].sort((a, b) => order(b.ns_points) - order(a.ns_points) || naturally(a.ns ?? a.ns_team, b.ns ?? b.ns_team));
  const rounds = lines.some((line) => line.section);
  return h(
    "table",
    { class: "traveller", role: "table" },
    h("caption", { class: "sr-only" }, caption),
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, HEADINGS.map(([text, spoken, className]) =>
      h("th", { scope: "col", role: "columnheader", class: className }, h("span", { "aria-hidden": true }, text === "unit" ? unitHeading(unit) : text), unseen(spoken.replace("unit", unitWords(unit))))))),
    h("tbody", { role: "rowgroup" }, ordered.map((line) => lineRow(context, line, rounds))),
  );
}

/** @type {[string, string, string][]} shown, spoken, class */
const HEADINGS = [
  ["NS", "North-South", "ns"],
  ["EW", "East-West", "ew"],
  ["Contr.", "Contract", "bid"],
  ["By", "Declarer", "by"],
  ["Lead", "Lead", "lead"],
  ["Res.", "Result", "result"],
  ["NS +", "North-South score", "ns-score"],
  ["EW +", "East-West score", "ew-score"],
  ["unit", "North-South, unit", "ns-points"],
  ["unit", "East-West, unit", "ew-points"],
];

/** @param {string | null | undefined} points for ordering only */
function order(points) {
  return points === null || points === undefined ? -Infinity : Number(points);
}

/**
 * @param {TravellerContext} context
 * @param {Line} line
 * @param {boolean} sections
 */
function lineRow(context, line, sections) {
  const { unit, own } = context;
  const players = [...(line.ns ?? "").split("+"), ...(line.ew ?? "").split("+"), line.ns_team, line.ew_team];
  const score = sideScores(line.score, line.ew_score);
  const result = outcome(line.contract, line.tricks);
  const cell = (/** @type {string} */ className, /** @type {import("../dom.js").Child[]} */ ...content) => h("td", { role: "cell", class: className }, ...content);
  const where = [sections && line.section && `Section ${line.section}`, line.table && `Table ${line.table}`, line.round && `Round ${line.round}`].filter(Boolean).join(", ");
  return h(
    "tr",
    { role: "row", class: own && players.includes(own) ? "own" : null, title: where || null },
    cell("ns", side(context, line.ns, line.ns_names, line.ns_team)),
    cell("ew", side(context, line.ew, line.ew_names, line.ew_team)),
    cell("bid", contractMark(line.contract)),
    cell("by", line.declarer && [h("span", { "aria-hidden": true }, line.declarer), unseen(directionWords(line.declarer))]),
    cell("lead", line.lead && cardMark(line.lead)),
    cell("result", h("span", { "aria-hidden": true }, result.text), unseen(result.spoken)),
    cell("ns-score", score.ns, score.note && unseen(`, ${score.note}`)),
    cell("ew-score", score.ew),
    cell("ns-points", points(line.ns_points, line.ns_percent, unit), line.agrees === false && differenceMark(line, unit)),
    cell("ew-points", points(line.ew_points, line.ew_percent, unit)),
  );
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
  const ours = [line.ns_points, line.ew_points].map((value) => boardPoints(value, unit) || "none").join(" and ");
  const stated = [line.stated_ns, line.stated_ew].map((value) => boardPoints(value, unit) || "nothing").join(" and ");
  const explain = () => openSheet(
    "Differs from the file",
    h("p", null, `${line.ns ?? line.ns_team ?? "North-South"} against ${line.ew ?? line.ew_team ?? "East-West"}: the file gives ${stated}; the scores give ${ours}.`),
  );
  return h("button", { type: "button", class: "mark", title: "Differs from the file", on: { click: explain } }, h("span", { "aria-hidden": true }, "≠"), unseen("Differs from the file"));
}
