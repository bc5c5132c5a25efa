/**
 * One channel as this page holds it: a table and a position.
 *
 * Rule 1: a snapshot replaces the table and the position, at any time, and only when its last part is here.
 * Rule 2: a delta applies to any position p with from <= p < seq; an older one is ignored, a later one shows a loss.
 * Rule 3: rows are replaced whole and never changed in place, so a view may keep the one it has drawn.
 * Rule 4: after a loss the table stays on the screen, marked as not current, until its successor is complete.
 * @module
 */

/** @typedef {Record<string, any>} Row */

/**
 * @typedef {object} Message what the server says about a channel; see `docs/feed.md`
 * @property {string} type
 * @property {string} [channel]
 * @property {string} [epoch]
 * @property {number} [seq]
 * @property {number} [from]
 * @property {string} [ts]
 * @property {number} [part]
 * @property {number} [parts]
 * @property {string[] | null} [columns]
 * @property {Row | null} [meta]
 * @property {Record<string, Row | any[] | null>} [rows]
 * @property {string | null} [checksum]
 * @property {boolean} [recovered]
 * @property {"follows" | "none"} [snapshot]
 * @property {number | null} [sourceAgeMs]
 * @property {boolean} [degraded]
 */

/**
 * @typedef {object} Change
 * @property {"rows" | "state" | "absent"} kind rows or meta changed; only the state did; there is no such channel
 * @property {ReadonlySet<string> | null} changed ids of rows that are new, different or gone; null for all
 */

/** @typedef {"applied" | "ignored" | "lost"} Outcome `lost`: the position cannot be continued from, resume or begin anew */

/** @typedef {{rows: [string, Row | any[] | null][], part: number, parts: number, columns: string[], meta: Row | null, seq: number}} Parts */

export class Channel {
  /**
   * @param {string} name
   * @param {() => void} close called when nobody needs it any more
   */
  constructor(name, close) {
    this.name = name;
    this.close = close;
    /** @type {Map<string, Row>} */
    this.rows = new Map();
    /** @type {Row} */
    this.meta = {};
    /** @type {string[]} */
    this.columns = [];
    this.epoch = "";
    this.seq = 0;
    /** Whether there is a table at all. */
    this.ready = false;
    /** Whether the table is known to be the server's. */
    this.current = false;
    this.absent = false;
    /** @type {number | null} milliseconds since the server heard from the event, when `heardAt` */
    this.sourceAgeMs = null;
    this.heardAt = 0;
    this.degraded = false;
    /** @type {string | null} the checksum that came with the present position */
    this.proof = null;
    /** @type {Parts | null} */
    this.arriving = null;
    /** @type {Set<(change: Change) => void>} */
    this.listeners = new Set();
  }

  /**
   * @param {(change: Change) => void} listener
   * @returns {() => void} to stop listening
   */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @param {Change} change */
  notify(change) {
    for (const listener of [...this.listeners]) listener(change);
  }

  /** @returns {{epoch: string, seq: number} | null} where to resume from */
  position() {
    return this.ready && this.epoch ? { epoch: this.epoch, seq: this.seq } : null;
  }

  /** The connection is gone: what is half here is dropped, what is shown may be old. */
  interrupted() {
    this.arriving = null;
    if (this.current) {
      this.current = false;
      this.notify({ kind: "state", changed: null });
    }
  }

  /** There is no such channel, or not yet. */
  missing() {
    this.absent = true;
    this.notify({ kind: "absent", changed: null });
  }

  /**
   * Take a message about this channel.
   * @param {Message} message
   * @param {number} now milliseconds
   * @returns {Outcome}
   */
  take(message, now) {
    switch (message.type) {
      case "subscribed": return this.onSubscribed(message);
      case "snapshot": return this.onSnapshot(message);
      case "delta": return this.onDelta(message);
      case "synced": return this.onSynced(message);
      case "heartbeat": return this.onHeartbeat(message, now);
      case "reset":
        this.interrupted();
        return "applied";
      default: return "ignored";
    }
  }

  /** @param {Message} message */
  onSubscribed(message) {
    this.absent = false;
    this.arriving = null;
    if (message.snapshot === "follows" || message.recovered) return "applied";
    return this.ready ? "lost" : "applied";
  }

