/**
 * The connection: keeps the channels that somebody follows up to date.
 *
 * Rule 1: every channel that is open is subscribed, from the position that it holds, whenever a connection opens.
 * Rule 2: silence is a failure: no message for two and a half heartbeats ends the connection.
 * What a whole page and a program do beyond that is elsewhere; the widget has to be small.
 * @module
 */

import { backoff } from "./backoff.js";
import { Channel } from "./channel.js";
import { SocketTransport } from "./socket.js";
import type { End, Heard, Hooks, Transport } from "./socket.js";

export interface Entry {
  channel: Channel;
  users: number;
  timer?: number;
}

export type State = "idle" | "connecting" | "open" | "waiting" | "stopped";

const LINGER_MS = 5_000;
const ABSENT_RETRY_MS = 5_000;
const WATCH_MS = 1_000;

const POLICY = 1008;
const NO_SUCH_CHANNEL = 4404;
/** Codes from 4400 after which trying the same again may help (`docs/feed.md`). */
const RETRIED = [4408, 4429];

export class Feed {
  channels = new Map<string, Entry>();
  transport: Transport | null = null;
  state: State = "idle";
  opened = false;
  answered = false;
  attempt = 0;
  /** How many connections in a row never answered. */
  failures = 0;
  retryAt = 0;
  heardAt = 0;
  heartbeatMs = 5_000;
  timer = 0;
  listeners = new Set<() => void>();
  watching = setInterval(() => this.watch(), WATCH_MS);
  declare base: URL;

  /** @param base where the server is */
  constructor(base: URL) {
    this.base = base;
    // Only browsers have these.
    for (const type of ["online", "pageshow", "visibilitychange"]) globalThis.addEventListener?.(type, () => this.hurry());
  }

  /** Follow a channel; `close()` of what is returned ends it, one call for each `open`. */
  open(name: string): Channel {
    let entry = this.channels.get(name);
    if (!entry) {
      entry = { channel: this.channelFor(name, () => this.release(name)), users: 0 };
      this.channels.set(name, entry);
      if (this.opened) this.transport?.subscribe(name, null);
    }
    clearTimeout(entry.timer);
    entry.users += 1;
    if (this.state === "idle") this.connect();
    return entry.channel;
  }

  channelFor(name: string, close: () => void): Channel {
    return new Channel(name, close);
  }

  release(name: string): void {
    const entry = this.channels.get(name);
    if (!entry) return;
    entry.users -= 1;
    if (entry.users > 0) return;
    entry.timer = setTimeout(() => {
      this.channels.delete(name);
      if (this.opened) this.transport?.unsubscribe(name);
    }, this.lingerMs);
  }

  /** How long a table stays that nobody looks at: a visitor who goes back at once finds it still there. */
  get lingerMs(): number {
    return LINGER_MS;
  }

  /**
   * @param listener called when the state of the connection or of a table changes
   * @returns to stop listening
   */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  notify(): void {
    for (const listener of this.listeners) listener();
  }

  connect(): void {
    clearTimeout(this.timer);
    this.transport?.stop();
    this.opened = false;
    this.answered = false;
    this.state = "connecting";
    this.heardAt = performance.now();
    this.transport = this.transportFor({
      opened: (heartbeatMs) => this.onOpened(heartbeatMs),
      received: (message) => this.onMessage(message),
      closed: (end) => this.onClosed(end),
    });
    this.notify();
  }

  transportFor(hooks: Hooks): Transport {
    return new SocketTransport(this.base, hooks);
  }

  /** Try now, without waiting: somebody asked for it, or the network came back. */
  hurry(): void {
    const silent = performance.now() - this.heardAt > this.heartbeatMs * 1.5;
    if (!document.hidden && (this.state === "waiting" || (this.state === "open" && silent))) this.again();
  }

  /** Connect anew, also after a refusal. */
  again(): void {
    for (const { channel } of this.channels.values()) channel.interrupted();
    this.connect();
  }

  onOpened(heartbeatMs: number): void {
    this.opened = true;
    this.state = "open";
    this.heartbeatMs = heartbeatMs;
    this.heardAt = performance.now();
    this.answered = this.transport instanceof SocketTransport;
    for (const [name, { channel }] of this.channels) this.transport?.subscribe(name, channel.position());
    this.notify();
  }

  onMessage(message: Heard): void {
    this.heardAt = performance.now();
    this.answered = true;
    this.attempt = 0;
    const channel = this.channels.get(message.channel ?? "")?.channel;
    if (!channel) return;
    if (message.type === "error" || message.type === "unsubscribed") {
      this.refused(channel, message);
    } else if (channel.take(message) === "lost") {
      channel.interrupted();
      this.transport?.subscribe(channel.name, channel.position());
    } else {
      this.taken(channel);
    }
    this.notify();
  }

  /** A channel was not there, or is no more: it may come. */
  refused(channel: Channel, { type, id, code, retryable, retryAfterMs = ABSENT_RETRY_MS }: Heard): void {
    if (code === NO_SUCH_CHANNEL) channel.missing();
    if (type === "error" ? retryable : id === undefined || id === null) {
      setTimeout(() => {
        const known = this.channels.get(channel.name)?.channel === channel;
        if (known && this.opened && (channel.absent || !channel.current)) this.transport?.subscribe(channel.name, channel.position());
      }, retryAfterMs);
    }
  }

  /** A channel has taken a message. */
  taken(_channel: Channel): void {}

  onClosed({ code, retryAfterMs }: End): void {
    this.opened = false;
    for (const { channel } of this.channels.values()) channel.interrupted();
    if (code === POLICY || (code >= 4400 && !RETRIED.includes(code))) {
      this.state = "stopped";
    } else {
      this.failures = this.answered ? 0 : this.failures + 1;
      const wait = Math.max(backoff(this.attempt), retryAfterMs * (1 + Math.random() / 2));
      this.attempt += 1;
      this.state = "waiting";
      this.retryAt = performance.now() + wait;
      this.timer = setTimeout(() => this.connectAgain(), wait);
    }
    this.notify();
  }

  /** The wait is over. */
  connectAgain(): void {
    this.connect();
  }

  /** Look after the connection, every second. */
  watch(): void {
    if (this.state === "open" && performance.now() - this.heardAt > this.heartbeatMs * 2.5 && this.channels.size) {
      this.transport?.stop();
      this.onClosed({ code: 0, reason: "silence", retryAfterMs: 0 });
    }
  }
}
