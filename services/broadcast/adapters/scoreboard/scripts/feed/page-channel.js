/**
 * What a page knows of a channel beside its table: how old it is, and which rows a new one changes.
 * @module
 */

import { Channel } from "./channel.js";

/** @typedef {import("./channel.js").Row} Row */

export class PageChannel extends Channel {
  /**
   * @param {string} name
   * @param {() => void} close called when nobody needs it any more
   */
  constructor(name, close) {
    super(name, close);
    /** @type {number | null} of when the table is, in milliseconds since 1970, where it was kept from an earlier visit */
    this.keptAt = null;
    /** @type {string | null} the checksum that came with the present position */
    this.proof = null;
    /** @type {number | null} milliseconds since the server heard from the event, when `heardAt` */
    this.sourceAgeMs = null;
    this.heardAt = 0;
    this.degraded = false;
  }

  /**
   * @override
   * @param {import("./channel.js").Message} message
   */
  take(message) {
    if (message.type === "synced") this.keptAt = null;
    if (message.type === "heartbeat") {
      this.sourceAgeMs = message.sourceAgeMs ?? null;
      this.heardAt = performance.now();
      this.degraded = message.degraded === true;
    }
    return super.take(message);
  }

  /**
   * It takes a while, so it is done when the page has drawn.
   * @override
   * @param {string | null | undefined} checksum
   */
  prove(checksum) {
    this.proof = checksum ?? null;
  }

  /**
   * A page that was away shows who moved meanwhile.
   * @override
   * @param {ReadonlyMap<string, Row>} before
   * @returns {Set<string>}
   */
  changedSince(before) {
    const changed = new Set([...before.keys()].filter((id) => !this.rows.has(id)));
    for (const [id, row] of this.rows) {
      const old = before.get(id);
      if (!old || this.columns.some((column) => old[column] !== row[column])) changed.add(id);
    }
    return changed;
  }
}
