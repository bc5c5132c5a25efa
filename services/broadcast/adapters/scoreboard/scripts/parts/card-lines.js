/**
 * The boards of a personal card; where the event is played in matches, each match with its boards below it.
 * @module
 */

import { contractMark, outcome, ownScore } from "../bridge.js";
import { h, name, numbered, unseen, unseenWords } from "../dom.js";
import { amount, boardPoints, directionLetters, directionWords, fixed, unitHeading, unitWords } from "../format.js";
import { boardsOf, matchHead, matchRows } from "./match-boards.js";
import { whyButton } from "./explanation.js";
import { matchItem, matchScore, roundOrder, roundTitle, sidesKey, stateOf } from "../matches-model.js";
import { eventAddress } from "../router.js";
import { t, tc, tn } from "../words.js";

/** @typedef {Record<string, any>} CardLine one of `lines` of `/v1/events/{event}/cards/{participant}` */
/** @typedef {import("../matches-model.js").Match} Match */
/** @typedef {{match: Match | null, lines: CardLine[]}} Group */

/**
 * @typedef {object} CardContext
 * @property {string} event
 * @property {string} participant whose card it is
 * @property {(id: string) => string} nameOf the name of a participant; empty when it is not known
 * @property {(id: string) => string} numberOf the number by which people know a participant
 * @property {((match: Match, away: boolean) => void) | false} why a side of a match has its score
 * @property {boolean} [alone] whether a match is all there is, and has its head elsewhere
 */

/**
 * @typedef {object} Shape what the lines of a card have to say
 * @property {boolean} percents
 * @property {boolean} sessions whether there are several
 * @property {boolean} sides whether the participant sat in both directions
 */

/**
 * @param {CardContext} context
 * @param {readonly CardLine[]} lines
 * @param {readonly Match[]} matches of the event
 */
export function cardTable(context, lines, matches) {
  const groups = groupsOf(context.participant, lines, matches);
  if (lines.some((line) => line.own_team === context.participant && line.own !== context.participant)) return teamTable(context, lines, groups, matches);
  const unit = lines[0]?.unit ?? "";
  const shape = {
    percents: lines.some((line) => line.percent !== null && line.percent !== undefined),
    sessions: new Set(lines.map((line) => line.session ?? "")).size > 1,
    sides: new Set(lines.map((line) => line.direction ?? "")).size > 1,
  };
  return h("table", { class: "card" },
    h("caption", { class: "sr-only" }, playedWords(lines)),
    h("thead", null, h("tr", null,
      h("th", { scope: "col", class: "card-board" }, h("span", { "aria-hidden": true }, t("Bd")), unseen(t("Board"))),
      h("th", { scope: "col", class: "bid" }, t("Contract")),
      h("th", { scope: "col", class: "card-score" }, t("Score")),
      h("th", { scope: "col", class: "card-points" }, h("span", { "aria-hidden": true }, shape.percents ? "%" : unitHeading(unit)), unseen(shape.percents ? t("Percentage") : unitWords(unit))))),
    groups.flatMap(({ match, lines: own }) => [
      match && !context.alone && h("tbody", null, matchRow(context, match, matches, own, 1)),
      ...runsOf(own).map((run) => h("tbody", null, againstRow(context, run[0], shape), run.map((line) => lineRow(context, line, shape)))),
    ]));
}

/** @param {readonly CardLine[]} lines */
function playedWords(lines) {
  const boards = new Set(lines.map((line) => line.id)).size;
  return boards ? tn(boards, "Boards played: {n} board", "Boards played: {n} boards") : t("Boards played: none");
}

/**
 * Boards that follow each other against the same opponents.
 * @param {readonly CardLine[]} lines
 * @returns {CardLine[][]}
 */
function runsOf(lines) {
  const key = (/** @type {CardLine} */ line) => JSON.stringify([line.session, line.direction, line.own, line.opponents_number, line.opponents_team]);
  /** @type {CardLine[][]} */
  const runs = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run && key(run[0]) === key(line)) run.push(line);
    else runs.push([line]);
  }
  return runs;
}

/**
 * @param {CardContext} context
 * @param {CardLine} line the first of those against these opponents
 * @param {Shape} shape
 */
function againstRow(context, line, { sides }) {
  const beside = partners(context, line);
  return h("tr", { class: "against-row" }, h("th", { scope: "rowgroup", colspan: 4 },
    sides && line.direction && h("span", { class: "quiet" }, h("span", { "aria-hidden": true }, `${directionLetters(line.direction)} `), unseen(`${directionWords(line.direction)} `)),
    tc("against {name}", { name: numbered(context.numberOf(String(line.opponents_number ?? line.opponents_team ?? "")), line.opponents ?? "") }),
    beside && h("span", { class: "beside" }, beside)));
}

/**
 * The card of a team: its matches, and of each board what it gave in the match.
 * @param {CardContext} context
 * @param {readonly CardLine[]} lines
 * @param {readonly Group[]} groups
 * @param {readonly Match[]} matches
 */
