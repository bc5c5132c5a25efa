/**
 * Auction and play of one table, card by card: buttons, a slider and the arrow keys lead through it. What is seen is also
 * said: each step in one sentence, and all tricks in a table, which is what is printed.
 * @module
 */

import { cardLetters, cardMark, cardWords, contractMark, contractWords, outcome, readContract, suitMark } from "../bridge.js";
import { fill, h, icon, name, unseen } from "../dom.js";
import { directionLetters, directionWords } from "../format.js";
import { after, auctionRows, positionAfter, readPlay, readSeat, SEATS, sideOf } from "../play-model.js";
import { t, tc, tn } from "../words.js";

/** @typedef {import("../play-model.js").Seat} Seat */
/** @typedef {import("../play-model.js").Played} Played */
/** @typedef {import("../play-model.js").PlayRecord} PlayRecord */
/** @typedef {Record<string, any>} Line fields of `TravellerLine` */
/** @typedef {{dealer: string | null | undefined, deal: import("../play-model.js").Deal | null | undefined, analysis: Record<string, any> | null}} About the board */

const SUITS = /** @type {const} */ (["S", "H", "D", "C"]);
/** The columns of an auction, as most players write them. */
const COLUMNS = /** @type {Seat[]} */ (["W", "N", "E", "S"]);

/** @param {Line} line */
export function isRecorded(line) {
  return Boolean(line.calls?.length || line.cards?.length || line.broken_off);
}

/** What one table recorded. */
export class PlayThrough {
  /**
   * @param {Line} line
   * @param {About} about
   */
  constructor(line, about) {
    this.line = line;
    this.about = about;
    this.play = readPlay(line, about.analysis);
    this.at = 0;
    this.element = h("div", { class: "record" },
      line.calls?.length > 0 && auctionTable(line.calls, readSeat(about.dealer) ?? "N"),
      this.play ? this.player(this.play) : line.broken_off && h("p", { class: "play-end" }, tc("The play cannot be followed: {reason}.", { reason: inEnglish(line.broken_off) })));
    if (this.play) this.go(0);
  }

  /** @param {PlayRecord} play */
  player(play) {
    const button = (/** @type {string} */ picture, /** @type {string} */ words, /** @type {() => number} */ where) =>
      h("button", { type: "button", class: "icon-button", title: words, "data-step": picture, on: { click: () => this.go(where()) } }, icon(picture), unseen(words));
    this.slider = /** @type {HTMLInputElement} */ (h("input", {
      type: "range", min: 0, max: play.count, value: 0, "aria-label": t("Cards played"), on: { input: () => this.go(Number(this.slider?.value)) },
    }));
    this.table = h("div", { class: "play-table", role: "group", "aria-label": t("Cards that are left") });
    this.sentence = h("p", { class: "play-sentence", role: "status" });
    this.score = h("p", { class: "play-score" });
    this.tricks = trickTable(play);
    const tricks = h("div", { class: "play-tricks" }, this.tricks,
      play.count < 52 && h("p", { class: "play-end" }, endOf(this.line, play)),
      h("p", { class: "quiet" }, t("A bar marks the lead, a line under a card that it wins the trick."), play.first !== null && [" ", t("The number at a card: how many tricks declarer wins if nobody errs after it. ▾ marks a card that costs its own side a trick.")]));
    // Who points at a card of the table goes there; the slider is the way with a keyboard.
    tricks.addEventListener("click", (event) => {
      const cell = event.target instanceof Element ? event.target.closest("[data-card]") : null;
      if (cell instanceof HTMLElement) this.go(Number(cell.dataset.card));
    });
    const player = h("section", { class: "play", "aria-label": t("Play|of cards") },
      h("div", { class: "play-now" },
        this.table,
        this.score,
        this.sentence,
        h("div", { class: "play-tools" },
          button("first", t("Before the lead"), () => 0),
          button("back", t("One card back"), () => this.at - 1),
          this.slider,
          button("forward", t("One card on"), () => this.at + 1),
          button("last", t("To the last card"), () => play.count)),
        play.choices.length > 0 && h("p", { class: "quiet" }, t("In the hand whose turn it is, each card that may be played has its number."))),
      tricks);
    player.addEventListener("keydown", (event) => this.press(event));
    return player;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.target === this.slider || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: Infinity }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  }

  /** @param {number} at how many cards are played */
  go(at) {
    const play = /** @type {PlayRecord} */ (this.play);
    this.at = Math.max(0, Math.min(play.count, at));
    const now = positionAfter(play, this.about.deal, this.at);
    if (this.slider) {
      this.slider.value = String(this.at);
      this.slider.setAttribute("aria-valuetext", this.at === 0 ? t("Before the lead") : t("Card {n} of {all}", { n: this.at, all: play.count }));
    }
    if (this.table) fill(this.table, SEATS.map((seat) => handLeft(seat, now.left[seat], now.next === seat ? now.choices : new Map())), trickOnTable(now.trick));
    if (this.score) fill(this.score, scoreText(play, now.ns, now.ew, now.last ? now.last.tricks : play.first));
    if (this.sentence) fill(this.sentence, this.sentenceOf(play, now));
    for (const cell of this.tricks?.querySelectorAll("[data-card]") ?? []) {
      if (!(cell instanceof HTMLElement)) continue;
      const number = Number(cell.dataset.card);
      if (number === this.at) cell.setAttribute("aria-current", "step");
      else cell.removeAttribute("aria-current");
      cell.classList.toggle("to-come", number > this.at);
    }
  }

  /**
   * @param {PlayRecord} play
   * @param {ReturnType<typeof positionAfter>} now
   */
  sentenceOf(play, now) {
    if (!now.last) return t("{seat} leads against {contract}.", { seat: directionWords(after(play.declarer)), contract: contractWords(this.line.contract) });
    const { seat, card, lost } = now.last;
    return [
      t("Trick {n}: {seat} plays the {card}.", { n: now.number, seat: directionWords(seat), card: cardWords(card) }),
      lost > 0 && [" ", tn(lost, "This costs {n} trick.", "This costs {n} tricks.")],
      now.winner && [" ", t("{seat} wins the trick.", { seat: directionWords(now.winner) })],
      this.at === play.count && [" ", endOf(this.line, play)],
    ];
  }
}

