/**
 * One channel as its reader holds it: a table and a position.
 *
 * Rule 1: a snapshot replaces the table and the position, at any time, and only when its last part is here.
 * Rule 2: a delta applies to the position `from` and to no other; an older one is ignored, any other shows a loss.
 * Rule 3: rows are replaced whole and never changed in place, and so is the table: a reader may keep what it was given.
 * Rule 4: after a loss the table is still shown, marked as not current, until its successor is complete.
 * Rule 5: after a message that does not fit the table cannot be trusted: there is no position to resume from.
 * @module
 */

import { byCodePoint } from "./checksum.js";

export type Row = Record<string, any>;

export interface Position {
  epoch: string;
  seq: number;
}

/** What the server says about a channel; see `docs/feed.md`. */
export interface Message {
  type: string;
  id?: number | null;
  channel?: string;
  epoch?: string;
  seq?: number;
  from?: number;
  ts?: string;
  part?: number;
  parts?: number;
  columns?: string[] | null;
  /** Of a snapshot an object, of a delta a JSON Patch. */
  meta?: any;
  rows?: Record<string, any>;
  added?: Record<string, any>;
  removed?: string[];
  cells?: Record<string, [number[], any[]]>;
  checksum?: string | null;
  recovered?: boolean;
  snapshot?: "follows" | "none";
  sourceAgeMs?: number | null;
  degraded?: boolean;
}

export interface Change {
  /** Rows or meta changed; only the state did; there is no such channel. */
  kind: "rows" | "state" | "absent";
  /** Ids of rows that are new, different or gone; null for all. */
  changed: ReadonlySet<string> | null;
}

/** `lost`: the position cannot be continued from, resume or begin anew. */
export type Outcome = "applied" | "ignored" | "lost";

export class Channel {
  rows: ReadonlyMap<string, Row> = new Map();
  meta: Row = {};
  columns: string[] = [];
  epoch = "";
  seq = 0;
  /** Whether there is a table at all. */
  ready = false;
  /** Whether the table is known to be the server's. */
  current = false;
  absent = false;
  /** Parts of a message whose last one is still to come. */
  arriving: Message[] = [];
  listeners = new Set<(change: Change) => void>();
  declare readonly name: string;
  declare readonly close: () => void;

  /** @param close called when nobody needs it any more */
  constructor(name: string, close: () => void) {
    this.name = name;
    this.close = close;
  }