function teamTable(context, lines, groups, matches) {
  const unit = matches.find((match) => match.raw_unit)?.raw_unit;
  return h("table", { class: "card match-boards" },
    h("caption", { class: "sr-only" }, playedWords(lines)),
    h("thead", null, matchHead(unit, context.nameOf(context.participant) || context.participant)),
    groups.map(({ match, lines: own }) =>
      h("tbody", null, match && !context.alone && matchRow(context, match, matches, own, 2), matchRows(context.event, boardsOf(own, unit), unit))));
}

/**
 * The lines match by match, in the order of the rounds; those of no match first, matches without boards too.
 * @param {string} participant
 * @param {readonly CardLine[]} lines
 * @param {readonly Match[]} matches
 * @returns {Group[]}
 */
export function groupsOf(participant, lines, matches) {
  const sides = new Set([participant, ...lines.map((line) => line.own_team)].filter(Boolean));
  const own = matches.filter((match) => sides.has(match.home) || sides.has(match.away)).sort(roundOrder);
  /** @type {Map<string, Group>} */
  const groups = new Map([["", { match: null, lines: [] }]]);
  for (const match of own) {
    const key = sidesKey(match.session, match.round, match.home, match.away);
    if (!groups.has(key)) groups.set(key, { match, lines: [] });
  }
  for (const line of lines) {
    const key = sidesKey(line.session, line.round, line.own_team ?? line.own, line.opponents_team ?? line.opponents_number);
    (groups.get(key) ?? /** @type {Group} */ (groups.get(""))).lines.push(line);
  }
  return [...groups.values()].filter((group) => group.match || group.lines.length);
}

/**
 * @param {CardContext} context
 * @param {Match} match
 * @param {readonly Match[]} matches
 * @param {readonly CardLine[]} lines
 * @param {number} columns that its score spans, beside three others
 */
function matchRow({ event, participant, why }, match, matches, lines, columns) {
  const round = h("span", { class: "match-round" }, roundTitle(match, matches));
  const away = match.away === participant || lines.some((line) => line.own_team === match.away);
  const [id, label] = away ? [match.home, match.home_name] : [match.away, match.away_name];
  const score = matchScore(match);
  const [ours, theirs] = away ? [score.away, score.home] : [score.home, score.away];
  const state = stateOf(match);
  const against = state === "bye" ? t("bye") : unseenWords(tc("against {name}", { name: h("a", { class: "side-link", href: eventAddress(event, "card", id ?? "") }, numbered(id ?? "", label ?? "")) }));
  const result = !ours && !theirs ? "" : state === "bye" ? ours : `${ours || "–"} : ${theirs || "–"}`;
  return h("tr", { class: "match-row" },
    h("th", { scope: "rowgroup", colspan: 3 },
      state === "bye" ? round : h("a", { class: "match-link", href: eventAddress(event, "matches", matchItem(match, matches)) }, round), " ", against),
    h("td", { colspan: columns, class: "card-points" },
      result && whyButton(h("span", { class: "value" }, result), why && (() => why(match, away))),
      h("span", { class: "beside" }, [result && unitHeading(match.unit), state === "running" && t("in play")].filter(Boolean).join(", "))));
}

/**
 * @param {CardContext} context
 * @param {CardLine} line
 * @param {Shape} shape
 */
function lineRow(context, line, { percents, sessions }) {
  const result = outcome(line.contract, line.tricks);
  const known = line.percent !== null && line.percent !== undefined;
  const board = [sessions && line.session ? h("span", { class: "section-mark" }, name(String(line.session))) : null, name(String(line.board))];
  return h("tr", { class: grade(line) },
    h("th", { scope: "row", class: "card-board" }, line.id ? h("a", { href: eventAddress(context.event, "boards", line.id) }, board) : board),
    h("td", { class: "bid" }, contractMark(line.contract), " ",
      h("span", { class: "quiet", "aria-hidden": true }, [directionLetters(line.declarer), result.text].filter(Boolean).join(" ")),
      unseen([line.declarer && t("by {seat}", { seat: directionWords(line.declarer) }), result.spoken].filter(Boolean).join(", "))),
    h("td", { class: "card-score" }, ownScore(line.score, line.direction)),
    h("td", { class: "card-points" },
      h("span", { class: "value" }, percents ? (known ? fixed(line.percent, 2) : "–") : boardPoints(line.points, line.unit) || "–"),
      percents && line.points && h("span", { class: "card-unit" }, `${amount(line.points)} ${unitHeading(line.unit)}`)));
}

/**
 * With whom an individual played, or which pair of a team.
 * @param {CardContext} context
 * @param {CardLine} line
 */
function partners({ participant, nameOf }, line) {
  const own = (line.own ?? "").split("+").filter(Boolean);
  if (own.includes(participant)) {
    const others = own.filter((/** @type {string} */ id) => id !== participant).map((/** @type {string} */ id) => nameOf(id) || id);
    return others.length ? t("with {names}", { names: others.join(" & ") }) : "";
  }
  return line.own ? line.own_names || line.own : "";
}

/**
 * Good boards and bad ones: by their percentage, else by the IMPs won and lost.
 * @param {CardLine} line
 */
function grade(line) {
  if (line.percent !== null && line.percent !== undefined) {
    const share = Number(line.percent);
    return share >= 60 ? "good" : share <= 40 ? "poor" : null;
  }
  const points = line.unit === "imps" ? Number(line.points ?? 0) : 0;
  return points > 0 ? "good" : points < 0 ? "poor" : null;
}
