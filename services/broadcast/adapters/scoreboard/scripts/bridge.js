/**
 * Bridge as it is written at the table: contracts with suit symbols that are also read aloud, results, hands.
 * @module
 */

import { h, unseen } from "./dom.js";
import { directionWords, MINUS } from "./format.js";
import { t, tn } from "./words.js";

// U+FE0E asks for the plain character, not a coloured picture of it.
/** @type {Record<string, {symbol: string, className: string}>} */
const SUITS = {
  S: { symbol: "♠\uFE0E", className: "spades" },
  H: { symbol: "♥\uFE0E", className: "hearts" },
  D: { symbol: "♦\uFE0E", className: "diamonds" },
  C: { symbol: "♣\uFE0E", className: "clubs" },
};

/** @typedef {{suit: (n: number) => string, bid: (n: number) => string, card: (rank: string) => string}} SuitWords of so many, without and with their number, and of a card */

/** @type {Record<string, SuitWords>} */
const SUIT_WORDS = {
  S: { suit: (n) => tn(n, "spade", "spades"), bid: (n) => tn(n, "{n} spade", "{n} spades"), card: (rank) => t("{rank} of spades", { rank }) },
  H: { suit: (n) => tn(n, "heart", "hearts"), bid: (n) => tn(n, "{n} heart", "{n} hearts"), card: (rank) => t("{rank} of hearts", { rank }) },
  D: { suit: (n) => tn(n, "diamond", "diamonds"), bid: (n) => tn(n, "{n} diamond", "{n} diamonds"), card: (rank) => t("{rank} of diamonds", { rank }) },
  C: { suit: (n) => tn(n, "club|suit", "clubs|suit"), bid: (n) => tn(n, "{n} club|suit", "{n} clubs|suit"), card: (rank) => t("{rank} of clubs", { rank }) },
};

/** @type {Record<string, string>} as they are printed on cards and in diagrams */
const CARD_LETTERS = { A: t("A"), K: t("K"), Q: t("Q"), J: t("J"), T: t("10") };

/** @type {Record<string, string>} */
const RANKS = { A: t("ace"), K: t("king"), Q: t("queen"), J: t("jack"), T: t("ten") };

/**
 * Cards of a suit as a diagram has them: "A K 10".
 * @param {string | null | undefined} ranks "AKT" or "AK10"
 */
export function cardLetters(ranks) {
  return [...(ranks ?? "").toUpperCase().replace(/10/g, "T")].map((rank) => CARD_LETTERS[rank] ?? rank).join(" ");
}

/**
 * @typedef {object} Bid
 * @property {number} level
 * @property {string} denomination S, H, D, C or NT
 * @property {"" | "X" | "XX"} risk
 */

/**
 * Read a contract; null for a text that is none, which is then shown as it stands.
 * @param {string | null | undefined} text "4S", "4 Sx", "3NTXX", "3N*"
 * @returns {Bid | "pass" | null}
 */
export function readContract(text) {
  const plain = (text ?? "").toUpperCase().replace(/[\s-]/g, "").replace(/♠/g, "S").replace(/♥/g, "H")
    .replace(/♦/g, "D").replace(/♣/g, "C").replace(/\*/g, "X");
  if (/^(P|PASS|PASSED|PASSEDOUT|ALLPASS)$/.test(plain)) return "pass";
  const match = /^([1-7])(NT|SA|N|[SHDC])(X{0,2}|DBL|RDBL)$/.exec(plain);
  if (!match) return null;
  const denomination = /^[SHDC]$/.test(match[2]) ? match[2] : "NT";
  const risk = match[3] === "DBL" ? "X" : match[3] === "RDBL" ? "XX" : /** @type {"" | "X" | "XX"} */ (match[3]);
  return { level: Number(match[1]), denomination, risk };
}

/**
 * A suit's symbol with its name for screen readers.
 * @param {string} suit S, H, D or C
 * @param {number} [n] how many of it are bid
 */
export function suitMark(suit, n = 2) {
  const { symbol, className } = SUITS[suit];
  return [h("span", { class: `suit ${className}`, "aria-hidden": true }, symbol), unseen(SUIT_WORDS[suit].suit(n))];
}

/**
 * A denomination in the same way.
 * @param {string} denomination S, H, D, C or NT
 * @param {number} [n]
 */
