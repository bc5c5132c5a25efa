/**
 * The games of an event of chess as a view needs them: by rounds, with their matches, and as a cross-table.
 * @module
 */

import { amount, naturally } from "./format.js";
import { roundsOf } from "./matches-model.js";

/**
 * @typedef {object} Game one row of the channel `evt.<event>.games`
 * @property {number} round
 * @property {number | null} [table] of the round, or of the match of teams
 * @property {number | null} [board] of the match
 * @property {string} white
 * @property {string | null} [black] null for a bye or an absence
 * @property {string} white_name
 * @property {string} black_name
 * @property {string | null} [white_title]
 * @property {string | null} [black_title]
 * @property {string | null} [white_rating]
 * @property {string | null} [black_rating]
 * @property {string | null} [white_team]
 * @property {string | null} [black_team]
 * @property {string | null} [result]
 * @property {string | null} [white_points]
 * @property {string | null} [black_points]
 * @property {"U" | "F" | "H" | "Z" | null} [bye]
 * @property {boolean} [uncoloured]
 */

/** @typedef {import("./matches-model.js").Match} Match */
/** @typedef {import("./standings-model.js").Standing} Standing */
/** @typedef {{id: string, title: string, number: number, games: Game[], byes: Game[]}} Round */
/** @typedef {{opponent: string, colour: string, text: string, words: string}} Cell how somebody fared in one game or match */

/** @type {Record<string, [string, string]>} letter → short, words */
const BYES = {
  U: ["bye", "pairing-allocated bye"],
  F: ["bye", "full-point bye"],
  H: ["½ bye", "half-point bye"],
  Z: ["–", "not paired"],
};

/**
 * @param {string | null | undefined} letter
 * @returns {[string, string]}
 */
export function byeWords(letter) {
  return BYES[letter ?? ""] ?? ["–", "not paired"];
}

/**
 * The rounds of an event, the newest first; in each the games by table and board.
 * @param {Iterable<Game>} games
 * @returns {Round[]}
 */
export function gameRounds(games) {
  /** @type {Map<number, Round>} */
  const rounds = new Map();
  for (const game of games) {
    let round = rounds.get(game.round);
    if (!round) rounds.set(game.round, (round = { id: String(game.round), title: `Round ${game.round}`, number: game.round, games: [], byes: [] }));
    (game.table || game.black ? round.games : round.byes).push(game);
  }
  for (const round of rounds.values()) {
    round.games.sort((a, b) => (a.table ?? 0) - (b.table ?? 0) || (a.board ?? 0) - (b.board ?? 0));
    round.byes.sort((a, b) => naturally(a.white, b.white));
  }
  return [...rounds.values()].sort((a, b) => b.number - a.number);
}

/**
 * Title and rating as they stand beside a name: "FM 2215".
 * @param {string | null | undefined} title
 * @param {string | null | undefined} rating
 */
export function strength(title, rating) {
  return [title, amount(rating, 0)].filter(Boolean).join(" ");
}

/**
 * One side's half of a result: "1", "½", "0", "+" or "-"; empty until there is one.
 * @param {Game} game
 * @param {boolean} black
 */
export function half(game, black) {
  const result = game.result ?? "";
  return result && (black ? result[result.length - 1] : result[0]);
}

/**
 * A result as it is set: "1 – 0", "+ – −".
 * @param {Game} game
 */
export function resultText(game) {
  if (!game.result) return "";
  return [half(game, false), half(game, true)].map((side) => side.replace("-", "−")).join(" – ");
}

/** @type {Record<string, string>} */
const HALF_WORDS = { 1: "won", "½": "drew", 0: "lost", "+": "won by forfeit", "-": "lost by forfeit" };

/** @typedef {Map<string, Map<number, Cell[]>>} Cells participant → round → what somebody did in it */

/**
 * @param {Cells} cells
 * @param {string} id
 * @param {number} round
 * @param {Cell} cell
 */
function put(cells, id, round, cell) {
  let own = cells.get(id);
  if (!own) cells.set(id, (own = new Map()));
  own.set(round, [...own.get(round) ?? [], cell]);
}

/**
 * How everybody fared against whom in matches, by participant and round, the first round being 1.
 * @param {readonly Match[]} matches
 * @param {(match: Match) => {home: string, away: string}} score
 * @param {string} unit of the scores, in words
 * @param {boolean} [colours] whether the home side has White on the first board
 * @returns {Cells}
 */
export function cellsOfMatches(matches, score, unit, colours = false) {
  /** @type {Cells} */
  const cells = new Map();
  roundsOf(matches).reverse().forEach((round, at) => {
    const number = colours ? round.matches[0].round ?? 0 : at + 1;
    for (const match of round.matches) {
      const { home, away } = score(match);
      for (const [id, opponent, text, colour] of [[match.home, match.away ?? "", home, "w"], [match.away ?? "", match.home, away, "b"]]) {
        if (id) put(cells, id, number, { opponent, colour: opponent && colours ? colour : "", text, words: opponent ? `${text || "not played yet"} ${unit}` : `bye ${text}`.trim() });
      }
    }
  });
  return cells;
}

/**
 * How everybody fared against whom in games, by participant and round.
 * @param {Iterable<Game>} games
 * @returns {Cells}
 */
export function cellsOfGames(games) {
  /** @type {Cells} */
  const cells = new Map();
  for (const game of games) {
    if (!game.black) {
      const [text, words] = game.bye ? byeWords(game.bye) : [half(game, false), HALF_WORDS[half(game, false)] ?? ""];
      put(cells, game.white, game.round, { opponent: "", colour: "", text, words });
      continue;
    }
    for (const black of [false, true]) {
      const text = half(game, black);
      const colour = game.uncoloured ? "" : black ? "b" : "w";
      put(cells, black ? game.black : game.white, game.round, { opponent: black ? game.white : game.black, colour, text, words: HALF_WORDS[text] ?? "not played yet" });
    }
  }
  return cells;
}

/**
 * Whether everybody meets everybody: then a cross-table has a column for each of them, and not for each round.
 * @param {readonly Standing[]} rows
 * @param {Cells} cells
 */
export function isRoundRobin(rows, cells) {
  if (rows.length < 3 || rows.length > 24) return false;
  return rows.every(({ participant }) => {
    const met = new Set([...cells.get(participant)?.values() ?? []].flat().map((cell) => cell.opponent).filter(Boolean));
    return met.size >= rows.length - 1;
  });
}

/**
 * The matches of one round of teams, by table.
 * @param {Iterable<Match>} matches
 * @param {number} number
 * @returns {Map<number, Match>}
 */
export function matchesByTable(matches, number) {
  const round = roundsOf([...matches].filter((match) => match.round === number))[0];
  return new Map((round?.matches ?? []).filter((match) => match.table).map((match) => [Number(match.table), match]));
}
