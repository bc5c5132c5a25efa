/**
 * A screen of the room as it was composed at the desk: its parts follow each other, each a room screen of an event or words
 * in large type; above them are the timer and what is announced, one after the other. It asks the server every other second what to show, so
 * that nobody has to touch it, and goes on with what it has while the server is away.
 * @module
 */

import { fill, h, setText } from "../dom.js";
import { emptyState } from "../parts/sheet.js";
import { ServerClock } from "../server-clock.js";
import { timerText } from "../timer-model.js";
import { WakeLock } from "../wake-lock.js";
import { t } from "../words.js";
import { clockText, RoomView } from "./room.js";

/** @typedef {{view: string, event: string | null, seconds: number, letters: string, text: string}} Part */
/** @typedef {{now: string, title: string, metres: number, parts: Part[], announcements: {text: string, until: string}[], timer: import("../timer-model.js").Timer | null}} Composition */
/** @typedef {{element: HTMLElement, dispose: () => void}} Shown */

const ASK_MS = 2_000;
const PATIENCE_MS = 5_000;
const TICK_MS = 250;
const ANNOUNCED_MS = 6_000;

export class ScreenView {
  /**
   * @param {import("../main.js").App} app
   * @param {import("../router.js").Route} route
   */
  constructor(app, route) {
    this.app = app;
    this.name = route.event;
    this.clock = new ServerClock();
    /** @type {Composition | null} */
    this.composition = null;
    this.at = 0;
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {Map<string, import("../feed/channel.js").Channel>} of every part, so that each is there when its turn comes */
    this.held = new Map();
    this.timer = h("p", { class: "screen-timer" });
    this.announcements = h("div", { class: "screen-announcements", role: "status" });
    this.place = h("div", { class: "screen-part" });
    this.element = h("div", { class: "screen" }, h("div", { class: "screen-head" }, this.timer, this.announcements), this.place);
    delete document.documentElement.dataset.screen;
    this.announced = { texts: /** @type {string[]} */ ([]), since: 0 };
    this.stopped = false;
    this.ticker = window.setInterval(() => this.tick(), TICK_MS);
    this.awake = new WakeLock();
    this.asker = 0;
    this.first = this.ask();
  }

  dispose() {
    this.stopped = true;
    window.clearTimeout(this.asker);
    window.clearInterval(this.ticker);
    this.awake.release();
    this.shown?.dispose();
    for (const channel of this.held.values()) channel.close();
  }

