/**
 * What a program that follows a channel is given: its table, and what is new in it.
 * @module
 */

import type { Row } from "./core/channel.js";

/** A channel's table at one position; it does not change any more. */
export class Table<R extends Row = Row> {
  /**
   * @param columns their names, in order
   * @param rows by id, in no order
   * @param meta what is true of the whole: title, round, status
   */
  constructor(readonly columns: readonly string[], readonly rows: ReadonlyMap<string, R>, readonly meta: Row) {}

  /** The rows by these columns, smallest first; null and columns that the table lacks come last. */
  sorted(...columns: (keyof R & string)[]): R[] {
    return [...this.rows.values()].sort((a, b) => columns.reduce((order, column) => order || compared(a[column], b[column]), 0));
  }
}

/** A channel as it is now, and what is new since the update before. */
export interface Update<R extends Row = Row> {
  channel: string;
  table: Table<R>;
  /** Ids of rows that are new or different. */
  changed: ReadonlySet<string>;
  removed: ReadonlySet<string>;
  /** Whether `table.meta` is different. */
  metaChanged: boolean;
  /** Why it changed: "result", "publish", "penalty" or "correction"; null after a snapshot. */
  reason: string | null;
  /** False: the line is down, and this is what was known last. The client is connecting again. */
  connected: boolean;
  /** Whether the table may be old: not connected, not caught up, or the server is cut off from its source. */
  stale: boolean;
  /** The position; good for an ETag. */
  epoch: string;
  seq: number;
  /** When the table was true. */
  at: Date | null;
  /** Milliseconds since the server heard from its source, as it said last; null when it has not said. */
  sourceAgeMs: number | null;
}

/** Numbers by value, then text, then nothing. */
function compared(a: unknown, b: unknown): number {
  const kind = (cell: unknown) => (typeof cell === "number" ? 0 : cell === null || cell === undefined || typeof cell === "boolean" ? 2 : 1);
  if (kind(a) !== kind(b)) return kind(a) - kind(b);
  if (kind(a) === 0) return Number(a) - Number(b);
  const [left, right] = [String(a), String(b)];
  return kind(a) === 2 || left === right ? 0 : left < right ? -1 : 1;
}

/** Which rows of a table are new or different, and which are gone. */
export function difference(before: ReadonlyMap<string, Row>, now: ReadonlyMap<string, Row>): { changed: Set<string>; removed: Set<string> } {
  const changed = new Set([...now].filter(([id, row]) => before.get(id) !== row && !same(before.get(id), row)).map(([id]) => id));
  return { changed, removed: new Set([...before.keys()].filter((id) => !now.has(id))) };
}

/** Whether two values are the same JSON; the server writes fields in one order. */
export function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
