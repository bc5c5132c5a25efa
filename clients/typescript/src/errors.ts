/**
 * What can go wrong, as errors that say what to do.
 * @module
 */

/** Nobody answers at the address. */
export class NotReached extends Error {
  override name = "NotReached";
}

/** The feed cannot be followed, and trying again would not help. */
export class FeedEnded extends Error {
  override name = "FeedEnded";

  /** @param code a close code of the feed (`CloseCode`), or a status of HTTP where no connection came about */
  constructor(readonly code: number, message: string) {
    super(message);
  }
}

/** The server has no such event, or the event has no such table. */
export class NoSuchChannel extends FeedEnded {
  override name = "NoSuchChannel";

  /** @param suggestions ids of events with similar names; the event's own where it is there and lacks the table */
  constructor(code: number, readonly channel: string, readonly suggestions: readonly string[] = []) {
    super(code, about(channel, suggestions));
  }
}

function about(channel: string, suggestions: readonly string[]): string {
  const [kind, event, ...table] = channel.split(".");
  if (kind !== "evt") return `there is no channel ${channel}`;
  if (suggestions.includes(event)) return `event ${event} has no ${table.join(".")}`;
  return `there is no event ${event}${suggestions.length ? `; did you mean ${suggestions.join(" or ")}?` : ""}`;
}
