/**
 * Two more transports for the messages of the feed: server-sent events for networks that cut WebSockets, and polling for
 * networks that cut those as well. They take the hooks and have the methods of the one in `socket.js`.
 * @module
 */

import { decode, HEARTBEAT_MS, PATIENCE_MS } from "./socket.js";

/** @typedef {import("./socket.js").Hooks} Hooks */
/** @typedef {import("./socket.js").Transport} Transport */

const POLL_MS = 5_000;
const TYPES = ["subscribed", "snapshot", "delta", "synced", "heartbeat", "reset", "error", "bye", "unsubscribed"];

/**
 * @param {URL} base
 * @param {string} channel
 */
function snapshotAddress(base, channel) {
  return new URL(`v1/channels/${encodeURIComponent(channel)}/snapshot?encoding=columns`, base);
}

/** @implements {Transport} */
export class EventsTransport {
  /**
   * @param {URL} base
   * @param {Hooks} hooks
   */
  constructor(base, hooks) {
    this.base = base;
    this.hooks = hooks;
    this.over = false;
    /** @type {Map<string, EventSource>} */
    this.sources = new Map();
    this.timer = setTimeout(() => this.end("no answer"), PATIENCE_MS);
    queueMicrotask(() => !this.over && this.hooks.opened(HEARTBEAT_MS));
  }

  /**
   * A browser repeats the last id of a stream only for the stream itself; a new one gets the position in its address.
   * @param {string} channel
   * @param {{epoch: string, seq: number} | null} resume
   */
  subscribe(channel, resume) {
    this.sources.get(channel)?.close();
    const address = new URL(`v1/channels/${encodeURIComponent(channel)}/events?encoding=columns`, this.base);
    if (resume) address.searchParams.set("lastEventId", `${resume.epoch}-${resume.seq}`);
    const source = new EventSource(address);
    this.sources.set(channel, source);
    const receive = (/** @type {MessageEvent} */ event) => {
      const message = decode(String(event.data));
      if (this.over || !message) return;
      clearTimeout(this.timer);
      this.hooks.received(message);
    };
    // "error" is also what a browser calls a broken connection; that one has no data.
    for (const type of TYPES) {
      if (type !== "error") source.addEventListener(type, receive);
    }
    source.addEventListener("message", receive);
    source.addEventListener("error", (event) => {
      if (event instanceof MessageEvent) receive(event);
      else if (this.sources.get(channel) === source) this.onBroken(channel, source);
    });
  }

  /**
   * A stream that broke, or that never was because the channel does not exist: a browser does not say which.
   * @param {string} channel
   * @param {EventSource} source
   */
  async onBroken(channel, source) {
    source.close();
    let status = 0;
    try {
      status = (await fetch(snapshotAddress(this.base, channel), { method: "HEAD", cache: "no-store" })).status;
    } catch {
      // Not reachable at all.
    }
    if (this.over || this.sources.get(channel) !== source) return;
    if (status !== 404) {
      this.end("the stream ended");
      return;
    }
    clearTimeout(this.timer);
    this.hooks.received({ type: "error", channel, code: 4404, retryable: true });
  }

  /** @param {string} channel */
  unsubscribe(channel) {
    this.sources.get(channel)?.close();
    this.sources.delete(channel);
  }

  /** @param {string} reason */
  end(reason) {
    if (this.over) return;
    this.stop();
    this.hooks.closed({ code: 0, reason, retryAfterMs: 0 });
  }

  stop() {
    this.over = true;
    clearTimeout(this.timer);
    for (const source of this.sources.values()) source.close();
    this.sources.clear();
  }
}

/** @implements {Transport} */
export class PollingTransport {
  /**
   * @param {URL} base
   * @param {Hooks} hooks
   */
  constructor(base, hooks) {
    this.base = base;
    this.hooks = hooks;
    this.over = false;
    /** @type {Map<string, string>} channel → ETag of what was last taken */
    this.tags = new Map();
    this.timer = setInterval(() => this.tags.forEach((_tag, channel) => this.ask(channel)), POLL_MS);
    queueMicrotask(() => !this.over && this.hooks.opened(POLL_MS * 2));
  }

  /** @param {string} channel */
  subscribe(channel) {
    this.tags.set(channel, "");
    this.ask(channel);
  }

  /** @param {string} channel */
  unsubscribe(channel) {
    this.tags.delete(channel);
  }

  /** @param {string} channel */
  async ask(channel) {
    try {
      // The browser says which one it has: a header of our own would have to be asked for first on another site.
      const answer = await fetch(snapshotAddress(this.base, channel), { cache: "no-cache" });
      const tag = answer.headers.get("ETag");
      if (this.over || !this.tags.has(channel)) return;
      if (answer.status === 404) {
        this.hooks.received({ type: "error", channel, code: 4404, retryable: true });
      } else if (tag && tag === this.tags.get(channel)) {
        this.hooks.received({ type: "alive", channel });
      } else if (answer.ok) {
        const message = await answer.json();
        if (this.over || !this.tags.has(channel)) return;
        this.tags.set(channel, tag ?? "");
        this.hooks.received({ ...message, type: "snapshot", channel });
        this.hooks.received({ type: "synced", channel, epoch: message.epoch, seq: message.seq });
      } else {
        this.end(`answer ${answer.status}`);
      }
    } catch (failed) {
      this.end(String(failed));
    }
  }

  /** @param {string} reason */
  end(reason) {
    if (this.over) return;
    this.stop();
    this.hooks.closed({ code: 0, reason, retryAfterMs: 0 });
  }

  stop() {
    this.over = true;
    clearInterval(this.timer);
  }
}
