/**
 * Columns of a room screen beside those of standings: matches, and the next seats.
 * @module
 */

import { h, name, numbered } from "../dom.js";
import { unitHeading } from "../format.js";
import { boardsText, leading, matchScore, stateOf } from "../matches-model.js";
import { boardRange, sidesOf, sideWords } from "../views/seats.js";

/** @typedef {import("../matches-model.js").Match} Match */

/**
 * @param {readonly Match[]} matches
 * @param {import("../matches-model.js").MatchForm} form
 */
export function matchColumn(matches, form) {
  return h("table", { class: "room-table room-matches" },
    h("caption", { class: "sr-only" }, "Matches"),
    h("thead", null, h("tr", null,
      form.tables && h("th", { scope: "col", class: "place" }, "Table"),
      h("th", { scope: "col" }, "Home"),
      h("th", { scope: "col", class: "result" }, unitHeading(form.unit)),
      h("th", { scope: "col" }, "Away"),
      h("th", { scope: "col", class: "score" }, "Boards"))),
    h("tbody", null, matches.map((match) => matchRow(match, form))));
}

/**
 * @param {Match} match
 * @param {import("../matches-model.js").MatchForm} form
 */
function matchRow(match, form) {
  const { home, away } = matchScore(match, form.decimals);
  const stands = stateOf(match);
  const side = (/** @type {string} */ id, /** @type {string | undefined} */ called, /** @type {boolean} */ leads) =>
    h("span", { class: leads ? "who-text leads" : "who-text" }, numbered(id, called ?? ""));
  return h("tr", { class: stands === "running" ? "running" : null },
    form.tables && h("td", { class: "place" }, name([match.section, match.table].filter(Boolean).join(""))),
    h("th", { scope: "row", class: "who" }, side(match.home, match.home_name, leading(match) > 0)),
    h("td", { class: "result" }, !home && !away ? "" : stands === "bye" ? home : `${home || "–"} : ${away || "–"}`),
    h("td", { class: "who" }, stands === "bye" ? "Bye" : side(match.away ?? "", match.away_name, leading(match) < 0)),
    h("td", { class: "score" }, boardsText(match)));
}

/** @param {readonly Record<string, any>[]} seats */
export function seatColumn(seats) {
  return h("table", { class: "room-table room-seats" },
    h("caption", { class: "sr-only" }, "Next seats"),
    h("thead", null, h("tr", null, h("th", { scope: "col", class: "place" }, "Table"), sideWords(seats).map((words) => h("th", { scope: "col" }, words)), h("th", { scope: "col", class: "score" }, "Boards"))),
    h("tbody", null, seats.map((seat) => h("tr", null,
      h("th", { scope: "row", class: "place" }, name(`${seat.section ?? ""}${seat.table ?? ""}`)),
      sidesOf(seat).map((side) => h("td", { class: "who" }, h("span", { class: "who-text" }, numbered(side.ids.join(" ") || "–", side.names)))),
      h("td", { class: "score" }, boardRange(seat))))));
}
