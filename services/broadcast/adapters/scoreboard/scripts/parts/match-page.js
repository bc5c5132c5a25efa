/**
 * One match with all its boards: both sides and how it stands above, below them the boards, from the home side's view.
 * @module
 */

import { fill, h, numbered, refill, unseen } from "../dom.js";
import { unitHeading, unitWords } from "../format.js";
import { boardsText, leading, matchForm, matchScore, rawHeading, rawScore, roundItem, roundTitle, stateOf } from "../matches-model.js";
import { eventAddress } from "../router.js";
import { t } from "../words.js";
import { cardTable, groupsOf } from "./card-lines.js";
import { explainMatchScore, isExplained, whyButton } from "./explanation.js";
import { lineUps } from "./match-boards.js";
import { emptyState, firstAnswer, waitingRows } from "./sheet.js";

/** @typedef {import("../matches-model.js").Match} Match */

export class MatchPage {
  /** @param {import("../views/event.js").EventContext} context */
  constructor(context) {
    this.context = context;
    this.head = h("div", { class: "match-head" });
    this.lines = h("div", { class: "card-lines" });
    this.element = h("div", { class: "match-page" }, this.head, this.lines);
    this.asked = 0;
    this.shown = "";
    const { first, arrived } = firstAnswer();
    /** When its boards are here, or are known to be none. */
    this.first = first;
    this.arrived = arrived;
  }

  dispose() {
    this.asked += 1;
  }

  /**
   * @param {Match} match
   * @param {readonly Match[]} matches of the event
   */
  show(match, matches) {
    const state = JSON.stringify(match);
    if (state === this.shown) return;
    this.shown = state;
    refill(this.head, ...this.headOf(match, matches));
    if (!this.lines.childElementCount) fill(this.lines, waitingRows(6));
    void this.load(match);
  }

  /**
   * @param {Match} match
   * @param {readonly Match[]} matches
   * @returns {HTMLElement[]}
   */
  headOf(match, matches) {
    const form = matchForm(matches);
    const score = matchScore(match, form.decimals);
    const raw = rawScore(match, form.rawDecimals);
    const side = (/** @type {boolean} */ away) => {
      const [id, label] = away ? [match.away ?? "", match.away_name] : [match.home, match.home_name];
      const text = away ? score.away : score.home;
      const leads = away ? leading(match) < 0 : leading(match) > 0;
      return h("div", { class: leads ? "match-side leads" : "match-side" },
        h("h2", { tabindex: "-1" }, h("a", { class: "side-link", href: eventAddress(this.context.event, "card", id) }, numbered(id, label ?? ""))),
        h("p", { class: "match-score", dir: "ltr" }, text ? whyButton(text, isExplained(this.context.meta()) && (() => explainMatchScore(this.context, match, away))) : "–",
          h("span", { class: "tile-of", "aria-hidden": true }, ` ${unitHeading(match.unit)}`), unseen(` ${unitWords(match.unit)}`)),
        form.raws && (away ? raw.away : raw.home) && h("p", { class: "quiet", dir: "ltr" }, `${away ? raw.away : raw.home} ${rawHeading(form)}`));
    };
    const state = stateOf(match);
    return [
      h("p", { class: "quiet" },
        h("a", { href: eventAddress(this.context.event, "matches", roundItem(match)) }, roundTitle(match, matches)),
        match.table && [" · ", t("Table {table}", { table: [match.section, match.table].filter(Boolean).join("") })],
        boardsText(match) && [" · ", t("Boards: {n}", { n: boardsText(match) })],
        state === "running" && [" · ", t("in play")]),
      h("div", { class: "match-sides" }, side(false), match.away ? side(true) : h("div", { class: "match-side" }, h("h2", null, t("Bye")))),
    ];
  }

  /**
   * Get the boards of the home side, and show those of a match.
   * @param {Match} match
   */
  async load(match) {
    const asked = ++this.asked;
    const { event, feed, model } = this.context;
    const address = new URL(`v1/events/${encodeURIComponent(event)}/cards/${encodeURIComponent(match.home)}`, feed.base);
    /** @type {import("./card-lines.js").CardLine[]} */
    let every = [];
    try {
      const answer = await fetch(address, { cache: "no-cache" });
      if (answer.ok) every = (await answer.json()).lines;
      else if (answer.status !== 404) throw new Error(String(answer.status));
    } catch {
      if (asked === this.asked) {
        this.shown = "";
        fill(this.lines, emptyState("matches", t("The boards cannot be shown"), t("The server could not supply them. The page tries again with the next result.")));
      }
      return;
    }
    if (asked !== this.asked) return;
    this.arrived();
    const lines = groupsOf(match.home, every, [match]).find((group) => group.match)?.lines ?? [];
    if (!lines.length) {
      fill(this.lines, emptyState("matches", t("No boards"), match.away ? t("No board of this match is known: its result was entered as a whole.") : t("Nobody played against this side in this round.")));
      return;
    }
    refill(this.lines, lineUps(lines), cardTable({
      event, participant: match.home, nameOf: (id) => model.nameOf(id), numberOf: (id) => model.numberOf(id), why: () => {}, alone: true,
    }, lines, [match]));
  }
}
