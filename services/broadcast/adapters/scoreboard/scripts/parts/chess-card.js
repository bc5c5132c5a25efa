/**
 * The rounds of a player of chess, or the boards of a team, as a table.
 * @module
 */

import { h, name, unseen } from "../dom.js";
import { amount, decimalsOf, fixed, plus, strength } from "../format.js";
import { byeWords, playerItem } from "../games-model.js";
import { eventAddress } from "../router.js";
import { t, tc, tn } from "../words.js";

/** @typedef {Record<string, any>} ChessLine one of `lines` of `/v1/events/{event}/cards/{participant}` */
/** @typedef {{kind?: string, performance?: number | null, lines?: ChessLine[]}} ChessCard */

/** @type {Record<string, [string, string]>} */
const RESULTS = { 1: ["1", t("won")], "½": ["½", t("drawn")], 0: ["0", t("lost")], "+": ["+", t("won by forfeit")], "-": ["−", t("lost by forfeit")] };
/** @type {Record<string, [string, string]>} */
const COLOURS = { w: ["○", t("White")], b: ["●", t("Black")] };

/**
 * @param {string} event
 * @param {ChessCard} card
 * @param {(team: string) => string} nameOf
 */
export function chessTable(event, card, nameOf) {
  const lines = card.lines ?? [];
  const team = card.kind === "team";
  const boards = lines.filter((line) => line.own).length;
  const decimals = decimalsOf(lines.map((line) => line.running));
  return h("table", { class: "card chess-card" },
    h("caption", { class: "sr-only" }, team ? tn(boards, "{n} board|chess", "{n} boards|chess") : tn(lines.length, "{n} round", "{n} rounds")),
    h("thead", null, h("tr", null,
      h("th", { scope: "col", class: "card-board" }, h("span", { "aria-hidden": true }, t("Rd")), unseen(t("Round"))),
      h("th", { scope: "col", class: "colour" }, unseen(t("Colour"))),
      h("th", { scope: "col", class: "against" }, team ? t("Players") : t("Opponent")),
      h("th", { scope: "col", class: "card-score" }, t("Result")),
      h("th", { scope: "col", class: "card-points" }, team ? t("Points") : t("Total")))),
    h("tbody", null, lines.map((line, at) => [
      team && line.own && line.round !== lines[at - 1]?.round && matchRow(event, lines.filter((other) => other.round === line.round), nameOf),
      lineRow(event, line, team, decimals)])));
}

/**
 * The head of a match of teams: against whom, and the game points of both.
 * @param {string} event
 * @param {ChessLine[]} lines of the match
 * @param {(team: string) => string} nameOf
 */
function matchRow(event, lines, nameOf) {
  const team = lines[0].opponent_team ?? "";
  const sum = (/** @type {string} */ of) => amount(lines.reduce((total, line) => plus(total, line[of]), "0"));
  const other = h("a", { class: "side-link", href: eventAddress(event, "card", team) }, name(nameOf(team) || team, "name"));
  return h("tr", { class: "against-row" },
    h("th", { scope: "rowgroup", colspan: 3 }, h("span", { class: "match-round" }, t("Round {n}", { n: lines[0].round })), " ", tc("against {name}", { name: other })),
    h("td", { colspan: 2, class: "card-points" }, lines.every((line) => line.points !== null) && h("span", { class: "value", dir: "ltr" }, `${sum("points")} : ${sum("points_against")}`)));
}

/**
 * @param {string} event
 * @param {ChessLine} line
 * @param {boolean} team
 * @param {number} decimals of the running total
 */
function lineRow(event, line, team, decimals) {
  const [mark, colour] = COLOURS[line.colour ?? ""] ?? ["", ""];
  const [result, words] = RESULTS[line.result ?? ""] ?? ["", ""];
  const bye = team ? t("bye") : byeWords(line.bye)[1];
  const opponent = name(line.opponent_name || line.opponent || "", "name");
  const beside = strength(line.opponent_title, line.opponent_rating);
  // Players of teams have a card of their own.
  const card = (/** @type {string} */ id) => eventAddress(event, "card", line.opponent_team ? playerItem(id) : id);
  const others = line.opponent ? h("a", { class: "side-link", href: card(line.opponent) }, opponent) : h("span", { class: "quiet" }, bye);
  return h("tr", { class: line.result === "1" || line.result === "+" ? "good" : line.result === "0" || line.result === "-" ? "poor" : null },
    h("th", { scope: "row", class: "card-board" }, h("a", { href: eventAddress(event, "games", String(line.round)) }, team && line.board ? `${line.round}.${line.board}` : String(line.round))),
    h("td", { class: "colour" }, mark && [h("span", { "aria-hidden": true }, mark), unseen(colour)]),
    h("td", { class: "against" },
      team && line.own ? tc("{own} against {others}", { own: h("a", { class: "side-link", href: card(line.own) }, name(line.own_name || line.own, "name")), others }) : others,
      beside && h("span", { class: "beside" }, beside)),
    h("td", { class: "card-score" }, result ? [h("span", { "aria-hidden": true }, result), unseen(words)] : line.opponent && line.points !== null ? h("span", { dir: "ltr" }, `${amount(line.points)} : ${amount(line.points_against)}`) : line.opponent ? h("span", { class: "quiet" }, t("to play")) : ""),
    h("td", { class: "card-points" }, h("span", { class: "value" }, team ? amount(line.points) : fixed(line.running, decimals))));
}
