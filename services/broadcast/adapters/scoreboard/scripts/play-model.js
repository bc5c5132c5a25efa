/**
 * Auction and play of one table: whose turn it was, who won which trick, what was left after each card. The server has
 * brought the cards into the order of play and cut them where they cannot be followed.
 * @module
 */

import { readContract } from "./bridge.js";

/** @typedef {"N" | "E" | "S" | "W"} Seat */
/** @typedef {"S" | "H" | "D" | "C"} Suit */
/** @typedef {Record<Suit, string>} Cards of one seat, ranks descending */
/** @typedef {Record<"north" | "east" | "south" | "west", import("./bridge.js").Hand | null | undefined>} Deal */

/**
 * @typedef {object} Played one card
 * @property {Seat} seat
 * @property {string} card suit and rank: "SA"
 * @property {number | null} tricks that declarer wins from then on, if nobody errs; null where that is not known
 * @property {number} lost tricks that the card cost the side that played it
 */

/** @typedef {{leader: Seat, played: Played[], winner: Seat | null}} Trick without a winner as long as a card is missing */

/**
 * @typedef {object} PlayRecord
 * @property {Seat} declarer
 * @property {string} trump a suit, or "NT"
 * @property {number} level
 * @property {Trick[]} tricks
 * @property {number} count of the cards
 * @property {number | null} first declarer's tricks before the opening lead, if nobody errs
 * @property {string[]} choices for each turn a digit for each card that may be played: declarer's tricks after it
 */

export const SEATS = /** @type {Seat[]} */ (["N", "E", "S", "W"]);
const RANKS = "AKQJT98765432";
const FIELDS = /** @type {const} */ ({ N: "north", E: "east", S: "south", W: "west" });

/**
 * The seat some turns later.
 * @param {Seat} seat
 * @param {number} [turns]
 */
export function after(seat, turns = 1) {
  return SEATS[(SEATS.indexOf(seat) + turns) % 4];
}

/** @param {Seat} seat */
export function sideOf(seat) {
  return seat === "N" || seat === "S" ? "NS" : "EW";
}

/**
 * Read the play of a line of a traveller; null where it has none.
 * @param {Record<string, any>} line
 * @param {Record<string, any> | null} analysis of the same cards: `meta` of its channel
 * @returns {PlayRecord | null}
 */
export function readPlay(line, analysis) {
  const bid = readContract(line.contract);
  const declarer = readSeat(line.declarer);
  /** @type {string[]} */
  const cards = line.cards ?? [];
  if (!cards.length || !bid || bid === "pass" || !declarer) return null;
  const all = cards.join();
  const worth = (/** @type {{declarer: string, denomination: string, cards: string[], tricks: number[], choices: string}[]} */ (analysis?.plays ?? []))
    .find((play) => play.declarer === declarer && play.denomination === bid.denomination && play.cards.join() === all);
  const played = withSeats(cards, declarer, bid.denomination);
  const tricks = played.map((trick, number) => ({
    ...trick,
    played: trick.played.map(({ seat, card }, at) => {
      const [before = null, now = null] = worth?.tricks.slice(number * 4 + at, number * 4 + at + 2) ?? [];
      const change = before === null || now === null ? 0 : now - before;
      return { seat, card, tricks: now, lost: Math.max(0, sideOf(seat) === sideOf(declarer) ? -change : change) };
    }),
  }));
  return { declarer, trump: bid.denomination, level: bid.level, tricks, count: cards.length, first: worth?.tricks[0] ?? null, choices: worth?.choices.split(" ") ?? [] };
}

/**
 * @param {string | null | undefined} text
 * @returns {Seat | null}
 */
export function readSeat(text) {
  const letter = (text ?? "").trim().slice(0, 1).toUpperCase();
  return SEATS.find((seat) => seat === letter) ?? null;
}

/**
 * @param {string[]} cards
 * @param {Seat} declarer
 * @param {string} trump
 */
function withSeats(cards, declarer, trump) {
  const tricks = [];
  let leader = after(declarer);
  for (let start = 0; start < cards.length; start += 4) {
    const turn = leader;
    const played = cards.slice(start, start + 4).map((card, at) => ({ seat: after(turn, at), card }));
    const winner = played.length === 4 ? played[winning(played.map(({ card }) => card), trump)].seat : null;
    tricks.push({ leader, played, winner });
    leader = winner ?? leader;
  }
  return tricks;
}

