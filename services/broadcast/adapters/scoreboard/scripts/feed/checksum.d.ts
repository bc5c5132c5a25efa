// @ts-nocheck: made from clients/typescript/src/core by `make core`; do not change it here.
/**
 * Proof that a table is the server's: CRC-32 (as in zlib) of its canonical rows, as `docs/feed.md` defines them.
 * @module
 */
/**
 * Carry a checksum on over more text.
 * @param text hashed as UTF-8
 * @param before the checksum of what came before; 0 to start
 * @returns unsigned
 */
export declare function crc32(text: string, before?: number): number;
/**
 * The checksum of a table: a compact JSON array of `[id, cell, …]`, sorted by id, cells in the order of the columns.
 * A long table is worked through in slices, between which whoever asks may do something else.
 * @returns at last eight hexadecimal digits
 */
export declare function checksum(rows: ReadonlyMap<string, Record<string, any>>, columns: readonly string[]): Generator<undefined, string>;
/** JavaScript compares halves of characters above U+FFFF; the protocol compares characters. */
export declare function byCodePoint(a: string, b: string): number;