export function denominationMark(denomination, n) {
  if (denomination !== "NT") return suitMark(denomination, n);
  return [h("span", { class: "notrump", "aria-hidden": true }, t("NT")), unseen(t("no trumps"))];
}

/**
 * A contract as an element: 4♠×, spoken "4 spades doubled".
 * @param {string | null | undefined} text
 */
export function contractMark(text) {
  const bid = readContract(text);
  if (bid === null) return h("span", { class: "contract" }, h("bdi", null, text ?? ""));
  if (bid === "pass") return h("span", { class: "contract" }, t("Pass"));
  const risk = { "": null, X: "×", XX: "××" }[bid.risk];
  return h(
    "span",
    { class: "contract" },
    `${bid.level}`,
    unseen(" "),
    denominationMark(bid.denomination, bid.level),
    risk && h("span", { class: "risk", "aria-hidden": true }, risk),
    risk && unseen([" ", bid.risk === "X" ? t("doubled") : t("redoubled")]),
  );
}

/**
 * A contract in words: "4 spades doubled".
 * @param {string | null | undefined} text
 */
export function contractWords(text) {
  const bid = readContract(text);
  if (bid === null) return text ?? "";
  if (bid === "pass") return t("Pass");
  const contract = SUIT_WORDS[bid.denomination]?.bid(bid.level) ?? tn(bid.level, "{n} no trump", "{n} no trumps");
  return { "": contract, X: t("{contract} doubled", { contract }), XX: t("{contract} redoubled", { contract }) }[bid.risk];
}

/**
 * A card in words: "king of hearts".
 * @param {string} card suit and rank
 */
export function cardWords(card) {
  return SUIT_WORDS[card[0]]?.card(RANKS[card[1]] ?? card[1]) ?? card;
}

/**
 * A card in either order of its halves: "HK", "KH", "♥K", "10H".
 * @param {string | null | undefined} text
 */
export function cardMark(text) {
  const plain = (text ?? "").toUpperCase().replace(/10/, "T").replace(/♠/g, "S").replace(/♥/g, "H")
    .replace(/♦/g, "D").replace(/♣/g, "C").replace(/\s/g, "");
  const match = /^([SHDC])([AKQJT2-9])$/.exec(plain) ?? flipped(/^([AKQJT2-9])([SHDC])$/.exec(plain));
  if (!match) return h("bdi", null, text ?? "");
  return h(
    "span",
    { class: "playing-card" },
    h("span", { class: `suit ${SUITS[match[1]].className}`, "aria-hidden": true }, SUITS[match[1]].symbol),
    h("span", { "aria-hidden": true }, cardLetters(match[2])),
    unseen(cardWords(match[1] + match[2])),
  );
}

/** @param {RegExpExecArray | null} match */
function flipped(match) {
  return match && [match[0], match[2], match[1]];
}

/**
 * Tricks against the contract: "=", "+1", "−2".
 * @param {string | null | undefined} contract
 * @param {number | null | undefined} tricks
 * @returns {{text: string, spoken: string}}
 */
export function outcome(contract, tricks) {
  if (tricks === null || tricks === undefined) return { text: "", spoken: "" };
  const bid = readContract(contract);
  if (bid === null || bid === "pass") return { text: String(tricks), spoken: tn(tricks, "{n} trick", "{n} tricks") };
  const over = tricks - bid.level - 6;
  if (over === 0) return { text: "=", spoken: t("just made") };
  if (over > 0) return { text: `+${over}`, spoken: tn(over, "{n} over", "{n} over") };
  return { text: `${MINUS}${-over}`, spoken: tn(-over, "{n} down", "{n} down") };
}

/**
 * The two sides' scores of a line, as a traveller shows them: in the column of the side that gains.
 * @param {string | null | undefined} score North-South's view: "420", "-50", "A6040", "PASS"
 * @param {string | null | undefined} eastWest East-West's own score after a split ruling, also in North-South's view
 * @returns {{ns: string, ew: string, note: string}}
 */
