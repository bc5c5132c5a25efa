// @ts-nocheck: made from clients/typescript/src/core by `make core`; do not change it here.
/**
 * When to try again: full jitter, so that a hall full of scoreboards does not come back in the same instant.
 * @module
 */
/**
 * @param attempt 0 for the first try after a connection was lost
 * @param random from 0 up to 1
 * @returns milliseconds to wait, between 0.5 s and 30 s
 */
export declare function backoff(attempt: number, random?: number): number;
