/**
 * What the tie-breaks of chess are and how each is summed, in plain words (FIDE Handbook C.07).
 * @module
 */

/** @type {Record<string, [string, string]>} code → name, how it is summed */
const TIE_BREAKS = {
  PTS: ["Points", "The points of all rounds, added up."],
  DE: ["Direct encounter", "The points in the games of those who are tied against each other, if all of them have met or nobody can be overtaken. The value is the place among them."],
  EDE: ["Extended direct encounter", "The matches of the tied teams against each other, by match points and then by game points. The value is the place among them."],
  WIN: ["Wins", "Rounds with as many points as a win gives, forfeits and byes too."],
  WON: ["Games won", "Games won over the board."],
  BPG: ["Games with Black", "Games played over the board with Black."],
  BWG: ["Wins with Black", "Games won over the board with Black."],
  PS: ["Progressive score", "The score after each round, added up."],
  REP: ["Rounds elected to play", "Rounds, less those for which a half-point bye, a zero-point bye or a forfeit was chosen."],
  STD: ["Standard points", "One for each opponent beaten, a half for each equal result."],
  TPN: ["Tournament pairing number", "The number in the list of entries; the lower one is better."],
  BH: ["Buchholz", "The scores of all opponents, added up."],
  FB: ["Fore Buchholz", "The scores of all opponents, added up, with the games of the last round taken as drawn."],
  AOB: ["Average of opponents' Buchholz", "The Buchholz of each opponent met over the board, added up and divided by their number."],
  SB: ["Sonneborn-Berger", "The score of each opponent times the points made against him, added up."],
  KS: ["Koya system", "The points made against those who have at least half of the possible points."],
  ARO: ["Average rating of opponents", "The ratings of the opponents met over the board, added up and divided by their number."],
  TPR: ["Tournament performance rating", "The average rating of opponents, and what the score in these games is worth in rating points."],
  PTP: ["Perfect tournament performance", "The lowest rating that would expect the score that was made."],
  APRO: ["Average performance of opponents", "The performance rating (TPR) of each opponent, added up and divided by their number."],
  APPO: ["Average perfect performance of opponents", "The perfect performance (PTP) of each opponent, added up and divided by their number."],
  RTNG: ["Rating", "The rating of the player himself."],
  BC: ["Board count", "The points of each board times its number, added up; the lower one is better."],
  TBR: ["Top board result", "The points of the first board; the next board if they are equal."],
  BBE: ["Bottom board elimination", "The points of all boards but the last one, and so on."],
  MPVGP: ["The other score", "Game points where match points decide, and match points where game points do."],
  EMMSB: ["Extended Sonneborn-Berger", "The match points of each opponent times the match points made against it, added up."],
  EMGSB: ["Extended Sonneborn-Berger", "The match points of each opponent times the game points made against it, added up."],
  EGMSB: ["Extended Sonneborn-Berger", "The game points of each opponent times the match points made against it, added up."],
  EGGSB: ["Extended Sonneborn-Berger", "The game points of each opponent times the game points made against it, added up."],
  SSSC: ["Score strength", "The other score, and a part of the Buchholz."],
};

/** @type {[RegExp, (number: string) => string][]} */
const MODIFIERS = [
  [/^C(\d*)$/, (number) => (Number(number || 1) > 1 ? `The ${number} lowest values are left out.` : "The lowest value is left out.")],
  [/^M(\d*)$/, (number) => (Number(number || 1) > 1 ? `The ${number} lowest and the ${number} highest values are left out.` : "The lowest and the highest value are left out.")],
  [/^L([+-]?[\d.]+)$/, (number) => `The limit is moved by ${number} half points.`],
  [/^P$/, () => "Forfeits count as played."],
  [/^F$/, () => "Games of the last round count as drawn."],
  [/^R$/, () => "The lower value is better."],
  [/^U([\d.]+)$/, (number) => `Those without a rating count with ${number}.`],
];

/**
 * @param {string} code "BH/C1", "EDE", "BH:GP"
 * @returns {{title: string, sentences: string[]}} a code of other rules has none
 */
export function tieBreakWords(code) {
  const [head, ...modifiers] = code.toUpperCase().split("/");
  const [base, score] = head.split(":");
  const [title, text] = TIE_BREAKS[base] ?? TIE_BREAKS[base.replace(/^EDE.*/, "EDE")] ?? ["", ""];
  const sentences = modifiers.flatMap((modifier) => MODIFIERS.flatMap(([pattern, words]) => {
    const match = pattern.exec(modifier);
    return match ? [words(match[1] ?? "")] : [];
  }));
  /** @type {Record<string, string>} */
  const scores = { MP: "It is made of match points.", GP: "It is made of game points." };
  return { title, sentences: [text, scores[score] ?? "", ...sentences].filter(Boolean) };
}
