/**
 * Sending files to the intake over HTTP, the way any scoring program would; decisions of a director are files, too.
 * @module
 */

import { NotReached } from "./errors.js";

/** What the server said: its JSON, with HTTP's status: 201 new, 200 known already, 4xx refused. */
export interface Answer {
  status: number;
  body: Record<string, any>;
  /** Whether the file is in. */
  taken: boolean;
  /** The file's identity; empty when it was refused. */
  sha256: string;
}

export interface Asking {
  token?: string;
  timeoutMs?: number;
}

export interface Sending extends Asking {
  /** Takes the place of the one derived from the file. */
  event?: string;
  writtenAt?: Date;
}

export interface Deciding extends Asking {
  /** Who decides. */
  by?: string;
  /** When it was decided; now, where it is left out. */
  at?: Date;
}

/** Milliseconds without an answer after which this is said on the console. */
const QUIET_MS = 2_500;

/** Send a file to the intake at this base address; NotReached when nobody answers. */
export function send(intake: string, name: string, data: BodyInit, { event, writtenAt, ...asking }: Sending = {}): Promise<Answer> {
  const address = below(intake, `v1/files/${encodeURIComponent(name)}`);
  if (event) address.searchParams.set("event", event);
  if (writtenAt) address.searchParams.set("written_at", writtenAt.toISOString());
  return ask(address, asking, { method: "PUT", body: data, headers: { "Content-Type": "application/octet-stream" } });
}

/**
 * Send what a director decides about an event: `{"decision": "status", "status": "official"}` and the like.
 * @param decisions as the page "Decisions" of the documentation has them; what is wrong with one is in its status
 */
export function sendDecisions(intake: string, event: string, decisions: readonly Record<string, unknown>[], { by = "", at = new Date(), ...asking }: Deciding = {}): Promise<Answer> {
  const document = { kibitz: "decisions", version: 1, event, at: at.toISOString(), by, decisions };
  return send(intake, `${event}-${at.toISOString().replace(/\W/g, "")}.json`, `${JSON.stringify(document, null, 1)}\n`, asking);
}

/** Where a file stands. */
export function status(intake: string, sha256: string, asking: Asking = {}): Promise<Answer> {
  return ask(below(intake, `v1/files/${sha256}`), asking);
}

/** What stands at an address; NotReached when nobody answers. */
export async function ask(address: URL, { token, timeoutMs = 30_000 }: Asking, request: RequestInit = {}): Promise<Answer> {
  const headers = { ...request.headers, ...(token && { Authorization: `Bearer ${token}` }) };
  const silent = setTimeout(() => console.warn(`no answer yet from ${address.origin}`), QUIET_MS);
  try {
    const answer = await fetch(address, { ...request, headers, signal: AbortSignal.timeout(timeoutMs) });
    const body = read(await answer.text());
    return { status: answer.status, body, taken: [200, 201].includes(answer.status), sha256: String(body.sha256 ?? "") };
  } catch (error) {
    throw new NotReached(`nobody answers at ${address.origin}: ${reason(error)}`, { cause: error });
  } finally {
    clearTimeout(silent);
  }
}

function below(base: string, path: string): URL {
  return new URL(path, base.endsWith("/") ? base : `${base}/`);
}

function read(text: string): Record<string, any> {
  try {
    const document = JSON.parse(text);
    return document && typeof document === "object" && !Array.isArray(document) ? document : { answer: document };
  } catch {
    return { message: text.slice(0, 200) };
  }
}

/** What an error says; `fetch` hides it one below. */
function reason(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  const { message, code } = cause as { message?: string; code?: string };
  return message || code || String(cause);
}
