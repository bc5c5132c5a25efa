// @ts-nocheck: made from clients/typescript/src/core by `make core`; do not change it here.
/**
 * One channel as its reader holds it: a table and a position.
 *
 * Rule 1: a snapshot replaces the table and the position, at any time, and only when its last part is here.
 * Rule 2: a delta applies to the position `from` and to no other; an older one is ignored, any other shows a loss.
 * Rule 3: rows are replaced whole and never changed in place, and so is the table: a reader may keep what it was given.
 * Rule 4: after a loss the table is still shown, marked as not current, until its successor is complete.
 * Rule 5: after a message that does not fit the table cannot be trusted: there is no position to resume from.
 * @module
 */
export type Row = Record<string, any>;
export interface Position {
    epoch: string;
    seq: number;
}
/** What the server says about a channel; see `docs/feed.md`. */
export interface Message {
    type: string;
    id?: number | null;
    channel?: string;
    epoch?: string;
    seq?: number;
    from?: number;
    ts?: string;
    part?: number;
    parts?: number;
    columns?: string[] | null;
    /** Of a snapshot an object, of a delta a JSON Patch. */
    meta?: any;
    rows?: Record<string, any>;
    added?: Record<string, any>;
    removed?: string[];
    cells?: Record<string, [number[], any[]]>;
    checksum?: string | null;
    recovered?: boolean;
    snapshot?: "follows" | "none";
    sourceAgeMs?: number | null;
    degraded?: boolean;
}
export interface Change {
    /** Rows or meta changed; only the state did; there is no such channel. */
    kind: "rows" | "state" | "absent";
    /** Ids of rows that are new, different or gone; null for all. */
    changed: ReadonlySet<string> | null;
}
/** `lost`: the position cannot be continued from, resume or begin anew. */
export type Outcome = "applied" | "ignored" | "lost";
export declare class Channel {
    rows: ReadonlyMap<string, Row>;
    meta: Row;
    columns: string[];
    epoch: string;
    seq: number;
    /** Whether there is a table at all. */
    ready: boolean;
    /** Whether the table is known to be the server's. */
    current: boolean;
    absent: boolean;
    /** Parts of a message whose last one is still to come. */
    arriving: Message[];
    listeners: Set<(change: Change) => void>;
    readonly name: string;
    readonly close: () => void;
    /** @param close called when nobody needs it any more */
    constructor(name: string, close: () => void);
    /** @returns to stop listening */
    listen(listener: (change: Change) => void): () => void;
    notify(kind: Change["kind"], changed?: Change["changed"]): void;
    /** @returns where to resume from */
    position(): Position | null;
    /** The connection is gone: what is half here is dropped, what is shown may be old. */
    interrupted(): void;
    /** There is no such channel, or not yet. */
    missing(): void;
    /** Take a message about this channel. */
    take(message: Message): Outcome;
    onSubscribed(message: Message): Outcome;
    onTable(message: Message): Outcome;
    /** Hear the checksum that came with the table, and throw where it does not match: for whoever has the room for that. */
    prove(_checksum: string | null | undefined): void;
    /** Which rows a new table changes, as far as this is known: here all. */
    changedSince(_before: ReadonlyMap<string, Row>): Set<string> | null;
    /**
     * The rows of a table after what the parts of a message say.
     * @returns also the ids of rows that are new, different or gone
     */
    changedRows(before: ReadonlyMap<string, Row>, parts: readonly Message[]): [Map<string, Row>, Set<string>];
    /** It comes with `synced` and with heartbeats. */
    onPosition({ type, epoch, seq }: Message): Outcome;
    asObject(row: Row | any[]): Row;
}
/**
 * Carry out a JSON Patch (RFC 6902) with the operations that the feed uses.
 * @param meta not changed
 */
export declare function patched(meta: Row, changes: {
    op: "add" | "remove" | "replace";
    path: string;
    value?: any;
}[]): Row;
