/**
 * The bracket of a knock-out, from its matches: the ties of each round, each beside those that its sides came from.
 * @module
 */

import { plus } from "./format.js";
import { roundsOf, stateOf } from "./matches-model.js";
import { t } from "./words.js";

/** @typedef {import("./matches-model.js").Match} Match */
/**
 * @typedef {object} Tie two sides that meet, over all parts of their match; one alone has a bye or waits for its opponent
 * @property {{id: string, name: string, score: string, won: boolean}[]} sides
 * @property {"bye" | "waiting" | "running" | "over"} state
 * @property {Match | null} match its last part; null where no file lists it
 * @property {boolean} third whether it is between those who lost before
 */
/** @typedef {{title: string, ties: Tie[]}} BracketRound */

/**
 * @param {readonly Match[]} matches of a knock-out
 * @returns {BracketRound[]} the first round first
 */
export function bracketOf(matches) {
  /** @type {Map<number, Match[]>} */
  const numbered = new Map();
  for (const { matches: own } of roundsOf(matches).reverse()) {
    const number = own[0].round ?? 0;
    numbered.set(number, [...numbered.get(number) ?? [], ...own]);
  }
  const rounds = [...numbered].sort(([a], [b]) => a - b).map(([number, own]) => ({ title: number ? t("Round {n}", { n: number }) : t("Matches"), ties: tiesOf(own) }));
  rounds.forEach((round, at) => decide(round, rounds[at + 1], rounds[at - 1]));
  const last = rounds.at(-1);
  if (!last) return [];
  const alive = last.ties.filter((tie) => !tie.third);
  const through = alive.flatMap((tie) => tie.sides.filter((side) => side.won));
  if (alive.length > 1) rounds.push({ title: t("Next round"), ties: through.map((side) => ({ sides: [{ ...side, score: "", won: false }], state: "waiting", match: null, third: false })) });
  else last.title = t("Final");
  for (let at = rounds.length - 2; at >= 0; at -= 1) align(rounds[at], rounds[at + 1]);
  return rounds.filter((round) => round.ties.length);
}

/**
 * Whether each two ties of a round, in their order, lead to one of the next.
 * @param {BracketRound} round
 * @param {BracketRound | undefined} next
 */
export function joins(round, next) {
  return next?.ties.length === round.ties.length / 2 && next.ties.every((tie) => !tie.third && tie.sides.length === 2);
}

/**
 * Matches between the same two sides are parts of one.
 * @param {readonly Match[]} matches of a round
 * @returns {Tie[]}
 */
function tiesOf(matches) {
  /** @type {Map<string, Match[]>} */
  const parts = new Map();
  for (const match of matches) {
    const key = JSON.stringify([match.home, match.away ?? ""].sort());
    parts.set(key, [...parts.get(key) ?? [], match]);
  }
  return [...parts.values()].map((own) => {
    const [first] = own;
    const score = (/** @type {string | null | undefined} */ id) => {
      const points = own.map((match) => match.home === id ? match.home_score ?? match.home_raw : match.away_score ?? match.away_raw);
      return points.every((value) => value === null || value === undefined) ? "" : points.reduce((/** @type {string} */ sum, value) => plus(sum, value), "0");
    };
    const sides = [{ id: first.home, name: first.home_name ?? "" }, { id: first.away ?? "", name: first.away_name ?? "" }].filter(({ id }) => id);
    const states = own.map(stateOf);
    /** @type {readonly Tie["state"][]} */
    const weighty = ["running", "waiting", "bye"];
    return {
      sides: sides.map((side) => ({ ...side, score: score(side.id), won: false })),
      state: weighty.find((state) => states.includes(state)) ?? "over",
      match: own.at(-1) ?? null,
      third: false,
    };
  });
}

/**
 * Who won: who is in the next round, else who has more once all parts are over. Who has a bye goes through.
 * @param {BracketRound} round
 * @param {BracketRound | undefined} next
 * @param {BracketRound | undefined} before whose winners are known
 */
function decide(round, next, before) {
  const lost = new Set(before?.ties.flatMap((tie) => tie.sides.filter((side) => !side.won).map(({ id }) => id)));
  const later = new Set(next?.ties.flatMap((tie) => tie.sides.map(({ id }) => id)));
  for (const tie of round.ties) {
    tie.third = tie.sides.length > 1 && tie.sides.every(({ id }) => lost.has(id));
    const through = tie.sides.filter(({ id }) => later.has(id));
    const [one, other] = tie.sides;
    if (!other) one.won = true;
    else if (through.length === 1) through[0].won = true;
    else if (tie.state === "over" && one.score && other.score) {
      one.won = Number(one.score) > Number(other.score);
      other.won = Number(other.score) > Number(one.score);
    }
  }
  // A side of the next round that is in no tie of this one has had a bye. Those who play for the third place have not.
  const here = new Set(round.ties.flatMap((tie) => tie.sides.map(({ id }) => id)));
  for (const side of next?.ties.flatMap((tie) => tie.sides) ?? []) {
    if (!here.has(side.id) && side.id) round.ties.push({ sides: [{ ...side, score: "", won: true }], state: "bye", match: null, third: false });
  }
  round.ties.sort((a, b) => Number(a.third) - Number(b.third));
}

/**
 * Put the ties of a round in the order in which their winners stand in the next one.
 * @param {BracketRound} round
 * @param {BracketRound} next
 */
function align(round, next) {
  const stands = new Map(next.ties.filter((tie) => !tie.third).flatMap((tie) => tie.sides.map(({ id }) => id)).map((id, at) => [id, at]));
  const place = (/** @type {Tie} */ tie) => Math.min(...tie.sides.map(({ id }) => stands.get(id) ?? Infinity));
  const order = new Map(round.ties.map((tie, at) => [tie, at]));
  round.ties.sort((a, b) => Number(a.third) - Number(b.third) || (place(a) === place(b) ? 0 : place(a) - place(b)) || (order.get(a) ?? 0) - (order.get(b) ?? 0));
}
