/**
 * The matches of an event as a view needs them: by rounds, how each stands, and how its scores are written.
 * @module
 */

import { scoreWord } from "./bridge.js";
import { amount, decimalsOf, fixed, naturally, signed, unitHeading } from "./format.js";
import { t } from "./words.js";

/**
 * @typedef {object} Match one row of the channel `evt.<event>.matches`
 * @property {string | null} [session]
 * @property {string | null} [section]
 * @property {number | null} [round]
 * @property {string | null} [table]
 * @property {string} home
 * @property {string | null} [away] null for a bye
 * @property {string} [home_name]
 * @property {string} [away_name]
 * @property {number} [boards] on which both sides have a score
 * @property {number} [cancelled] that are over without that
 * @property {number | null} [length] boards of the whole match
 * @property {string | null} [raw_unit]
 * @property {string | null} [home_raw]
 * @property {string | null} [away_raw]
 * @property {string | null} [home_score]
 * @property {string | null} [away_score]
 * @property {string} unit
 * @property {string | null} [stated_home]
 * @property {string | null} [stated_away]
 * @property {boolean | null} [agrees]
 * @property {string | null} [ruling] of the director, instead of what its boards give
 */

/** @typedef {{id: string, title: string, matches: Match[]}} Round */
/** @typedef {"bye" | "waiting" | "running" | "over"} State */
/** @typedef {{home: string, away: string}} ScoreTexts of both sides, ready to be shown; empty where it is not known */

/**
 * How a match stands. One that the file gives a score is over, even where some of its boards are missing.
 * @param {Match} match
 * @returns {State}
 */
export function stateOf(match) {
  if (!match.away) return "bye";
  const boards = match.boards ?? 0;
  const stated = known(match.stated_home) || known(match.stated_away);
  const settled = stated || known(match.ruling);
  if (!settled && boards > 0 && match.length && boards + (match.cancelled ?? 0) < match.length) return "running";
  return boards > 0 || settled || known(match.home_score) ? "over" : "waiting";
}

/** @param {string | null | undefined} value */
function known(value) {
  return value !== null && value !== undefined;
}

/**
 * The older round first.
 * @param {Match} a
 * @param {Match} b
 */
export function roundOrder(a, b) {
  return naturally(a.session, b.session) || (a.round ?? 0) - (b.round ?? 0);
}

/**
 * Those who met, in whatever order they are named.
 * @param {string | null | undefined} session
 * @param {number | null | undefined} round
 * @param {string | null | undefined} left
 * @param {string | null | undefined} right
 */
export function sidesKey(session, round, left, right) {
  return JSON.stringify([session ?? "", round ?? "", ...[left ?? "", right ?? ""].sort()]);
}

/**
 * "Round 3", with its session where there are several.
 * @param {Match} match
 * @param {readonly Match[]} matches of the event
 */
export function roundTitle({ session, round }, matches) {
  const several = session && matches.some((other) => other.session !== session);
  if (round === null || round === undefined) return several ? t("Session {session}", { session }) : t("Matches");
  return several ? t("Session {session}, round {n}", { session, n: round }) : t("Round {n}", { n: round });
}

/**
 * The round of a match as addresses have it.
 * @param {Match} match
 */
export function roundItem({ session, round }) {
  return [session, round].filter((part) => part !== null && part !== undefined).join("-") || "all";
}

/**
 * A match as addresses have it: its round and both sides, with a number where they met more than once in that round.
 * @param {Match} match
 * @param {readonly Match[]} matches of the event
 */
export function matchItem(match, matches) {
  const item = (/** @type {Match} */ of) => [roundItem(of), of.home, of.away ?? ""].join(".");
  const again = matches.slice(0, matches.indexOf(match)).filter((other) => item(other) === item(match)).length;
  return again ? `${item(match)}.${again + 1}` : item(match);
}

/**
 * The rounds of an event, the newest first; in each the matches by table and by who is at home.
 * @param {readonly Match[]} matches
 * @returns {Round[]}
 */
