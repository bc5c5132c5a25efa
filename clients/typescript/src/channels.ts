/**
 * Names of channels: which table of which event.
 * @module
 */

/** The list of events: a row for each that has standings. */
export const EVENTS = "events";

export const standingsChannel = (event: string): string => `evt.${event}.standings`;
/** Only events that are played in matches have it. */
export const matchesChannel = (event: string): string => `evt.${event}.matches`;
/** Only events of chess have it: the games of all rounds. */
export const gamesChannel = (event: string): string => `evt.${event}.games`;
/** Only events of bridge have it. */
export const boardsChannel = (event: string): string => `evt.${event}.boards`;
/** `board` is the id of its row in the list of boards. */
export const boardChannel = (event: string, board: string): string => `evt.${event}.board.${board}`;
/** Only boards that were analysed have it. */
export const analysisChannel = (event: string, board: string): string => `evt.${event}.analysis.${board}`;
export const seatsChannel = (event: string): string => `evt.${event}.seats`;

const MOST = 3;
const ALIKE = 0.5;

/** The events of a list that may have been meant by a channel's name, the likeliest first; at most three. */
export function similarEvents(channel: string, events: Readonly<Record<string, { name?: unknown }>>): string[] {
  const [kind, given = ""] = channel.split(".");
  if (kind !== "evt") return [];
  if (Object.hasOwn(events, given)) return [given];
  const wanted = given.toLowerCase();
  const rated = Object.entries(events).map(([event, { name }]) => {
    const spoken = String(name ?? "").toLowerCase();
    const begins = event.startsWith(wanted) || spoken.startsWith(wanted) ? 1 : 0;
    return { event, score: Math.max(begins, likeness(wanted, event), likeness(wanted.replaceAll("-", " "), spoken)) };
  });
  return rated.filter(({ score }) => score >= ALIKE).sort((a, b) => b.score - a.score).slice(0, MOST).map(({ event }) => event);
}

/** From 0 to 1: how many of their pairs of neighbouring letters two texts have in common (Dice). */
function likeness(a: string, b: string): number {
  const pairs = (text: string) => Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
  const [left, right] = [pairs(a), pairs(b)];
  const rest = [...right];
  const common = left.filter((pair) => rest.includes(pair) && rest.splice(rest.indexOf(pair), 1));
  return left.length + right.length ? (2 * common.length) / (left.length + right.length) : 0;
}
