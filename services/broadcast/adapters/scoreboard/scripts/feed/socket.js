// @ts-nocheck: made from clients/typescript/src/core by `make core`; do not change it here.
/**
 * The feed over a WebSocket.
 * Between a subscription and its answer nothing counts that is said about its channel: it was said before.
 * @module
 */
export const PATIENCE_MS = 10_000;
export const HEARTBEAT_MS = 5_000;
export function decode(text) {
    try {
        const message = JSON.parse(text);
        return message && typeof message.type === "string" ? message : null;
    }
    catch {
        return null;
    }
}
export class SocketTransport {
    nextId = 1;
    retryAfterMs = 0;
    over = false;
    /** The id of a channel's request that is not answered yet. */
    asked = new Map();
    /** @param how what else the socket is opened with: the subprotocol, and in Node headers */
    constructor(base, hooks, how = "standings.v1+json") {
        const url = new URL("v1/feed" + base.search, base);
        url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
        this.hooks = hooks;
        this.socket = new WebSocket(url, how);
        this.timer = setTimeout(() => this.end(0, "no answer"), PATIENCE_MS);
        this.socket.addEventListener("message", (event) => this.onMessage(String(event.data)));
        this.socket.addEventListener("close", (event) => this.end(event.code, event.reason));
    }
    onMessage(text) {
        const message = decode(text);
        if (this.over || !message)
            return;
        const { type, channel, id } = message;
        if (type === "welcome") {
            clearTimeout(this.timer);
            this.hooks.opened(message.heartbeatMs ?? HEARTBEAT_MS);
        }
        else if (type === "bye") {
            this.retryAfterMs = message.retryAfterMs ?? 0;
        }
        else if (!channel || !this.asked.has(channel) || this.asked.get(channel) === id) {
            this.asked.delete(channel ?? "");
            this.hooks.received(message);
        }
    }
    end(code, reason) {
        if (this.over)
            return;
        this.stop();
        this.hooks.closed({ code, reason, retryAfterMs: this.retryAfterMs });
    }
    stop() {
        this.over = true;
        clearTimeout(this.timer);
        this.socket.close(1000);
    }
    /** @returns its id */
    send(request) {
        const id = this.nextId++;
        if (this.socket.readyState === WebSocket.OPEN)
            this.socket.send(JSON.stringify({ ...request, id }));
        return id;
    }
    subscribe(channel, resume) {
        this.asked.set(channel, this.send({ type: "subscribe", channel, encoding: "columns", ...(resume && { resume }) }));
    }
    unsubscribe(channel) {
        this.send({ type: "unsubscribe", channel });
    }
}
