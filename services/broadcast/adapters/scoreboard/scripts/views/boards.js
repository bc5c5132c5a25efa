/**
 * The boards of an event, and the traveller of one of them with its analysis, auctions and plays.
 * @module
 */

import { dealDiagram } from "../bridge.js";
import { fill, h, icon, name, refill, unseen } from "../dom.js";
import { amount, directionLetters, directionWords, isZero, unitWords } from "../format.js";
import { recall } from "../memory.js";
import { analysisTable, dealText } from "../parts/analysis.js";
import { boardTable, VULNERABLE_SHORT } from "../parts/board-table.js";
import { frequencies, frequencyTable } from "../parts/frequencies.js";
import { isRecorded, PlayThrough, tableChoice, tableWords } from "../parts/play-through.js";
import { emptyState, waitingRows } from "../parts/sheet.js";
import { inOrder, travellerTable } from "../parts/traveller.js";
import { eventAddress, ROOT } from "../router.js";
import { t, tn } from "../words.js";

/** @typedef {import("../feed/channel.js").Channel} Channel */
/** @typedef {import("./event.js").EventContext} EventContext */
/** @typedef {{id: string, board: string, session?: string | null}} BoardInfo */
/** @typedef {Record<string, any>} Line fields of `TravellerLine` */

/** @type {Record<string, string>} */
const VULNERABLE = { None: t("Neither side vulnerable"), NS: t("North-South vulnerable"), EW: t("East-West vulnerable"), All: t("Both sides vulnerable") };

export class BoardsView {
  /**
   * @param {EventContext} context
   * @param {string} item id of a board; empty for the list
   */
  constructor(context, item) {
    this.context = context;
    this.item = "";
    this.main = h("div", null);
    this.tables = h("div", { class: "record-choice" });
    this.player = h("div", null);
    // What the reader steps through stays in its place while the rest of the page is drawn again.
    this.records = h("section", { class: "records", "aria-labelledby": "records-title", hidden: true },
      h("h3", { id: "records-title", tabindex: "-1" }, t("Auction and play")), this.tables, this.player);
    this.element = h("div", { class: "boards-view" }, this.main, this.records);
    /** @type {Channel | null} */
    this.channel = null;
    /** @type {Channel | null} the double-dummy analysis, which may come later or never */
    this.analysis = null;
    /** @type {Channel | null} what is known of each board, for the list of them */
    this.listed = null;
    this.recorded = { tables: "", line: "" };
    /** @type {PlayThrough | null} */
    this.play = null;
    this.table = "";
    this.keys = (/** @type {KeyboardEvent} */ event) => this.press(event);
    document.addEventListener("keydown", this.keys);
    this.stopListening = () => {};
    this.frame = 0;
    this.drawn = "";
    this.show(item);
  }

  dispose() {
    window.cancelAnimationFrame(this.frame);
    document.removeEventListener("keydown", this.keys);
    this.leave();
  }

  /**
   * The arrow keys lead to the boards before and after, unless they mean something else where the focus is.
   * @param {KeyboardEvent} event
   */
  press(event) {
    const which = { ArrowLeft: "back", ArrowRight: "forward" }[event.key];
    const inside = event.target instanceof Element && event.target.closest('input, select, textarea, dialog, .play, [role="tablist"]');
    if (!which || inside || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof Node && this.records.contains(event.target)) {
      this.play?.press(event);
      return;
    }
    const link = this.element.querySelector(`.board-head [data-step="${which}"]`);
    if (link instanceof HTMLElement) link.click();
  }

  leave() {
    this.stopListening();
    this.channel?.close();
    this.analysis?.close();
    this.listed?.close();
    this.channel = this.analysis = this.listed = null;
    this.table = "";
  }

  /** @param {string} item */
  show(item) {
    const before = this.item;
    this.leave();
    this.item = item;
    this.drawn = "";
    this.records.hidden = true;
    const { feed, event } = this.context;
    if (item) {
      this.channel = feed.open(`evt.${event}.board.${item}`);
      this.analysis = feed.open(`evt.${event}.analysis.${item}`);
    } else {
      this.listed = feed.open(`evt.${event}.boards`);
    }
    const stops = [this.channel, this.analysis, this.listed].map((channel) => channel?.listen((change) => {
      if (change.kind !== "state") this.frame ||= window.requestAnimationFrame(() => this.draw());
    }));
    this.stopListening = () => stops.forEach((stop) => stop?.());
    this.draw();
    if (before !== item && (before || item)) /** @type {HTMLElement | null} */ (this.element.querySelector("h2"))?.focus({ preventScroll: true });
  }

