/**
 * The events of a club by day: what is played now, what is coming, and results month by month.
 * @module
 */

import { naturally } from "./format.js";
import { shownStatus } from "./parts/progress.js";

/** @typedef {Record<string, any> & {id: string}} EventRow */

/**
 * @typedef {object} Group
 * @property {"now" | "coming" | "month" | "undated"} when
 * @property {string} month "2026-11" of a month, else empty
 * @property {EventRow[]} events
 */

/** @typedef {{kind: string, organiser: string, day: string}} Wanted what somebody looks for; empty for everything */

/**
 * The day of an event that says one.
 * @param {EventRow} event
 * @returns {string} "2026-11-27", else empty
 */
export function dayOf({ date }) {
  const day = String(date ?? "").slice(0, 10);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : "";
}

/**
 * Whether an event is among those that somebody looks for.
 * @param {EventRow} event
 * @param {Wanted} wanted
 */
export function isWanted(event, { kind, organiser, day }) {
  return (!kind || event.kind === kind) && (!organiser || event.organiser === organiser) && (!day || dayOf(event) === day);
}

/**
 * Events in the order of a club's page: in play, then those of coming days with the nearest first, then the months with
 * the newest first, and last what has no date.
 * @param {readonly EventRow[]} events
 * @param {number} [now]
 * @returns {Group[]} none of them empty
 */
export function byDay(events, now = Date.now()) {
  const today = localDay(new Date(now));
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const event of [...events].sort(newestFirst)) {
    const day = dayOf(event);
    const when = shownStatus(event, now) === "live" ? "now" : !day ? "undated" : day > today ? "coming" : "month";
    const month = when === "month" ? day.slice(0, 7) : "";
    const group = groups.get(when + month) ?? { when, month, events: [] };
    group.events.push(event);
    groups.set(when + month, group);
  }
  groups.get("coming")?.events.reverse();
  const order = ["now", "coming", "month", "undated"];
  return [...groups.values()].sort((a, b) => order.indexOf(a.when) - order.indexOf(b.when) || b.month.localeCompare(a.month));
}

/**
 * @param {EventRow} a
 * @param {EventRow} b
 */
function newestFirst(a, b) {
  return dayOf(b).localeCompare(dayOf(a)) || naturally(a.name, b.name);
}

/**
 * The first groups, until so many events are in them.
 * @param {readonly Group[]} groups
 * @param {number} most
 * @returns {Group[]}
 */
export function firstOf(groups, most) {
  let left = most;
  /** @type {Group[]} */
  const first = [];
  for (const group of groups) {
    if (left <= 0) break;
    first.push({ ...group, events: group.events.slice(0, left) });
    left -= group.events.length;
  }
  return first;
}

/** @param {Date} when */
function localDay(when) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
}

/**
 * A month as weeks of days.
 * @param {string} month "2026-11"
 * @param {number} firstDay of a week, 1 for Monday to 7 for Sunday
 * @returns {string[][]} seven days a week, empty outside the month
 */
export function weeksOf(month, firstDay) {
  const [year, number] = month.split("-").map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() - firstDay + 7) % 7;
  const cells = [...Array(before).fill(""), ...Array.from({ length: days }, (_, day) => `${month}-${String(day + 1).padStart(2, "0")}`)];
  while (cells.length % 7) cells.push("");
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(7 * week, 7 * week + 7));
}