/**
 * The number of the card that wins a trick: the highest trump, else the highest of the suit led.
 * @param {string[]} cards in the order of play
 * @param {string} trump
 */
export function winning(cards, trump) {
  const suit = cards.some((card) => card[0] === trump) ? trump : cards[0][0];
  const strength = (/** @type {string} */ card) => (card[0] === suit ? RANKS.length - RANKS.indexOf(card[1]) : 0);
  return cards.reduce((best, card, at) => (strength(card) > strength(cards[best]) ? at : best), 0);
}

/**
 * How the table looks after some cards.
 * @param {PlayRecord} play
 * @param {Deal | null | undefined} deal
 * @param {number} count of cards
 */
export function positionAfter(play, deal, count) {
  const number = Math.max(0, Math.ceil(count / 4) - 1);
  const played = play.tricks.flatMap((trick) => trick.played).slice(0, count);
  const over = play.tricks.slice(0, Math.floor(count / 4));
  const gone = new Set(played.map(({ card }) => card));
  const hands = SEATS.filter((seat) => deal?.[FIELDS[seat]]).map((seat) => /** @type {const} */ ([seat, without(deal?.[FIELDS[seat]] ?? {}, gone)]));
  const left = /** @type {Partial<Record<Seat, Cards>>} */ (Object.fromEntries(hands));
  const next = play.tricks[Math.floor(count / 4)]?.played[count % 4]?.seat;
  return {
    /** Who plays the next card, and what declarer wins after each that may be played, where that is known. */
    next,
    choices: next && left[next] ? choicesOf(left[next], count % 4 ? played[number * 4].card[0] : "", play.choices[count] ?? "") : new Map(),
    /** The trick on the table; after its fourth card it stays there until the next lead. */
    trick: played.slice(number * 4),
    number: number + 1,
    winner: count > 0 && count % 4 === 0 ? play.tricks[number].winner : null,
    last: /** @type {Played | undefined} */ (played[count - 1]),
    ns: over.filter((trick) => trick.winner && sideOf(trick.winner) === "NS").length,
    ew: over.filter((trick) => trick.winner && sideOf(trick.winner) === "EW").length,
    left,
  };
}

/**
 * What each card that may be played leaves declarer; nothing if the digits are those of other cards.
 * @param {Cards} cards of the player whose turn it is
 * @param {string} led the suit to be followed
 * @param {string} digits one for each
 * @returns {Map<string, number>}
 */
function choicesOf(cards, led, digits) {
  const all = /** @type {Suit[]} */ (["S", "H", "D", "C"]).flatMap((suit) => [...cards[suit]].map((rank) => suit + rank));
  const same = all.filter((card) => card[0] === led);
  const allowed = same.length ? same : all;
  return new Map(allowed.length === digits.length ? allowed.map((card, at) => [card, parseInt(digits[at], 16)]) : []);
}

/**
 * @param {import("./bridge.js").Hand} hand
 * @param {ReadonlySet<string>} gone
 * @returns {Cards}
 */
function without(hand, gone) {
  const suit = (/** @type {Suit} */ letter, /** @type {string | undefined} */ ranks) =>
    [...(ranks ?? "").toUpperCase().replace(/10/g, "T")].filter((rank) => !gone.has(letter + rank)).sort((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b)).join("");
  return { S: suit("S", hand.spades), H: suit("H", hand.hearts), D: suit("D", hand.diamonds), C: suit("C", hand.clubs) };
}

/**
 * The auction as rows of four, the first seat in the first column.
 * @param {string[]} calls from the dealer's turn on; "!" behind a call and what was said of it
 * @param {Seat} dealer
 * @param {Seat} first of the columns
 */
export function auctionRows(calls, dealer, first) {
  const blank = (SEATS.indexOf(dealer) - SEATS.indexOf(first) + 4) % 4;
  /** @type {string[]} */
  const notes = [];
  const cells = [
    ...Array.from({ length: blank }, () => ({ call: "", alert: false, note: 0 })),
    ...calls.map((text) => {
      const [, call, mark, note] = /^([^\s!]+)(!?)\s?([\s\S]*)$/.exec(text) ?? ["", text, "", ""];
      return { call, alert: mark === "!", note: note ? notes.push(note) : 0 };
    }),
  ];
  const rows = [];
  for (let start = 0; start < cells.length; start += 4) rows.push(cells.slice(start, start + 4));
  return { rows, notes };
}