  /** What to show now, and again in a moment; a server that is away changes nothing. */
  async ask() {
    const asked = performance.now();
    try {
      const answer = await fetch(new URL(`v1/screens/${encodeURIComponent(this.name)}`, this.app.feed.base), { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
      const body = answer.ok ? await answer.json() : null;
      if (!this.stopped && body) {
        this.clock.take(Date.parse(body.now), asked);
        this.take(body);
      } else if (!this.stopped && answer.status === 404) this.missing();
    } catch {
      // It is asked again.
    }
    if (!this.stopped) this.asker = window.setTimeout(() => this.ask(), ASK_MS);
  }

  missing() {
    this.composition = null;
    this.show(null);
    fill(this.place, emptyState("standings", t("Screen not found"), t("There is no screen at this address. It may have been removed."), null, "h1"));
  }

  /** @param {Composition} composition */
  take(composition) {
    const before = this.composition;
    this.composition = composition;
    document.title = composition.title;
    this.element.style.setProperty("--metres", String(composition.metres));
    // The list of events keeps the connection that says whether the server is there, also for a screen of words alone.
    const channels = composition.parts.flatMap(({ event }) => (event ? [`evt.${event}.standings`, `evt.${event}.seats`] : []));
    this.hold(new Set(["events", ...channels]));
    const same = (/** @type {unknown} */ one, /** @type {unknown} */ other) => JSON.stringify(one) === JSON.stringify(other);
    if (!before || !same([before.parts, before.title, before.metres], [composition.parts, composition.title, composition.metres])) {
      // What is shown goes on from its beginning, at its new place, unless it is no part any more.
      const now = before?.parts[this.at];
      this.mount(Math.max(0, composition.parts.findIndex((part) => same(part, now))));
    }
    this.tick();
  }

  /** @param {Set<string>} wanted channels */
  hold(wanted) {
    for (const name of wanted) if (!this.held.has(name)) this.held.set(name, this.app.feed.open(name));
    for (const [name, channel] of this.held) {
      if (wanted.has(name)) continue;
      channel.close();
      this.held.delete(name);
    }
  }

  /** @param {number} at */
  mount(at) {
    const parts = this.composition?.parts ?? [];
    this.at = parts.length ? at % parts.length : 0;
    this.open(parts[this.at]);
  }

  /** @param {Part | undefined} part */
  open(part) {
    if (!part?.event) {
      this.show(new WordsView(part?.seconds ?? Infinity, this.composition?.title ?? "", part?.text ?? "", () => this.clock.now(), () => this.ended()));
      return;
    }
    const options = new URLSearchParams({ view: part.view, seconds: String(part.seconds), letters: part.letters });
    const around = { now: () => this.clock.now(), ended: () => this.ended(), moved: (/** @type {string} */ event) => this.open({ ...part, event }) };
    this.show(new RoomView(this.app, { page: "room", event: part.event, tab: "standings", item: "", options }, around));
  }

  /** @param {Shown | null} next */
  show(next) {
    this.shown?.dispose();
    this.shown = next;
    if (next) fill(this.place, next.element);
    this.tick();
  }

  /** All of a part has been shown. @returns {boolean} whether another one follows */
  ended() {
    if ((this.composition?.parts.length ?? 0) < 2) return false;
    this.mount(this.at + 1);
    return true;
  }

  /**
   * One at a time, the newest first as soon as it is there.
   * @param {string[]} texts
   */
  announce(texts) {
    if (texts.join("\n") !== this.announced.texts.join("\n")) this.announced = { texts, since: performance.now() };
    const turn = Math.floor((performance.now() - this.announced.since) / ANNOUNCED_MS);
    const text = texts[turn % texts.length] ?? "";
    if (this.announcements.textContent !== text) fill(this.announcements, text && h("p", { class: "screen-announcement" }, h("bdi", null, text)));
  }

  tick() {
    const now = this.clock.now();
    this.announce((this.composition?.announcements ?? []).filter(({ until }) => now < Date.parse(until)).map(({ text }) => text));
    const timer = this.composition?.timer ?? null;
    const large = this.composition?.parts[this.at]?.view === "timer" && this.shown instanceof WordsView;
    const text = timer && timerText(timer, now);
    setText(this.timer, large ? "" : text ?? "");
    if (large) /** @type {WordsView} */ (this.shown).say(text ?? "");
    if (this.shown instanceof WordsView) this.shown.tick();
  }
}

/** Words in the largest type: an announcement that is a part of the screen, or the timer. */
class WordsView {
  /**
   * @param {number} seconds for which it stays
   * @param {string} title
   * @param {string} text
   * @param {() => number} now
   * @param {() => boolean} ended
   */
  constructor(seconds, title, text, now, ended) {
    this.clock = h("time", { class: "room-clock" });
    this.words = h("p", { class: "screen-text" }, h("bdi", null, text));
    this.element = h("div", { class: "room" }, h("header", { class: "room-head" }, h("h1", { tabindex: "-1" }, h("bdi", null, title)), this.clock), h("div", { class: "screen-text-place" }, this.words));
    this.until = performance.now() + seconds * 1_000;
    this.seconds = seconds;
    this.now = now;
    this.ended = ended;
  }

  dispose() {}

  /** @param {string} text */
  say(text) {
    this.words.classList.add("count");
    setText(this.words, text);
  }

  tick() {
    setText(this.clock, clockText(this.now()));
    if (performance.now() < this.until) return;
    this.until = performance.now() + this.seconds * 1_000;
    this.ended();
  }
}
