/**
 * Why somebody has a total: every result with its points, top, rule and place in the file, on a sheet over the page.
 * @module
 */

import { fill, h } from "../dom.js";
import { openSheet, waitingRows } from "./sheet.js";

/** @typedef {{id: string, number?: string, name?: string}} Somebody */
/** @typedef {{file: string, at?: {line?: number, offset?: number, path?: string}}} Where */
/**
 * @typedef {object} Line
 * @property {string} board
 * @property {Somebody[]} against
 * @property {string} score
 * @property {string} [contract]
 * @property {string} [declarer]
 * @property {number} [tricks]
 * @property {string} [points]
 * @property {string} [top]
 * @property {string} rule
 * @property {boolean} counted
 * @property {string} [lower]
 * @property {string} [equal]
 * @property {string} [scores]
 * @property {string} [percent]
 * @property {string} [datum]
 * @property {string} [difference]
 * @property {{side: string, score: string}[]} tables
 * @property {Line[]} [of]
 * @property {Where} [where]
 */
/** @typedef {{kind: string, amount: string, unit: string, points: string, reason?: string}} Given */
/** @typedef {{round?: number, against?: Somebody, lines: Line[], given: Given[], sum?: string, score?: string, scale?: string, looked_up?: number, rule: string}} Match */
/** @typedef {{round: number, against?: Somebody, result: string, points: string, where?: Where}} Game */
/** @typedef {{session?: string, lines: Line[], matches: Match[], games: Game[], points: string, possible?: string, full?: string, score: string, given: Given[]}} Session */
/** @typedef {{place?: string, somebody: Somebody, total?: string, percentage?: string, final?: string}} Rival */
/** @typedef {{code: string, value?: string, terms: {round: number, opponent?: string, amount: string, cut: boolean}[]}} TieBreak */
/**
 * @typedef {object} Explanation
 * @property {string} ranking
 * @property {string} [place]
 * @property {string} why
 * @property {string} basis
 * @property {Session[]} sessions
 * @property {Given[]} given
 * @property {string} [value]
 * @property {boolean} by_percentage
 * @property {Rival} [ahead]
 * @property {Rival} [behind]
 * @property {TieBreak[]} tie_breaks
 * @property {{place?: string, total?: string, percentage?: string}} [stated]
 * @property {boolean} [agrees]
 * @property {{name: string, text: string, source: string}[]} rules
 */

/**
 * Open the sheet, and ask for the explanation.
 * @param {URL | string} base of the feed
 * @param {string} event
 * @param {{id: string, kind?: string, ranking?: string}} asked identity and kind of a participant, and the ranking its total is in
 * @param {Somebody} somebody whose total it is
 * @param {{round?: number | null, tieBreak?: string}} [part] the match that is brought into view, or the tie-break that is shown alone
 */
export async function openExplanation(base, event, asked, somebody, { round, tieBreak: code } = {}) {
  const place = h("div", { class: "explanation", "aria-live": "polite" }, waitingRows(4));
  openSheet(named(somebody), place);
  const address = new URL(`v1/events/${encodeURIComponent(event)}/explanation`, base);
  for (const [key, value] of Object.entries(asked)) if (value) address.searchParams.set(key, value);
  try {
    const answer = await fetch(address, { cache: "no-store" });
    if (answer.ok) {
      /** @type {Explanation} */
      const explanation = await answer.json();
      fill(place, ...(code ? explanation.tie_breaks.filter((each) => each.code === code).map(tieBreak) : explained(explanation)));
      if (round) place.querySelector(`[data-round="${round}"]`)?.scrollIntoView();
    } else fill(place, h("p", null, "The server has no explanation of this total."));
  } catch {
    fill(place, h("p", null, "The server cannot be reached."));
  }
}

/** @param {Explanation} explanation */
function explained(explanation) {
  const value = explanation.value === undefined ? null : `= ${decimal(explanation.value)}${explanation.by_percentage ? " %" : ""}`;
  const { ahead, behind, stated } = explanation;
  return [
    explanation.place && h("p", null, `Place ${explanation.place} in “${explanation.ranking}”`, ahead && `; ahead: ${rivalOf(ahead, explanation)}`, behind && `; behind: ${rivalOf(behind, explanation)}`, "."),
    explanation.agrees === false && stated && h("p", null, `The file states ${[stated.place && `place ${stated.place}`, stated.total, stated.percentage && `${stated.percentage} %`].filter(Boolean).join(", ")}.`),
    h("p", null, explanation.why),
    ...explanation.sessions.flatMap((session) => sessionParts(session, !["stated", "wins"].includes(explanation.basis))),
    ...explanation.given.map(gift),
    value && h("p", { class: "explanation-sum" }, value),
    ...explanation.tie_breaks.map(tieBreak),
    h("dl", { class: "explanation-rules" }, explanation.rules.map((rule) => [
      h("dt", null, rule.name), h("dd", null, rule.text, rule.source && ` (${rule.source})`)])),
  ];
}

/**
 * @param {Session} session
 * @param {boolean} summed
 */
