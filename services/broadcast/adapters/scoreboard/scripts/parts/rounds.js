/**
 * Standings after a round that has been played: which rounds there are, and the table of one of them.
 * @module
 */

import { fill, h } from "../dom.js";
import { StandingsModel } from "../standings-model.js";
import { t, tc } from "../words.js";

/** @typedef {{session: string | null, round: number}} Round */
/** @typedef {{round: Round, meta: Record<string, any>, model: StandingsModel}} PastStandings standings as they were after a round */

/** Rounds that are listed: the newest; older ones have their address. */
const LISTED = 60;

/**
 * The rounds that are complete, the newest first; none where there are several sessions and the rounds name none.
 * @param {Record<string, any>} meta of the standings
 * @returns {Round[]}
 */
export function roundsPlayed({ progress, rankings = [], boards = [] }) {
  /** @type {Map<string | null, number>} session → its newest round of which every section is in */
  const complete = new Map();
  for (const { session = null, rounds_complete: rounds } of progress?.sections ?? []) {
    if (Number.isInteger(rounds)) complete.set(session, Math.min(rounds, complete.get(session) ?? rounds));
  }
  const sessions = new Set([...rankings, ...boards].map(({ session }) => session).filter(Boolean));
  if (!complete.size && sessions.size < 2 && progress?.rounds_complete) complete.set(null, progress.rounds_complete);
  const rounds = [...complete].flatMap(([session, last]) => Array.from({ length: last }, (_, index) => ({ session, round: index + 1 })));
  return rounds.reverse().slice(0, LISTED);
}

/**
 * In words: "After round 3", "After round 3 of session A".
 * @param {Round} round
 * @param {boolean} [several] whether there are several sessions
 */
export function afterWords({ session, round }, several = true) {
  return session && several ? t("After round {n} of session {session}", { n: round, session }) : t("After round {n}", { n: round });
}

/**
 * What is shown of that time.
 * @param {Round} round
 */
export function pastWords({ session, round: n }) {
  if (session) return t("These are the standings after round {n} of session {session}, with later corrections.", { n, session });
  return t("These are the standings after round {n}, with later corrections.", { n });
}

/**
 * Why it is not shown.
 * @param {Round} round
 * @param {string} why in the server's words
 */
export function refusalWords({ session, round: n }, why) {
  const reason = h("bdi", { lang: "en" }, why);
  if (session) return tc("The standings after round {n} of session {session} cannot be shown: {reason}", { n, session, reason });
  return tc("The standings after round {n} cannot be shown: {reason}", { n, reason });
}

/**
 * What an address asks for: "?after=3&session=A".
 * @param {URLSearchParams} options
 * @returns {Round | null}
 */
export function roundFromOptions(options) {
  const round = Number(options.get("after"));
  return Number.isInteger(round) && round > 0 ? { session: options.get("session"), round } : null;
}

/**
 * What follows the address of a view.
 * @param {Round | null} round
 */
export function roundOptions(round) {
  if (!round) return "";
  return `?${new URLSearchParams({ after: String(round.round), ...(round.session === null ? {} : { session: round.session }) })}`;
}

/**
 * Ask the server.
 * @param {URL} base
 * @param {string} event
 * @param {Round} round
 * @returns {Promise<PastStandings>} or an Error that says in the server's words why not
 */
export async function standingsAfter(base, event, round) {
  const address = new URL(`v1/events/${encodeURIComponent(event)}/standings`, base);
  address.searchParams.set("after_round", String(round.round));
  if (round.session !== null) address.searchParams.set("session", round.session);
  const answer = await fetch(address, { cache: "no-cache" });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.message ?? `answer ${answer.status}`);
  const model = new StandingsModel();
  model.take(new Map(Object.entries(body.rows)), null, performance.now());
  return { round, meta: body.meta, model };
}

/**
 * A list to choose a round from; nothing is shown before a round is complete.
 * @param {(round: Round | null) => void} choose null for the standings of now
 * @returns {{element: HTMLElement, show: (rounds: readonly Round[], now: Round | null) => void}}
 */
export function roundChoice(choose) {
  const select = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": t("Standings as of"), class: "round-choice", hidden: true }));
  const key = (/** @type {Round | null} */ round) => (round ? JSON.stringify([round.session, round.round]) : "");
  let listed = "";
  /** @type {Map<string, Round>} */
  let known = new Map();
  select.addEventListener("change", () => choose(known.get(select.value) ?? null));
  return {
    element: select,
    show(rounds, now) {
      const every = now && !rounds.some((round) => key(round) === key(now)) ? [...rounds, now] : rounds;
      const wanted = every.map(key).join();
      if (wanted !== listed) {
        listed = wanted;
        known = new Map(every.map((round) => [key(round), round]));
        const several = new Set(every.map(({ session }) => session)).size > 1;
        fill(select, h("option", { value: "" }, t("Now")),
          every.map((round) => h("option", { value: key(round) }, afterWords(round, several))));
      }
      select.hidden = !every.length;
      if (select.value !== key(now)) select.value = key(now);
    },
  };
}
