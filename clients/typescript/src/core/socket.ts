/**
 * The feed over a WebSocket.
 * Between a subscription and its answer nothing counts that is said about its channel: it was said before.
 * @module
 */

import type { Message, Position } from "./channel.js";

/** A message with what it says besides. */
export type Heard = Message & Record<string, any>;

/** How a connection ended; the code is 0 where the client gave up. */
export interface End {
  code: number;
  reason: string;
  retryAfterMs: number;
}

export interface Hooks {
  /** The server answers; channels may be asked for. */
  opened: (heartbeatMs: number) => void;
  received: (message: Heard) => void;
  /** It is over, once. */
  closed: (end: End) => void;
}

export interface Transport {
  subscribe(channel: string, resume: Position | null): void;
  unsubscribe(channel: string): void;
  /** Without calling `closed`. */
  stop(): void;
}

export const PATIENCE_MS = 10_000;
export const HEARTBEAT_MS = 5_000;

export function decode(text: string): Heard | null {
  try {
    const message = JSON.parse(text);
    return message && typeof message.type === "string" ? message : null;
  } catch {
    return null;
  }
}

export class SocketTransport implements Transport {
  nextId = 1;
  retryAfterMs = 0;
  over = false;
  /** The id of a channel's request that is not answered yet. */
  asked = new Map<string, number>();
  declare hooks: Hooks;
  declare socket: WebSocket;
  declare timer: number;

  /** @param how what else the socket is opened with: the subprotocol, and in Node headers */
  constructor(base: URL, hooks: Hooks, how: any = "standings.v1+json") {
    const url = new URL("v1/feed" + base.search, base);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    this.hooks = hooks;
    this.socket = new WebSocket(url, how);
    this.timer = setTimeout(() => this.end(0, "no answer"), PATIENCE_MS);
    this.socket.addEventListener("message", (event) => this.onMessage(String(event.data)));
    this.socket.addEventListener("close", (event) => this.end(event.code, event.reason));
  }

  onMessage(text: string): void {
    const message = decode(text);
    if (this.over || !message) return;
    const { type, channel, id } = message;
    if (type === "welcome") {
      clearTimeout(this.timer);
      this.hooks.opened(message.heartbeatMs ?? HEARTBEAT_MS);
    } else if (type === "bye") {
      this.retryAfterMs = message.retryAfterMs ?? 0;
    } else if (!channel || !this.asked.has(channel) || this.asked.get(channel) === id) {
      this.asked.delete(channel ?? "");
      this.hooks.received(message);
    }
  }

  end(code: number, reason: string): void {
    if (this.over) return;
    this.stop();
    this.hooks.closed({ code, reason, retryAfterMs: this.retryAfterMs });
  }

  stop(): void {
    this.over = true;
    clearTimeout(this.timer);
    this.socket.close(1000);
  }

  /** @returns its id */
  send(request: Record<string, unknown>): number {
    const id = this.nextId++;
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ ...request, id }));
    return id;
  }

  subscribe(channel: string, resume: Position | null): void {
    this.asked.set(channel, this.send({ type: "subscribe", channel, encoding: "columns", ...(resume && { resume }) }));
  }

  unsubscribe(channel: string): void {
    this.send({ type: "unsubscribe", channel });
  }
}
