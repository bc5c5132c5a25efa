// @ts-nocheck: made from clients/typescript/src/core by `make core`; do not change it here.
/**
 * When to try again: full jitter, so that a hall full of scoreboards does not come back in the same instant.
 * @module
 */
const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/**
 * @param attempt 0 for the first try after a connection was lost
 * @param random from 0 up to 1
 * @returns milliseconds to wait, between 0.5 s and 30 s
 */
export function backoff(attempt, random = Math.random()) {
    const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt + 1, 16));
    return Math.round(FIRST_MS + random * (most - FIRST_MS));
}