  /** @returns to stop listening */
  listen(listener: (change: Change) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  notify(kind: Change["kind"], changed: Change["changed"] = null): void {
    for (const listener of [...this.listeners]) listener({ kind, changed });
  }

  /** @returns where to resume from */
  position(): Position | null {
    return this.ready && this.epoch ? { epoch: this.epoch, seq: this.seq } : null;
  }

  /** The connection is gone: what is half here is dropped, what is shown may be old. */
  interrupted(): void {
    this.arriving = [];
    if (this.current) {
      this.current = false;
      this.notify("state");
    }
  }

  /** There is no such channel, or not yet. */
  missing(): void {
    this.absent = true;
    this.notify("absent");
  }

  /** Take a message about this channel. */
  take(message: Message): Outcome {
    try {
      switch (message.type) {
        case "subscribed": return this.onSubscribed(message);
        case "snapshot":
        case "delta": return this.onTable(message);
        case "synced":
        case "heartbeat": return this.onPosition(message);
        case "reset": this.interrupted();
      }
      return "ignored";
    } catch {
      this.epoch = "";
      return "lost";
    }
  }

  onSubscribed(message: Message): Outcome {
    this.absent = false;
    return !this.ready || message.snapshot === "follows" || message.recovered ? "applied" : "lost";
  }

  onTable(message: Message): Outcome {
    const { type, epoch = "", seq = 0, part = 1 } = message;
    const before = this.rows;
    const delta = type === "delta";
    if (delta) {
      if (!this.ready || epoch !== this.epoch) return "lost";
      if (seq <= this.seq) return "ignored";
      if (message.from !== this.seq) return "lost";
    }
    if (part < 2) this.arriving = [];
    const [first = message] = this.arriving;
    if (this.arriving.push(message) !== part || first.seq !== seq || first.type !== type) return "lost";
    if (part < (message.parts ?? 1)) return "applied";
    const parts = this.arriving;
    this.arriving = [];
    if (!delta) this.columns = first.columns ?? [];
    const [rows, changed] = this.changedRows(delta ? before : new Map(), parts);
    this.meta = delta ? patched(this.meta, first.meta ?? []) : first.meta ?? {};
    this.rows = rows;
    this.epoch = epoch;
    this.seq = seq;
    this.prove(first.checksum);
    const all = delta ? changed : this.ready ? this.changedSince(before) : null;
    this.ready = true;
    this.absent = false;
    this.notify("rows", all);
    return "applied";
  }

  /** Hear the checksum that came with the table, and throw where it does not match: for whoever has the room for that. */
  prove(_checksum: string | null | undefined): void {}

  /** Which rows a new table changes, as far as this is known: here all. */
  changedSince(_before: ReadonlyMap<string, Row>): Set<string> | null {
    return null;
  }

  /**
   * The rows of a table after what the parts of a message say.
   * @returns also the ids of rows that are new, different or gone
   */
  changedRows(before: ReadonlyMap<string, Row>, parts: readonly Message[]): [Map<string, Row>, Set<string>] {
    const rows = new Map(before);
    const fresh = new Set<string>();
    const gone = parts.flatMap((part) => part.removed ?? []);
    for (const id of gone) must(rows.delete(id));
    for (const part of parts) {
      for (const [id, row] of Object.entries(part.rows ?? part.added ?? {})) {
        rows.set(id, this.asObject(row));
        fresh.add(id);
      }
    }
    const order = parts.some((part) => part.cells) ? [...rows.keys()].sort(byCodePoint) : [];
    for (const part of parts) {
      for (const [column, [steps, values]] of Object.entries(part.cells ?? {})) {
        must(steps.length === values.length);
        let place = 0;
        steps.forEach((step, index) => {
          const id = order[(place += step)];
          const row = must(rows.get(id));
          rows.set(id, fresh.has(id) ? row : { ...row });
          fresh.add(id);
          rows.get(id)![column] = values[index];
        });
      }
    }
    return [rows, new Set([...gone, ...fresh])];
  }

  /** It comes with `synced` and with heartbeats. */
  onPosition({ type, epoch, seq = 0 }: Message): Outcome {
    const lost = !this.ready || epoch !== this.epoch || seq > this.seq;
    if (type === "synced" && !lost) this.current = true;
    this.notify("state");
    return lost && (type === "synced" || (this.current && !this.arriving.length)) ? "lost" : "applied";
  }

  asObject(row: Row | any[]): Row {
    must(!Array.isArray(row) || row.length === this.columns.length);
    return Object.fromEntries(this.columns.map((column, index) => [column, (Array.isArray(row) ? row[index] : row[column]) ?? null]));
  }
}

/** What must be there, or must hold. */
function must<T>(value: T): NonNullable<T> {
  if (!value) throw new Error("a message that does not fit");
  return value;
}

/**
 * Carry out a JSON Patch (RFC 6902) with the operations that the feed uses.
 * @param meta not changed
 */
export function patched(meta: Row, changes: { op: "add" | "remove" | "replace"; path: string; value?: any }[]): Row {
  if (!changes.length) return meta;
  const copy = structuredClone(meta);
  for (const { op, path, value } of changes) {
    const way = path.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = way.pop() ?? "";
    const place = way.reduce((inner, part) => must(Object.hasOwn(inner, part)) && inner[part], copy);
    if (Array.isArray(place)) {
      place.splice(Number(last), op === "add" ? 0 : 1, ...(op === "remove" ? [] : [value]));
    } else if (op === "remove") {
      must(Object.hasOwn(place, last));
      delete place[last];
    } else place[last] = value;
  }
  return copy;
}
