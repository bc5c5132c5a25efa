/**
 * The connection of a program to the feed.
 *
 * Rule 1: the first connection fails, later ones heal: a server that has answered once is waited for.
 * Rule 2: what would fail again ends what follows a channel, with an error that says what to do.
 * Rule 3: without anything to follow there is no connection, and nothing that keeps a process running.
 * @module
 */

import * as channels from "./channels.js";
import { CloseCode, SUBPROTOCOL } from "./codes.js";
import type { Row } from "./core/channel.js";
import { Feed } from "./core/feed.js";
import { SocketTransport } from "./core/socket.js";
import type { End, Heard, Hooks } from "./core/socket.js";
import { FeedEnded, NoSuchChannel, NotReached } from "./errors.js";
import { checked, Following } from "./following.js";
import type { Wish } from "./following.js";
import type { AnalysisRow, BoardRow, EventRow, GameRow, LineRow, MatchRow, SeatRow, StandingsRow } from "./rows.js";
import { ask } from "./sending.js";
import type { Update } from "./tables.js";

export type Updates<R extends Row> = AsyncGenerator<Update<R>, void, undefined>;

export interface Options {
  /** For servers that ask for one; browsers cannot send it, and have a `?ticket=` in the address instead. */
  token?: string;
  /** Milliseconds for the server to answer the first connection. */
  patienceMs?: number;
}

const PATIENCE_MS = 2_500;
const LIST_PATIENCE_MS = 1_000;
const RETRY_MS = 2_000;
/** Of HTTP, before there is a connection: the same request would fail again. */
const FINAL_STATUS = [400, 401, 403, 404, 426];

/** A socket whose requests say what its channels are asked for. */
class ProgramSocket extends SocketTransport {
  constructor(readonly feed: ProgramFeed, hooks: Hooks, patienceMs: number | null, token?: string) {
    super(feed.base, hooks, token ? { protocols: [SUBPROTOCOL], headers: { Authorization: `Bearer ${token}` } } : SUBPROTOCOL);
    if (patienceMs === null) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(0, "no answer in time"), patienceMs);
  }

  override send(request: Record<string, unknown>): number {
    const following = request.type === "subscribe" ? this.feed.following(request.channel) : undefined;
    return super.send({ ...request, ...following?.request });
  }
}

export class ProgramFeed extends Feed {
  private readonly wishes = new Map<string, Wish>();
  private readonly token?: string;
  private readonly patienceMs: number;
  private welcomed = false;
  private failure: Error | null = null;
  private pingedAt = 0;
  private awaited = false;

  /** @param address `http://`, `https://`, `ws://` or `wss://`, host and port, and the path of the server if it has one */
  constructor(address: string, { token, patienceMs = PATIENCE_MS }: Options = {}) {
    super(baseOf(address));
    this.token = token;
    this.patienceMs = patienceMs;
    // In Node a process that has nothing else to do may end.
    (this.watching as unknown as { unref?: () => void }).unref?.();
  }

  /** Follow the list of events. */
  events(wish?: Wish): Updates<EventRow> {
    return this.follow(channels.EVENTS, wish);
  }

  /** Follow the standings of an event. */
  standings(event: string, wish?: Wish): Updates<StandingsRow> {
    return this.follow(channels.standingsChannel(event), wish);
  }

  /** Follow the matches of an event of teams, or of a Swiss of pairs. */
  matches(event: string, wish?: Wish): Updates<MatchRow> {
    return this.follow(channels.matchesChannel(event), wish);
  }

  /** Follow the games of an event of chess, in all rounds. */
  games(event: string, wish?: Wish): Updates<GameRow> {
    return this.follow(channels.gamesChannel(event), wish);
  }

  /** Follow the list of an event's boards. */
  boards(event: string, wish?: Wish): Updates<BoardRow> {
    return this.follow(channels.boardsChannel(event), wish);
  }

  /** Follow the results of one board; `board` is the id of its row in `boards`. */
  board(event: string, board: string, wish?: Wish): Updates<LineRow> {
    return this.follow(channels.boardChannel(event, board), wish);
  }

  /** Follow the double-dummy analysis of one board. */
  analysis(event: string, board: string, wish?: Wish): Updates<AnalysisRow> {
    return this.follow(channels.analysisChannel(event, board), wish);
  }

  /** Follow the seats of an event's next round. */
  seats(event: string, wish?: Wish): Updates<SeatRow> {
    return this.follow(channels.seatsChannel(event), wish);
  }

  /**
   * Every state of a channel that there is time for, the present one first; it ends by leaving it, or by `close`.
   * @throws NotReached: nobody answers, unless that is waited for
   * @throws NoSuchChannel: there is no such event, or it has no such table, unless that is waited for
   * @throws FeedEnded: the server refuses, or the channel is over
   * @throws RangeError: the wish is none
   */
  async *follow<R extends Row = Row>(channel: string, wish: Wish = {}): Updates<R> {
    if (this.channels.has(channel)) throw new Error(`${channel} is followed already`);
    if (this.failure) throw this.failure;
    this.wishes.set(channel, checked(wish));
    const following = this.open(channel) as Following;
    try {
      for (let update = await following.next(); update; update = await following.next()) yield update as Update<R>;
    } finally {
      following.close();
    }
  }