/**
 * What the services say, who speak English.
 * @param {string} text
 */
function inEnglish(text) {
  return h("bdi", { lang: "en" }, text);
}

/**
 * @param {Line} line
 * @param {PlayRecord} play
 */
function endOf(line, play) {
  if (line.broken_off) return tc("The rest cannot be followed: {reason}.", { reason: inEnglish(line.broken_off) });
  if (play.count === 52) return t("This was the last card.");
  if (line.claimed !== null && line.claimed !== undefined) return tn(line.claimed, "Claim: declarer has {n} trick.", "Claim: declarer has {n} tricks.");
  return t("No more cards were recorded.");
}

/**
 * @param {Seat} seat
 * @param {import("../play-model.js").Cards | undefined} cards
 * @param {Map<string, number>} choices what declarer wins after each card that may be played
 */
function handLeft(seat, cards, choices) {
  return h("div", { class: `left left-${seat}`, role: "group", "aria-label": directionWords(seat) },
    h("span", { class: "left-seat", "aria-hidden": true }, directionWords(seat)),
    cards && h("ul", null, SUITS.map((suit) => h("li", { class: cards[suit] ? null : "void" },
      suitMark(suit), unseen(": "), h("span", { class: "cards" }, lettersWith(suit, cards[suit], choices) || "–")))));
}

/**
 * @param {string} suit
 * @param {string} ranks
 * @param {Map<string, number>} choices
 */
function lettersWith(suit, ranks, choices) {
  const of = (/** @type {string} */ rank) => choices.get(suit + rank);
  if (![...ranks].some((rank) => of(rank) !== undefined)) return cardLetters(ranks);
  return [...ranks].map((rank) => [h("span", { class: "choice" }, cardLetters(rank),
    h("span", { class: "worth" }, unseen([", ", t("double dummy"), " "]), String(of(rank)))), " "]);
}

/** @param {Played[]} trick */
function trickOnTable(trick) {
  return h("div", { class: "trick", role: "group", "aria-label": t("Trick") },
    trick.map(({ seat, card }) => h("span", { class: `trick-card trick-${seat}` }, unseen(`${directionWords(seat)}: `), cardMark(card))));
}

/**
 * @param {PlayRecord} play
 * @param {number} ns
 * @param {number} ew
 * @param {number | null} tricks
 */
function scoreText(play, ns, ew, tricks) {
  const needed = play.level + 6;
  return [
    h("span", { class: "fact" }, t("North-South {n}", { n: ns })),
    h("span", { class: "fact" }, t("East-West {n}", { n: ew })),
    tricks === null
      ? h("span", { class: "fact" }, tn(needed, "Contract: {n} trick", "Contract: {n} tricks"))
      : h("span", { class: "fact" }, tn(needed, "Double dummy: {tricks} of {n} trick", "Double dummy: {tricks} of {n} tricks", { tricks })),
  ];
}

