/**
 * The room screen: large type for a wall, turning its own pages through long standings and the next seats.
 * Options in the address: `?ranking=NS&seconds=20&seats=0`.
 * @module
 */

import { fill, h, icon, name, numbered, setText, unseen } from "../dom.js";
import { calm, flash, glide } from "../flip.js";
import { amount, fixed, unitHeading } from "../format.js";
import { progressShare, progressText, statusChip } from "../parts/progress.js";
import { roomRankings, seatPages, standingsPages } from "../parts/room-pages.js";
import { emptyState, waitingRows } from "../parts/sheet.js";
import { drawMove } from "../parts/standings-table.js";
import { eventAddress } from "../router.js";
import { rankingsOf, rowId, StandingsModel } from "../standings-model.js";
import { boardRange, seatsInOrder, seatsTitle, sidesOf, sideWords } from "./seats.js";

/** @typedef {import("../standings-model.js").Standing} Standing */
/** @typedef {import("../parts/room-pages.js").Page} Page */
/** @typedef {import("../parts/room-pages.js").Column} Column */

const SECONDS = 12;
const COLUMN_WIDTH_EM = 24;
const MOST_COLUMNS = 3;

export class RoomView {
  /**
   * @param {import("../main.js").App} app
   * @param {import("../router.js").Route} route
   */
  constructor(app, route) {
    this.event = route.event;
    this.options = route.options;
    const asked = Number(route.options.get("seconds"));
    this.turnMs = (asked >= 3 && asked <= 600 ? asked : SECONDS) * 1000;
    this.model = new StandingsModel();
    this.page = 0;
    this.paused = false;
    /** @type {Page[]} */
    this.pages = [];
    /** @type {Set<string>} */
    this.changed = new Set();
    /** @type {Map<string, number>} row → where it stood on the screen */
    this.stood = new Map();
    this.standings = app.feed.open(`evt.${route.event}.standings`);
    this.seats = app.feed.open(`evt.${route.event}.seats`);
    this.title = h("h1", { tabindex: "-1" });
    this.progress = h("p", { class: "room-progress" });
    this.meter = /** @type {HTMLProgressElement} */ (h("progress", { max: "1", value: "0", "aria-label": "Played so far", hidden: true }));
    this.clock = h("time", { class: "room-clock" });
    this.content = h("div", { class: "room-content" });
    this.counter = h("span", { class: "room-counter" });
    this.turning = h("span", { class: "room-turning", "aria-hidden": true });
    this.pauseButton = h("button", { type: "button", class: "icon-button", on: { click: () => this.pause(!this.paused) } });
    this.element = h(
      "div",
      { class: "room" },
      h("header", { class: "room-head" }, h("div", null, this.title, this.progress), this.clock),
      this.meter,
      this.content,
      h("footer", { class: "room-foot" },
        h("a", { class: "room-leave", href: eventAddress(route.event) }, icon("back"), "Leave", unseen(" the room screen")),
        h("div", { class: "room-turn" },
          this.counter,
          h("button", { type: "button", class: "icon-button", on: { click: () => this.turn(-1) } }, icon("back"), unseen("Previous page")),
          this.pauseButton,
          h("button", { type: "button", class: "icon-button", on: { click: () => this.turn(1) } }, icon("forward"), unseen("Next page")))),
      this.turning,
    );
    this.stop = new AbortController();
    const { signal } = this.stop;
    document.addEventListener("keydown", (event) => this.onKey(event), { signal });
    window.addEventListener("resize", () => this.soon(), { signal });
    document.addEventListener("visibilitychange", () => this.stayAwake(), { signal });
    this.frame = 0;
    this.stopListening = [
      this.standings.listen((change) => {
        if (change.kind === "state") return;
        if (change.kind === "rows") this.model.take(this.standings.rows, change.changed, performance.now());
        change.changed?.forEach((id) => this.changed.add(id));
        this.soon();
      }),
      this.seats.listen((change) => change.kind !== "state" && this.soon()),
    ];
    if (this.standings.ready) this.model.take(this.standings.rows, null, performance.now());
    this.ticker = window.setInterval(() => this.tick(), 1_000);
    /** @type {Animation | undefined} */
    this.animation = undefined;
    this.turnedAt = performance.now();
    /** @type {WakeLockSentinel | null} */
    this.lock = null;
    this.stayAwake();
    this.pause(false);
    this.tick();
    this.soon();
  }

  dispose() {
    this.stop.abort();
    window.cancelAnimationFrame(this.frame);
    window.clearInterval(this.ticker);
    this.animation?.cancel();
    for (const stop of this.stopListening) stop();
    this.standings.close();
    this.seats.close();
    this.lock?.release().catch(() => {});
  }

