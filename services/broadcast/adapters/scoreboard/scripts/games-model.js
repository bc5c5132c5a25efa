/**
 * The games of an event of chess as a view needs them: by rounds, with their matches, and as a cross-table.
 * @module
 */

import { decimalsOf, fixed, naturally, plus } from "./format.js";
import { roundsOf, stateOf } from "./matches-model.js";
import { t } from "./words.js";

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
/**
 * @typedef {object} Cell how somebody fared in one game or match
 * @property {string} opponent
 * @property {string} colour
 * @property {string} text
 * @property {string} words
 * @property {"" | "F" | "±" | "bye"} mark a match that was forfeited, a game, a match without an opponent
 */

/** @type {Record<string, [string, string]>} letter → short, words */
const BYES = {
  U: [t("bye"), t("pairing-allocated bye")],
  F: [t("bye"), t("full-point bye")],
  H: [t("½ bye"), t("half-point bye")],
  Z: ["–", t("not paired")],
};

/**
 * @param {string | null | undefined} letter
 * @returns {[string, string]}
 */
export function byeWords(letter) {
  return BYES[letter ?? ""] ?? BYES.Z;
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
    if (!round) rounds.set(game.round, (round = { id: String(game.round), title: t("Round {n}", { n: game.round }), number: game.round, games: [], byes: [] }));
    (game.table || game.black ? round.games : round.byes).push(game);
  }
  for (const round of rounds.values()) {
    round.games.sort((a, b) => (a.table ?? 0) - (b.table ?? 0) || (a.board ?? 0) - (b.board ?? 0));
    round.byes.sort((a, b) => naturally(a.white, b.white));
  }
  return [...rounds.values()].sort((a, b) => b.number - a.number);
}

/**
 * What each player had before a round; nothing of whom a game of an earlier round is still without a result.
 * @param {Iterable<Game>} games of all rounds
 * @param {number} round
 * @returns {Map<string, string | null>}
 */
export function pointsBefore(games, round) {
  /** @type {Map<string, string | null>} */
  const before = new Map();
  for (const game of games) {
    if (game.round >= round) continue;
    for (const [id, points] of [[game.white, game.white_points], [game.black, game.black_points]]) {
      const had = id && before.get(id);
      if (id) before.set(id, had === null || (points ?? null) === null ? null : plus(had ?? "0", points));
    }
  }
  return before;
}

/**
 * The points of somebody before a round, in short.
 * @param {string | null | undefined} points
 */
export function pointsText(points) {
  return points ? t("{n} pts", { n: fixed(points, Math.max(1, decimalsOf([points]))) }) : "";
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
const HALF_WORDS = { 1: t("won"), "½": t("drew"), 0: t("lost"), "+": t("won by forfeit"), "-": t("lost by forfeit") };

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
      const forfeited = colours && stateOf(match) === "over" && !match.boards;
      for (const [id, opponent, text, colour] of [[match.home, match.away ?? "", home, "w"], [match.away ?? "", match.home, away, "b"]]) {
        const scored = text && t("{n} {unit}", { n: text, unit });
        const words = !opponent ? t("bye {score}", { score: text }).trim() : forfeited ? t("{score} by forfeit", { score: scored }) : scored || t("not played yet");
        if (id) put(cells, id, number, { opponent, colour: opponent && colours ? colour : "", text, words, mark: !opponent ? "bye" : forfeited ? "F" : "" });
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
      const [text, words] = game.bye ? byeWords(game.bye) : [half(game, false).replace("-", "−"), HALF_WORDS[half(game, false)] ?? ""];
      put(cells, game.white, game.round, { opponent: "", colour: "", text, words, mark: "" });
      continue;
    }
    const mark = /[+-]$|^[+-]/.test(game.result ?? "") ? "±" : "";
    for (const black of [false, true]) {
      const text = half(game, black);
      const colour = game.uncoloured ? "" : black ? "b" : "w";
      put(cells, black ? game.black : game.white, game.round, { opponent: black ? game.white : game.black, colour, text: text.replace("-", "−"), words: HALF_WORDS[text] ?? t("not played yet"), mark });
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

/** @typedef {{id: string, name: string, title: string | null | undefined, rating: string | null | undefined, team: string, points: string, games: number}} PlayerResult */

/**
 * What the players of teams have over the board, by the board that each has played most; forfeits are no games.
 * @param {Iterable<Game>} games
 * @returns {{board: number, players: PlayerResult[]}[]}
 */
export function playersByBoard(games) {
  /** @type {Map<string, PlayerResult & {boards: Map<number, number>}>} */
  const players = new Map();
  for (const game of games) {
    if (!game.black || !game.board || !/^[01½]/.test(game.result ?? "")) continue;
    for (const [id, label, title, rating, team, points] of /** @type {[string, string, any, any, string | null | undefined, any][]} */ ([
      [game.white, game.white_name, game.white_title, game.white_rating, game.white_team, game.white_points],
      [game.black, game.black_name, game.black_title, game.black_rating, game.black_team, game.black_points],
    ])) {
      let player = players.get(id);
      if (!player) players.set(id, (player = { id, name: label, title, rating, team: team ?? "", points: "0", games: 0, boards: new Map() }));
      player.points = plus(player.points, points);
      player.games += 1;
      player.boards.set(game.board, (player.boards.get(game.board) ?? 0) + 1);
    }
  }
  /** @type {Map<number, PlayerResult[]>} */
  const boards = new Map();
  for (const { boards: played, ...player } of players.values()) {
    const [[board]] = [...played].sort(([a, often], [b, more]) => more - often || a - b);
    boards.set(board, [...boards.get(board) ?? [], player]);
  }
  return [...boards].sort(([a], [b]) => a - b).map(([board, own]) => ({
    board, players: own.sort((a, b) => Number(b.points) - Number(a.points) || a.games - b.games || naturally(a.name, b.name)),
  }));
}

const PLAYER = "player.";

/**
 * A player of a team as addresses of cards have him: teams have the same numbers.
 * @param {string} id
 */
export function playerItem(id) {
  return `${PLAYER}${id}`;
}

/**
 * Whose card an address means.
 * @param {string} item
 * @returns {{id: string, kind: string}} the kind is empty for whoever is ranked
 */
export function cardOf(item) {
  return item.startsWith(PLAYER) ? { id: item.slice(PLAYER.length), kind: "player" } : { id: item, kind: "" };
}
