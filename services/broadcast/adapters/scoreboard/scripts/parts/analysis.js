/**
 * The double-dummy analysis of a deal: tricks of every declarer, and par.
 * @module
 */

import { contractMark, denominationMark, readContract } from "../bridge.js";
import { h, unseen } from "../dom.js";
import { directionLetters, directionWords } from "../format.js";
import { readSeat } from "../play-model.js";
import { reader, t, tc } from "../words.js";

/** @typedef {import("../bridge.js").Hand} Hand */
/** @typedef {Record<"notrump" | "spades" | "hearts" | "diamonds" | "clubs", number>} Tricks */

/**
 * @typedef {object} Analysis
 * @property {string} [deal] the cards that it is about
 * @property {number | null} [par] points for North-South
 * @property {{contract: string, declarers: string[], tricks: number}[]} [par_contracts]
 * @property {Record<string, any>[]} [plays] tricks from card to card
 * @property {"computed" | "stated"} [origin]
 * @property {{message: string}[]} [findings]
 */

/** @type {["notrump" | "spades" | "hearts" | "diamonds" | "clubs", string][]} */
const COLUMNS = [["notrump", "NT"], ["spades", "S"], ["hearts", "H"], ["diamonds", "D"], ["clubs", "C"]];
const RANKS = "AKQJT98765432";

/**
 * A deal as its analysis names it; a board may have got other cards than those that were analysed.
 * @param {Record<"north" | "east" | "south" | "west", Hand | null | undefined> | null | undefined} deal
 */
export function dealText(deal) {
  const suit = (/** @type {string | undefined} */ ranks) => [...(ranks ?? "")].sort((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b)).join("");
  const hands = [deal?.north, deal?.east, deal?.south, deal?.west];
  return `N:${hands.map((hand) => [hand?.spades, hand?.hearts, hand?.diamonds, hand?.clubs].map(suit).join(".")).join(" ")}`;
}

/**
 * @param {Analysis} analysis
 * @param {ReadonlyMap<string, Record<string, any>>} rows tricks by declarer
 * @returns {HTMLElement}
 */
export function analysisTable(analysis, rows) {
  const findings = analysis.findings ?? [];
  return h(
    "section",
    { class: "analysis", "aria-label": t("Double dummy") },
    h("table", null,
      h("caption", null, t("Double dummy"), analysis.origin === "stated" && h("span", { class: "analysis-origin" }, ", ", t("from the file"))),
      h("thead", null, h("tr", null, h("td", null), COLUMNS.map(([, denomination]) => h("th", { scope: "col" }, denominationMark(denomination))))),
      h("tbody", null, ["N", "S", "E", "W"].filter((seat) => rows.has(seat)).map((seat) =>
        h("tr", null, h("th", { scope: "row" }, h("span", { "aria-hidden": true }, directionLetters(seat)), unseen(directionWords(seat))), COLUMNS.map(([field]) => h("td", null, String(rows.get(seat)?.[field] ?? ""))))))),
    parLine(analysis),
    findings.length > 0 && h("p", { class: "analysis-differs" }, h("span", { "aria-hidden": true }, "≠ "), h("span", { lang: "en" }, findings.map((finding) => finding.message).join("; "))),
  );
}

/**
 * The tricks of a contract's declarer, if everybody sees all cards; null where they are not known.
 * @param {ReadonlyMap<string, Record<string, any>>} rows tricks by declarer
 * @param {string | null | undefined} contract
 * @param {string | null | undefined} declarer
 * @returns {number | null}
 */
export function makeable(rows, contract, declarer) {
  const bid = readContract(contract);
  const field = bid && bid !== "pass" && COLUMNS.find(([, denomination]) => denomination === bid.denomination)?.[0];
  return field ? rows.get(readSeat(declarer) ?? "")?.[field] ?? null : null;
}

/** @param {Analysis} analysis */
function parLine({ par, par_contracts: contracts = [] }) {
  if (par === null || par === undefined) return null;
  if (!contracts.length) return h("p", { class: "par" }, t("Par 0: passed out"));
  const points = h("strong", null, sideWords(par));
  const lines = contracts.map((par, index) => [
    index > 0 && ", ", contractMark(par.contract), " ", h("span", { "aria-hidden": true }, par.declarers.map(directionLetters).join("")), unseen(seatList(par.declarers)),
  ]);
  return h("p", { class: "par" }, tc("Par {points}: {contracts}", { points, contracts: lines }));
}

/** @param {string[]} seats */
function seatList(seats) {
  return new Intl.ListFormat(reader.locale, { type: "disjunction" }).format(seats.map(directionWords));
}

/**
 * Points with the side that has them.
 * @param {number} points of North-South
 */
export function sideWords(points) {
  return points < 0 ? t("East-West {n}", { n: -points }) : t("North-South {n}", { n: points });
}
