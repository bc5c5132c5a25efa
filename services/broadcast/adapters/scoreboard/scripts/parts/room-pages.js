/**
 * The pages of a room screen: which rows of which list stand on which page.
 * @module
 */

/** @typedef {import("../standings-model.js").Standing} Standing */
/** @typedef {import("../standings-model.js").RankingInfo} RankingInfo */

/** @typedef {{title: string, ranking: RankingInfo, rows: readonly Standing[]}} Column */
/** @typedef {import("../matches-model.js").Match} Match */
/** @typedef {import("../games-model.js").Game} Game */
/** @typedef {Record<string, any>} Seat */
/** @typedef {import("./seats-by-name.js").Seated} Seated */
/** @typedef {{kind: "standings", columns: Column[]} | {kind: "seats", columns: Seat[][]} | {kind: "names", columns: Seated[][], grid: import("./seats-by-name.js").NameGrid} | {kind: "matches", columns: Match[][]} | {kind: "games", columns: Game[][]} | {kind: "slow", columns: []}} Page */

/**
 * The rankings worth a screen: the one asked for, else the overall one, else those of the two directions.
 * @param {readonly RankingInfo[]} rankings
 * @param {string | null} wanted
 * @returns {RankingInfo[]}
 */
export function roomRankings(rankings, wanted) {
  const asked = rankings.find((ranking) => ranking.id === wanted);
  if (asked) return [asked];
  const whole = rankings.filter((ranking) => !ranking.session && !ranking.section);
  const overall = whole.filter((ranking) => !ranking.direction);
  if (overall.length) return overall.slice(0, 1);
  // Strata have rankings of both directions too; the first of each direction is that of everybody.
  const lines = whole.filter((ranking, at) => whole.findIndex(({ direction }) => direction === ranking.direction) === at);
  return lines.length ? lines : rankings.slice(0, 1);
}

/**
 * @param {readonly {ranking: RankingInfo, rows: readonly Standing[]}[]} lists
 * @param {number} perColumn rows that fit
 * @param {number} columns that fit
 * @returns {Page[]}
 */
export function standingsPages(lists, perColumn, columns) {
  const filled = lists.filter(({ rows }) => rows.length);
  // Two winners, two columns: North-South and East-West turn their pages together.
  if (filled.length > 1 && filled.length <= columns) {
    const pages = Math.max(...filled.map(({ rows }) => Math.ceil(rows.length / perColumn)));
    return Array.from({ length: pages }, (_, page) => ({
      kind: "standings",
      columns: filled.map(({ ranking, rows }) => {
        // A list that has run out of pages stays on its last one.
        const last = Math.ceil(rows.length / perColumn) - 1;
        const first = Math.min(page, last) * perColumn;
        return { title: ranking.title, ranking, rows: rows.slice(first, first + perColumn) };
      }),
    }));
  }
  return filled.flatMap(({ ranking, rows }) => {
    const each = Math.min(columns, Math.ceil(rows.length / perColumn));
    return chunks(rows, perColumn * each).map((part) => ({
      kind: /** @type {const} */ ("standings"),
      columns: chunks(part, perColumn).map((column) => ({ title: ranking.title, ranking, rows: column })),
    }));
  });
}

/**
 * Seats or matches, as many to a page as fit.
 * @template T
 * @param {readonly T[]} items
 * @param {number} perColumn
 * @param {number} columns
 * @returns {T[][][]} pages of columns
 */
export function columnPages(items, perColumn, columns) {
  return chunks(items, perColumn * columns).map((part) => chunks(part, perColumn));
}

/**
 * @template T
 * @param {readonly T[]} items
 * @param {number} size
 * @returns {T[][]}
 */
function chunks(items, size) {
  const parts = [];
  for (let first = 0; first < items.length; first += size) parts.push(items.slice(first, first + size));
  return parts;
}
