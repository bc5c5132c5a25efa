// @ts-nocheck: made from clients/typescript/src/core by `make core`; do not change it here.
/**
 * The connection: keeps the channels that somebody follows up to date.
 *
 * Rule 1: every channel that is open is subscribed, from the position that it holds, whenever a connection opens.
 * Rule 2: silence is a failure: no message for two and a half heartbeats ends the connection.
 * What a whole page and a program do beyond that is elsewhere; the widget has to be small.
 * @module
 */
import { Channel } from "./channel.js";
import type { End, Heard, Hooks, Transport } from "./socket.js";
export interface Entry {
    channel: Channel;
    users: number;
    timer?: number;
}
export type State = "idle" | "connecting" | "open" | "waiting" | "stopped";
export declare class Feed {
    channels: Map<string, Entry>;
    transport: Transport | null;
    state: State;
    opened: boolean;
    answered: boolean;
    attempt: number;
    /** How many connections in a row never answered. */
    failures: number;
    retryAt: number;
    heardAt: number;
    heartbeatMs: number;
    timer: number;
    listeners: Set<() => void>;
    watching: number;
    base: URL;
    /** @param base where the server is */
    constructor(base: URL);
    /** Follow a channel; `close()` of what is returned ends it, one call for each `open`. */
    open(name: string): Channel;
    channelFor(name: string, close: () => void): Channel;
    release(name: string): void;
    /** How long a table stays that nobody looks at: a visitor who goes back at once finds it still there. */
    get lingerMs(): number;
    /**
     * @param listener called when the state of the connection or of a table changes
     * @returns to stop listening
     */
    listen(listener: () => void): () => void;
    notify(): void;
    connect(): void;
    transportFor(hooks: Hooks): Transport;
    /** Try now, without waiting: somebody asked for it, or the network came back. */
    hurry(): void;
    /** Connect anew, also after a refusal. */
    again(): void;
    onOpened(heartbeatMs: number): void;
    onMessage(message: Heard): void;
    /** A channel was not there, or is no more: it may come. */
    refused(channel: Channel, { type, id, code, retryable, retryAfterMs }: Heard): void;
    /** A channel has taken a message. */
    taken(_channel: Channel): void;
    onClosed({ code, retryAfterMs }: End): void;
    /** The wait is over. */
    connectAgain(): void;
    /** Look after the connection, every second. */
    watch(): void;
}