  /** Ask the device not to dim; refused politely by many, needed by none. */
  async stayAwake() {
    if (document.hidden || !("wakeLock" in navigator)) return;
    try {
      this.lock = await navigator.wakeLock.request("screen");
    } catch {
      this.lock = null;
    }
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === " ") this.pause(!this.paused);
    else if (event.key === "ArrowRight") this.turn(1);
    else if (event.key === "ArrowLeft") this.turn(-1);
    else return;
    event.preventDefault();
  }

  soon() {
    this.frame ||= window.requestAnimationFrame(() => this.draw());
  }

  tick() {
    setText(this.clock, new Date().toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" }));
    if (!this.paused && this.pages.length > 1 && performance.now() - this.turnedAt >= this.turnMs) this.turn(1);
  }

  /** @param {boolean} paused */
  pause(paused) {
    this.paused = paused;
    fill(this.pauseButton, icon(paused ? "play" : "pause"), unseen(paused ? "Turn the pages again" : "Stop turning pages"));
    this.startTurn();
  }

  /** @param {number} by */
  turn(by) {
    this.page += by;
    this.stood.clear();
    this.startTurn();
    this.draw();
  }

  startTurn() {
    this.turnedAt = performance.now();
    this.animation?.cancel();
    this.turning.hidden = this.paused || this.pages.length < 2;
    if (this.turning.hidden || calm()) return;
    this.animation = this.turning.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: this.turnMs, fill: "forwards" });
  }

  draw() {
    window.cancelAnimationFrame(this.frame);
    this.frame = 0;
    const { meta } = this.standings;
    document.title = `${meta.title || this.event} · room screen`;
    setText(this.title, meta.title || this.event);
    fill(this.progress, meta.status && statusChip(meta.status), progressText(meta.progress));
    const share = progressShare(meta.progress);
    this.meter.hidden = share === null;
    if (share !== null) this.meter.value = share;
    const before = this.pages.length;
    this.pages = this.makePages();
    if (this.pages.length !== before) this.startTurn();
    const page = this.pages[((this.page % this.pages.length) + this.pages.length) % this.pages.length];
    if (!page) {
      const missing = this.standings.absent && !this.standings.ready;
      fill(this.content, missing ? emptyState("standings", "No such event", "Nothing is known under this address.")
        : this.standings.ready ? emptyState("standings", "No results yet", "The first scores appear here as soon as they come in.") : waitingRows());
      setText(this.counter, "");
      return;
    }
    const number = this.pages.indexOf(page) + 1;
    setText(this.counter, this.pages.length > 1 ? `Page ${number} of ${this.pages.length}` : "");
    if (page.kind === "standings") fill(this.content, page.columns.map((column, index) => this.column(column, index)));
    else fill(this.content, h("h2", { class: "room-seats-title" }, seatsTitle(this.seats.meta)), page.seats.map((seats) => this.seatColumn(seats)));
    this.move();
    this.changed.clear();
  }

  /** @returns {Page[]} */
  makePages() {
    const size = parseFloat(getComputedStyle(this.content).fontSize);
    const rowHeight = size * 2.2;
    const columns = Math.max(1, Math.min(MOST_COLUMNS, Math.floor(this.content.clientWidth / (size * COLUMN_WIDTH_EM))));
    const perColumn = Math.max(3, Math.floor(this.content.clientHeight / rowHeight) - 1);
    const rankings = roomRankings(rankingsOf(this.standings.meta, this.model), this.options.get("ranking"));
    const pages = standingsPages(rankings.map((ranking) => ({ ranking, rows: this.model.inOrder(ranking.id) })), perColumn, columns);
    if (this.options.get("seats") === "0" || !this.seats.rows.size) return pages;
    return [...pages, ...seatPages(seatsInOrder(this.seats.rows), perColumn - 1, columns)];
  }

  /**
   * @param {Column} column
   * @param {number} index
   */
  column({ title, ranking, rows }, index) {
    const percentages = rows.some((row) => row.percentage);
    return h("table", { class: "room-table" },
      h("caption", { class: "sr-only" }, `${title}${index ? ", continued" : ""}`),
      h("thead", null, h("tr", null,
        h("th", { scope: "col", class: "place" }, unseen("Place")),
        h("th", { scope: "col", class: "who" }, h("bdi", null, title)),
        h("th", { scope: "col", class: "score" }, percentages ? "%" : unitHeading(ranking.unit)))),
      h("tbody", null, rows.map((row) => this.row(row, percentages))));
  }

  /**
   * @param {Standing} row
   * @param {boolean} percentages
   */
  row(row, percentages) {
    const move = h("span", { class: "move" });
    drawMove(move, this.model.moveOf(row, performance.now()));
    return h("tr", { "data-row": rowId(row), class: row.rank === 1 ? "leader" : null },
      h("td", { class: "place" }, row.place ?? "", move),
      h("th", { scope: "row", class: "who" }, h("span", { class: "who-text" }, numbered(row.number, row.name))),
      h("td", { class: "score" }, percentages ? fixed(row.percentage, 2) : amount(row.total)));
  }

  /** @param {Record<string, any>[]} seats */
  seatColumn(seats) {
    return h("table", { class: "room-table room-seats" },
      h("caption", { class: "sr-only" }, "Next seats"),
      h("thead", null, h("tr", null, h("th", { scope: "col", class: "place" }, "Table"), sideWords(seats).map((words) => h("th", { scope: "col" }, words)), h("th", { scope: "col", class: "score" }, "Boards"))),
      h("tbody", null, seats.map((seat) => h("tr", null,
        h("th", { scope: "row", class: "place" }, name(`${seat.section ?? ""}${seat.table ?? ""}`)),
        sidesOf(seat).map((side) => h("td", { class: "who" }, h("span", { class: "who-text" }, numbered(side.ids.join(" ") || "–", side.names)))),
        h("td", { class: "score" }, boardRange(seat))))));
  }

  /** Rows that stay on the page glide to their new places. */
  move() {
    const stood = new Map();
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.content.querySelectorAll("[data-row]"))) {
      const id = row.dataset.row ?? "";
      const { top } = row.getBoundingClientRect();
      const before = this.stood.get(id);
      if (before !== undefined) glide(row, before - top);
      if (this.changed.has(id)) flash(row);
      stood.set(id, top);
    }
    this.stood = stood;
  }
}
