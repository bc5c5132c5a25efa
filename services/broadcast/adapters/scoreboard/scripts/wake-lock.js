/**
 * Asks the device not to dim, as long as it is wanted; many devices refuse, and the page works without.
 * @module
 */

export class WakeLock {
  constructor() {
    /** @type {WakeLockSentinel | null} */
    this.lock = null;
    this.stop = new AbortController();
    // A page that is hidden loses it.
    document.addEventListener("visibilitychange", () => this.ask(), { signal: this.stop.signal });
    this.ask();
  }

  async ask() {
    if (document.hidden || !("wakeLock" in navigator)) return;
    try {
      this.lock = await navigator.wakeLock.request("screen");
    } catch {
      this.lock = null;
    }
    if (this.stop.signal.aborted) this.release();
  }

  release() {
    this.stop.abort();
    this.lock?.release().catch(() => {});
  }
}
