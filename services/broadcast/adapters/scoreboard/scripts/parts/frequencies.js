/**
 * How often each score of a board occurred, what it was worth, and how far it is from par.
 * @module
 */

import { sideScores } from "../bridge.js";
import { h, unseen } from "../dom.js";
import { boardPoints, MINUS, signed, unitHeading, unitWords } from "../format.js";
import { t } from "../words.js";
import { sideWords } from "./analysis.js";

/** @typedef {Record<string, any>} Line fields of `TravellerLine` */

/** @typedef {{label: string, spoken: string, points: number | null, worth: string | null, times: number, own: boolean}} Frequency */

const FEWEST = 3;

/**
 * @param {readonly Line[]} lines
 * @param {(line: Line) => boolean} isOwn
 * @returns {Frequency[]} from North-South's best score
 */
export function frequencies(lines, isOwn) {
  /** @type {Map<string, Frequency>} */
  const found = new Map();
  for (const line of lines) {
    const { ns, ew, note } = sideScores(line.score, line.ew_score);
    if (!ns && !ew) continue;
    const played = !note || note === "passed out";
    const points = played && /^\d+$/.test(ns || ew) ? Number(ns || -Number(ew)) : null;
    const label = points === null ? [ns, ew].filter(Boolean).join(" / ") : signed(points);
    const spoken = points === null ? !ew ? ns : t("North-South {ns}, East-West {ew}", { ns, ew }) : sideWords(points);
    const known = found.get(label) ?? { label, spoken, points, worth: line.ns_points ?? null, times: 0, own: false };
    // In a match the same score is worth what it is against the other table.
    const worth = known.worth === (line.ns_points ?? null) ? known.worth : null;
    found.set(label, { ...known, worth, times: known.times + 1, own: known.own || isOwn(line) });
  }
  return [...found.values()].sort((a, b) => (b.points ?? -Infinity) - (a.points ?? -Infinity));
}

/**
 * @param {readonly Frequency[]} scores
 * @param {string} unit
 * @param {number | null | undefined} par
 */
export function frequencyTable(scores, unit, par) {
  const all = scores.reduce((sum, { times }) => sum + times, 0);
  const most = Math.max(...scores.map(({ times }) => times));
  if (all < FEWEST) return null;
  const known = par !== null && par !== undefined;
  const worth = scores.some((score) => score.worth !== null);
  return h("table", { class: "frequencies" },
    h("caption", null, t("Frequencies")),
    h("thead", null, h("tr", null,
      h("th", { scope: "col" }, t("Score")),
      h("th", { scope: "col" }, t("Times")),
      worth && h("th", { scope: "col" }, h("span", { "aria-hidden": true }, t("NS {unit}", { unit: unitHeading(unit) })), unseen(t("North-South, {unit}", { unit: unitWords(unit) }))),
      known && h("th", { scope: "col" }, t("Par ±")))),
    h("tbody", null, scores.map((score) => h("tr", { class: score.own ? "own" : null },
      h("th", { scope: "row" }, h("span", { "aria-hidden": true }, score.label), unseen(score.spoken), score.own && unseen([", ", t("your result")])),
      h("td", null, h("span", { class: "times" }, String(score.times)), h("progress", { max: most, value: score.times, "aria-hidden": true })),
      worth && h("td", null, boardPoints(score.worth, unit)),
      known && h("td", null, score.points === null ? "" : fromPar(score.points, par))))));
}

/**
 * @param {number} points
 * @param {number} par
 */
export function fromPar(points, par) {
  return points === par ? t("par") : points > par ? `+${points - par}` : `${MINUS}${par - points}`;
}
