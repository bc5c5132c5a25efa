// @ts-nocheck: made from clients/typescript/src/core by `make core`; do not change it here.
/**
 * Proof that a table is the server's: CRC-32 (as in zlib) of its canonical rows, as `docs/feed.md` defines them.
 * @module
 */
const TABLE = new Uint32Array(256).map((_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit += 1)
        value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
});
const ROWS_AT_ONCE = 400;
const SURROGATE = /[\ud800-\udfff]/;
const utf8 = new TextEncoder();
/**
 * Carry a checksum on over more text.
 * @param text hashed as UTF-8
 * @param before the checksum of what came before; 0 to start
 * @returns unsigned
 */
export function crc32(text, before = 0) {
    let value = ~before;
    for (const byte of utf8.encode(text))
        value = (value >>> 8) ^ TABLE[(value ^ byte) & 0xff];
    return ~value >>> 0;
}
/**
 * The checksum of a table: a compact JSON array of `[id, cell, …]`, sorted by id, cells in the order of the columns.
 * A long table is worked through in slices, between which whoever asks may do something else.
 * @returns at last eight hexadecimal digits
 */
export function* checksum(rows, columns) {
    const table = [...rows].sort(([a], [b]) => byCodePoint(a, b));
    let value = crc32("[");
    for (let first = 0; first < table.length; first += ROWS_AT_ONCE) {
        if (first)
            yield;
        const slice = table.slice(first, first + ROWS_AT_ONCE);
        const text = slice.map(([id, row]) => JSON.stringify([id, ...columns.map((column) => row[column] ?? null)])).join(",");
        value = crc32(first ? `,${text}` : text, value);
    }
    return crc32("]", value).toString(16).padStart(8, "0");
}
/** JavaScript compares halves of characters above U+FFFF; the protocol compares characters. */
export function byCodePoint(a, b) {
    if (a === b)
        return 0;
    if (!SURROGATE.test(a) && !SURROGATE.test(b))
        return a < b ? -1 : 1;
    const left = [...a].map((character) => character.codePointAt(0) ?? 0);
    const right = [...b].map((character) => character.codePointAt(0) ?? 0);
    const differs = left.findIndex((point, index) => point !== right[index]);
    return differs < 0 ? left.length - right.length : left[differs] - (right[differs] ?? -1);
}
