/**
 * One channel as this page holds it: a table and a position.
 *
 * Rule 1: a snapshot replaces the table and the position, at any time, and only when its last part is here.
 * Rule 2: a delta applies to the position `from` and to no other; an older one is ignored, any other shows a loss.
 * Rule 3: rows are replaced whole and never changed in place, so a view may keep the one it has drawn.
 * Rule 4: after a loss the table stays on the screen, marked as not current, until its successor is complete.
 * @module
 */

import { byCodePoint } from "./checksum.js";

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
 * @property {any} [meta] of a snapshot an object, of a delta a JSON Patch
 * @property {Record<string, any[]>} [rows]
 * @property {Record<string, any[]>} [added]
 * @property {string[]} [removed]
 * @property {Record<string, [number[], any[]]>} [cells]
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

/** @typedef {{messages: Message[], part: number, parts: number, seq: number}} Parts */

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
   * @returns {Outcome}
   */
  take(message) {
    switch (message.type) {
      case "subscribed": return this.onSubscribed(message);
      case "snapshot": return this.onSnapshot(message);
      case "delta": return this.onDelta(message);
      case "synced": return this.onSynced(message);
      case "heartbeat": return this.onHeartbeat(message);
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
    const whole = this.collect(message);
    if (whole === null) return "lost";
    if (whole.part < whole.parts) return "applied";
    this.arriving = null;
    this.epoch = message.epoch ?? "";
    this.seq = message.seq ?? 0;
    this.columns = whole.messages[0].columns ?? [];
    this.meta = whole.messages[0].meta ?? {};
    const before = this.rows;
    this.rows = new Map();
    for (const part of whole.messages) {
      for (const [id, row] of Object.entries(part.rows ?? {})) this.rows.set(id, this.asObject(row));
    }
    const changed = this.ready ? this.changedSince(before) : null;
    this.ready = true;
    this.absent = false;
    this.notify({ kind: "rows", changed });
    return "applied";
  }

  /**
   * Which rows a new table changes, as far as this is known: here all.
   * @param {ReadonlyMap<string, Row>} _before
   * @returns {Set<string> | null}
   */
  changedSince(_before) {
    return null;
  }

  /**
   * @param {Message} message
   * @returns {Outcome}
   */
  onDelta(message) {
    const seq = message.seq ?? 0;
    if (!this.ready || message.epoch !== this.epoch) return "lost";
    if (seq <= this.seq) return "ignored";
    if (message.from !== this.seq) return "lost";
    const whole = this.collect(message);
    if (whole === null) return "lost";
    if (whole.part < whole.parts) return "applied";
    this.arriving = null;
    this.seq = seq;
    const changed = this.changeRows(whole.messages);
    const [{ meta }] = whole.messages;
    if (meta) this.meta = patched(this.meta, meta);
    this.notify({ kind: "rows", changed });
    return "applied";
  }

  /**
   * Change the rows as a delta says.
   * @param {Message[]} parts
   * @returns {Set<string>} ids of rows that are new, different or gone
   */
  changeRows(parts) {
    /** @type {Map<string, Row>} */
    const fresh = new Map();
    const removed = parts.flatMap((part) => part.removed ?? []);
    for (const id of removed) this.rows.delete(id);
    for (const part of parts) {
      for (const [id, row] of Object.entries(part.added ?? {})) fresh.set(id, this.asObject(row));
    }
    for (const [id, row] of fresh) this.rows.set(id, row);
    const order = [...this.rows.keys()].sort(byCodePoint);
    for (const part of parts) {
      for (const [column, [steps, values]] of Object.entries(part.cells ?? {})) {
        let place = 0;
        steps.forEach((step, index) => {
          place += step;
          const id = order[place];
          const row = fresh.get(id) ?? { ...this.rows.get(id) };
          row[column] = values[index];
          fresh.set(id, row);
        });
      }
    }
    for (const [id, row] of fresh) this.rows.set(id, row);
    return new Set([...removed, ...fresh.keys()]);
  }

  /**
   * Put a part to those before it.
   * @param {Message} message
   * @returns {Parts | null} null when a part before it is missing
   */
  collect(message) {
    const part = message.part ?? 1;
    const parts = message.parts ?? 1;
    const seq = message.seq ?? 0;
    if (part === 1) {
      this.arriving = { messages: [message], part, parts, seq };
    } else {
      const before = this.arriving;
      if (!before || before.part + 1 !== part || before.parts !== parts || before.seq !== seq) return null;
      before.messages.push(message);
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
   * @returns {Outcome}
   */
  onHeartbeat(message) {
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
 * Carry out a JSON Patch (RFC 6902) with the operations that the feed uses.
 * @param {Row} meta not changed
 * @param {{op: "add" | "remove" | "replace", path: string, value?: any}[]} changes
 * @returns {Row}
 */
function patched(meta, changes) {
  const copy = structuredClone(meta);
  for (const { op, path, value } of changes) {
    const way = path.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = way.pop() ?? "";
    const place = way.reduce((inner, part) => inner[part], copy);
    if (Array.isArray(place)) {
      place.splice(Number(last), op === "add" ? 0 : 1, ...(op === "remove" ? [] : [value]));
    } else if (op === "remove") delete place[last];
    else place[last] = value;
  }
  return copy;
}