function sessionParts(session, summed) {
  const full = session.full && session.full !== session.possible ? `, brought to ${decimal(session.full)}: ${decimal(session.score)}` : "";
  return [
    session.session && h("h3", null, `Session ${session.session}`),
    session.lines.length > 0 && table(["Board", "Against", "Score", "Points", "Top", "From", "Where"], session.lines.map(lineCells)),
    ...session.matches.flatMap((match) => [
      h("h4", { "data-round": match.round }, `${match.round ? `Round ${match.round}, ` : ""}${match.against ? `against ${named(match.against)}` : "bye"}: ${match.sum ? `${decimal(match.sum)} = ` : ""}${decimal(match.score)} (${match.rule}${match.scale ? `, ${match.scale.replaceAll("_", " ")} on ${match.looked_up} boards` : ""})`),
      match.lines.length > 0 && table(["Board", "Against", "Score", "Points", "Top", "From", "Where"], match.lines.map(lineCells)),
      ...match.given.map(gift)]),
    session.games.length > 0 && table(["Round", "Against", "Result", "Points", "Where"], session.games.map((game) =>
      [`${game.round}`, game.against ? named(game.against) : "", game.result, decimal(game.points), placeOf(game.where)])),
    ...session.given.map(gift),
    summed && h("p", { class: "explanation-sum" }, `Sum ${decimal(session.points)}${session.possible ? ` of ${decimal(session.possible)}` : ""}${full}`),
  ];
}

/**
 * @param {string[]} headings
 * @param {string[][]} rows
 */
function table(headings, rows) {
  const shown = headings.map((_, column) => rows.some((row) => row[column]));
  /** @param {string[]} cells */
  const kept = (cells) => cells.filter((_, column) => shown[column]);
  return h("div", { class: "explanation-table" }, h("table", null,
    h("thead", null, h("tr", null, kept(headings).map((heading) => h("th", { scope: "col" }, heading)))),
    h("tbody", null, rows.map((row) => h("tr", null, kept(row).map((cell) => h("td", null, cell)))))));
}

/** @param {Line} line */
function lineCells(line) {
  const contract = [line.contract, line.declarer, line.tricks].filter((part) => part !== undefined).join(" ");
  const score = [contract, line.score].filter(Boolean).join(": ");
  const against = line.tables.length ? "" : line.against.map((each) => each.number || each.id).join(" + ");
  return [line.board, against, score, line.points === undefined ? "–" : decimal(line.points), line.top === undefined ? "" : decimal(line.top), how(line), placeOf(line.where)];
}

/** @param {Line} line */
function how(line) {
  const tables = line.tables.map((each) => `${each.side} ${each.score || "–"}`).join(", ");
  const words = line.lower !== undefined ? `${decimal(line.lower)} lower, ${decimal(line.equal)} equal of ${decimal(line.scores)}; ${line.rule}`
    : line.datum !== undefined && line.difference !== undefined ? `datum ${decimal(line.datum)}, so ${decimal(line.difference)}`
    : line.of?.length ? `${line.of.map((side) => decimal(side.points)).join(" and ")}, balanced`
    : line.percent !== undefined ? `${line.rule}, ${decimal(line.percent)} %`
    : tables || line.rule;
  return line.counted || line.points === undefined ? words : `${words}; not counted`;
}

/** @param {Given} given */
function gift(given) {
  return h("p", null, `${given.kind.replaceAll("_", " ")} ${given.amount} ${given.unit.replaceAll("_", " ")}: ${decimal(given.points)}${given.reason ? ` (${given.reason})` : ""}`);
}

/**
 * @param {Rival} rival
 * @param {Explanation} explanation
 */
function rivalOf(rival, { by_percentage }) {
  const value = rival.final ?? (by_percentage ? rival.percentage : rival.total);
  return `${named(rival.somebody)}, ${value}${by_percentage ? " %" : ""}`;
}

/** @param {TieBreak} tieBreak what it was summed from, terms that were cut in brackets */
function tieBreak({ code, value, terms }) {
  const shown = terms.map(({ round, opponent, amount, cut }) => {
    const text = `${amount}${round ? ` in round ${round}` : " apart from the rounds"}${opponent ? ` (${opponent})` : ""}`;
    return cut ? `[${text}]` : text;
  });
  return h("p", null, h("strong", null, `${code} ${value ?? "–"}`), shown.length > 0 && `: ${shown.join(" + ")}`);
}

/** @param {Somebody} somebody */
function named(somebody) {
  return [somebody.number, somebody.name !== somebody.number && somebody.name].filter(Boolean).join(" ");
}

/** @param {Where | undefined} where */
function placeOf(where) {
  if (!where) return "";
  const { line, offset, path } = where.at ?? {};
  return `${where.file}${line ? `, line ${line}` : offset !== undefined ? `, byte ${offset}` : path ? `, ${path}` : ""}`;
}

/**
 * An exact number as a decimal of two places at the most: "17/3" is 5.67.
 * @param {string | undefined} text
 */
export function decimal(text) {
  if (!text) return "";
  const [above, below = "1"] = text.split("/").map((part) => BigInt(part));
  const of = BigInt(below);
  const hundredths = (200n * BigInt(above) + of) / (2n * of) - ((200n * BigInt(above) + of) % (2n * of) < 0n ? 1n : 0n);
  const size = `${hundredths < 0n ? -hundredths : hundredths}`.padStart(3, "0");
  const shown = `${size.slice(0, -2)}.${size.slice(-2)}`.replace(/\.?0+$/, "");
  return hundredths < 0n ? `−${shown}` : shown;
}
