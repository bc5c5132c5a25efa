/**
 * The connection: keeps the channels that views need up to date.
 *
 * Rule 1: every channel that is open is subscribed, from the position that it holds, whenever a connection opens.
 * Rule 2: silence is a failure: no message for two and a half heartbeats ends the connection.
 * What a whole page does beyond that is in `page-feed.js`; the widget has to be small.
 * @module
 */

import { backoff } from "./backoff.js";
import { Channel } from "./channel.js";
import { SocketTransport } from "./socket.js";

/** @typedef {import("./socket.js").Transport} Transport */
/** @typedef {{channel: Channel, users: number, timer?: number}} Entry */
/** @typedef {"idle" | "connecting" | "open" | "waiting" | "stopped"} State */

const LINGER_MS = 5_000;
const ABSENT_RETRY_MS = 5_000;

/** Codes after which trying the same again is pointless (`docs/feed.md`). */
const FINAL = new Set([1008, 4401, 4403, 4406]);
const NO_SUCH_CHANNEL = 4404;

export class Feed {
  /** @param {URL} base where the server is */
  constructor(base) {
    this.base = base;
    /** @type {Map<string, Entry>} */
    this.channels = new Map();
    /** @type {Transport | null} */
    this.transport = null;
    /** @type {State} */
    this.state = "idle";
    this.opened = false;
    this.answered = false;
    this.attempt = 0;
    /** How many connections in a row never answered. */
    this.failures = 0;
    this.retryAt = 0;
    this.heardAt = 0;
    this.heartbeatMs = 5_000;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    setInterval(() => this.watch(), 1_000);
    for (const type of ["online", "pageshow", "visibilitychange"]) window.addEventListener(type, () => this.hurry());
  }

  /**
   * Follow a channel; `close()` of what is returned ends it, one call for each `open`.
   * @param {string} name
   * @returns {Channel}
   */
  open(name) {
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

  /**
   * @param {string} name
   * @param {() => void} close
   * @returns {Channel}
   */
  channelFor(name, close) {
    return new Channel(name, close);
  }

  /** @param {string} name */
  release(name) {
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
  get lingerMs() {
    return LINGER_MS;
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

  /**
   * @param {import("./socket.js").Hooks} hooks
   * @returns {Transport}
   */
  transportFor(hooks) {
    return new SocketTransport(this.base, hooks);
  }

  /** Try now, without waiting: somebody asked for it, or the network came back. */
  hurry() {
    const silent = performance.now() - this.heardAt > this.heartbeatMs * 1.5;
    if (!document.hidden && (this.state === "waiting" || (this.state === "open" && silent))) this.again();
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
    this.answered = this.transport instanceof SocketTransport;
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
    } else if (channel.take(message) === "lost") {
      channel.interrupted();
      this.transport?.subscribe(channel.name, channel.position());
    } else {
      this.taken(channel);
    }
    this.notify();
  }

  /** @param {Channel} _channel that has taken a message */
  taken(_channel) {}

  /**
   * @param {string} name
   * @param {number} milliseconds
   */
  subscribeLater(name, milliseconds) {
    setTimeout(() => {
      const entry = this.channels.get(name);
      if (entry && this.opened && (entry.channel.absent || !entry.channel.current)) this.transport?.subscribe(name, entry.channel.position());
    }, milliseconds);
  }

  /** @param {{code: number, reason: string, retryAfterMs: number}} end */
  onClosed(end) {
    this.opened = false;
    for (const { channel } of this.channels.values()) channel.interrupted();
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
    this.timer = setTimeout(() => this.connectAgain(), wait);
    this.notify();
  }

  /** The wait is over. */
  connectAgain() {
    this.connect();
  }

  /** Look after the connection, every second. */
  watch() {
    if (this.state !== "open") return;
    const now = performance.now();
    if (now - this.heardAt > this.heartbeatMs * 2.5 && this.channels.size) {
      this.transport?.stop();
      this.onClosed({ code: 0, reason: "silence", retryAfterMs: 0 });
    }
  }
}
