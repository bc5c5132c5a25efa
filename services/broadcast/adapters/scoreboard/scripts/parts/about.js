/**
 * What is known of an event besides its results: where and when it is played, and who runs it.
 * The pages of the server have the same list (`domain/pages/event/about.py`).
 * @module
 */

import { h, name } from "../dom.js";
import { date } from "../format.js";
import { reader, t } from "../words.js";

/**
 * Terms and values; those that have a value.
 * @param {Record<string, any>} meta of the standings
 * @returns {[string, string][]}
 */
function aboutEvent({ about, date: first }) {
  if (!about) return [];
  const last = about.end_date;
  /** @type {[string, string][]} */
  const listed = [
    [t("Venue"), [about.venue, about.city].filter(Boolean).join(", ")],
    [t("Federation"), about.federation],
    [t("Dates"), first && last ? `${date(first)} – ${date(last)}` : ""],
    [t("Teams"), number(about.teams)],
    [t("Players"), number(about.players)],
    [t("Tournament type"), about.system],
    [t("Chief arbiter"), about.arbiter],
    [t("Deputy arbiters"), (about.deputies ?? []).join("; ")],
    [t("Time control"), about.time_control],
  ];
  return listed.filter(([, value]) => value);
}

/** @param {number | undefined} n */
function number(n) {
  return n?.toLocaleString(reader.locale) ?? "";
}

/**
 * The day of a round; empty where it is not known.
 * @param {Record<string, any>} meta of the standings
 * @param {number | string} round
 * @returns {string}
 */
export function roundDate({ about }, round) {
  /** @type {[number, string][]} */
  const dates = about?.round_dates ?? [];
  return date(dates.find(([number]) => String(number) === String(round))?.[1]);
}

/**
 * To be opened by who wants to know.
 * @param {Record<string, any>} meta of the standings
 */
export function aboutDetails(meta) {
  const listed = aboutEvent(meta);
  return h("details", { class: "about", hidden: !listed.length }, h("summary", null, t("About the tournament")),
    h("dl", null, listed.map(([term, value]) => h("div", null, h("dt", null, term), h("dd", null, name(value))))));
}
