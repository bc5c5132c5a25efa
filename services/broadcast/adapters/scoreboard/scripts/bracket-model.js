/**
 * The bracket of a knock-out, from its matches: the ties of each round, each beside those that its sides came from.
 * @module
 */

import { plus } from "./format.js";
import { roundsOf, stateOf } from "./matches-model.js";
import { t } from "./words.js";

/** @typedef {import("./matches-model.js").Match} Match */
/**
 * @typedef {object} Tie two sides that meet, over all parts of their match; one alone has a bye, or its opponent is not drawn
 * @property {{id: string, name: string, score: string, won: boolean}[]} sides without an id a place that nobody has yet
 * @property {"bye" | "waiting" | "running" | "over"} state
 * @property {Match | null} match its last part; null where no file lists it
 * @property {boolean} third whether it is between those who lost before
 */
/** @typedef {{title: string, ties: Tie[]}} BracketRound */

/**
 * @param {readonly Match[]} matches of a knock-out
 * @param {number} entrants how many take part, those with a bye in the first round among them
 * @returns {BracketRound[]} the first round first, and the rounds that are not drawn as empty places
 */
export function bracketOf(matches, entrants) {
  /** @type {Map<number, Match[]>} */
  const numbered = new Map();
  for (const { matches: own } of roundsOf(matches).reverse()) {
    const number = own[0].round ?? 0;
    numbered.set(number, [...numbered.get(number) ?? [], ...own]);
  }
  const rounds = [...numbered].sort(([a], [b]) => a - b).map(([number, own]) => ({ title: number ? t("Round {n}", { n: number }) : t("Matches"), ties: tiesOf(own) }));
  rounds.forEach((round, at) => decide(round, rounds[at + 1], rounds[at - 1]));
  if (!rounds.length) return [];
  for (let at = rounds.length - 2; at >= 0; at -= 1) align(rounds[at], rounds[at + 1]);
  return [...rounds, ...undrawn(rounds, Math.max(0, ...numbered.keys()), entrants)].filter((round) => round.ties.length);
}

/** @returns {Tie["sides"][number]} a place that nobody has yet */
const place = () => ({ id: "", name: "", score: "", won: false });

/**
 * What follows the last known round. Who is through is named; who meets whom is known of two alone.
 *
 * A round has half as many ties as there were before it. The first says nothing of those who have a bye: with more
 * entrants than it has sides, it is as large as a power of two makes it.
 * @param {BracketRound[]} known
 * @param {number} number of the last of them
 * @param {number} entrants
 * @returns {BracketRound[]}
 */
function undrawn(known, number, entrants) {
  const last = known[known.length - 1];
  const [before, alive] = [known.at(-2), last].map((round) => round?.ties.filter((tie) => !tie.third) ?? []);
  const first = entrants <= 2 * alive.length ? 0 : 2 ** Math.ceil(Math.log2(entrants)) / 2;
  let places = Math.max(known.length > 1 ? Math.ceil(before.length / 2) : first, alive.length);
  if (places === 1) {
    last.title = t("Final");
    return [];
  }
  const tie = (/** @type {Tie["sides"]} */ ...sides) => /** @type {Tie} */ ({ sides, state: "waiting", match: null, third: false });
  const through = alive.map(({ sides }) => {
    const won = sides.find((side) => side.won);
    return won ? { ...won, score: "", won: false } : place();
  });
  const sides = [...through, ...Array.from({ length: places - alive.length }, place)];
  if (places === 2) return [{ title: t("Final"), ties: [tie(...sides)] }];
  const rounds = [{ title: t("Next round"), ties: sides.map((side) => tie(side)) }];
  for (let following = Math.max(number, 1) + 2; (places = Math.ceil(places / 2)) > 1; following += 1) {
    rounds.push({ title: places === 2 ? t("Final") : t("Round {n}", { n: following }), ties: Array.from({ length: Math.ceil(places / 2) }, () => tie(place(), place())) });
  }
  return rounds;
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