  /** Leave: whatever follows a channel ends. */
  close(): void {
    clearInterval(this.watching);
    this.stop();
    this.failure = new FeedEnded(CloseCode.NORMAL, "this feed is closed");
    for (const following of this.followings()) following.end();
  }

  /** @internal */
  following(channel: unknown): Following | undefined {
    return this.channels.get(String(channel))?.channel as Following | undefined;
  }

  private followings(): Following[] {
    return [...this.channels.values()].map(({ channel }) => channel as Following);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.transport?.stop();
    this.opened = false;
    this.state = "idle";
  }

  override channelFor(name: string, close: () => void): Following {
    return new Following(name, close, this.wishes.get(name) ?? {});
  }

  /** At once: what a program does not follow it does not come back to. */
  override release(name: string): void {
    if (!this.channels.delete(name)) return;
    if (!this.channels.size) this.stop();
    else if (this.opened) this.transport?.unsubscribe(name);
  }

  override transportFor(hooks: Hooks): ProgramSocket {
    return new ProgramSocket(this, hooks, this.welcomed ? null : this.patienceMs, this.token);
  }

  override onOpened(heartbeatMs: number): void {
    this.welcomed = true;
    super.onOpened(heartbeatMs);
  }

  /** An error names the request, and not always its channel. */
  override onMessage(message: Heard): void {
    const { asked } = this.transport as ProgramSocket;
    const [channel] = [...asked].find(([, id]) => id === message.id) ?? [message.channel];
    super.onMessage(message.type === "error" ? { ...message, channel } : message);
  }

  override refused(channel: Following, message: Heard): void {
    const { type, id, code = 0, retryable } = message;
    const absent = code === CloseCode.NO_SUCH_CHANNEL;
    if (type === "unsubscribed") {
      if (id === undefined || id === null) channel.fail(new FeedEnded(CloseCode.NORMAL, String(message.reason || "the channel is over")));
    } else if (retryable === true && (channel.wish.wait || channel.begun || !absent)) {
      super.refused(channel, { retryAfterMs: RETRY_MS, ...message });
    } else if (absent) {
      void this.nameOthers(channel, code);
    } else {
      channel.fail(new FeedEnded(code, String(message.message ?? "")));
    }
  }

  /** End what follows a channel that is not there, with the names of events that may have been meant. */
  private async nameOthers(following: Following, code: number): Promise<void> {
    const list = await this.list().catch(() => null);
    following.fail(new NoSuchChannel(code, following.name, channels.similarEvents(following.name, list?.body.rows ?? {})));
  }

  private list() {
    return ask(new URL(`v1/events${this.base.search}`, this.base), { token: this.token, timeoutMs: LIST_PATIENCE_MS });
  }

  override onClosed(end: End): void {
    for (const following of this.followings()) following.disconnected();
    super.onClosed(end);
    if (this.state === "stopped") this.fail(new FeedEnded(end.code, end.reason || `closed with ${end.code}`));
    else if (!this.welcomed) void this.explain(end);
  }

  /** Nobody has answered yet: what speaks HTTP there says why, if anything does. */
  private async explain({ code, reason }: End): Promise<void> {
    const { status = 0, body = {} } = (code && (await this.list().catch(() => null))) || {};
    if (this.welcomed) return;
    const reply = status === 404 ? `there is no feed at ${this.base.origin}${this.base.pathname}: give the address of the page without anything behind it` : body.message;
    if (FINAL_STATUS.includes(status)) {
      this.fail(new FeedEnded(status, String(reply ?? `refused with ${status}`)));
      return;
    }
    const { origin } = this.base;
    const failure = new NotReached(status ? `${origin} answers ${status}, and takes no WebSocket` : `nobody answers at ${origin}${reason && `: ${reason}`}`);
    for (const following of this.followings()) {
      if (!following.wish.wait) following.fail(failure);
      else if (!this.awaited) {
        this.awaited = true;
        console.warn(`no answer yet from ${origin}`);
      }
    }
  }

  private fail(failure: Error): void {
    this.failure = failure;
    for (const following of this.followings()) following.fail(failure);
  }

  /** A line that is silent is asked once whether it is alive. */
  override watch(): void {
    const now = performance.now();
    if (this.state === "open" && now - this.heardAt > this.heartbeatMs * 1.5 && this.pingedAt < this.heardAt) {
      this.pingedAt = now;
      (this.transport as ProgramSocket).send({ type: "ping" });
    }
    super.watch();
  }
}

/** Where the server is, from any address of it. */
function baseOf(address: string): URL {
  const base = new URL(address.replace(/^ws/, "http"));
  base.pathname = `${base.pathname.replace(/\/(v1\/feed)?$/, "")}/`;
  return base;
}
