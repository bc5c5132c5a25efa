/**
 * The room screen: large type for a wall, turning its own pages through long standings, the newest matches and the next
 * seats. Options in the address: `?ranking=NS&seconds=20&matches=0&seats=0`, and `?view=names&letters=A-M` for a screen of
 * nothing but one of standings, names, seats, matches and slow.
 * @module
 */

import { fill, h, icon, name, numbered, setText, unseen } from "../dom.js";
import { prefersLessMotion, flash, glide } from "../animation.js";
import { gameRounds } from "../games-model.js";
import { matchForm, newestRound, roundsOf } from "../matches-model.js";
import { explainRow, isExplained, whyButton } from "../parts/explanation.js";
import { progressShare, progressText, shownStatus, statusChip, withheldText } from "../parts/progress.js";
import { gameColumn, matchColumn, seatColumn, slowTableLists } from "../parts/room-columns.js";
import { columnPages, roomRankings, standingsPages } from "../parts/room-pages.js";
import { nameColumn, nameGrid, seatsByName, secondsOfNames, withInitials } from "../parts/seats-by-name.js";
import { emptyState, waitingRows } from "../parts/sheet.js";
import { drawPlaceChange } from "../parts/standings-table.js";
import { eventAddress, roomAddress } from "../router.js";
import { rankingsOf, rowId, scoreForm, scoreHeading, scoreText, StandingsModel } from "../standings-model.js";
import { goTo } from "../visit.js";
import { WakeLock } from "../wake-lock.js";
import { reader, t } from "../words.js";
import { seatsInOrder, seatsTitle } from "./seats.js";

/** @typedef {import("../standings-model.js").Standing} Standing */
/** @typedef {import("../parts/room-pages.js").Page} Page */
/** @typedef {import("../parts/room-pages.js").Column} Column */
/** @typedef {import("../matches-model.js").Match} Match */

const SECONDS = 12;
/** How long a part of a screen stays that has nothing to show. */
const EMPTY_MS = 3_000;
const COLUMN_WIDTH_EM = 24;
const MOST_COLUMNS = 3;
const TITLE_EM = 2.7;
const ROW_EM = 2.2;
const SLIM_HEAD_EM = 1.1;

/**
 * What a screen of several parts does with one of them.
 * @typedef {object} Around
 * @property {() => number} now the time of the server
 * @property {() => boolean} ended all pages have been shown; whether another part has taken its place
 * @property {(event: string) => void} moved its files are another event's now
 */

/** @param {number} moment */
export function clockText(moment) {
  return new Date(moment).toLocaleTimeString(reader.locale, { hour: "2-digit", minute: "2-digit" });
}

/** The elements of a room screen. */
class RoomScreen {
  /**
   * @param {string} event
   * @param {(by: number) => void} turn turns so many pages
   * @param {() => void} pause stops turning pages, or starts it again
   */
  constructor(event, turn, pause) {
    const button = (/** @type {() => void} */ click, /** @type {import("../dom.js").Child[]} */ ...content) =>
      h("button", { type: "button", class: "icon-button", on: { click } }, ...content);
    this.title = h("h1", { tabindex: "-1" });
    this.progress = h("p", { class: "room-progress" });
    this.meter = /** @type {HTMLProgressElement} */ (h("progress", { max: "1", value: "0", "aria-label": t("Played so far"), hidden: true }));
    this.clock = h("time", { class: "room-clock" });
    this.slow = h("div", { class: "room-slow" });
    this.content = h("div", { class: "room-content" });
    this.counter = h("span", { class: "room-counter" });
    this.turning = h("span", { class: "room-turning", "aria-hidden": true });
    this.pauseButton = button(pause);
    this.element = h("div", { class: "room" },
      h("header", { class: "room-head" }, h("div", null, this.title, this.progress), this.clock),
      this.meter,
      this.slow,
      this.content,
      h("footer", { class: "room-foot" },
        h("a", { class: "room-leave", href: eventAddress(event) }, icon("back"), h("span", { "aria-hidden": true }, t("Leave")), unseen(t("Leave the room screen"))),
        h("div", { class: "room-turn" },
          this.counter,
          button(() => turn(-1), icon("back"), unseen(t("Previous page"))),
          this.pauseButton,
          button(() => turn(1), icon("forward"), unseen(t("Next page"))))),
      this.turning);
  }
}

