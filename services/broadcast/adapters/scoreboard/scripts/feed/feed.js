/**
 * The connection: keeps the channels that views need up to date, however the network behaves.
 *
 * Rule 1: every channel that is open is subscribed, from the position that it holds, whenever a connection opens.
 * Rule 2: silence is a failure: no message for two and a half heartbeats ends the connection.
 * Rule 3: two WebSockets in a row that never answered are followed by server-sent events, those by polling, if the server
 * answers plain requests; a fallback is left again after a while, because the next network may be better.
 * @module
 */

import { backoff } from "./backoff.js";
import { Channel } from "./channel.js";
import { checksum } from "./checksum.js";
import { keepSoon, restore } from "./last-state.js";
import { EventsTransport, PollingTransport, SocketTransport } from "./transports.js";

/** @typedef {import("./transports.js").Transport} Transport */
/** @typedef {"socket" | "events" | "polling"} TransportKind */
/** @typedef {"idle" | "connecting" | "open" | "waiting" | "stopped"} State */

/** @type {Record<TransportKind, {make: new (base: URL, hooks: import("./transports.js").Hooks) => Transport, next: TransportKind}>} */
const TRANSPORTS = {
  socket: { make: SocketTransport, next: "events" },
  events: { make: EventsTransport, next: "polling" },
  polling: { make: PollingTransport, next: "socket" },
};

const FAILURES_BEFORE_FALLBACK = 2;
const BACK_TO_SOCKET_MS = 120_000;
const LINGER_MS = 5_000;
const ABSENT_RETRY_MS = 5_000;
const DOUBT_PAUSE_MS = 30_000;
const PROBE_MS = 4_000;

/** Codes after which trying the same again is pointless (`docs/feed.md`). */
const FINAL = new Set([1008, 4401, 4403, 4406]);
const NO_SUCH_CHANNEL = 4404;

