/**
 * The timer of rounds: the same rule as `contracts/screens/timer.py`, in milliseconds.
 * @module
 */

import { t } from "./words.js";

/** @typedef {{rounds: number, minutes: number, break_minutes: number, started_at: string, paused_at: string | null}} Timer */

const MINUTE = 60_000;

/**
 * Where a timer stands.
 * @param {Timer} timer
 * @param {number} now by the server's clock
 * @returns {{round: number, pause: boolean, left: number}}
 */
export function phase(timer, now) {
  const played = timer.minutes * MINUTE;
  const cycle = played + timer.break_minutes * MINUTE;
  const passed = Math.max((timer.paused_at ? Date.parse(timer.paused_at) : now) - Date.parse(timer.started_at), 0);
  const before = Math.floor(passed / cycle);
  const since = passed - before * cycle;
  if (before >= timer.rounds || (before === timer.rounds - 1 && since >= played)) return { round: timer.rounds, pause: false, left: 0 };
  if (since < played) return { round: before + 1, pause: false, left: played - since };
  return { round: before + 2, pause: true, left: cycle - since };
}

/**
 * "Round 3 · 12:05"
 * @param {Timer} timer
 * @param {number} now
 */
export function timerText(timer, now) {
  const { round, pause, left } = phase(timer, now);
  const seconds = Math.ceil(left / 1_000);
  const count = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return [pause ? t("Break") : t("Round {n}", { n: round }), count, timer.paused_at && t("paused")].filter(Boolean).join(" · ");
}
