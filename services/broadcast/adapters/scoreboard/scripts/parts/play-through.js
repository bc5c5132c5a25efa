/**
 * Auction and play of one table, card by card: buttons, a slider and the arrow keys lead through it. What is seen is also
 * said: each step in one sentence, and all tricks in a table, which is what is printed.
 * @module
 */

import { cardMark, cardWords, contractMark, contractWords, outcome, readContract, suitMark } from "../bridge.js";
import { fill, h, icon, name, setText, unseen } from "../dom.js";
import { counted, directionWords } from "../format.js";
import { after, auctionRows, positionAfter, readPlay, readSeat, SEATS, sideOf } from "../play-model.js";

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
      this.play ? this.player(this.play) : line.broken_off && h("p", { class: "play-end" }, `The play cannot be followed: ${line.broken_off}.`));
    if (this.play) this.go(0);
  }

  /** @param {PlayRecord} play */
  player(play) {
    const button = (/** @type {string} */ picture, /** @type {string} */ words, /** @type {() => number} */ where) =>
      h("button", { type: "button", class: "icon-button", title: words, "data-step": picture, on: { click: () => this.go(where()) } }, icon(picture), unseen(words));
    this.slider = /** @type {HTMLInputElement} */ (h("input", {
      type: "range", min: 0, max: play.count, value: 0, "aria-label": "Cards played", on: { input: () => this.go(Number(this.slider?.value)) },
    }));
    this.table = h("div", { class: "play-table", role: "group", "aria-label": "Cards that are left" });
    this.sentence = h("p", { class: "play-sentence", role: "status" });
    this.score = h("p", { class: "play-score" });
    this.tricks = trickTable(play);
    const tricks = h("div", { class: "play-tricks" }, this.tricks,
      play.count < 52 && h("p", { class: "play-end" }, endOf(this.line, play)),
      h("p", { class: "quiet" }, MARKS, play.first !== null && ` ${EXPLAINED}`));
    // Who points at a card of the table goes there; the slider is the way with a keyboard.
    tricks.addEventListener("click", (event) => {
      const cell = event.target instanceof Element ? event.target.closest("[data-card]") : null;
      if (cell instanceof HTMLElement) this.go(Number(cell.dataset.card));
    });
    const player = h("section", { class: "play", "aria-label": "Play" },
      h("div", { class: "play-now" },
        this.table,
        this.score,
        this.sentence,
        h("div", { class: "play-tools" },
          button("first", "Before the lead", () => 0),
          button("back", "One card back", () => this.at - 1),
          this.slider,
          button("forward", "One card on", () => this.at + 1),
          button("last", "To the last card", () => play.count))),
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
      this.slider.setAttribute("aria-valuetext", this.at === 0 ? "Before the lead" : `Card ${this.at} of ${play.count}`);
    }
    if (this.table) fill(this.table, SEATS.map((seat) => handLeft(seat, now.left[seat])), trickOnTable(now.trick));
    if (this.score) fill(this.score, scoreText(play, now.ns, now.ew, now.last ? now.last.tricks : play.first));
    if (this.sentence) setText(this.sentence, this.sentenceOf(play, now));
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
    if (!now.last) return `${directionWords(after(play.declarer))} leads against ${contractWords(this.line.contract)}.`;
    const { seat, card, lost } = now.last;
    const played = `Trick ${now.number}: ${directionWords(seat)} plays the ${cardWords(card)}.`;
    const cost = lost ? ` This costs ${counted(lost, "trick")}.` : "";
    const won = now.winner ? ` ${directionWords(now.winner)} wins the trick.` : "";
    return played + cost + won + (this.at === play.count ? ` ${endOf(this.line, play)}` : "");
  }
}

const MARKS = "A bar marks the lead, a line under a card that it wins the trick.";
const EXPLAINED = "The number at a card: how many tricks declarer wins if nobody errs after it. ▾ marks a card that costs its own side a trick.";

/**
 * @param {Line} line
 * @param {PlayRecord} play
 */
