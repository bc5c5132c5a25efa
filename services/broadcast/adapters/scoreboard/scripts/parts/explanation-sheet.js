/**
 * Why somebody has a total: every result with its points, top, rule and place in the file, on a sheet over the page.
 * @module
 */

import { fill, h, name } from "../dom.js";
import { asWritten, directionLetters, MINUS, ofHundred } from "../format.js";
import { rankingTitle } from "../standings-model.js";
import { reader, t, tc, tn } from "../words.js";
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
    } else fill(place, h("p", null, t("The server has no explanation of this total.")));
  } catch {
    fill(place, h("p", null, t("The server cannot be reached.")));
  }
}

/** @param {Explanation} explanation */
function explained(explanation) {
  const { ahead, behind, stated, place, ranking } = explanation;
  const value = explanation.value === undefined ? "" : decimal(explanation.value);
  return [
    place && h("p", null, tc("Place {place} in “{ranking}”.", { place, ranking: name(rankingTitle(ranking)) }),
      ahead && [" ", tc("Ahead: {rival}.", { rival: rivalOf(ahead, explanation) })], behind && [" ", tc("Behind: {rival}.", { rival: rivalOf(behind, explanation) })]),
    explanation.agrees === false && stated && h("p", null, t("The file states {values}.", { values: statedWords(stated) })),
    h("p", { lang: "en" }, explanation.why),
    ...explanation.sessions.flatMap((session) => sessionParts(session, !["stated", "wins"].includes(explanation.basis))),
    ...explanation.given.map(gift),
    value && h("p", { class: "explanation-sum" }, `= ${explanation.by_percentage ? ofHundred(value) : value}`),
    ...explanation.tie_breaks.map(tieBreak),
    h("dl", { class: "explanation-rules", lang: "en" }, explanation.rules.map((rule) => [
      h("dt", null, rule.name), h("dd", null, rule.text, rule.source && ` (${rule.source})`)])),
  ];
}

/** @param {{place?: string, total?: string, percentage?: string}} stated */
function statedWords({ place, total = "", percentage = "" }) {
  return [place && t("place {place}", { place }), asWritten(total), ofHundred(asWritten(percentage))].filter(Boolean).join(", ");
}

/**
 * @param {Session} session
 * @param {boolean} summed
 */
function sessionParts(session, summed) {
  const headings = [t("Board"), t("Against"), t("Score"), t("Points"), t("Top"), t("From|the scores of"), t("Where|in the file")];
  return [
    session.session && h("h3", null, t("Session {session}", { session: session.session })),
    session.lines.length > 0 && table(headings, session.lines.map(lineCells)),
    ...session.matches.flatMap((match) => [
      h("h4", { "data-round": match.round }, matchHead(match)),
      match.lines.length > 0 && table(headings, match.lines.map(lineCells)),
      ...match.given.map(gift)]),
    session.games.length > 0 && table([t("Round"), t("Against"), t("Result"), t("Points"), t("Where|in the file")], session.games.map((game) =>
      [`${game.round}`, game.against ? name(named(game.against)) : "", game.result, decimal(game.points), placeOf(game.where)])),
    ...session.given.map(gift),
    summed && h("p", { class: "explanation-sum" }, sumWords(session)),
  ];
}

/** @param {Match} match */
function matchHead({ round: n, against, sum, score, rule, scale, looked_up: boards = 0 }) {
  const about = { n, name: against && name(named(against)), score: [sum && `${decimal(sum)} = `, decimal(score)] };
  return [
    against ? n ? tc("Round {n}, against {name}: {score}", about) : tc("against {name}: {score}", about)
      : n ? tc("Round {n}, bye: {score}", about) : tc("bye: {score}", about),
    " (", inEnglish(rule), scale && [", ", inEnglish(scale.replaceAll("_", " ")), ", ", tn(boards, "{n} board", "{n} boards")], ")",
  ];
}

/** @param {Session} session */
function sumWords({ points, possible: most, full: all, score: brought }) {
  const [sum, possible, full, score] = [points, most, all, brought].map(decimal);
  if (!full || full === possible) return possible ? t("Sum {sum} of {possible}", { sum, possible }) : t("Sum {sum}", { sum });
  return possible ? t("Sum {sum} of {possible}, brought to {full}: {score}", { sum, possible, full, score }) : t("Sum {sum}, brought to {full}: {score}", { sum, full, score });
}

