/**
 * The matches of a round as a table: a row is a match, the home side above the away side in every column.
 * @module
 */

import { fill, h, numbered, refill, setText, unseen, unseenWords } from "../dom.js";
import { unitHeading, unitWords } from "../format.js";
import { boardsText, leading, matchScore, rawHeading, rawScore, stateOf } from "../matches-model.js";
import { eventAddress } from "../router.js";
import { t, tc } from "../words.js";
import { whyButton } from "./explanation.js";
import { RowList } from "./row-list.js";

/** @typedef {import("../matches-model.js").Match} Match */
/** @typedef {import("../matches-model.js").MatchForm} MatchForm */
/** @typedef {import("../matches-model.js").ScoreTexts} ScoreTexts */

/**
 * @typedef {object} MatchesContext
 * @property {string} event
 * @property {MatchForm} form
 * @property {string} own participant that this browser follows
 * @property {(match: Match) => string} keyOf
 * @property {(match: Match) => string} itemOf the match as its address has it
 * @property {(match: Match) => void} explain what differs from the file
 * @property {((match: Match, away: boolean) => void) | false} why a side has its score; false where nobody can say
 */

export class MatchesTable {
  /** @param {MatchesContext} context */
  constructor(context) {
    this.context = context;
    /** @type {WeakMap<HTMLElement, string>} what each row shows, so that only those that differ are written again */
    this.drawn = new WeakMap();
    this.caption = h("caption", { class: "sr-only" });
    this.body = h("tbody");
    this.element = h("table", { class: "matches" }, this.caption, this.head(), this.body);
    this.element.classList.toggle("with-raws", context.form.raws);
    this.element.classList.toggle("with-tables", context.form.tables);
    this.list = new RowList(this.body, {
      key: context.keyOf,
      create: (/** @type {Match} */ match) => this.create(match),
      update: (element, match) => this.update(element, match),
    });
  }

  head() {
    const { form } = this.context;
    const heading = (/** @type {string} */ className, /** @type {string} */ text, /** @type {string} */ spoken) =>
      h("th", { scope: "col", class: className }, spoken === text ? text : [h("span", { "aria-hidden": true }, text), unseen(spoken)]);
    return h("thead", null, h("tr", { "aria-rowindex": 1 },
      form.tables && heading("table-number", t("Tbl"), t("Table")),
      heading("sides", t("Match"), t("Match")),
      heading("played", t("Bds"), t("Boards played")),
      form.raws && heading("raw", rawHeading(form), t("{unit} from the boards", { unit: unitWords(form.rawUnit) })),
      heading("score", unitHeading(form.unit), unitWords(form.unit))));
  }

  /**
   * @param {readonly Match[]} matches
   * @param {string} caption
   * @param {ReadonlySet<string>} [changed]
   */
  show(matches, caption, changed) {
    setText(this.caption, caption);
    this.element.setAttribute("aria-rowcount", String(matches.length + 1));
    this.list.show(matches, { changed });
  }

  /** @param {Match} match */
  create(match) {
    const { form } = this.context;
    const element = h("tr", null,
      form.tables && h("td", { class: "table-number" }),
      h("th", { scope: "row", class: "sides" }),
      h("td", { class: "played" }),
      form.raws && h("td", { class: "raw" }),
      h("td", { class: "score" }));
    this.update(element, match);
    return element;
  }

  /**
   * @param {HTMLElement} element
   * @param {Match} match
   */
  update(element, match) {
    const { form, own } = this.context;
    const state = JSON.stringify([match, form]);
    if (this.drawn.get(element) === state) return;
    this.drawn.set(element, state);
    const part = (/** @type {string} */ className) => /** @type {HTMLElement} */ (element.querySelector(`.${className}`));
    const stands = stateOf(match);
    element.classList.toggle("own", own !== "" && (match.home === own || match.away === own));
    element.classList.toggle("running", stands === "running");
    if (form.tables) setText(part("table-number"), [match.section, match.table].filter(Boolean).join(""));
    const home = this.side(match.home, match.home_name, leading(match) > 0);
    refill(part("sides"), stands === "bye" ? [home, unseen(", "), h("span", { class: "side bye" }, t("Bye"))]
      : unseenWords(tc("{own} against {others}", { own: home, others: this.side(match.away ?? "", match.away_name, leading(match) < 0) })));
    const boards = boardsText(match);
    const page = eventAddress(this.context.event, "matches", this.context.itemOf(match));
    refill(part("played"), match.boards ? h("a", { class: "boards-link", href: page, title: t("Board by board") }, boards) : boards, this.mark(match), ...this.standing(match));
    if (form.raws) fill(part("raw"), both(rawScore(match, form.rawDecimals)));
    const score = matchScore(match, form.decimals);
    const { why: explain } = this.context;
    const why = (/** @type {boolean} */ away) => (/** @type {HTMLElement} */ value) => whyButton(value, explain && (() => explain(match, away)));
    refill(part("score"), both({ home: score.home, away: score.away }, leading(match), why));
  }

  /**
   * @param {string} id
   * @param {string | undefined} label
   * @param {boolean} leads
   */
  side(id, label, leads) {
    return h("a", { class: leads ? "side side-link leads" : "side side-link", href: eventAddress(this.context.event, "card", id) }, numbered(id, label ?? ""));
  }

  /**
   * @param {Match} match
   * @returns {import("../dom.js").Child[]}
   */
  standing(match) {
    const stands = stateOf(match);
    if (stands === "running") return [unseen([" ", t("boards")]), h("span", { class: "in-play" }, h("span", { class: "dot", "aria-hidden": true }), t("in play"))];
    if (stands === "waiting") return [h("span", { class: "to-play" }, t("to play"))];
    return [];
  }

  /** @param {Match} match */
  mark(match) {
    if (match.agrees !== false) return null;
    const words = t("{home} against {away}: differs from the file", { home: match.home_name || match.home, away: match.away_name || match.away || "" });
    return h("button", { type: "button", class: "mark", title: t("Differs from the file"), on: { click: () => this.context.explain(match) } },
      h("span", { "aria-hidden": true }, "≠"), unseen(words));
  }

  dispose() {
    this.list.dispose();
  }
}

/**
 * Both sides of a score, one above the other; read aloud with "to" between.
 * @param {ScoreTexts} score
 * @param {number} [lead] 1 at home, −1 away
 * @param {(away: boolean) => (value: HTMLElement) => import("../dom.js").Child} [why] what a score of a side is put into
 */
function both({ home, away }, lead = 0, why = () => (value) => value) {
  if (!home && !away) return null;
  const side = (/** @type {string} */ text, /** @type {boolean} */ leads, /** @type {(value: HTMLElement) => import("../dom.js").Child} */ within) =>
    text ? within(valueOf(text, leads)) : valueOf(h("span", { "aria-hidden": true }, "–"), leads);
  const first = side(home, lead > 0, why(false));
  return h("span", { class: "both" }, away ? unseenWords(tc("{first} to {second}", { first, second: side(away, lead < 0, why(true)) })) : first);
}

/**
 * @param {string | HTMLElement} shown
 * @param {boolean} leads
 */
function valueOf(shown, leads) {
  return h("span", { class: leads ? "value leads" : "value", dir: "ltr" }, shown);
}