/**
 * All tricks, a row for each, the cards under their seats.
 * @param {PlayRecord} play
 */
function trickTable(play) {
  return h("table", { class: "tricks" },
    h("caption", null, t("Play|of cards")),
    h("thead", null, h("tr", null,
      h("th", { scope: "col" }, h("span", { "aria-hidden": true }, "#"), unseen(t("Trick"))),
      COLUMNS.map((seat) => h("th", { scope: "col", class: sideOf(seat) === sideOf(play.declarer) ? "declaring" : null }, h("span", { "aria-hidden": true }, directionLetters(seat)), unseen(directionWords(seat)))))),
    h("tbody", null, play.tricks.map((trick, number) => h("tr", null,
      h("th", { scope: "row" }, String(number + 1)),
      COLUMNS.map((seat) => {
        const at = trick.played.findIndex((played) => played.seat === seat);
        return at < 0 ? h("td", null) : trickCell(trick, trick.played[at], number * 4 + at + 1);
      })))));
}

/**
 * @param {import("../play-model.js").Trick} trick
 * @param {Played} played
 * @param {number} number of the card
 */
function trickCell(trick, { seat, card, tricks, lost }, number) {
  const leads = seat === trick.leader;
  const wins = seat === trick.winner;
  return h("td", { "data-card": number, class: [leads && "leads", wins && "wins"].filter(Boolean).join(" ") || null },
    leads && unseen([t("led|this card"), " "]), cardMark(card), wins && unseen([", ", t("wins|the trick")]),
    tricks !== null && h("span", { class: "worth" }, unseen([", ", t("double dummy"), " "]), String(tricks)),
    lost > 0 && [h("span", { class: "cost", "aria-hidden": true }, "▾"), unseen([", ", tn(lost, "costs {n} trick", "costs {n} tricks")])]);
}

/**
 * @param {string[]} calls
 * @param {Seat} dealer
 */
function auctionTable(calls, dealer) {
  const { rows, notes } = auctionRows(calls, dealer, COLUMNS[0]);
  return h("section", { class: "auction", "aria-label": t("Auction") },
    h("table", null,
      h("caption", null, t("Auction")),
      h("thead", null, h("tr", null, COLUMNS.map((seat) => h("th", { scope: "col" }, h("span", { "aria-hidden": true }, directionLetters(seat)), unseen(directionWords(seat)))))),
      h("tbody", null, rows.map((row) => h("tr", null, row.map(({ call, alert, note }) => h("td", { class: alert ? "alerted" : null },
        callMark(call), note ? h("sup", null, unseen([t("note"), " "]), String(note)) : alert && [h("span", { "aria-hidden": true }, "!"), unseen([" ", t("alerted")])])))))),
    notes.length > 0 && h("ol", { class: "auction-notes" }, notes.map((note) => h("li", null, name(note)))));
}

/** @param {string} call */
function callMark(call) {
  if (call === "X") return [h("span", { class: "risk", "aria-hidden": true }, "×"), unseen(t("Double"))];
  if (call === "XX") return [h("span", { class: "risk", "aria-hidden": true }, "××"), unseen(t("Redouble"))];
  if (call === "-") return h("span", null, "–", unseen([" ", t("no call")]));
  return readContract(call) ? contractMark(call) : call;
}

/**
 * The tables of a board that recorded something, one of them shown.
 * @param {string} chosen key of the one that is shown
 * @param {{key: string, words: string}[]} tables
 * @param {(key: string) => void} choose
 */
export function tableChoice(chosen, tables, choose) {
  const words = h("p", { class: "record-words" }, name(tables.find(({ key }) => key === chosen)?.words ?? ""));
  if (tables.length < 2) return [words];
  const select = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": t("Table") },
    tables.map((table) => h("option", { value: table.key, selected: table.key === chosen }, table.words))));
  select.addEventListener("change", () => choose(select.value));
  return [select, words];
}

/**
 * One table in a line: "4 spades by South, 1 over: Ann & Bob – Cy & Di".
 * @param {Line} line
 */
export function tableWords(line) {
  const bid = contractWords(line.contract);
  const by = line.declarer ? t("{contract} by {seat}", { contract: bid, seat: directionWords(readSeat(line.declarer)) }) : bid;
  const result = outcome(line.contract, line.tricks).spoken;
  const sides = [line.ns_names || line.ns || line.ns_team, line.ew_names || line.ew || line.ew_team].filter(Boolean);
  return [result ? `${by}, ${result}` : by, sides.join(" – ")].filter(Boolean).join(": ");
}
