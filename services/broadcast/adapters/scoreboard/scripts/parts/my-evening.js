/**
 * "My evening": of the participant that the reader said to be, above all tabs: place, next seat, last result, notices.
 * @module
 */

import { ownScore } from "../bridge.js";
import { fill, h, name, numbered, refill } from "../dom.js";
import { boardPoints, withUnit } from "../format.js";
import { recall, remember, REMEMBERED } from "../memory.js";
import { hindrance, NoNotices, renew, start, stop, toldOf } from "../notices.js";
import { eventAddress } from "../router.js";
import { rankingsOf, scoreForm, scoreWords } from "../standings-model.js";
import { againstWords, boardRange, seatsOf, sideWords, tableOf } from "../views/seats.js";
import { t, tc } from "../words.js";

const REFRESH_PAUSE_MS = 1_500;

/** @type {Record<import("../notices.js").Reason, string>} */
const HINDRANCES = {
  unsupported: t("This browser cannot show notifications of a page."),
  insecure: t("Notifications need a secure address (https)."),
  install: t("Add this page to your home screen first: then it can notify you."),
  denied: t("Notifications of this page are blocked. You can allow them in the browser’s settings of this page."),
  absent: t("This server sends no notifications at the moment. Try again later."),
  refused: t("The server did not accept this device. Reload the page and try again."),
  failed: t("The browser’s push service could not be reached. Try again later."),
};

/** @typedef {Record<string, any>} CardLine */
/** @typedef {import("../standings-model.js").Standing} Standing */
/** @typedef {import("../standings-model.js").RankingInfo} RankingInfo */

export class MyEvening {
  /** @param {import("../views/event.js").EventContext} context */
  constructor(context) {
    this.context = context;
    this.key = `participant.${context.event}`;
    this.participant = "";
    /** @type {import("../feed/channel.js").Channel | null} */
    this.seats = null;
    this.stopSeats = () => {};
    /** @type {CardLine | null} */
    this.last = null;
    this.boards = -1;
    this.asked = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.busy = false;
    /** @type {import("../notices.js").Reason | null} */
    this.failure = null;
    this.own = h("div", { class: "evening-line" });
    this.summary = h("div", { class: "evening-summary" });
    this.choices = h("div", { class: "evening-choices" });
    this.element = h("section", { class: "evening", "aria-label": t("My evening") }, this.own, this.summary,
      h("details", { class: "evening-more" }, h("summary", null, t("Notifications and more")), this.choices));
    this.onRemembered = (/** @type {Event} */ event) => {
      if (/** @type {CustomEvent} */ (event).detail === this.key) this.choose();
    };
    window.addEventListener(REMEMBERED, this.onRemembered);
    this.watch = new IntersectionObserver(([seen]) => this.dock(!seen.isIntersecting && seen.boundingClientRect.top < 0));
    this.watch.observe(this.own);
    this.choose();
    if (this.participant && toldOf(context.event) && !hindrance()) {
      renew(context.feed.base, context.event).catch((error) => this.failed(error));
    }
  }

  dispose() {
    window.removeEventListener(REMEMBERED, this.onRemembered);
    this.watch.disconnect();
    window.clearTimeout(this.timer);
    this.asked += 1;
    this.closeSeats();
  }

  /**
   * The own line is at the edge of the screen while its place in the strip, which stays open, is above it.
   * @param {boolean} docked
   */
  dock(docked) {
    this.own.style.minHeight = docked ? `${this.own.offsetHeight}px` : "";
    this.own.classList.toggle("docked", docked);
  }

  closeSeats() {
    this.stopSeats();
    this.seats?.close();
    this.seats = null;
  }

  /** Take over who the reader is; somebody else is told of nothing under that name. */
  choose() {
    const before = this.participant;
    this.participant = recall(this.key) ?? "";
    this.element.hidden = !this.participant;
    if (before && before !== this.participant && toldOf(this.context.event)) {
      stop(this.context.feed.base, this.context.event).catch((error) => this.failed(error));
    }
    this.last = null;
    this.boards = -1;
    if (!this.participant) {
      this.closeSeats();
      return;
    }
    if (!this.seats) {
      this.seats = this.context.feed.open(`evt.${this.context.event}.seats`);
      this.stopSeats = this.seats.listen((change) => {
        if (change.kind !== "state") this.draw();
      });
    }
    this.drawChoices();
    this.update();
  }

  /** The standings have changed. */
  update() {
    if (!this.participant) return;
    const [row] = this.standing();
    if ((row?.boards ?? 0) !== this.boards) {
      this.boards = row?.boards ?? 0;
      window.clearTimeout(this.timer);
      if (this.boards) this.timer = window.setTimeout(() => this.loadLast(), this.last ? REFRESH_PAUSE_MS : 0);
    }
    this.draw();
  }

