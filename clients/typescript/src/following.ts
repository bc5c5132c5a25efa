/**
 * One channel that a program follows: how it is asked for, what the program was shown last, and what is new since.
 * A program that is slower than the feed sees fewer steps: nothing piles up.
 * @module
 */

import { Channel } from "./core/channel.js";
import type { Outcome, Position } from "./core/channel.js";
import { checksum } from "./core/checksum.js";
import type { Heard } from "./core/socket.js";
import { difference, same, Table } from "./tables.js";
import type { Update } from "./tables.js";

/** How a channel is followed. */
export interface Wish {
  /** Which rows: all, where it is left out. */
  filter?: Filter;
  /** Updates a second at most. */
  maxRate?: number;
  /**
   * For an event that does not exist yet, and for a server that does not answer yet; without it both are errors.
   * A server that has answered once is always waited for.
   */
  wait?: boolean;
}

export interface Filter {
  section?: readonly string[];
  ranking?: readonly string[];
  /** The first so many of each ranking. */
  top?: number;
  /** Besides those, these, by number or id of the row. */
  pairs?: readonly (string | number)[];
}

/** Updates a second that may be asked for. */
const FASTEST = 1000;

export class Following extends Channel {
  /** Whether the line is up and the channel's request is answered. */
  connected = false;
  /** Whether there has been a channel. */
  begun = false;
  sourceAgeMs: number | null = null;
  private degraded = false;
  private at: Date | null = null;
  private reason: string | null = null;
  private applied: Filter;
  private shown: Update | null = null;
  private failure: Error | null = null;
  private over = false;
  private wake = (): void => {};

  constructor(name: string, close: () => void, readonly wish: Wish) {
    super(name, close);
    this.applied = wish.filter ?? {};
  }

  /** What is asked for beside the channel. */
  get request(): Record<string, unknown> {
    const { filter, maxRate } = this.wish;
    return { ...(filter && Object.keys(canonical(filter)).length && { filter }), ...(maxRate && { maxRate }) };
  }

  /** A position holds only under the filter with which it was reached. */
  override position(): Position | null {
    return same(canonical(this.applied), canonical(this.wish.filter ?? {})) ? super.position() : null;
  }

  override take(message: Heard): Outcome {
    const { type } = message;
    if (type === "subscribed") {
      this.connected = this.begun = true;
      this.applied = message.filter ?? {};
    } else if (type === "heartbeat") {
      this.sourceAgeMs = message.sourceAgeMs ?? null;
      this.degraded = message.degraded === true;
    }
    const outcome = super.take(message);
    if (outcome === "applied" && (type === "snapshot" || type === "delta")) {
      const moment = new Date(message.ts ?? "");
      this.at = Number.isNaN(moment.valueOf()) ? null : moment;
      this.reason = message.reason ?? (type === "delta" ? this.reason : null);
    }
    return outcome;
  }

  override prove(expected: string | null | undefined): void {
    if (expected === null || expected === undefined) return;
    const steps = checksum(this.rows, this.columns);
    let step = steps.next();
    while (!step.done) step = steps.next();
    if (step.value !== expected) throw new Error(`checksum ${step.value} instead of ${expected}`);
  }

  override notify(): void {
    this.wake();
  }

  /** The line is down. */
  disconnected(): void {
    this.connected = false;
    this.wake();
  }

  fail(failure: Error): void {
    this.failure = failure;
    this.wake();
  }

  end(): void {
    this.over = true;
    this.wake();
  }

  /** Wait for what is new; null at the end, and the failure is thrown when there will be nothing more. */
  async next(): Promise<Update | null> {
    for (;;) {
      const update = this.news();
      if (this.over) return null;
      if (update) return (this.shown = update);
      if (this.failure) throw this.failure;
      await new Promise<void>((resolve) => { this.wake = resolve; });
    }
  }

  /** What the program has not been shown: a table that is up to date, or that the one it has may be old. */
  private news(): Update | null {
    const { shown, connected, rows, meta, epoch, seq, reason } = this;
    if (!this.current) {
      if (!shown || (shown.stale && shown.connected === connected)) return null;
      return { ...shown, changed: new Set(), removed: new Set(), metaChanged: false, reason: null, connected, stale: true };
    }
    const known = shown?.table.rows === rows && shown.table.meta === meta && shown.epoch === epoch && shown.seq === seq;
    if (known && shown.connected === connected && shown.stale === this.degraded) return null;
    this.reason = null;
    return {
      channel: this.name,
      table: new Table(this.columns, rows, meta),
      ...difference(shown?.table.rows ?? new Map(), rows),
      metaChanged: !same(shown?.table.meta, meta),
      reason,
      connected,
      stale: this.degraded,
      epoch,
      seq,
      at: this.at,
      sourceAgeMs: this.sourceAgeMs,
    };
  }
}

/** Equal for equal wishes: the server answers in sorted order, and names what does not restrict, too. */
function canonical(filter: Filter): Record<string, unknown> {
  const { section = [], ranking = [], pairs = [], top } = filter;
  const lists = Object.entries({ section, ranking, pairs }).filter(([, list]) => list.length);
  return { ...Object.fromEntries(lists.map(([name, list]) => [name, [...new Set(list.map(String))].sort()])), ...(top && { top }) };
}

/** RangeError where a wish is none. */
export function checked(wish: Wish): Wish {
  const { filter: { top = 1 } = {}, maxRate = 1 } = wish;
  if (!(top >= 1)) throw new RangeError(`top ${top}: the first so many, from 1`);
  if (!(maxRate > 0 && maxRate <= FASTEST)) throw new RangeError(`maxRate ${maxRate}: updates a second, at most ${FASTEST}`);
  return wish;
}