/**
 * What the services say, who speak English.
 * @param {string} text
 */
function inEnglish(text) {
  return h("bdi", { lang: "en" }, text);
}

/**
 * @param {string[]} headings
 * @param {import("../dom.js").Child[][]} rows
 */
function table(headings, rows) {
  const shown = headings.map((_, column) => rows.some((row) => row[column]));
  const kept = (/** @type {import("../dom.js").Child[]} */ cells) => cells.filter((_, column) => shown[column]);
  return h("div", { class: "explanation-table" }, h("table", null,
    h("thead", null, h("tr", null, kept(headings).map((heading) => h("th", { scope: "col" }, heading)))),
    h("tbody", null, rows.map((row) => h("tr", null, kept(row).map((cell) => h("td", null, cell)))))));
}

/** @param {Line} line */
function lineCells(line) {
  const contract = [line.contract, line.declarer && directionLetters(line.declarer), line.tricks].filter((part) => part !== undefined).join(" ");
  const score = [contract, line.score].filter(Boolean).join(": ");
  const against = line.tables.length ? "" : line.against.map((each) => each.number || each.id).join(" + ");
  return [line.board, against && name(against), score && name(score), line.points === undefined ? "–" : decimal(line.points), line.top === undefined ? "" : decimal(line.top), how(line), placeOf(line.where)];
}

/**
 * @param {Line} line
 * @returns {import("../dom.js").Child}
 */
function how(line) {
  const tables = line.tables.map((each) => `${directionLetters(each.side)} ${each.score || "–"}`).join(", ");
  const rule = inEnglish(line.rule);
  const words = line.lower !== undefined ? [t("{lower} lower, {equal} equal of {scores}", { lower: decimal(line.lower), equal: decimal(line.equal), scores: decimal(line.scores) }), "; ", rule]
    : line.datum !== undefined && line.difference !== undefined ? t("datum {datum}, so {difference}", { datum: decimal(line.datum), difference: decimal(line.difference) })
    : line.of?.length ? t("{values}, balanced", { values: new Intl.ListFormat(reader.locale).format(line.of.map((side) => decimal(side.points))) })
    : line.percent !== undefined ? [rule, ", ", ofHundred(decimal(line.percent))]
    : tables ? name(tables) : rule;
  return line.counted || line.points === undefined ? words : [words, "; ", t("not counted")];
}

/** @param {Given} given */
function gift(given) {
  return h("p", { lang: "en" }, `${given.kind.replaceAll("_", " ")} ${given.amount} ${given.unit.replaceAll("_", " ")}: ${decimal(given.points)}${given.reason ? ` (${given.reason})` : ""}`);
}

/**
 * @param {Rival} rival
 * @param {Explanation} explanation
 */
function rivalOf(rival, { by_percentage }) {
  const value = asWritten(rival.final ?? (by_percentage ? rival.percentage : rival.total) ?? "");
  return [name(named(rival.somebody)), ", ", by_percentage ? ofHundred(value) : value];
}

/** @param {TieBreak} tieBreak what it was summed from, terms that were cut in brackets */
function tieBreak({ code, value, terms }) {
  const shown = terms.map(({ round, opponent, amount, cut }, at) => {
    const text = round ? t("{amount} in round {n}", { amount: asWritten(amount), n: round }) : t("{amount} apart from the rounds", { amount: asWritten(amount) });
    return [at ? " + " : ": ", cut && "[", text, opponent && [" (", name(opponent), ")"], cut && "]"];
  });
  return h("p", null, h("strong", null, name(code), ` ${asWritten(value ?? "–")}`), shown);
}

/** @param {Somebody} somebody */
function named(somebody) {
  return [somebody.number, somebody.name !== somebody.number && somebody.name].filter(Boolean).join(" ");
}

/** @param {Where | undefined} where */
function placeOf(where) {
  if (!where) return "";
  const { line, offset, path } = where.at ?? {};
  const within = line ? t("line {n}", { n: line }) : offset !== undefined ? t("byte {n}", { n: offset }) : path && name(path);
  return [name(where.file), within && [", ", within]];
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
  return asWritten(hundredths < 0n ? MINUS + shown : shown);
}
