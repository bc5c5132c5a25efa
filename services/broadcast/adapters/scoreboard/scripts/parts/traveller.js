/**
 * A traveller: every result of one board. On a narrow screen each line becomes two, North-South above East-West, so the
 * roles of a table are spelled out: changing how rows are laid out would otherwise take them away from screen readers.
 * @module
 */

import { cardMark, contractMark, outcome, sideScores } from "../bridge.js";
import { h, name, numbered, unseen } from "../dom.js";
import { amount, directionWords, naturally, percent, unitHeading, unitWords } from "../format.js";
import { eventAddress } from "../router.js";
import { openSheet } from "./sheet.js";

/** @typedef {Record<string, any>} Line fields of `TravellerLine` */

/**
 * @param {string} event
 * @param {readonly Line[]} lines
 * @param {string} unit
 * @param {string} caption
 * @param {string} own participant whose lines are marked
 */
export function travellerTable(event, lines, unit, caption, own) {
  const ordered = [...lines].sort((a, b) => order(b.ns_points) - order(a.ns_points) || naturally(a.ns, b.ns));
  const rounds = lines.some((line) => line.section);
  return h(
    "table",
    { class: "traveller", role: "table" },
    h("caption", { class: "sr-only" }, caption),
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, HEADINGS.map(([text, spoken, className]) =>
      h("th", { scope: "col", role: "columnheader", class: className }, h("span", { "aria-hidden": true }, text === "unit" ? unitHeading(unit) : text), unseen(spoken.replace("unit", unitWords(unit))))))),
    h("tbody", { role: "rowgroup" }, ordered.map((line) => lineRow(event, line, rounds, own))),
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
  ["NS +", "Score of North-South", "ns-score"],
  ["EW +", "Score of East-West", "ew-score"],
  ["unit", "North-South, unit", "ns-points"],
  ["unit", "East-West, unit", "ew-points"],
];

/** @param {string | null | undefined} points for ordering only */
function order(points) {
  return points === null || points === undefined ? -Infinity : Number(points);
}

/**
 * @param {string} event
 * @param {Line} line
 * @param {boolean} sections
 * @param {string} own
 */
function lineRow(event, line, sections, own) {
  const score = sideScores(line.score, line.ew_score);
  const result = outcome(line.contract, line.tricks);
  const cell = (/** @type {string} */ className, /** @type {import("../dom.js").Child[]} */ ...content) => h("td", { role: "cell", class: className }, ...content);
  const where = [sections && line.section && `Section ${line.section}`, line.table && `Table ${line.table}`, line.round && `Round ${line.round}`].filter(Boolean).join(", ");
  return h(
    "tr",
    { role: "row", class: own && (line.ns === own || line.ew === own) ? "own" : null, title: where || null },
    cell("ns", side(event, line.ns, line.ns_names)),
    cell("ew", side(event, line.ew, line.ew_names)),
    cell("bid", contractMark(line.contract)),
    cell("by", line.declarer && [h("span", { "aria-hidden": true }, line.declarer), unseen(directionWords(line.declarer))]),
    cell("lead", line.lead && cardMark(line.lead)),
    cell("result", h("span", { "aria-hidden": true }, result.text), unseen(result.spoken)),
    cell("ns-score", score.ns, score.note && unseen(`, ${score.note}`)),
    cell("ew-score", score.ew),
    cell("ns-points", points(line.ns_points, line.ns_percent), line.agrees === false && differenceMark(line)),
    cell("ew-points", points(line.ew_points, line.ew_percent)),
  );
}

/**
 * @param {string | null | undefined} value
 * @param {string | null | undefined} share
 */
function points(value, share) {
  return [h("span", { class: "value" }, amount(value)), share && h("span", { class: "share" }, percent(share))];
}

/**
 * @param {string} event
 * @param {string | null | undefined} id
 * @param {string} names
 */
function side(event, id, names) {
  if (!id) return names ? name(names, "name") : null;
  // "3+7" are two individuals; each has a card of his own, the two together have none.
  if (id.includes("+")) return h("span", { class: "side" }, numbered(id, names));
  return h("a", { class: "side", href: eventAddress(event, "card", id) }, numbered(id, names));
}

/** @param {Line} line */
function differenceMark(line) {
  const explain = () => openSheet(
    "Differs from the file",
    h("p", null, `${line.ns ?? ""} against ${line.ew ?? ""}: the file states ${amount(line.stated_ns) || "nothing"} and ${amount(line.stated_ew) || "nothing"}; computed from the scores are ${amount(line.ns_points) || "none"} and ${amount(line.ew_points) || "none"}.`),
  );
  return h("button", { type: "button", class: "mark", title: "Differs from the file", on: { click: explain } }, h("span", { "aria-hidden": true }, "≠"), unseen("Differs from the file"));
}
