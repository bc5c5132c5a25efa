/**
 * What is wrong or noteworthy, as a list for people.
 * @module
 */

import { h, name } from "../dom.js";
import { t } from "../words.js";

/** @typedef {{code?: string, severity?: string, message?: string, subject?: string, advice?: string}} Finding */

/** @typedef {"error" | "warning" | "info"} Severity */

/** @param {Finding} finding */
export function severity(finding) {
  return /** @type {Severity} */ (/^(error|warning|info)$/.test(finding.severity ?? "") ? finding.severity : "info");
}

/** @type {Record<string, string>} code of a finding about the next seats that players may want → its heading */
const SEATS = {
  "seating.still-playing": t("Still playing"),
  "seating.games-open": t("Unfinished games"),
  "seating.opponent-unknown": t("Opponent unknown"),
  "seating.away": t("Absent"),
  "seating.rematch": t("Rematch"),
  "seating.met-twice": t("Rematch"),
  "seating.kept-apart-meet": t("Should not meet"),
  "seating.bye": t("Bye"),
  "seating.left-out": t("Not drawn"),
  "seating.late-arrival": t("Late entry"),
  "seating.no-pairing": t("No pairing possible"),
  "seating.no-winner": t("No winner"),
  "seating.both-away": t("Both sides absent"),
  "seating.drawn-otherwise": t("A different draw was played"),
  "seating.others-would-meet": t("After the correction"),
  "seating.mismatch": t("Uneven match"),
};

/**
 * Findings about the next seats, for players: one entry for each kind, without the advice; others are for directors.
 * @param {readonly Finding[]} findings
 * @param {string} label
 */
export function seatFindings(findings, label) {
  /** @type {Map<string, Finding[]>} */
  const kinds = new Map();
  for (const finding of findings) {
    const heading = SEATS[finding.code ?? ""];
    if (!heading) continue;
    const kind = `${severity(finding)} ${heading}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), finding]);
  }
  if (!kinds.size) return null;
  return h("ul", { class: "findings seat-findings", "aria-label": label }, [...kinds.values()].map((alike) => {
    const [first] = alike;
    return h("li", { class: `finding finding-${severity(first)}` },
      h("strong", null, SEATS[first.code ?? ""]),
      h("span", { class: "messages", lang: "en" }, alike.map((finding, index) => [index ? " · " : " ", name(finding.message ?? finding.code ?? "")])));
  }));
}
