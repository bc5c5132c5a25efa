/**
 * What the director announces, and the timer of the room, with an event: as `screens/shown.py` says it.
 * @module
 */

import { fill, h, setText } from "../dom.js";
import { ServerClock } from "../server-clock.js";
import { timerText } from "../timer-model.js";

/** @typedef {{now: string, announcements: {text: string, until: string}[], timer: import("../timer-model.js").Timer | null}} Said */

const ASK_MS = 15_000;
const PATIENCE_MS = 5_000;
const TICK_MS = 500;

export class Announced {
  /**
   * @param {URL} base of the server
   * @param {string} event
   * @param {() => boolean} over whether the event is, which then has no timer
   */
  constructor(base, event, over) {
    this.address = new URL(`v1/events/${encodeURIComponent(event)}/announcements`, base);
    this.over = over;
    this.clock = new ServerClock();
    /** @type {Said | null} */
    this.said = null;
    this.texts = "";
    // What the server has rendered stays until it says more.
    const rendered = /** @type {HTMLElement | null} */ (document.querySelector(".announced"));
    const [timer, place] = /** @type {HTMLElement[]} */ (rendered?.dataset.event === event ? [...rendered.children] : []);
    this.timer = timer ?? h("p", { class: "announced-timer", role: "timer" });
    this.place = place ?? h("div", { role: "status" });
    this.element = h("div", { class: "announced" }, this.timer, this.place);
    this.stopped = false;
    this.asker = 0;
    this.ticker = window.setInterval(() => this.tick(), TICK_MS);
    void this.ask();
  }

  dispose() {
    this.stopped = true;
    window.clearTimeout(this.asker);
    window.clearInterval(this.ticker);
  }

  /** A server that is away changes nothing, and nobody is asked for a page that nobody sees. */
  async ask() {
    const asked = performance.now();
    try {
      const answer = document.hidden ? null : await fetch(this.address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
      if (answer?.ok) {
        /** @type {Said} */
        const said = await answer.json();
        this.clock.take(Date.parse(said.now), asked);
        this.said = said;
      }
    } catch {
      // It is asked again.
    }
    if (this.stopped) return;
    this.tick();
    this.asker = window.setTimeout(() => this.ask(), ASK_MS);
  }

  tick() {
    if (!this.said) return;
    const now = this.clock.now();
    const texts = this.said.announcements.filter(({ until }) => now < Date.parse(until)).map(({ text }) => text);
    const made = JSON.stringify(texts);
    if (made !== this.texts) fill(this.place, texts.map((text) => h("p", { class: "announcement" }, h("bdi", null, text))));
    this.texts = made;
    setText(this.timer, this.said.timer && !this.over() ? timerText(this.said.timer, now) : "");
  }
}