  update() {
    this.draw();
  }

  /** @returns {BoardInfo[]} */
  boards() {
    const { boards } = this.context.meta();
    return Array.isArray(boards) ? boards : [];
  }

  draw() {
    this.frame = 0;
    if (this.item) this.drawBoard();
    else this.drawList();
  }

  drawList() {
    const boards = this.boards();
    this.records.hidden = true;
    const rows = this.listed?.rows ?? new Map();
    const state = JSON.stringify([boards, [...rows]]);
    if (state === this.drawn) return;
    this.drawn = state;
    if (!boards.length) {
      fill(this.main, this.context.ready() ? emptyState("boards", t("No boards yet"), t("Each board appears here with its traveller once it has a result.")) : waitingRows(3));
      return;
    }
    const sessions = [...new Set(boards.map((board) => board.session ?? ""))];
    refill(
      this.main,
      h("h2", { class: "sr-only", tabindex: "-1" }, t("Boards")),
      sessions.map((session) =>
        this.sessionList(session, sessions.length > 1, boards.filter((board) => (board.session ?? "") === session), rows)),
    );
  }

  /**
   * @param {string} session
   * @param {boolean} several whether there are others
   * @param {readonly BoardInfo[]} boards
   * @param {ReadonlyMap<string, Record<string, any>>} rows what is known of each, by id
   */
  sessionList(session, several, boards, rows) {
    const { event } = this.context;
    const analysed = boards.some(({ id }) => typeof rows.get(id)?.par === "number");
    return h("section", null,
      several && h("h3", { class: "group-title" }, name(sessionWords(session || "?"))),
      boardTable(event, boards, rows, session ? t("Boards of session {session}", { session }) : t("Boards")),
      analysed && h("p", { class: "note" }, h("a", { href: [`${ROOT.pathname}hands`, event, ...(session ? [session] : [])].map((part, at) => (at ? encodeURIComponent(part) : part)).join("/") }, t("Hand records to print"))));
  }

  drawBoard() {
    const { channel } = this;
    if (!channel) return;
    const { meta } = channel;
    const boards = this.boards();
    const at = boards.findIndex((board) => board.id === this.item);
    const board = boards[at];
    const title = t("Board {board}", { board: meta.board ?? board?.board ?? this.item });
    const session = meta.session ?? board?.session;
    const lines = [...channel.rows.values()];
    const analysis = [this.analysis?.meta, [...(this.analysis?.rows ?? [])]];
    const state = JSON.stringify([meta, lines, at, boards.length, channel.ready, channel.absent, analysis]);
    if (state === this.drawn) return;
    this.drawn = state;
    const unit = meta.unit ?? this.context.meta().unit ?? "";
    const facts = [
      boards.some((other) => other.session !== boards[0].session) && session ? sessionWords(session) : "",
      meta.dealer ? t("Dealer {seat}", { seat: directionWords(meta.dealer) }) : "",
      VULNERABLE[meta.vulnerable ?? ""] ?? "",
      meta.top && !isZero(meta.top) ? t("Top {n}", { n: amount(meta.top) }) : "",
      meta.datum ? t("Datum {n}", { n: amount(meta.datum) }) : "",
    ].filter(Boolean);
    refill(
      this.main,
      h("div", { class: "board-head" },
        this.step(boards[at - 1], "back", (board) => t("Previous board: {board}", { board })),
        h("div", { class: "board-title" }, h("h2", { tabindex: "-1" }, title), h("p", { class: "facts" }, facts.map((fact) => h("span", { class: "fact" }, fact)))),
        this.step(at < 0 ? undefined : boards[at + 1], "forward", (board) => t("Next board: {board}", { board }))),
      h("p", { class: "board-back" }, h("a", { href: eventAddress(this.context.event, "boards") }, t("All boards"))),
      this.content(lines, unit, title),
    );
  }

