/**
 * The channels that views of chess draw from: the games, and the matches of an event of teams as soon as it has any.
 * @module
 */

/** @typedef {import("../feed/channel.js").Channel} Channel */
/** @typedef {import("../games-model.js").Game} Game */
/** @typedef {import("../matches-model.js").Match} Match */

export class ChessChannels {
  /**
   * @param {import("../views/event.js").EventContext} context
   * @param {() => void} draw called in the frame after a change
   */
  constructor(context, draw) {
    this.context = context;
    this.frame = 0;
    this.drawNow = () => {
      this.frame = 0;
      draw();
    };
    /** @type {(() => void)[]} */
    this.ends = [];
    this.played = this.open("games");
    /** @type {Channel | null} */
    this.met = null;
  }

  /**
   * @param {"games" | "matches"} which
   * @returns {Channel}
   */
  open(which) {
    const channel = this.context.feed.open(`evt.${this.context.event}.${which}`);
    this.ends.push(channel.listen((change) => {
      if (change.kind !== "state") this.plan();
    }), () => channel.close());
    return channel;
  }

  /** Draw in the next frame. */
  plan() {
    this.frame ||= window.requestAnimationFrame(this.drawNow);
  }

  /** Whether it is known if there are games. */
  get known() {
    return this.played.ready || this.played.absent;
  }

  /** @returns {Game[]} */
  games() {
    return /** @type {Game[]} */ ([...this.played.rows.values()]);
  }

  /** @returns {Match[]} */
  matches() {
    if (!this.met && this.context.meta().matches) this.met = this.open("matches");
    return /** @type {Match[]} */ ([...this.met?.rows.values() ?? []]);
  }

  close() {
    window.cancelAnimationFrame(this.frame);
    for (const end of this.ends) end();
  }
}
