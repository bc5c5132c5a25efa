/**
 * The boards of an event, and the traveller of one of them.
 * @module
 */

import { dealDiagram } from "../bridge.js";
import { fill, h, icon, name, refill, unseen } from "../dom.js";
import { amount, counted, directionWords, isZero, unitWords } from "../format.js";
import { recall } from "../memory.js";
import { analysisTable, dealText } from "../parts/analysis.js";
import { emptyState, waitingRows } from "../parts/sheet.js";
import { travellerTable } from "../parts/traveller.js";
import { eventAddress } from "../router.js";

/** @typedef {import("../feed/channel.js").Channel} Channel */
/** @typedef {import("./event.js").EventContext} EventContext */
/** @typedef {{id: string, board: string, session?: string | null}} BoardInfo */

/** @type {Record<string, string>} */
const VULNERABLE = { None: "Neither side vulnerable", NS: "North-South vulnerable", EW: "East-West vulnerable", All: "Both sides vulnerable" };

export class BoardsView {
  /**
   * @param {EventContext} context
   * @param {string} item id of a board; empty for the list
   */
  constructor(context, item) {
    this.context = context;
    this.item = "";
    this.element = h("div", { class: "boards-view" });
    /** @type {Channel | null} */
    this.channel = null;
    /** @type {Channel | null} the double-dummy analysis, which may come later or never */
    this.analysis = null;
    this.stopListening = () => {};
    this.frame = 0;
    this.drawn = "";
    this.show(item);
  }

  dispose() {
    window.cancelAnimationFrame(this.frame);
    this.leave();
  }

  leave() {
    this.stopListening();
    this.channel?.close();
    this.analysis?.close();
    this.channel = this.analysis = null;
  }

  /** @param {string} item */
  show(item) {
    const before = this.item;
    this.leave();
    this.item = item;
    this.drawn = "";
    if (item) {
      this.channel = this.context.feed.open(`evt.${this.context.event}.board.${item}`);
      this.analysis = this.context.feed.open(`evt.${this.context.event}.analysis.${item}`);
      const stops = [this.channel, this.analysis].map((channel) => channel.listen((change) => {
        if (change.kind !== "state") this.frame ||= window.requestAnimationFrame(() => this.draw());
      }));
      this.stopListening = () => stops.forEach((stop) => stop());
    }
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
    const state = JSON.stringify(boards);
    if (state === this.drawn) return;
    this.drawn = state;
    if (!boards.length) {
      fill(this.element, this.context.ready() ? emptyState("boards", "No boards yet", "Each board appears here with its traveller once it has a result.") : waitingRows(3));
      return;
    }
    const sessions = [...new Set(boards.map((board) => board.session ?? ""))];
    refill(
      this.element,
      h("h2", { class: "sr-only", tabindex: "-1" }, "Boards"),
      sessions.map((session) =>
        h("section", null,
          sessions.length > 1 && h("h3", { class: "group-title" }, "Session ", name(session || "?")),
          h("ul", { class: "board-grid" }, boards.filter((board) => (board.session ?? "") === session).map((board) =>
            h("li", null, h("a", { href: eventAddress(this.context.event, "boards", board.id) }, unseen("Board "), name(board.board))))))),
    );
  }

  drawBoard() {
    const { channel } = this;
    if (!channel) return;
    const { meta } = channel;
    const boards = this.boards();
    const at = boards.findIndex((board) => board.id === this.item);
    const board = boards[at];
    const title = `Board ${meta.board ?? board?.board ?? this.item}`;
    const session = meta.session ?? board?.session;
    const lines = [...channel.rows.values()];
    const analysis = [this.analysis?.meta, [...(this.analysis?.rows ?? [])]];
    const state = JSON.stringify([meta, lines, at, boards.length, channel.ready, channel.absent, analysis]);
    if (state === this.drawn) return;
    this.drawn = state;
    const unit = meta.unit ?? this.context.meta().unit ?? "";
    const facts = [
      boards.some((other) => other.session !== boards[0].session) && session ? `Session ${session}` : "",
      meta.dealer ? `Dealer ${directionWords(meta.dealer)}` : "",
      VULNERABLE[meta.vulnerable ?? ""] ?? "",
      meta.top && !isZero(meta.top) ? `Top ${amount(meta.top)}` : "",
      meta.datum ? `Datum ${amount(meta.datum)}` : "",
    ].filter(Boolean);
    refill(
      this.element,
      h("div", { class: "board-head" },
        this.step(boards[at - 1], "back", "Previous board"),
        h("div", { class: "board-title" }, h("h2", { tabindex: "-1" }, title), h("p", { class: "facts" }, facts.map((fact) => h("span", { class: "fact" }, fact)))),
        this.step(at < 0 ? undefined : boards[at + 1], "forward", "Next board")),
      h("p", { class: "board-back" }, h("a", { href: eventAddress(this.context.event, "boards") }, "All boards")),
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
    if (channel.absent && !channel.ready) return emptyState("boards", "Board not found", "It has no result yet, or the event has no board with this number.");
    if (!channel.ready) return waitingRows(6);
    const { meta } = channel;
    const centre = meta.dealer || meta.vulnerable ? [meta.dealer && `Dlr ${meta.dealer}`, meta.vulnerable && `Vul ${meta.vulnerable}`].filter(Boolean).join("\n") : "";
    return h(
      "div",
      { class: "board-content" },
      dealDiagram(meta.deal, centre),
      this.analysis?.ready && this.analysis.meta.deal === dealText(meta.deal) && analysisTable(this.analysis.meta, this.analysis.rows),
      lines.length
        ? h("div", { class: "table-place" }, travellerTable(
          { event: this.context.event, unit, own: recall(`participant.${this.context.event}`) ?? "", nameOf: (id) => this.context.model.nameOf(id) },
          lines, `${title}: ${counted(lines.length, "result")}, ${unitWords(unit)}`))
        : emptyState("boards", "No results yet", "The first result on this board will appear here."),
    );
  }

  /**
   * @param {BoardInfo | undefined} board
   * @param {"back" | "forward"} which
   * @param {string} words
   */
  step(board, which, words) {
    if (!board) return h("span", { class: "step", "aria-hidden": true });
    return h("a", { class: "step icon-button", "data-step": which, href: eventAddress(this.context.event, "boards", board.id), title: `${words}: ${board.board}` }, icon(which), unseen(`${words}: ${board.board}`));
  }
}
