/**
 * The bracket of a knock-out: its rounds as columns where there is room, one below the other on a phone.
 * @module
 */

import { h, name, numbered, unseen } from "../dom.js";
import { amount } from "../format.js";
import { bracketOf, joins } from "../bracket-model.js";
import { matchItem } from "../matches-model.js";
import { eventAddress } from "../router.js";
import { t, tc } from "../words.js";

/** @typedef {import("../matches-model.js").Match} Match */
/** @typedef {import("../bracket-model.js").Tie} Tie */

/** @type {Record<Tie["state"], string>} */
const STATES = { bye: t("bye"), waiting: t("to play"), running: t("in play"), over: "" };

/**
 * @param {string} event
 * @param {readonly Match[]} matches
 * @param {string} own participant that this browser follows
 * @param {number} entrants how many take part
 */
export function bracket(event, matches, own, entrants) {
  return h("div", { class: "bracket" }, bracketOf(matches, entrants).map((round, at, rounds) =>
    h("section", { class: joins(round, rounds[at + 1]) ? "bracket-round joined" : "bracket-round" },
      h("h2", null, round.title), h("ol", null, round.ties.map((tie) => h("li", null, tieBox(event, matches, own, tie)))))));
}

/**
 * @param {string} event
 * @param {readonly Match[]} matches
 * @param {string} own
 * @param {Tie} tie
 */
function tieBox(event, matches, own, tie) {
  const boards = Boolean(tie.match?.boards);
  const open = tie.sides.some(({ id }) => !id);
  const words = open ? "" : tie.match || tie.state === "bye" || tie.sides.length > 1 ? STATES[tie.state] : t("waits for the next opponent");
  return h("div", { class: ["tie", own && tie.sides.some(({ id }) => id === own) && "own", tie.third && "third"].filter(Boolean).join(" ") },
    tie.third && h("h3", null, t("Third place")),
    tie.sides.map((side) => !side.id ? h("p", { class: "tie-side" }, h("span", { class: "quiet" }, t("to be decided"))) : h("p", { class: side.won ? "tie-side won" : "tie-side" },
      h("a", { class: "side-link", href: eventAddress(event, "card", side.id) }, numbered(side.id, side.name)),
      side.won && tie.sides.length > 1 && unseen([", ", t("won")]),
      h("span", { class: "tie-score", dir: "ltr" }, amount(side.score)))),
    (words || boards) && h("p", { class: "tie-foot" }, words, words && boards && " · ",
      tie.match && boards && h("a", { href: eventAddress(event, "matches", matchItem(tie.match, matches)) }, h("span", { "aria-hidden": true }, t("Boards")), unseen(tc("Boards of {home} against {away}", { home: sideName(tie, 0), away: sideName(tie, 1) })))));
}

/**
 * @param {Tie} tie
 * @param {number} at 0 at home, 1 away
 */
function sideName({ sides }, at) {
  return name(sides[at]?.name || (sides[at]?.id ?? ""));
}