export class RoomView {
  /**
   * @param {import("../main.js").App} app
   * @param {import("../router.js").Route} route
   * @param {Around | null} [around]
   */
  constructor(app, route, around = null) {
    this.app = app;
    this.around = around;
    this.only = route.options.get("view");
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
    /** @type {import("../feed/channel.js").Channel | null} only events that are played in matches have it */
    this.matches = null;
    /** @type {import("../feed/channel.js").Channel | null} only events of chess have it */
    this.games = null;
    this.slowDrawn = "";
    this.screen = new RoomScreen(route.event, (by) => this.turn(by), () => this.pause(!this.paused));
    this.element = this.screen.element;
    // Two names beside each other fit whole into smaller type.
    this.screen.content.classList.toggle("of-two", this.only === "seats" || this.only === "matches");
    this.frame = 0;
    this.stop = new AbortController();
    this.stopListening = this.listen();
    this.followMatches();
    if (this.standings.ready) this.model.take(this.standings.rows, null, performance.now());
    this.ticker = window.setInterval(() => this.tick(), 1_000);
    /** @type {Animation | undefined} */
    this.animation = undefined;
    this.turnedAt = performance.now();
    this.awake = around ? null : new WakeLock();
    this.pause(false);
    this.tick();
    this.soon();
  }

  /** @returns {(() => void)[]} what stops listening to the channels */
  listen() {
    const { signal } = this.stop;
    document.addEventListener("keydown", (event) => this.onKey(event), { signal });
    // Not the window's: what is announced above a part of a screen makes it smaller, too.
    const sizes = new ResizeObserver(() => this.soon());
    sizes.observe(this.screen.content);
    return [
      () => sizes.disconnect(),
      this.standings.listen((change) => {
        if (change.kind === "state") return;
        if (change.kind === "rows") this.model.take(this.standings.rows, change.changed, performance.now());
        change.changed?.forEach((id) => this.changed.add(id));
        this.followMatches();
        this.soon();
      }),
      this.seats.listen((change) => change.kind !== "state" && this.soon()),
    ];
  }

  dispose() {
    this.stop.abort();
    window.cancelAnimationFrame(this.frame);
    window.clearInterval(this.ticker);
    this.animation?.cancel();
    for (const stop of this.stopListening) stop();
    this.standings.close();
    this.seats.close();
    this.matches?.close();
    this.games?.close();
    this.awake?.release();
  }

  /**
   * @param {string} view
   * @returns {boolean} whether the address asks for it
   */
  wants(view) {
    return this.only ? this.only === view : view !== "names" && view !== "slow" && this.options.get(view) !== "0";
  }

  /** Whether everything has come that the pages are made of. */
  get complete() {
    return [this.standings, this.seats, this.matches, this.games].every((channel) => !channel || channel.ready || channel.absent);
  }

  /** Follow the matches, or the games of chess, as soon as the event has any. */
  followMatches() {
    const { meta } = this.standings;
    if (!this.wants("matches")) return;
    const follow = (/** @type {string} */ name) => {
      const channel = this.app.feed.open(`evt.${this.event}.${name}`);
      this.stopListening.push(channel.listen((change) => change.kind !== "state" && this.soon()));
      return channel;
    };
    if (meta.method?.board_scoring === "games") this.games ??= follow("games");
    else if (meta.matches) this.matches ??= follow("matches");
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
    setText(this.screen.clock, clockText(this.around?.now() ?? Date.now()));
    const turns = this.pages.length > 1 || (this.around && this.complete);
    if (!this.paused && turns && performance.now() - this.turnedAt >= this.pageMs()) this.turn(1);
  }

  /** @param {boolean} paused */
  pause(paused) {
    this.paused = paused;
    fill(this.screen.pauseButton, icon(paused ? "play" : "pause"), unseen(paused ? t("Start turning pages") : t("Stop turning pages")));
    this.startTurn();
  }

  /** How long a page stays. */
  pageMs() {
    if (!this.pages.length) return EMPTY_MS;
    return this.pages[0]?.kind === "names" ? secondsOfNames(this.pages.length) * 1000 : this.turnMs;
  }

  /** @param {number} by */
  turn(by) {
    if (by > 0 && this.page + 1 >= this.pages.length && this.around?.ended()) return;
    this.page = (this.page + by + this.pages.length) % (this.pages.length || 1);
    this.stood.clear();
    this.startTurn();
    this.draw();
  }