export function sideScores(score, eastWest) {
  const text = (score ?? "").trim();
  const artificial = /^A(\d{2,3}|AVE?[+-]?)(\d{2,3})?$/i.exec(text);
  if (artificial && artificial[2]) {
    return { ns: `${artificial[1]}%`, ew: `${artificial[2]}%`, note: "adjusted score" };
  }
  if (/^(PASS|PASSED|P)$/i.test(text)) return { ns: "0", ew: "0", note: "passed out" };
  const own = points(text);
  const other = points((eastWest ?? "").trim());
  if (own === null) return { ns: scoreWord(text), ew: scoreWord((eastWest ?? "").trim()), note: "" };
  if (other !== null && other !== own) {
    return { ns: signed(own), ew: signed(-other), note: "split score" };
  }
  return { ns: own > 0 ? String(own) : own === 0 ? "0" : "", ew: own < 0 ? String(-own) : own === 0 ? "0" : "", note: "" };
}

const SCORE_WORDS = new Map([["void", t("void")], ["not played", t("not played")], ["late", t("late")]]);

/** @param {string} text the score of a side, which may be a word */
export function scoreWord(text) {
  return SCORE_WORDS.get(text) ?? text;
}

/** @type {Record<string, string>} what is said of scores that are not those of play, by their `note` */
export const NOTES = { "adjusted score": t("adjusted score"), "passed out": t("passed out"), "split score": t("split score") };

/**
 * The score of a line from one side.
 * @param {string | null | undefined} score North-South's view
 * @param {string} side NS or EW
 */
export function ownScore(score, side) {
  const { ns, ew, note } = sideScores(score, null);
  if (note === "adjusted score") return side === "EW" ? ew : ns;
  const value = points((score ?? "").trim());
  if (value === null) return ns;
  return signed(side === "EW" && value !== 0 ? -value : value);
}

/** @param {string} text */
function points(text) {
  const match = /^([+\-−]?)(\d{1,5})$/.exec(text);
  return match ? Number(match[2]) * (match[1] === "-" || match[1] === MINUS ? -1 : 1) : null;
}

/** @param {number} value */
function signed(value) {
  return value < 0 ? `${MINUS}${-value}` : String(value);
}

/** @typedef {{spades?: string, hearts?: string, diamonds?: string, clubs?: string}} Hand */

const HONOURS = /** @type {Record<string, number>} */ ({ A: 4, K: 3, Q: 2, J: 1 });

/** @param {Hand} hand */
export function highCardPoints(hand) {
  const cards = `${hand.spades ?? ""}${hand.hearts ?? ""}${hand.diamonds ?? ""}${hand.clubs ?? ""}`.toUpperCase();
  return [...cards].reduce((sum, card) => sum + (HONOURS[card] ?? 0), 0);
}

/** @type {Record<string, [string, string]>} seat → name, whose hand */
const HANDS = {
  north: [directionWords("N"), t("North's hand")],
  east: [directionWords("E"), t("East's hand")],
  south: [directionWords("S"), t("South's hand")],
  west: [directionWords("W"), t("West's hand")],
};

/**
 * One hand, a line per suit.
 * @param {string} seat "north"
 * @param {Hand} hand
 */
function handMark(seat, hand) {
  const [title, label] = HANDS[seat];
  const lines = [["S", hand.spades], ["H", hand.hearts], ["D", hand.diamonds], ["C", hand.clubs]].map(([suit, cards]) =>
    h(
      "li",
      null,
      suitMark(/** @type {string} */ (suit)),
      unseen(": "),
      h("span", { class: "cards" }, cardLetters(cards) || "–"),
    ),
  );
  return h(
    "section",
    { class: `hand hand-${seat}`, "aria-label": label },
    h("h3", null, title, h("span", { class: "hcp" }, ` ${highCardPoints(hand)}`, unseen([" ", t("high-card points")]))),
    h("ul", null, lines),
  );
}

/**
 * The deal of a board, as far as it is known.
 * @param {{north?: Hand | null, east?: Hand | null, south?: Hand | null, west?: Hand | null} | null | undefined} deal
 * @param {string} centre what stands in the middle of the table
 * @returns {HTMLElement | null}
 */
export function dealDiagram(deal, centre) {
  const seats = /** @type {const} */ (["north", "west", "east", "south"]);
  const known = seats.filter((seat) => deal?.[seat]);
  if (!known.length) return null;
  return h(
    "div",
    { class: "deal", role: "group", "aria-label": t("The deal") },
    known.map((seat) => handMark(seat, /** @type {Hand} */ (deal?.[seat]))),
    h("p", { class: "deal-centre", "aria-hidden": true }, centre),
  );
}
