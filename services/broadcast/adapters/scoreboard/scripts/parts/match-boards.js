/**
 * A match of teams board by board: what happened in both rooms side by side, what it gave, and how the match stood then.
 * Scores are those of one side, in the room where it sat North-South and in the one where it sat East-West.
 * @module
 */

import { contractMark, outcome, ownScore } from "../bridge.js";
import { h, name, unseen } from "../dom.js";
import { amount, directionLetters, directionWords, plus, signed, unitHeading, unitWords } from "../format.js";
import { eventAddress } from "../router.js";
import { t, tc } from "../words.js";

/** @typedef {Record<string, any>} CardLine one of `lines` of `/v1/events/{event}/cards/{participant}` */
/** @typedef {{board: string, id: string, rooms: Record<string, CardLine[]>, points: string | null, against: string | null, sum: string}} Board points that it gives this side and the other */

const ROOMS = ["NS", "EW"];

/**
 * The lines of a match by boards, with the running score of this side and the other.
 * @param {readonly CardLine[]} lines of a team, in the order of the boards
 * @param {string | null | undefined} unit of what boards give
 * @returns {Board[]}
 */
export function boardsOf(lines, unit) {
  /** @type {Map<string, Board>} */
  const boards = new Map();
  for (const line of lines) {
    let board = boards.get(line.id);
    if (!board) boards.set(line.id, (board = { board: String(line.board), id: line.id, rooms: { NS: [], EW: [] }, points: null, against: null, sum: "" }));
    board.rooms[line.direction]?.push(line);
    board.points ??= line.match_points ?? null;
    board.against ??= line.match_points_against ?? null;
  }
  let [ours, theirs] = ["0", "0"];
  // A difference is won by one side; points both may have.
  const won = (/** @type {string | null} */ points) => (points === null || (unit === "imps" && points.startsWith("-")) ? "0" : points);
  for (const board of boards.values()) {
    if (board.points === null) continue;
    ours = plus(ours, won(board.points));
    theirs = plus(theirs, won(board.against));
    board.sum = `${amount(ours)} : ${amount(theirs)}`;
  }
  return [...boards.values()];
}

/**
 * @param {string | null | undefined} unit of what boards give
 * @param {string} side whose scores they are; read aloud
 */
export function matchHead(unit, side) {
  return h("tr", null,
    h("th", { scope: "col", class: "card-board" }, h("span", { "aria-hidden": true }, t("Bd")), unseen(t("Board"))),
    ROOMS.map((room) => h("th", { scope: "col", class: "in-room" }, h("span", { "aria-hidden": true }, room === "NS" ? t("As N-S") : t("As E-W")), unseen(tc("{name} as {direction}", { name: name(side), direction: directionWords(room) })))),
    h("th", { scope: "col", class: "swing" }, h("span", { "aria-hidden": true }, unitHeading(unit)), unseen(unitWords(unit))),
    h("th", { scope: "col", class: "card-points" }, h("span", { "aria-hidden": true }, t("Sum")), unseen(t("Running score"))));
}

/**
 * @param {string} event
 * @param {readonly Board[]} boards
 * @param {string | null | undefined} unit
 */
export function matchRows(event, boards, unit) {
  return boards.map((board) => {
    const { points, against } = board;
    const text = points === null ? "–" : unit === "imps" ? signed(points) : amount(points);
    const lead = Math.sign(Number(points) - Number(against));
    return h("tr", { class: lead > 0 ? "good" : lead < 0 ? "poor" : null },
      h("th", { scope: "row", class: "card-board" }, h("a", { href: eventAddress(event, "boards", board.id) }, name(board.board))),
      ROOMS.map((room) => h("td", { class: "in-room" }, board.rooms[room].map(atTable))),
      h("td", { class: "swing" }, h("span", { class: "value" }, text)),
      h("td", { class: "card-points", dir: "ltr" }, board.sum));
  });
}

/** @param {CardLine} line */
function atTable(line) {
  const result = outcome(line.contract, line.tricks);
  return h("span", { class: "at-table" },
    h("span", { class: "room-contract" }, contractMark(line.contract), " ",
      h("span", { "aria-hidden": true }, [directionLetters(line.declarer), result.text].filter(Boolean).join(" ")),
      unseen([line.declarer && t("by {seat}", { seat: directionWords(line.declarer) }), result.spoken].filter(Boolean).join(", "))),
    h("span", { class: "room-score" }, ownScore(line.score, line.direction)));
}

/**
 * Who sat where, each named once: of both rooms the pairs of this side and their opponents.
 * @param {readonly CardLine[]} lines
 */
export function lineUps(lines) {
  const rooms = ROOMS.map((room) => {
    const pairs = lines.filter((line) => line.direction === room).map((line) => [line.own_names ?? line.own ?? "", line.opponents ?? ""].join("\n"));
    return { room, pairs: [...new Set(pairs)].map((pair) => pair.split("\n")) };
  });
  const known = rooms.filter(({ pairs }) => pairs.some(([own, others]) => own && others));
  if (!known.length || lines.every((line) => !line.own)) return null;
  return h("ul", { class: "line-ups" }, known.flatMap(({ room, pairs }) => pairs.map(([own, others]) =>
    h("li", null, h("span", { class: "quiet" }, `${directionWords(room)} `), tc("{own} against {others}", { own: name(own), others: name(others) })))));
}
