/**
 * The server's clock, by which timers count. Its offset is that of the answer that came fastest, within half of the time
 * that it took; the device's own clock is used for the passing of time alone, never for the time.
 * @module
 */

/** After this many answers a slower one counts again: clocks of devices drift. */
const SAMPLES = 30;

export class ServerClock {
  constructor() {
    this.offset = Date.now() - performance.now();
    /** @type {{took: number, offset: number}[]} */
    this.samples = [];
  }

  /**
   * @param {number} said in milliseconds
   * @param {number} asked when, by `performance.now()`
   */
  take(said, asked) {
    const took = performance.now() - asked;
    this.samples = [...this.samples, { took, offset: said - asked - took / 2 }].slice(-SAMPLES);
    this.offset = this.samples.reduce((best, each) => (each.took < best.took ? each : best)).offset;
  }

  now() {
    return performance.now() + this.offset;
  }
}
