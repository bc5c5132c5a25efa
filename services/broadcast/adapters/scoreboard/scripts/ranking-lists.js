/**
 * What can be chosen of the rankings of an event: each by itself, and both lines of a two-winner event together.
 * @module
 */

import { directionWords } from "./format.js";
import { t } from "./words.js";

/** @typedef {import("./standings-model.js").RankingInfo} RankingInfo */
/** @typedef {{id: string, title: string, group: string, rankings: RankingInfo[]}} List */

/**
 * @param {readonly RankingInfo[]} rankings of an event, in its order
 * @param {boolean} together whether there is room for two lines side by side
 * @returns {List[]}
 */
export function listsOf(rankings, together) {
  const byId = new Map(rankings.map((ranking) => [ranking.id, ranking]));
  return rankings.flatMap((ranking) => {
    const alone = { id: ranking.id, title: ranking.title, group: groupOf(ranking), rankings: [ranking] };
    const other = ranking.direction === "NS" ? byId.get(ranking.id.replace(/NS$/, "EW")) : undefined;
    if (!together || !other || other === ranking) return [alone];
    return [{ ...alone, id: linesId(ranking.id), title: withoutDirection(ranking) || t("Both lines"), rankings: [ranking, other] }, alone];
  });
}

/**
 * The list that an address asks for; where both lines have no room side by side, the first of them.
 * @param {readonly List[]} lists
 * @param {string} id
 * @returns {List | undefined}
 */
export function chosenList(lists, id) {
  return lists.find((list) => list.id === id) ?? lists.find((list) => linesId(list.id) === id) ?? lists[0];
}

/** @param {string} id "section-A-NS" */
function linesId(id) {
  return id.replace(/NS$/, "lines");
}

/** @param {RankingInfo} ranking */
function withoutDirection({ title, direction }) {
  const words = directionWords(direction);
  return words && title.endsWith(words) ? title.slice(0, -words.length).trim() : title;
}

/** @param {RankingInfo} ranking */
function groupOf(ranking) {
  if (ranking.session) return t("Session {session}", { session: ranking.session });
  if (ranking.id.startsWith("stratum-")) return withoutDirection(ranking).replace(/,? (Section .*|both directions)$/, "");
  return ranking.section ? t("Sections") : t("Whole field");
}
