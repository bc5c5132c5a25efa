/**
 * A timer as it stands at a moment, counted as the server does (contracts/screens/room.py).
 * @module
 */

/**
 * @typedef {object} Timer
 * @property {number} rounds
 * @property {number} minutes of a round
 * @property {number} pause minutes after each but the last
 * @property {number} elapsed seconds counted before it was started last
 * @property {number | null} since when that was, in milliseconds since 1970
 * @property {[string, string, string]} words
 */

/**
 * @param {Timer} timer
 * @param {number} now of the server, in milliseconds since 1970
 */
export function timerState({ rounds, minutes, pause, elapsed, since, words: [round, rest, up] }, now) {
  const counted = Math.max(0, elapsed + (since === null ? 0 : Math.floor((now - since) / 1000)));
  if (counted >= (rounds * (minutes + pause) - pause) * 60) return { label: up, time: "", last: false, over: true };
  const each = (minutes + pause) * 60;
  const within = counted % each;
  const plays = within < minutes * 60;
  const left = (plays ? minutes * 60 : each) - within;
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const number = String(Math.floor(counted / each) + 1);
  return { label: plays ? round.replace("{n}", number) : rest, time, last: plays && left <= 60, over: false };
}
