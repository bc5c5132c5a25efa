/**
 * The connection of a whole page, however the network behaves.
 *
 * Rule 1: two WebSockets in a row that never answered are followed by server-sent events, those by polling, if the server
 * answers plain requests; a fallback is left again after a while, because the next network may be better.
 * Rule 2: a table that differs from the checksum that came with it is asked for anew.
 * Rule 3: the last state of what was looked at is kept, and shown where no connection comes about.
 * @module
 */

import { checksum } from "./checksum.js";
import { Feed } from "./feed.js";
import { keepSoon, restore } from "./last-state.js";
import { PageChannel } from "./page-channel.js";
import { SocketTransport } from "./socket.js";
import { EventsTransport, PollingTransport } from "./transports.js";

/** @typedef {import("./channel.js").Channel} Channel */
/** @typedef {"socket" | "events" | "polling"} TransportKind */

/** @type {Record<TransportKind, {make: new (base: URL, hooks: import("./socket.js").Hooks) => import("./socket.js").Transport, next: TransportKind}>} */
const TRANSPORTS = {
  socket: { make: SocketTransport, next: "events" },
  events: { make: EventsTransport, next: "polling" },
  polling: { make: PollingTransport, next: "socket" },
};

const FAILURES_BEFORE_FALLBACK = 2;
const BACK_TO_SOCKET_MS = 120_000;
const DOUBT_PAUSE_MS = 30_000;
const PROBE_MS = 4_000;

export class PageFeed extends Feed {
  /** @param {URL} base where the server is */
  constructor(base) {
    super(base);
    /** @type {TransportKind} */
    this.kind = "socket";
    this.failures = 0;
    /** Why the last connection ended. */
    this.reason = "";
    this.fellBackAt = 0;
    /** @type {WeakMap<Channel, number>} when a table was last asked for anew */
    this.doubtedAt = new WeakMap();
  }

  /**
   * @override
   * @param {string} name
   * @param {() => void} close
   */
  channelFor(name, close) {
    return new PageChannel(name, close);
  }

  /** @returns {PageChannel[]} */
  followed() {
    return [...this.channels.values()].map(({ channel }) => /** @type {PageChannel} */ (channel));
  }

  /**
   * A stream is a connection of its own, and browsers have six of them for a server.
   * @override
   */
  get lingerMs() {
    return this.kind === "events" ? 0 : super.lingerMs;
  }

  /**
   * @override
   * @param {import("./socket.js").Hooks} hooks
   */
  transportFor(hooks) {
    return new TRANSPORTS[this.kind].make(this.base, hooks);
  }

  /**
   * @override
   * @param {Channel} channel
   */
  taken(channel) {
    const own = /** @type {PageChannel} */ (channel);
    if (own.proof) this.verify(own);
    if (own.current) keepSoon(own, this.base);
  }

  /**
   * In slices, so that the page never stands still for it.
   * @param {PageChannel} channel
   */
  async verify(channel) {
    const { proof, rows, columns } = channel;
    channel.proof = null;
    if (proof === null || !columns.length) return;
    const steps = checksum(rows, columns);
    let step = steps.next();
    for (; !step.done; step = steps.next()) await new Promise((resolve) => window.setTimeout(resolve));
    if (step.value === proof) return;
    const doubted = performance.now() - (this.doubtedAt.get(channel) ?? -DOUBT_PAUSE_MS) < DOUBT_PAUSE_MS;
    if (channel.columns !== columns || !this.opened || doubted) return;
    this.doubtedAt.set(channel, performance.now());
    channel.interrupted();
    this.transport?.subscribe(channel.name, null);
    this.notify();
  }

  /**
   * @override
   * @param {import("./socket.js").End} end
   */
  onClosed(end) {
    this.reason = end.reason;
    for (const channel of this.followed()) if (!channel.ready) restore(channel, this.base);
    super.onClosed(end);
  }

  /**
   * By the next transport when this one keeps failing although the server can be reached.
   * @override
   */
  async connectAgain() {
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

  /** @override */
  watch() {
    super.watch();
    if (this.state !== "open" || this.kind === "socket" || performance.now() - this.fellBackAt <= BACK_TO_SOCKET_MS) return;
    this.kind = "socket";
    this.failures = FAILURES_BEFORE_FALLBACK - 1;
    this.again();
  }
}