export class Feed {
  /** @param {URL} base where the server is */
  constructor(base) {
    this.base = base;
    /** @type {Map<string, {channel: Channel, users: number, timer: number | undefined, doubtedAt: number}>} */
    this.channels = new Map();
    /** @type {Transport | null} */
    this.transport = null;
    /** @type {State} */
    this.state = "idle";
    /** @type {TransportKind} */
    this.kind = "socket";
    this.opened = false;
    this.answered = false;
    this.attempt = 0;
    this.failures = 0;
    this.retryAt = 0;
    this.reason = "";
    this.heardAt = 0;
    this.heartbeatMs = 5_000;
    this.fellBackAt = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    window.setInterval(() => this.watch(), 1_000);
    window.addEventListener("online", () => this.hurry());
    window.addEventListener("pageshow", () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.hurry();
    });
  }

  /**
   * Follow a channel; `close()` of what is returned ends it, one call for each `open`.
   * @param {string} name
   * @returns {Channel}
   */
  open(name) {
    let entry = this.channels.get(name);
    if (!entry) {
      entry = { channel: new Channel(name, () => this.release(name)), users: 0, timer: undefined, doubtedAt: -DOUBT_PAUSE_MS };
      this.channels.set(name, entry);
      if (this.opened) this.transport?.subscribe(name, null);
    }
    window.clearTimeout(entry.timer);
    entry.users += 1;
    if (this.state === "idle") this.connect();
    return entry.channel;
  }

  /** @param {string} name */
  release(name) {
    const entry = this.channels.get(name);
    if (!entry) return;
    entry.users -= 1;
    if (entry.users > 0) return;
    // A visitor who goes back at once finds the table still there; but a stream is a connection of its own, and browsers
    // have six of them for a server.
    entry.timer = window.setTimeout(() => {
      this.channels.delete(name);
      if (this.opened) this.transport?.unsubscribe(name);
    }, this.kind === "events" ? 0 : LINGER_MS);
  }

  /**
   * @param {() => void} listener called when the state of the connection or of a table changes
   * @returns {() => void} to stop listening
   */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  notify() {
    for (const listener of this.listeners) listener();
  }

  connect() {
    window.clearTimeout(this.timer);
    this.transport?.stop();
    this.opened = false;
    this.answered = false;
    this.state = "connecting";
    this.heardAt = performance.now();
    const transport = new TRANSPORTS[this.kind].make(this.base, {
      opened: (heartbeatMs) => this.onOpened(heartbeatMs),
      message: (message) => this.onMessage(message),
      closed: (end) => this.onClosed(end),
    });
    this.transport = transport;
    this.notify();
  }

  /** Try now, without waiting: somebody asked for it, or the network came back. */
  hurry() {
    const silent = performance.now() - this.heardAt > this.heartbeatMs * 1.5;
    if (this.state === "waiting" || (this.state === "open" && silent)) this.again();
  }

  /** Connect anew, also after a refusal. */
  again() {
    for (const { channel } of this.channels.values()) channel.interrupted();
    this.connect();
  }

  /** @param {number} heartbeatMs */
  onOpened(heartbeatMs) {
    this.opened = true;
    this.state = "open";
    this.heartbeatMs = heartbeatMs;
    this.heardAt = performance.now();
    this.answered = this.kind === "socket";
    for (const [name, { channel }] of this.channels) this.transport?.subscribe(name, channel.position());
    this.notify();
  }

  /** @param {import("./channel.js").Message & Record<string, any>} message */
  onMessage(message) {
    this.heardAt = performance.now();
    this.answered = true;
    this.attempt = 0;
    const entry = this.channels.get(message.channel ?? "");
    if (!entry) return;
    const { channel } = entry;
    if (message.type === "error") {
      if (message.code === NO_SUCH_CHANNEL) channel.missing();
      if (message.retryable) this.subscribeLater(channel.name, message.retryAfterMs ?? ABSENT_RETRY_MS);
    } else if (message.type === "unsubscribed") {
      if (message.id === undefined || message.id === null) this.subscribeLater(channel.name, ABSENT_RETRY_MS);
    } else if (channel.take(message, this.heardAt) === "lost") {
      channel.interrupted();
      this.transport?.subscribe(channel.name, channel.position());
    } else {
      if (channel.proof) this.verify(entry);
      if (channel.current) keepSoon(channel, this.base);
    }
    this.notify();
  }

  /**
   * @param {string} name
   * @param {number} milliseconds
   */
  subscribeLater(name, milliseconds) {
    window.setTimeout(() => {
      const entry = this.channels.get(name);
      if (entry && this.opened && (entry.channel.absent || !entry.channel.current)) this.transport?.subscribe(name, entry.channel.position());
    }, milliseconds);
  }

  /**
   * Compare a table with the checksum that came with it; a table that differs is asked for anew.
   * @param {{channel: Channel, doubtedAt: number}} entry
   */
  async verify(entry) {
    const { channel } = entry;
    const { proof, rows } = channel;
    channel.proof = null;
    if (proof === null || !channel.columns.length || (await checksum(rows, channel.columns)) === proof) return;
    const replaced = channel.rows !== rows;
    if (replaced || !this.opened || performance.now() - entry.doubtedAt < DOUBT_PAUSE_MS) return;
    entry.doubtedAt = performance.now();
    channel.interrupted();
    this.transport?.subscribe(channel.name, null);
    this.notify();
  }

  /** @param {{code: number, reason: string, retryAfterMs: number}} end */
  onClosed(end) {
    this.opened = false;
    this.reason = end.reason;
    for (const { channel } of this.channels.values()) {
      channel.interrupted();
      if (!channel.ready) restore(channel, this.base);
    }
    if (FINAL.has(end.code)) {
      this.state = "stopped";
      this.notify();
      return;
    }
    this.failures = this.answered ? 0 : this.failures + 1;
    const wait = Math.max(backoff(this.attempt), end.retryAfterMs * (1 + Math.random() / 2));
    this.attempt += 1;
    this.state = "waiting";
    this.retryAt = performance.now() + wait;
    this.timer = window.setTimeout(() => this.retry(), wait);
    this.notify();
  }

  /** Connect again; by the next transport when this one keeps failing although the server can be reached. */
  async retry() {
    if (this.failures >= FAILURES_BEFORE_FALLBACK) {
      const reached = await this.reachable();
      if (this.state !== "waiting") return;
      this.kind = reached ? TRANSPORTS[this.kind].next : "socket";
      this.failures = 0;
      this.fellBackAt = performance.now();
    }
    this.connect();
  }

  /** @returns {Promise<boolean>} whether the server answers plain requests */
  async reachable() {
    try {
      await fetch(new URL("v1/events", this.base), { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PROBE_MS) });
      return true;
    } catch {
      return false;
    }
  }

  /** Look after the connection, every second. */
  watch() {
    if (this.state !== "open") return;
    const now = performance.now();
    if (now - this.heardAt > this.heartbeatMs * 2.5 && this.channels.size) {
      this.transport?.stop();
      this.onClosed({ code: 0, reason: "silence", retryAfterMs: 0 });
    } else if (this.kind !== "socket" && now - this.fellBackAt > BACK_TO_SOCKET_MS) {
      this.kind = "socket";
      this.failures = FAILURES_BEFORE_FALLBACK - 1;
      this.again();
    }
  }
}