  /**
   * @param {Record<string, any>[]} lines
   * @param {string} unit
   * @param {string} title
   */
  content(lines, unit, title) {
    const channel = /** @type {Channel} */ (this.channel);
    if (channel.absent && !channel.ready) return emptyState("boards", t("Board not found"), t("It has no result yet, or the event has no board with this number."));
    if (!channel.ready) return waitingRows(6);
    const { meta } = channel;
    const centre = meta.dealer || meta.vulnerable ? [meta.dealer && t("Dlr {seat}", { seat: directionLetters(meta.dealer) }), meta.vulnerable && t("Vul {sides}", { sides: VULNERABLE_SHORT[meta.vulnerable] ?? meta.vulnerable })].filter(Boolean).join("\n") : "";
    /** @type {(import("../parts/analysis.js").Analysis & {rows: ReadonlyMap<string, Record<string, any>>}) | null} */
    const about = this.analysis?.ready && this.analysis.meta.deal === dealText(meta.deal) ? { ...this.analysis.meta, rows: this.analysis.rows } : null;
    const own = recall(`participant.${this.context.event}`) ?? "";
    const isOwn = (/** @type {Line} */ line) => own !== "" && [...(line.ns ?? "").split("+"), ...(line.ew ?? "").split("+"), line.ns_team, line.ew_team].includes(own);
    const scores = frequencies(lines, isOwn);
    const recorded = inOrder(lines).filter(isRecorded);
    this.drawRecords(recorded, recorded.find(isOwn), about);
    return h(
      "div",
      { class: "board-content" },
      dealDiagram(meta.deal, centre),
      h("div", { class: "board-figures" },
        about && analysisTable(about, about.rows),
        scores.length > 0 && frequencyTable(scores, unit, about?.par)),
      lines.length
        ? h("div", { class: "table-place" }, travellerTable(
          { event: this.context.event, unit, isOwn, nameOf: (id) => this.context.model.nameOf(id), analysis: about, open: (line) => this.open(line) },
          lines, tn(lines.length, "{board}: {n} result, {unit}", "{board}: {n} results, {unit}", { board: title, unit: unitWords(unit) })))
        : emptyState("boards", t("No results yet"), t("The first result on this board will appear here.")),
    );
  }

  /**
   * Auction and play of one table: of the one that was chosen, else the reader's own, else the first.
   * @param {Line[]} lines that have them
   * @param {Line | undefined} own
   * @param {Record<string, any> | null} analysis
   */
  drawRecords(lines, own, analysis) {
    const line = lines.find((one) => keyOf(one) === this.table) ?? own ?? lines[0];
    this.records.hidden = !line;
    if (!line) return;
    const { meta } = /** @type {Channel} */ (this.channel);
    const choices = lines.map((one) => ({ key: keyOf(one), words: tableWords(one) }));
    const now = { tables: JSON.stringify([keyOf(line), choices]), line: JSON.stringify([line.contract, line.declarer, line.calls, line.cards, line.claimed, line.broken_off, meta.dealer, meta.deal, analysis?.plays]) };
    if (now.tables !== this.recorded.tables) refill(this.tables, tableChoice(keyOf(line), choices, (key) => this.choose(key)));
    if (now.line !== this.recorded.line) {
      this.play = new PlayThrough(line, { dealer: meta.dealer, deal: meta.deal, analysis });
      refill(this.player, this.play.element);
    }
    this.recorded = now;
  }

  /** @param {string} key of a line */
  choose(key) {
    this.table = key;
    this.drawn = "";
    this.draw();
  }

  /** @param {Line} line */
  open(line) {
    this.choose(keyOf(line));
    /** @type {HTMLElement | null} */ (this.records.querySelector("h3"))?.focus();
  }

  /**
   * @param {BoardInfo | undefined} board
   * @param {"back" | "forward"} which
   * @param {(board: string) => string} inWords
   */
  step(board, which, inWords) {
    if (!board) return h("span", { class: "step", "aria-hidden": true });
    return h("a", { class: "step icon-button", "data-step": which, href: eventAddress(this.context.event, "boards", board.id), title: inWords(board.board) }, icon(which), unseen(inWords(board.board)));
  }
}

/** @param {Line} line */
function keyOf(line) {
  return [line.section, line.round, line.table, line.ns, line.ew, line.ns_team, line.ew_team, line.part].join("|");
}

/**
 * A session by its number, or by its own name ("Round 4").
 * @param {string} session
 */
function sessionWords(session) {
  return /^[\d?]+$/.test(session) ? t("Session {session}", { session }) : session;
}