  /** @returns {[Standing, RankingInfo] | []} the line in the first ranking that has the participant */
  standing() {
    const { model } = this.context;
    const rows = new Map(model.standingsOf(this.participant).map((row) => [row.ranking, row]));
    const ranking = rankingsOf(this.context.meta(), model).find(({ id }) => rows.has(id));
    return ranking ? [/** @type {Standing} */ (rows.get(ranking.id)), ranking] : [];
  }

  async loadLast() {
    const asked = ++this.asked;
    const { event, feed } = this.context;
    try {
      const answer = await fetch(new URL(`v1/events/${encodeURIComponent(event)}/cards/${encodeURIComponent(this.participant)}`, feed.base), { cache: "no-store" });
      if (!answer.ok || asked !== this.asked) return;
      /** @type {{lines: CardLine[]}} */
      const { lines } = await answer.json();
      if (asked !== this.asked) return;
      const played = lines.filter((line) => line.score || line.result);
      this.last = played.reduce((newest, line) => ((line.round ?? 0) >= (newest.round ?? 0) ? line : newest), played[0]) ?? null;
      this.draw();
    } catch {
      // The strip goes without; the connection's state says why.
    }
  }

  draw() {
    const { model, event } = this.context;
    const [row, ranking] = this.standing();
    const place = row?.place ? tc("{place} of {n}", { place: name(row.place), n: model.inOrder(row.ranking).length }) : t("No place yet");
    const score = row && ranking ? scoreWords(row, scoreForm([row], ranking.unit ?? "")) : "";
    refill(this.own,
      h("a", { class: "evening-own", href: eventAddress(event, "card") },
        h("span", { class: "evening-name" }, numbered(row?.number ?? this.participant, row?.name ?? "")),
        h("span", { class: "evening-place" }, place), " ",
        score && h("span", { class: "evening-score" }, score)));
    refill(this.summary,
      this.nextSeats().map((each) => h("p", { class: "evening-next" }, each)),
      h("p", { class: "evening-last quiet" }, this.lastResult()));
  }

  /** @returns {import("../dom.js").Child[][]} the one in play, if another round has overtaken it, and the next */
  nextSeats() {
    const { seats, participant, context } = this;
    if (!seats?.ready && !seats?.absent) return [["…"]];
    const found = seats.ready ? seatsOf(seats, participant, context) : [];
    if (!found.length) return [[context.meta().progress?.complete ? "" : t("Your next table will be shown here.")]];
    return found.map(({ title, seat, at, other }) => {
      const round = h("strong", null, title);
      if (!seat || !other) return tc("{round}: sitting out", { round });
      const table = h("strong", null, t("Table {table}", { table: tableOf(seat) }));
      return tc("{round}: {table}, {side}, {against}", { round, table, side: sideWords([seat])[at], against: againstWords(other, boardRange(seat)) });
    });
  }

  lastResult() {
    const { last } = this;
    if (!last) return this.boards > 0 ? t("Last result: …") : t("No result yet");
    if (last.result) return t("Last result: round {n}, {result}", { n: last.round, result: last.result });
    const points = last.percent !== null && last.percent !== undefined ? withUnit(last.percent, "percent") : boardPoints(last.points, last.unit ?? "");
    return t("Last result: board {board}, {score}", { board: last.board, score: [ownScore(last.score, last.direction), points].filter(Boolean).join(", ") });
  }

  drawChoices() {
    const { event } = this.context;
    const on = toldOf(event) === this.participant;
    const reason = this.failure ?? (on ? null : hindrance());
    const offered = on || !reason || this.failure;
    fill(this.choices,
      h("p", null, on
        ? t("This device tells you your next table, your place after each round, corrections of your results, and the final result, also when this page is closed.")
        : t("This device can tell you your next table, your place after each round, corrections of your results, and the final result, also when this page is closed. Nothing else is sent, and you can stop it here at any time.")),
      reason && h("p", { class: "evening-reason", role: "status" }, HINDRANCES[reason]),
      h("div", { class: "evening-buttons" },
        offered && h("button", { type: "button", class: "button", "data-step": "notify", disabled: this.busy, on: { click: () => this.toggle(on) } }, on ? t("Stop notifications") : t("Notify me")),
        h("button", { type: "button", class: "button", "data-step": "forget", on: { click: () => remember(this.key, null) } }, t("This is not me any more"))));
  }

  /** @param {boolean} on whether notices are sent now */
  async toggle(on) {
    const { event, feed } = this.context;
    this.busy = true;
    this.failure = null;
    this.drawChoices();
    try {
      await (on ? stop(feed.base, event) : start(feed.base, event, this.participant));
    } catch (error) {
      this.failed(error);
    }
    this.busy = false;
    this.drawChoices();
    /** @type {HTMLElement | null} */ (this.choices.querySelector('[data-step="notify"]'))?.focus({ preventScroll: true });
  }

  /** @param {unknown} error */
  failed(error) {
    this.failure = error instanceof NoNotices ? error.reason : "failed";
    this.drawChoices();
  }
}
