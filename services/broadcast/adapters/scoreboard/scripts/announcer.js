/**
 * What a screen reader says by itself: one polite sentence at a time, the newest one, and never more often than useful.
 * @module
 */

const PAUSE_MS = 8000;

export class Announcer {
  /** @param {HTMLElement} region an element with aria-live="polite" */
  constructor(region) {
    this.region = region;
    /** @type {string | null} */
    this.waiting = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.spokenAt = -PAUSE_MS;
  }

  /**
   * Say something now, or after the pause; a newer sentence replaces one that still waits.
   * @param {string} sentence
   */
  say(sentence) {
    this.waiting = sentence;
    if (this.timer !== undefined) return;
    const wait = Math.max(0, this.spokenAt + PAUSE_MS - performance.now());
    this.timer = window.setTimeout(() => this.speak(), wait);
  }

  /** Drop what waits: its view is gone. */
  forget() {
    this.waiting = null;
  }

  speak() {
    this.timer = undefined;
    if (this.waiting === null) return;
    this.region.textContent = this.waiting;
    this.spokenAt = performance.now();
    this.waiting = null;
  }
}
