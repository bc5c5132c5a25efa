/**
 * Follow live tournament results of a Kibitz server.
 *
 * It connects again by itself, resumes where it was, checks what it holds, and says when it cannot know.
 * `send` uploads a file of results, `sendDecisions` what a director decides.
 * @module
 */

export { CloseCode } from "./codes.js";
export { FeedEnded, NoSuchChannel, NotReached } from "./errors.js";
export type { Filter, Wish } from "./following.js";
export { ProgramFeed as Feed } from "./program-feed.js";
export type { Options, Updates } from "./program-feed.js";
export type * from "./rows.js";
export { send, sendDecisions, status } from "./sending.js";
export type { Answer, Asking, Deciding, Sending } from "./sending.js";
export { Table } from "./tables.js";
export type { Update } from "./tables.js";