export function roundsOf(matches) {
  /** @type {Map<string, Round>} */
  const rounds = new Map();
  for (const match of [...matches].sort((a, b) => roundOrder(b, a))) {
    const id = roundItem(match);
    const round = rounds.get(id);
    if (round) round.matches.push(match);
    else rounds.set(id, { id, title: roundTitle(match, matches), matches: [match] });
  }
  for (const round of rounds.values()) {
    round.matches.sort((a, b) => naturally(a.section, b.section) || naturally(a.table, b.table) || naturally(a.home, b.home) || naturally(a.away, b.away));
  }
  return [...rounds.values()];
}

/**
 * The newest round in which anything has been played; the first to come where nothing has.
 * @param {readonly Round[]} rounds newest first
 * @returns {Round | undefined}
 */
export function newestRound(rounds) {
  const begun = rounds.find((round) => round.matches.some((match) => ["running", "over"].includes(stateOf(match))));
  return begun ?? rounds.at(-1);
}

/**
 * What both sides have of a match.
 * @param {Match} match
 * @param {number} [decimals] as many as needed where it is left out
 * @returns {ScoreTexts}
 */
export function matchScore({ home_score: home, away_score: away, unit }, decimals) {
  return written(home, away, unit, decimals);
}

/**
 * What its boards add up to.
 * @param {Match} match
 * @param {number} [decimals]
 * @returns {ScoreTexts}
 */
export function rawScore({ home_raw: home, away_raw: away, raw_unit: unit }, decimals) {
  return written(home, away, unit, decimals);
}

/**
 * What the file states.
 * @param {Match} match
 * @returns {ScoreTexts}
 */
export function statedScore({ stated_home: home, stated_away: away, unit }) {
  return written(home, away, unit);
}

/**
 * What one side won is what the other lost, in a difference: it shows its sign.
 * @param {string | null | undefined} home
 * @param {string | null | undefined} away
 * @param {string | null | undefined} unit
 * @param {number} [decimals]
 * @returns {ScoreTexts}
 */
function written(home, away, unit, decimals) {
  const difference = unit !== "vps" && unit !== "percent" && known(home) && known(away) && Number(home) === -Number(away);
  const text = (/** @type {string | null | undefined} */ value) => {
    const plain = decimals === undefined ? amount(value) : fixed(value, decimals);
    return difference && plain && signed(value) !== amount(value) ? `+${plain}` : plain;
  };
  return { home: text(home), away: text(away) };
}

/**
 * @typedef {object} MatchForm how the matches of an event are written
 * @property {string} unit of their scores
 * @property {string} rawUnit of what their boards add up to
 * @property {boolean} raws whether that says more than the scores do
 * @property {boolean} tables whether any has the number of a table
 * @property {number} decimals of the scores
 * @property {number} rawDecimals
 */

/**
 * @param {readonly Match[]} matches
 * @returns {MatchForm}
 */
export function matchForm(matches) {
  const unit = matches[0]?.unit ?? "";
  const rawUnit = matches.find((match) => match.raw_unit)?.raw_unit ?? "";
  const same = (/** @type {string | null | undefined} */ a, /** @type {string | null | undefined} */ b) => amount(a) === amount(b);
  return {
    unit,
    rawUnit,
    raws: matches.some((match) => known(match.home_raw) && !(same(match.home_raw, match.home_score) && same(match.away_raw, match.away_score))),
    tables: matches.some((match) => match.table),
    decimals: decimalsOf(matches.flatMap((match) => [match.home_score, match.away_score])),
    rawDecimals: decimalsOf(matches.flatMap((match) => [match.home_raw, match.away_raw])),
  };
}

/**
 * How many boards: "8", or "5/8" while some are missing; with the ruling, where there is one: "8 void".
 * @param {Match} match
 */
export function boardsText({ boards, length, ruling }) {
  const played = length && boards && boards < length ? `${boards}/${length}` : String(boards || "");
  return known(ruling) ? `${played} ${scoreWord(/** @type {string} */ (ruling))}`.trim() : played;
}

/**
 * Which side leads: 1 at home, −1 away, 0 when neither does.
 * @param {Match} match
 */
export function leading({ home_score: home, away_score: away }) {
  if (!known(home) || !known(away)) return 0;
  return Math.sign(Number(home) - Number(away));
}

/**
 * The heading of what the boards add up to: its unit, unless the scores have the same one.
 * @param {MatchForm} form
 */
export function rawHeading({ unit, rawUnit }) {
  return rawUnit === unit ? t("Net") : unitHeading(rawUnit);
}