  /**
   * @param {Message} message
   * @returns {Outcome}
   */
  onSnapshot(message) {
    const arriving = this.collect(message, message.columns ?? [], message.meta ?? {});
    if (arriving === null) return "lost";
    if (arriving.part < arriving.parts) return "applied";
    this.arriving = null;
    this.epoch = message.epoch ?? "";
    this.seq = message.seq ?? 0;
    this.columns = arriving.columns;
    this.meta = arriving.meta ?? {};
    const before = this.rows;
    this.rows = new Map();
    for (const [id, row] of arriving.rows) if (row) this.rows.set(id, this.asObject(row));
    const changed = this.ready ? differences(before, this.rows, this.columns) : null;
    this.ready = true;
    this.absent = false;
    this.proof = message.checksum ?? null;
    this.notify({ kind: "rows", changed });
    return "applied";
  }

  /**
   * @param {Message} message
   * @returns {Outcome}
   */
  onDelta(message) {
    const seq = message.seq ?? 0;
    if (!this.ready || message.epoch !== this.epoch) return "lost";
    if (seq <= this.seq) return "ignored";
    if ((message.from ?? 0) > this.seq) return "lost";
    const arriving = this.collect(message, this.columns, null);
    if (arriving === null) return "lost";
    if (message.meta) arriving.meta = { ...arriving.meta, ...message.meta };
    if (arriving.part < arriving.parts) return "applied";
    this.arriving = null;
    this.seq = seq;
    const changed = new Set(arriving.rows.map(([id]) => id));
    for (const [id, row] of arriving.rows) {
      if (row === null) this.rows.delete(id);
      else this.rows.set(id, this.asObject(row));
    }
    if (arriving.meta) {
      this.meta = { ...this.meta, ...arriving.meta };
      for (const [key, value] of Object.entries(arriving.meta)) if (value === null) delete this.meta[key];
    }
    this.proof = message.checksum ?? null;
    this.notify({ kind: "rows", changed });
    return "applied";
  }

  /**
   * Put a part to those before it.
   * @param {Message} message
   * @param {string[]} columns
   * @param {Row | null} meta
   * @returns {Parts | null} null when a part before it is missing
   */
  collect(message, columns, meta) {
    const part = message.part ?? 1;
    const parts = message.parts ?? 1;
    const seq = message.seq ?? 0;
    const rows = Object.entries(message.rows ?? {});
    if (part === 1) {
      this.arriving = { rows, part, parts, columns, meta, seq };
    } else {
      const before = this.arriving;
      if (!before || before.part + 1 !== part || before.parts !== parts || before.seq !== seq) return null;
      before.rows = before.rows.concat(rows);
      before.part = part;
    }
    return this.arriving;
  }

  /**
   * @param {Message} message
   * @returns {Outcome}
   */
  onSynced(message) {
    if (!this.ready || message.epoch !== this.epoch || (message.seq ?? 0) > this.seq) return "lost";
    this.current = true;
    this.notify({ kind: "state", changed: null });
    return "applied";
  }

  /**
   * @param {Message} message
   * @param {number} now
   * @returns {Outcome}
   */
  onHeartbeat(message, now) {
    this.sourceAgeMs = message.sourceAgeMs ?? null;
    this.heardAt = now;
    this.degraded = message.degraded === true;
    this.notify({ kind: "state", changed: null });
    if (!this.current || this.arriving) return "applied";
    return message.epoch !== this.epoch || (message.seq ?? 0) > this.seq ? "lost" : "applied";
  }

  /**
   * @param {Row | any[]} row
   * @returns {Row}
   */
  asObject(row) {
    if (!Array.isArray(row)) return row;
    return Object.fromEntries(this.columns.map((column, index) => [column, row[index] ?? null]));
  }
}

/**
 * What a new table changes in the one on the screen, so that a page that was away shows who moved meanwhile.
 * @param {ReadonlyMap<string, Row>} before
 * @param {ReadonlyMap<string, Row>} after
 * @param {readonly string[]} columns
 * @returns {Set<string>}
 */
function differences(before, after, columns) {
  const changed = new Set([...before.keys()].filter((id) => !after.has(id)));
  for (const [id, row] of after) {
    const old = before.get(id);
    if (!old || columns.some((column) => old[column] !== row[column])) changed.add(id);
  }
  return changed;
}
