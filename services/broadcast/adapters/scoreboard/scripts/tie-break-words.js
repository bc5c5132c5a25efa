/**
 * What the tie-breaks of chess are and how each is summed, in plain words (FIDE Handbook C.07).
 * @module
 */

import { t, tn } from "./words.js";

/** @type {Record<string, [string, string]>} code → name, how it is summed */
const TIE_BREAKS = {
  PTS: [t("Points"), t("The points of all rounds, added up.")],
  DE: [t("Direct encounter"), t("The points in the games of those who are tied against each other, if all of them have met or nobody can be overtaken. The value is the place among them.")],
  EDE: [t("Extended direct encounter"), t("The matches of the tied teams against each other, by match points and then by game points. The value is the place among them.")],
  WIN: [t("Wins"), t("Rounds with as many points as a win gives, forfeits and byes too.")],
  WON: [t("Games won"), t("Games won over the board.")],
  BPG: [t("Games with Black"), t("Games played over the board with Black.")],
  BWG: [t("Wins with Black"), t("Games won over the board with Black.")],
  PS: [t("Progressive score"), t("The score after each round, added up.")],
  REP: [t("Rounds elected to play"), t("Rounds, less those for which a half-point bye, a zero-point bye or a forfeit was chosen.")],
  STD: [t("Standard points"), t("One for each opponent beaten, a half for each equal result.")],
  TPN: [t("Tournament pairing number"), t("The number in the list of entries; the lower one is better.")],
  BH: [t("Buchholz"), t("The scores of all opponents, added up.")],
  FB: [t("Fore Buchholz"), t("The scores of all opponents, added up, with the games of the last round taken as drawn.")],
  AOB: [t("Average of opponents' Buchholz"), t("The Buchholz of each opponent met over the board, added up and divided by their number.")],
  SB: [t("Sonneborn-Berger"), t("The score of each opponent times the points made against him, added up.")],
  KS: [t("Koya system"), t("The points made against those who have at least half of the possible points.")],
  ARO: [t("Average rating of opponents"), t("The ratings of the opponents met over the board, added up and divided by their number.")],
  TPR: [t("Tournament performance rating"), t("The average rating of opponents, and what the score in these games is worth in rating points.")],
  PTP: [t("Perfect tournament performance"), t("The lowest rating that would expect the score that was made.")],
  APRO: [t("Average performance of opponents"), t("The performance rating (TPR) of each opponent, added up and divided by their number.")],
  APPO: [t("Average perfect performance of opponents"), t("The perfect performance (PTP) of each opponent, added up and divided by their number.")],
  RTNG: [t("Rating"), t("The rating of the player himself.")],
  BC: [t("Board count"), t("The points of each board times its number, added up; the lower one is better.")],
  TBR: [t("Top board result"), t("The points of the first board; the next board if they are equal.")],
  BBE: [t("Bottom board elimination"), t("The points of all boards but the last one, and so on.")],
  MPVGP: [t("The other score"), t("Game points where match points decide, and match points where game points do.")],
  EMMSB: [t("Extended Sonneborn-Berger"), t("The match points of each opponent times the match points made against it, added up.")],
  EMGSB: [t("Extended Sonneborn-Berger"), t("The match points of each opponent times the game points made against it, added up.")],
  EGMSB: [t("Extended Sonneborn-Berger"), t("The game points of each opponent times the match points made against it, added up.")],
  EGGSB: [t("Extended Sonneborn-Berger"), t("The game points of each opponent times the game points made against it, added up.")],
  SSSC: [t("Score strength"), t("The other score, and a part of the Buchholz.")],
};

/** @type {[RegExp, (number: string) => string][]} */
const MODIFIERS = [
  [/^C(\d*)$/, (number) => tn(Number(number || 1), "The lowest value is left out.", "The {n} lowest values are left out.")],
  [/^M(\d*)$/, (number) => tn(Number(number || 1), "The lowest and the highest value are left out.", "The {n} lowest and the {n} highest values are left out.")],
  [/^L([+-]?[\d.]+)$/, (number) => t("The limit is moved by {n} half points.", { n: number })],
  [/^P$/, () => t("Forfeits count as played.")],
  [/^F$/, () => t("Games of the last round count as drawn.")],
  [/^R$/, () => t("The lower value is better.")],
  [/^U([\d.]+)$/, (number) => t("Those without a rating count with {n}.", { n: number })],
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
  const scores = { MP: t("It is made of match points."), GP: t("It is made of game points.") };
  return { title, sentences: [text, scores[score] ?? "", ...sentences].filter(Boolean) };
}