function endOf(line, play) {
  if (line.broken_off) return `The rest cannot be followed: ${line.broken_off}.`;
  if (play.count === 52) return "This was the last card.";
  if (line.claimed !== null && line.claimed !== undefined) return `Claim: declarer has ${counted(line.claimed, "trick")}.`;
  return "No more cards were recorded.";
}

/**
 * @param {Seat} seat
 * @param {import("../play-model.js").Cards | undefined} cards
 */
function handLeft(seat, cards) {
  return h("div", { class: `left left-${seat}`, role: "group", "aria-label": directionWords(seat) },
    h("span", { class: "left-seat", "aria-hidden": true }, directionWords(seat)),
    cards && h("ul", null, SUITS.map((suit) => h("li", { class: cards[suit] ? null : "void" },
      suitMark(suit), unseen(": "), h("span", { class: "cards" }, [...cards[suit]].map((rank) => (rank === "T" ? "10" : rank)).join(" ") || "–")))));
}

/** @param {Played[]} trick */
function trickOnTable(trick) {
  return h("div", { class: "trick", role: "group", "aria-label": "Trick" },
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
    h("span", { class: "fact" }, `North-South ${ns}`),
    h("span", { class: "fact" }, `East-West ${ew}`),
    tricks === null
      ? h("span", { class: "fact" }, `Contract: ${needed} tricks`)
      : h("span", { class: "fact" }, `Double dummy: ${tricks} of ${needed} tricks`),
  ];
}

/**
 * All tricks, a row for each, the cards under their seats.
 * @param {PlayRecord} play
 */
function trickTable(play) {
  return h("table", { class: "tricks" },
    h("caption", null, "Play"),
    h("thead", null, h("tr", null,
      h("th", { scope: "col" }, h("span", { "aria-hidden": true }, "#"), unseen("Trick")),
      COLUMNS.map((seat) => h("th", { scope: "col", class: sideOf(seat) === sideOf(play.declarer) ? "declaring" : null }, h("span", { "aria-hidden": true }, seat), unseen(directionWords(seat)))))),
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
    leads && unseen("led "), cardMark(card), wins && unseen(", wins"),
    tricks !== null && h("span", { class: "worth" }, unseen(", double dummy "), String(tricks)),
    lost > 0 && [h("span", { class: "cost", "aria-hidden": true }, "▾"), unseen(`, costs ${counted(lost, "trick")}`)]);
}

/**
 * @param {string[]} calls
 * @param {Seat} dealer
 */
function auctionTable(calls, dealer) {
  const { rows, notes } = auctionRows(calls, dealer, COLUMNS[0]);
  return h("section", { class: "auction", "aria-label": "Auction" },
    h("table", null,
      h("caption", null, "Auction"),
      h("thead", null, h("tr", null, COLUMNS.map((seat) => h("th", { scope: "col" }, h("span", { "aria-hidden": true }, seat), unseen(directionWords(seat)))))),
      h("tbody", null, rows.map((row) => h("tr", null, row.map(({ call, alert, note }) => h("td", { class: alert ? "alerted" : null },
        callMark(call), note ? h("sup", null, unseen("note "), String(note)) : alert && [h("span", { "aria-hidden": true }, "!"), unseen(" alerted")])))))),
    notes.length > 0 && h("ol", { class: "auction-notes" }, notes.map((note) => h("li", null, name(note)))));
}

/** @param {string} call */
function callMark(call) {
  if (call === "X") return [h("span", { class: "risk", "aria-hidden": true }, "×"), unseen("Double")];
  if (call === "XX") return [h("span", { class: "risk", "aria-hidden": true }, "××"), unseen("Redouble")];
  if (call === "-") return h("span", null, "–", unseen(" no call"));
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
  const select = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Table" },
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
  const by = line.declarer ? `${bid} by ${directionWords(readSeat(line.declarer))}` : bid;
  const result = outcome(line.contract, line.tricks).spoken;
  const sides = [line.ns_names || line.ns || line.ns_team, line.ew_names || line.ew || line.ew_team].filter(Boolean);
  return [result ? `${by}, ${result}` : by, sides.join(" – ")].filter(Boolean).join(": ");
}
