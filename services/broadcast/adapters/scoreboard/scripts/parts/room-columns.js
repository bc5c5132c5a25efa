/**
 * Parts of a room screen beside standings: columns of matches, of games of chess and of the next seats, and the tables
 * that are waited for.
 * @module
 */

import { h, name, numbered, unseen } from "../dom.js";
import { unitHeading } from "../format.js";
import { resultText } from "../games-model.js";
import { boardsText, leading, matchScore, stateOf } from "../matches-model.js";
import { slowTables } from "./progress.js";
import { boardRange, sidesOf, sideWords } from "../views/seats.js";
import { t, tc } from "../words.js";

/** @typedef {import("../matches-model.js").Match} Match */

/**
 * @param {readonly Match[]} matches
 * @param {import("../matches-model.js").MatchForm} form
 */
export function matchColumn(matches, form) {
  return h("table", { class: "room-table room-matches" },
    h("caption", { class: "sr-only" }, t("Matches")),
    h("thead", null, h("tr", null,
      form.tables && h("th", { scope: "col", class: "place" }, t("Table")),
      h("th", { scope: "col" }, t("Home")),
      h("th", { scope: "col", class: "result" }, unitHeading(form.unit)),
      h("th", { scope: "col" }, t("Away")),
      h("th", { scope: "col", class: "score" }, t("Boards")))),
    h("tbody", null, matches.map((match) => matchRow(match, form))));
}

/**
 * @param {Match} match
 * @param {import("../matches-model.js").MatchForm} form
 */
function matchRow(match, form) {
  const { home, away } = matchScore(match, form.decimals);
  const stands = stateOf(match);
  const side = (/** @type {string} */ id, /** @type {string | undefined} */ label, /** @type {boolean} */ leads) =>
    h("span", { class: leads ? "entrant-text leads" : "entrant-text" }, numbered(id, label ?? ""));
  return h("tr", { class: stands === "running" ? "running" : null },
    form.tables && h("td", { class: "place" }, name([match.section, match.table].filter(Boolean).join(""))),
    h("th", { scope: "row", class: "entrant" }, side(match.home, match.home_name, leading(match) > 0)),
    h("td", { class: "result" }, !home && !away ? "" : stands === "bye" ? home : `${home || "–"} : ${away || "–"}`),
    h("td", { class: "entrant" }, stands === "bye" ? t("Bye") : side(match.away ?? "", match.away_name, leading(match) < 0)),
    h("td", { class: "score" }, boardsText(match)));
}

/** @param {readonly import("../games-model.js").Game[]} games of a round */
export function gameColumn(games) {
  const player = (/** @type {string} */ id, /** @type {string} */ label) => h("span", { class: "entrant-text" }, name(label || id, "name"));
  return h("table", { class: "room-table room-matches" },
    h("caption", { class: "sr-only" }, t("Games")),
    h("thead", null, h("tr", null,
      h("th", { scope: "col", class: "place" }, t("Board|chess")),
      h("th", { scope: "col" }, t("White")),
      h("th", { scope: "col", class: "result" }, t("Result")),
      h("th", { scope: "col" }, t("Black")))),
    h("tbody", null, games.map((game) => h("tr", null,
      h("td", { class: "place" }, [game.table, game.white_team && game.board].filter(Boolean).join(".")),
      h("th", { scope: "row", class: "entrant" }, player(game.white, game.white_name)),
      h("td", { class: "result", dir: "ltr" }, resultText(game) || "–"),
      h("td", { class: "entrant" }, game.black && player(game.black, game.black_name))))));
}

/**
 * @param {readonly Record<string, any>[]} seats
 * @param {import("../standings-model.js").StandingsModel} model
 */
export function seatColumn(seats, model) {
  const boards = seats.some(boardRange);
  return h("table", { class: "room-table room-seats" },
    h("caption", { class: "sr-only" }, t("Next seats")),
    h("thead", null, h("tr", null, h("th", { scope: "col", class: "place" }, t("Table")), sideWords(seats).map((words) => h("th", { scope: "col" }, words)), boards && h("th", { scope: "col", class: "score" }, t("Boards")))),
    h("tbody", null, seats.map((seat) => h("tr", null,
      h("th", { scope: "row", class: "place" }, name(`${seat.section ?? ""}${seat.table ?? ""}`)),
      sidesOf(seat, model).map((side) => h("td", { class: "entrant" }, h("span", { class: "entrant-text" }, numbered(side.ids.join(" ") || "–", side.names)))),
      boards && h("td", { class: "score" }, boardRange(seat))))));
}

/**
 * The tables that the others wait for, each by itself so that its players find it from afar; nothing where there are none.
 * @param {import("./progress.js").Progress | null | undefined} progress
 * @returns {HTMLElement[]}
 */
export function slowTableLists(progress) {
  const { behind, more, coming, round } = slowTables(progress);
  const list = (/** @type {string} */ words, /** @type {string} */ look, /** @type {HTMLElement[]} */ tables) =>
    h("div", { class: `room-slow-group ${look}` }, h("span", { class: "room-slow-words" }, words), h("ul", null, tables));
  const late = behind.map((table) => h("li", null, h("b", null, tableMark(table.name)), " ", h("span", null, table.lacks)));
  if (more) late.push(h("li", null, t("and {n} more", { n: more })));
  return [
    ...(late.length ? [list(t("Behind"), "behind", late)] : []),
    ...(coming.length ? [list(t("Still playing round {n}", { n: round }), "coming", coming.map((table) => h("li", null, h("b", null, tableMark(table)))))] : []),
  ];
}

/**
 * The name of a table, large on the wall; read aloud as a table.
 * @param {string} table
 */
function tableMark(table) {
  return tc("Table {table}", { table: name(table) }).map((part) => (typeof part === "string" ? unseen(part) : part));
}