  startTurn() {
    this.turnedAt = performance.now();
    this.animation?.cancel();
    this.screen.turning.hidden = this.paused || this.pages.length < 2;
    if (this.screen.turning.hidden || prefersLessMotion()) return;
    this.animation = this.screen.turning.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: this.pageMs(), fill: "forwards" });
  }

  draw() {
    window.cancelAnimationFrame(this.frame);
    this.frame = 0;
    const { meta } = this.standings;
    if (!this.around) document.title = t("{event} · room screen", { event: meta.title || this.event });
    setText(this.screen.title, meta.title || this.event);
    fill(this.screen.progress, meta.status && statusChip(shownStatus(meta)), meta.after_round ? withheldText(meta) : progressText(meta.progress));
    const share = progressShare(meta.progress);
    this.screen.meter.hidden = share === null;
    if (share !== null) this.screen.meter.value = share;
    this.drawSlow();
    const before = this.pages.length;
    this.pages = meta.reassigned_to?.length ? [] : this.makePages();
    if (this.pages.length !== before) this.startTurn();
    const page = this.pages[this.page % this.pages.length];
    if (!page) {
      setText(this.screen.counter, "");
      this.drawEmpty();
      return;
    }
    const number = this.pages.indexOf(page) + 1;
    setText(this.screen.counter, this.pages.length > 1 ? t("Page {n} of {all}", { n: number, all: this.pages.length }) : "");
    if (page.kind === "standings") fill(this.screen.content, page.columns.map((column, index) => this.column(column, index)));
    else if (page.kind === "slow") fill(this.screen.content, h("div", { class: "room-slow" }, slowTableLists(meta.progress)));
    else if (page.kind === "seats") fill(this.screen.content, h("h2", { class: "room-title" }, seatsTitle(this.seats.meta)), page.columns.map((seats) => seatColumn(seats, this.model)));
    else if (page.kind === "names") fill(this.screen.content, h("h2", { class: "room-title" }, seatsTitle(this.seats.meta)), page.columns.map((people) => nameColumn(people, page.grid)));
    else if (page.kind === "games") fill(this.screen.content, h("h2", { class: "room-title" }, this.roundOfGames()?.title), page.columns.map(gameColumn));
    else fill(this.screen.content, h("h2", { class: "room-title" }, t("{round}: matches", { round: this.round()?.title ?? "" })), page.columns.map((matches) => matchColumn(matches, matchForm(this.everyMatch()))));
    this.move();
    this.changed.clear();
  }

  /** Drawn only when it differs: its height decides how many rows fit below it. */
  drawSlow() {
    if (this.only) return;
    const { progress } = this.standings.meta;
    const state = JSON.stringify([progress?.slow, progress?.slow_total]);
    if (state === this.slowDrawn) return;
    this.slowDrawn = state;
    fill(this.screen.slow, slowTableLists(progress));
  }

  drawEmpty() {
    /** @type {string[]} */
    const movedTo = this.standings.meta.reassigned_to ?? [];
    if (!this.standings.ready) {
      fill(this.screen.content, this.standings.absent ? emptyState("standings", t("Event not found"), t("There is no event at this address.")) : waitingRows());
    } else if (movedTo.length === 1) {
      // No one operates a screen on a wall: it follows the files, and keeps its options.
      const options = this.options.toString();
      if (this.around) queueMicrotask(() => this.around?.moved(movedTo[0]));
      else queueMicrotask(() => goTo(roomAddress(movedTo[0]) + (options && `?${options}`), { replace: true }));
    } else if (movedTo.length) {
      fill(this.screen.content, emptyState("standings", t("This event has moved"), t("The director has moved its files to other events."),
        h("div", null, movedTo.map((event) => h("a", { class: "button", href: roomAddress(event) }, icon("screen"), event)))));
    } else if (withheldText(this.standings.meta)) {
      fill(this.screen.content, emptyState("standings", t("Not shown now"), withheldText(this.standings.meta)));
    } else if (this.only === "names" || this.only === "seats") {
      fill(this.screen.content, emptyState("seats", t("No seats yet"), t("Everyone's table will appear here once the next round is known.")));
    } else if (this.only === "slow") fill(this.screen.content, emptyState("standings", t("No slow tables"), t("Nobody waits for another table.")));
    else fill(this.screen.content, emptyState("standings", t("No results yet"), t("The first scores will appear here as they come in.")));
  }

  /**
   * @param {number} size of the type
   * @returns {Page[]}
   */
  namePages(size) {
    const people = withInitials(seatsByName([...this.seats.rows.values()], this.model), this.options.get("letters"));
    const { clientWidth, clientHeight } = this.screen.content;
    const grid = nameGrid(people, clientWidth, clientHeight - size * (this.around ? SLIM_HEAD_EM : TITLE_EM), size);
    return columnPages(people, grid.perColumn, grid.columns).map((columns) => ({ kind: "names", columns, grid }));
  }

  /** @returns {Page[]} */
  makePages() {
    const size = parseFloat(getComputedStyle(this.screen.content).fontSize);
    if (this.wants("names")) return this.namePages(size);
    if (this.wants("slow")) return this.standings.meta.progress?.slow?.length ? [{ kind: "slow", columns: [] }] : [];
    const rowHeight = size * ROW_EM;
    const columns = Math.max(1, Math.min(MOST_COLUMNS, Math.floor(this.screen.content.clientWidth / (size * COLUMN_WIDTH_EM))));
    // What is announced above a part of a screen may leave room for one row.
    const [least, headEm] = this.around ? [1, SLIM_HEAD_EM] : [3, ROW_EM];
    const perColumn = Math.max(least, Math.floor((this.screen.content.clientHeight - size * headEm) / rowHeight));
    const rankings = this.wants("standings") ? roomRankings(rankingsOf(this.standings.meta, this.model), this.options.get("ranking")) : [];
    const pages = standingsPages(rankings.map((ranking) => ({ ranking, rows: this.model.inOrder(ranking.id) })), perColumn, columns);
    const below = Math.max(1, perColumn - 1);
    /** @type {Page[]} */
    const matches = columnPages(this.round()?.matches ?? [], below, columns).map((part) => ({ kind: "matches", columns: part }));
    /** @type {Page[]} */
    const games = columnPages(this.roundOfGames()?.games ?? [], below, columns).map((part) => ({ kind: "games", columns: part }));
    const next = this.wants("seats") ? seatsInOrder(this.seats.rows) : [];
    /** @type {Page[]} */
    const seats = columnPages(next, below, columns).map((part) => ({ kind: "seats", columns: part }));
    return [...pages, ...matches, ...games, ...seats];
  }

  /** @returns {Match[]} */
  everyMatch() {
    return /** @type {Match[]} */ ([...this.matches?.rows.values() ?? []]);
  }

  /** The newest round of matches. */
  round() {
    return newestRound(roundsOf(this.everyMatch()));
  }

  /** The newest round of chess. */
  roundOfGames() {
    return gameRounds(/** @type {import("../games-model.js").Game[]} */ ([...this.games?.rows.values() ?? []]))[0];
  }

  /**
   * @param {Column} column
   * @param {number} index
   */
  column({ title, ranking, rows }, index) {
    const form = scoreForm(this.model.inOrder(ranking.id), ranking.unit ?? "");
    return h("table", { class: "room-table" },
      h("caption", { class: "sr-only" }, index ? t("{title}, continued", { title }) : title),
      h("thead", null, h("tr", null,
        h("th", { scope: "col", class: "place" }, unseen(t("Place"))),
        h("th", { scope: "col", class: "entrant" }, h("bdi", null, title)),
        h("th", { scope: "col", class: "score" }, scoreHeading(form).text))),
      h("tbody", null, rows.map((row) => this.row(row, form, ranking))));
  }

  /**
   * @param {Standing} row
   * @param {import("../standings-model.js").ScoreForm} form
   * @param {import("../standings-model.js").RankingInfo} ranking
   */
  row(row, form, ranking) {
    const move = h("span", { class: "move" });
    drawPlaceChange(move, this.model.placeChangeOf(row, performance.now()));
    return h("tr", { "data-row": rowId(row), class: row.rank === 1 ? "leader" : null },
      h("td", { class: "place" }, name(row.place ?? ""), move),
      h("th", { scope: "row", class: "entrant" }, h("span", { class: "entrant-text" }, numbered(row.number, row.name))),
      h("td", { class: "score" }, whyButton(scoreText(row, form), isExplained(this.standings.meta) && (() => explainRow({ feed: this.app.feed, event: this.event }, row, ranking)))));
  }

  /** Rows that stay on the page glide to their new places. */
  move() {
    const stood = new Map();
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.screen.content.querySelectorAll("[data-row]"))) {
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
