/**
 * The feed over a WebSocket.
 * @module
 */

/** @typedef {import("./channel.js").Message} Message */

/**
 * @typedef {object} Hooks
 * @property {(heartbeatMs: number) => void} opened the server answers; channels may be asked for
 * @property {(message: Message & Record<string, any>) => void} received
 * @property {(end: {code: number, reason: string, retryAfterMs: number}) => void} closed it is over, once
 */

/**
 * @typedef {object} Transport
 * @property {(channel: string, resume: {epoch: string, seq: number} | null) => void} subscribe
 * @property {(channel: string) => void} unsubscribe
 * @property {() => void} stop without calling `closed`
 */

export const PATIENCE_MS = 10_000;
export const HEARTBEAT_MS = 5_000;

/**
 * @param {string} text
 * @returns {(Message & Record<string, any>) | null}
 */
export function decode(text) {
  try {
    const message = JSON.parse(text);
    return message && typeof message.type === "string" ? message : null;
  } catch {
    return null;
  }
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
    this.timer = setTimeout(() => this.end({ code: 0, reason: "no answer", retryAfterMs: 0 }), PATIENCE_MS);
    this.socket.addEventListener("message", (event) => this.onMessage(String(event.data)));
    this.socket.addEventListener("close", (event) => this.end({ code: event.code, reason: event.reason, retryAfterMs: this.retryAfterMs }));
  }

  /** @param {string} text */
  onMessage(text) {
    const message = decode(text);
    if (this.over || !message) return;
    if (message.type === "welcome") {
      clearTimeout(this.timer);
      this.hooks.opened(message.heartbeatMs ?? HEARTBEAT_MS);
    } else if (message.type === "bye") {
      this.retryAfterMs = message.retryAfterMs ?? 0;
    } else {
      this.hooks.received(message);
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
    clearTimeout(this.timer);
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
