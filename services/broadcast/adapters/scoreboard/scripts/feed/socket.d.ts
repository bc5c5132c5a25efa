// @ts-nocheck: made from clients/typescript/src/core by `make core`; do not change it here.
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
export declare const PATIENCE_MS = 10000;
export declare const HEARTBEAT_MS = 5000;
export declare function decode(text: string): Heard | null;
export declare class SocketTransport implements Transport {
    nextId: number;
    retryAfterMs: number;
    over: boolean;
    /** The id of a channel's request that is not answered yet. */
    asked: Map<string, number>;
    hooks: Hooks;
    socket: WebSocket;
    timer: number;
    /** @param how what else the socket is opened with: the subprotocol, and in Node headers */
    constructor(base: URL, hooks: Hooks, how?: any);
    onMessage(text: string): void;
    end(code: number, reason: string): void;
    stop(): void;
    /** @returns its id */
    send(request: Record<string, unknown>): number;
    subscribe(channel: string, resume: Position | null): void;
    unsubscribe(channel: string): void;
}
