/**
 * Three transports for the same messages: a WebSocket, server-sent events for networks that cut WebSockets, and polling
 * for networks that cut those as well. All take the same hooks and have the same methods.
 * @module
 */

/** @typedef {import("./channel.js").Message} Message */

/**
 * @typedef {object} Hooks
 * @property {(heartbeatMs: number) => void} opened the server answers; channels may be asked for
 * @property {(message: Message & Record<string, any>) => void} message
 * @property {(end: {code: number, reason: string, retryAfterMs: number}) => void} closed it is over, once
 */

/**
 * @typedef {object} Transport
 * @property {(channel: string, resume: {epoch: string, seq: number} | null) => void} subscribe
 * @property {(channel: string) => void} unsubscribe
 * @property {() => void} stop without calling `closed`
 */

const PATIENCE_MS = 10_000;
const POLL_MS = 5_000;
const HEARTBEAT_MS = 5_000;
const TYPES = ["subscribed", "snapshot", "delta", "synced", "heartbeat", "reset", "error", "bye", "unsubscribed"];

/**
 * @param {string} text
 * @returns {(Message & Record<string, any>) | null}
 */
function decode(text) {
  try {
    const message = JSON.parse(text);
    return message && typeof message.type === "string" ? message : null;
  } catch {
    return null;
  }
}

/**
 * @param {URL} base
 * @param {string} channel
 */
function snapshotAddress(base, channel) {
  return new URL(`v1/channels/${encodeURIComponent(channel)}/snapshot?encoding=columns`, base);
}

/** @implements {Transport} */
export class SocketTransport {
  /**
   * @param {URL} base
   * @param {Hooks} hooks
   */
  constructor(base, hooks) {
    const url = new URL("v1/feed", base);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    this.hooks = hooks;
    this.nextId = 1;
    this.retryAfterMs = 0;
    this.over = false;
    this.socket = new WebSocket(url, "standings.v1+json");
    this.timer = window.setTimeout(() => this.end({ code: 0, reason: "no answer", retryAfterMs: 0 }), PATIENCE_MS);
    this.socket.addEventListener("message", (event) => this.onMessage(String(event.data)));
    this.socket.addEventListener("close", (event) => this.end({ code: event.code, reason: event.reason, retryAfterMs: this.retryAfterMs }));
  }

  /** @param {string} text */
  onMessage(text) {
    const message = decode(text);
    if (this.over || !message) return;
    if (message.type === "welcome") {
      window.clearTimeout(this.timer);
      this.hooks.opened(message.heartbeatMs ?? HEARTBEAT_MS);
    } else if (message.type === "bye") {
      this.retryAfterMs = message.retryAfterMs ?? 0;
    } else {
      this.hooks.message(message);
    }
  }

  /** @param {{code: number, reason: string, retryAfterMs: number}} cause */
  end(cause) {
    if (this.over) return;
    this.stop();
    this.hooks.closed(cause);
  }

  stop() {
    this.over = true;
    window.clearTimeout(this.timer);
    this.socket.close(1000);
  }

  /** @param {Record<string, unknown>} request */
  send(request) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ ...request, id: this.nextId++ }));
  }

  /**
   * @param {string} channel
   * @param {{epoch: string, seq: number} | null} resume
   */
  subscribe(channel, resume) {
    this.send({ type: "subscribe", channel, encoding: "columns", ...(resume ? { resume } : {}) });
  }

  /** @param {string} channel */
  unsubscribe(channel) {
    this.send({ type: "unsubscribe", channel });
  }
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
    this.timer = window.setTimeout(() => this.end("no answer"), PATIENCE_MS);
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
      window.clearTimeout(this.timer);
      this.hooks.message(message);
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
    window.clearTimeout(this.timer);
    this.hooks.message({ type: "error", channel, code: 4404, retryable: true });
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
    window.clearTimeout(this.timer);
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
    this.timer = window.setInterval(() => this.tags.forEach((_tag, channel) => this.ask(channel)), POLL_MS);
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
      const answer = await fetch(snapshotAddress(this.base, channel), {
        headers: this.tags.get(channel) ? { "If-None-Match": this.tags.get(channel) ?? "" } : {},
        cache: "no-store",
      });
      if (this.over || !this.tags.has(channel)) return;
      if (answer.status === 404) {
        this.hooks.message({ type: "error", channel, code: 4404, retryable: true });
      } else if (answer.status === 304) {
        this.hooks.message({ type: "alive", channel });
      } else if (answer.ok) {
        const message = await answer.json();
        if (this.over || !this.tags.has(channel)) return;
        this.tags.set(channel, answer.headers.get("ETag") ?? "");
        this.hooks.message({ ...message, type: "snapshot", channel });
        this.hooks.message({ type: "synced", channel, epoch: message.epoch, seq: message.seq });
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
    window.clearInterval(this.timer);
  }
}
