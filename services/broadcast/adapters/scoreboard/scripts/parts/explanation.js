/**
 * Totals that say why they are so; the sheet that does is loaded when somebody asks.
 * @module
 */

import { h } from "../dom.js";
import { t } from "../words.js";

/** @type {typeof import("./explanation-sheet.js").openExplanation} */
async function open(...asked) {
  const { openExplanation } = await import("./explanation-sheet.js");
  await openExplanation(...asked);
}

/**
 * Why somebody has the total of a row, or the value of one of its tie-breaks.
 * @param {Pick<import("../views/event.js").EventContext, "feed" | "event">} context
 * @param {import("../standings-model.js").Standing} row
 * @param {import("../standings-model.js").RankingInfo} ranking
 * @param {string} [tieBreak]
 */
export function explainRow({ feed, event }, row, { kind, id }, tieBreak) {
  void open(feed.base, event, { kind, id: row.participant, ranking: id }, { ...row, id: row.participant }, { tieBreak });
}

/**
 * Why a side has the score of a match: its total, opened at that match.
 * @param {import("../views/event.js").EventContext} context
 * @param {import("../matches-model.js").Match} match
 * @param {boolean} away whether the side is the away side
 */
export function explainMatchScore(context, match, away) {
  const [id, name] = away ? [match.away ?? "", match.away_name] : [match.home, match.home_name];
  const { kind } = context.meta().rankings?.[0] ?? {};
  void open(context.feed.base, context.event, { kind, id }, { id, number: id, name: name ?? "" }, { round: match.round });
}

/**
 * Whether totals are ours, which we can explain.
 * @param {Record<string, any>} meta of the standings
 */
export const isExplained = (meta) => meta.public?.values !== "stated";

/**
 * A total that says why it is so when it is chosen. Whoever hears a table hears the total alone; "Why?" describes it.
 * @param {import("../dom.js").Child} total
 * @param {(() => void) | false} why false where nobody can say
 */
export function whyButton(total, why) {
  return why ? h("button", { type: "button", class: "why", title: t("Why?"), on: { click: why } }, total) : total;
}
