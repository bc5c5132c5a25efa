/**
 * What came of the queries from a card, and the way to another one.
 * @module
 */

import { h } from "../dom.js";
import { queryAddress } from "../router.js";
import { t } from "../words.js";

/** @typedef {{number: string | null, round: number | null, against: string, verdict: string | null, text: string}} Query */

/** @param {Query} query */
function aboutWords({ number, round, against }) {
  if (!number && !round) return t("Something else");
  const named = number ? t("Board {board}", { board: number }) : t("Round {n}", { n: round ?? "" });
  return against ? `${named}, ${t("against {names}", { names: against })}` : named;
}

/** @param {string | null} verdict */
function answerWords(verdict) {
  if (verdict === "corrected") return t("corrected");
  if (verdict === "stands") return t("the result stands");
  return verdict ? t("not a matter of this desk") : t("waits for the director");
}

/**
 * @param {string} event
 * @param {string} participant
 * @param {{queries?: Query[], can_query?: boolean} | null} card
 */
export function cardQueries(event, participant, card) {
  const listed = (card?.queries ?? []).map((query) =>
    h("li", null, t("Query about {what}: {answer}", { what: aboutWords(query), answer: answerWords(query.verdict) }), query.text && [" – ", h("bdi", null, query.text)]));
  return h("div", null,
    listed.length > 0 && h("ul", { class: "query-list" }, listed),
    card?.can_query && h("p", null, h("a", { class: "button", href: queryAddress(event, participant) }, t("Query a result"))));
}
