/**
 * Who leads: one ranking at a time, with those who moved moving.
 * @module
 */

import { fill, h, setText, unseen } from "../dom.js";
import { amount, counted, percent, unitHeading, unitWords } from "../format.js";
import { choice } from "../parts/choice.js";
import { explainRow } from "../parts/explanation.js";
import { progressText } from "../parts/progress.js";
import { roundFromOptions, roundChoice, roundOptions, roundsPlayed, roundWords, standingsAfter } from "../parts/rounds.js";
import { SearchField } from "../parts/search.js";
import { emptyState, openSheet, waitingRows } from "../parts/sheet.js";
import { besideNames, StandingsTable } from "../parts/standings-table.js";
import { recall } from "../memory.js";
import { eventAddress } from "../router.js";
import { rankingsOf, rowId, scoreForm, scoreWords, tieBreakCodes } from "../standings-model.js";

/** @typedef {import("../standings-model.js").Standing} Standing */
/** @typedef {import("../standings-model.js").RankingInfo} RankingInfo */
/** @typedef {import("./event.js").EventContext} EventContext */
/** @typedef {import("./event.js").Update} Update */

const SEARCH_FROM = 16;
/** Letters of a name that fit on two lines of a phone. */
const LONG_NAME = 28;
/** Tie-breaks that have columns; all of them are in the explanation of a total. */
const TIE_BREAKS_SHOWN = 5;
const REFRESH_ARROWS_MS = 15_000;
/** From a change of the event to asking again for the earlier round, which it may have changed too. */
const ASK_AGAIN_MS = 1_500;

export class StandingsView {
  /**
   * @param {EventContext} context
   * @param {string} item id of a ranking; empty for the first
   * @param {URLSearchParams} options of the address
   */
  constructor(context, item, options) {
    this.context = context;
    this.chosen = item;
    this.after = roundFromOptions(options);
    /** @type {import("../parts/rounds.js").PastStandings | null} what is shown instead of the standings of now */
    this.past = null;
    this.refused = "";
    this.asked = 0;
    /** @type {number | undefined} */
    this.askTimer = undefined;
    this.rounds = roundChoice((round) => this.goTo(round));
    this.own = recall(`participant.${context.event}`) ?? "";
    /** @type {StandingsTable | null} */
    this.table = null;
    this.tableFor = "";
    this.switch = choice("Ranking", (id) => this.choose(id));
    this.search = new SearchField("Find a name or number", () => this.draw(null));
    this.search.element.hidden = true;
    this.place = h("div", { class: "table-place" });
    this.note = h("p", { class: "note" });
    this.when = h("p", { class: "earlier-note", role: "status", hidden: true });
    this.element = h("div", { class: "standings-view" }, h("div", { class: "tools" }, this.switch.element, this.rounds.element, this.search.element), this.when, this.place, this.note);
    this.timer = window.setInterval(() => this.draw(null), REFRESH_ARROWS_MS);
    this.draw(null);
    if (this.after) this.ask();
  }

  dispose() {
    window.clearInterval(this.timer);
    window.clearTimeout(this.askTimer);
    this.asked += 1;
    this.table?.dispose();
  }

  /** @param {Update} update */
  update(update) {
    if (this.after) {
      window.clearTimeout(this.askTimer);
      this.askTimer = window.setTimeout(() => this.ask(), ASK_AGAIN_MS);
      this.draw(null);
      return;
    }
    this.draw(update.changed, update.changed !== null);
    if (update.changed?.size) this.announce();
  }

  meta() {
    return this.past?.meta ?? this.context.meta();
  }

  get model() {
    return this.past?.model ?? this.context.model;
  }

  /** @param {import("../parts/rounds.js").Round | null} round null for now */
  goTo(round) {
    this.after = round;
    this.past = null;
    this.refused = "";
    this.asked += 1;
    this.showAddress();
    this.draw(null);
    if (round) this.ask();
  }

  /** Get the standings after the round that was chosen; those that are on the screen stay until they come. */
  async ask() {
    const asked = ++this.asked;
    const { after, context } = this;
    if (!after) return;
    try {
      const past = await standingsAfter(context.feed.base, context.event, after);
      if (asked === this.asked) this.past = past;
    } catch (error) {
      if (asked !== this.asked) return;
      this.past = null;
      this.after = null;
      this.showAddress();
      this.refused = `The standings after ${roundWords(after)} cannot be shown: ${error instanceof Error ? error.message : error}`;
      this.draw(null);
      return;
    }
    if (asked === this.asked) this.draw(null);
  }

  /** @param {string} sentence */
  say(sentence) {
    this.when.hidden = !sentence;
    setText(this.when, sentence);
  }

  showAddress() {
    window.history.replaceState(window.history.state, "", eventAddress(this.context.event, "standings", this.chosen) + roundOptions(this.after));
  }

  /** @returns {RankingInfo | undefined} */
  ranking() {
    const rankings = rankingsOf(this.meta(), this.model);
    return rankings.find((ranking) => ranking.id === this.chosen) ?? rankings[0];
  }

  /**
   * @param {ReadonlySet<string> | null} changed
   * @param {boolean} [move]
   */
  draw(changed, move = false) {
    const ranking = this.ranking();
    this.switch.show(rankingsOf(this.meta(), this.model), ranking?.id ?? "");
    this.rounds.show(roundsPlayed(this.context.meta()), this.after);
    this.say(this.past ? `These are the standings after ${roundWords(this.past.round)}, with later corrections.` : this.refused);
    const rows = ranking ? this.model.inOrder(ranking.id) : [];
    if (!ranking || !rows.length) {
      this.drawEmpty();
      return;
    }
    const unit = ranking.unit ?? this.meta().unit ?? "";
    const form = scoreForm(rows, unit);
    const beside = besideNames(rows, form);
    const twoLines = rows.some((row) => beside(row) !== "");
    const longNames = rows.some((row) => row.name.length > LONG_NAME);
    const tieBreaks = tieBreakCodes(rows).slice(0, TIE_BREAKS_SHOWN);
    const shape = JSON.stringify([ranking, unit, form.percentages, form.finals, twoLines, tieBreaks, longNames, this.past !== null]);
    // Only the totals of now are explained.
    const why = this.past ? null : (/** @type {Standing} */ row) => explainRow(this.context, row, ranking);
    if (this.tableFor !== shape || !this.table) this.newTable(shape, { form, twoLines, beside, why, tieBreaks, longNames });
    else Object.assign(this.table.context, { form, beside });
    this.search.element.hidden = rows.length < SEARCH_FROM;
    const matching = this.filtered(rows);
    const caption = `${ranking.title}: ${counted(rows.length, "entry", "entries")}, ${unitWords(unit)}, ${this.past ? progressText(this.past.meta.progress) : this.context.progressText()}`;
    const lit = changed && new Set(matching.filter((row) => changed.has(rowId(row))).map(rowId));
    this.table?.show(matching, caption, { changed: lit ?? undefined, move });
    const differing = rows.reduce((sum, row) => sum + (row.agrees === false ? 1 : 0), 0);
    setText(this.note, !matching.length ? "No one here has that name or number." : differing ? `≠ marks ${counted(differing, "entry", "entries")} with other values in the file; select the mark to compare.` : "");
  }

  drawEmpty() {
    this.table?.dispose();
    this.table = null;
    this.tableFor = "";
    this.search.element.hidden = true;
    setText(this.note, "");
    const movedTo = this.context.meta().reassigned_to ?? [];
    if (!this.context.ready()) fill(this.place, waitingRows());
    else if (movedTo.length) {
      fill(this.place, emptyState("standings", "This event has moved", "The director has moved its files to another event.",
        h("div", null, movedTo.map((/** @type {string} */ event) => h("a", { class: "button", href: eventAddress(event) }, event)))));
    } else fill(this.place, emptyState("standings", "No results yet", "The first scores will appear here as they come in; there is no need to reload."));
  }

  /**
   * @param {string} shape
   * @param {Pick<import("../parts/standings-table.js").TableContext, "form" | "twoLines" | "beside" | "why" | "tieBreaks" | "longNames">} how
   */
  newTable(shape, how) {
    this.table?.dispose();
    this.tableFor = shape;
    this.table = new StandingsTable({
      event: this.context.event,
      ...how,
      games: this.meta().method?.board_scoring === "games",
      own: this.own,
      placeChangeOf: (row) => this.model.placeChangeOf(row, performance.now()),
      explain: (row) => explainDifference(row, how.form.unit),
    });
    fill(this.place, this.table.element);
  }

  /** @param {readonly Standing[]} rows */
  filtered(rows) {
    return this.search.empty ? rows : rows.filter((row) => this.search.finds(row.name, row.number));
  }

  /** @param {string} id */
  choose(id) {
    this.chosen = id;
    this.showAddress();
    this.draw(null);
  }

  announce() {
    const ranking = this.ranking();
    const leader = ranking && this.context.model.inOrder(ranking.id)[0];
    if (!leader || !leader.rank) return;
    const score = scoreWords(leader, scoreForm([leader], ranking.unit ?? this.context.meta().unit ?? ""));
    this.context.announcer.say(`Standings changed. ${ranking.title}: ${leader.name} leads with ${score}. ${this.context.progressText()}`);
  }
}

/**
 * What the file states beside what was computed.
 * @param {Standing} row
 * @param {string} unit
 */
export function explainDifference(row, unit) {
  /** @type {[string, string, string][]} */
  const pairs = [
    ["Place", row.stated_place ?? "", row.place ?? ""],
    [unitHeading(unit), amount(row.stated_total), amount(row.total)],
    ["Percentage", percent(row.stated_percentage), percent(row.percentage)],
    ["Final", "", row.percentage ? percent(row.final) : amount(row.final)],
  ];
  const shown = pairs.filter(([, stated, computed]) => stated || computed);
  openSheet(
    "Differs from the file",
    h("p", null, h("bdi", null, row.name), ": the file gives different values from those calculated from its results."),
    h(
      "table",
      { class: "plain" },
      h("caption", { class: "sr-only" }, "In the file and calculated"),
      h("thead", null, h("tr", null, h("td"), h("th", { scope: "col" }, "File"), h("th", { scope: "col" }, "Calculated"))),
      h("tbody", null, shown.map(([what, stated, computed]) =>
        h("tr", null, h("th", { scope: "row" }, what), h("td", null, stated || unseenDash("not given")), h("td", null, computed || unseenDash("none"))))),
    ),
    h("p", { class: "quiet" }, "This page shows the calculated values; the file is not changed. Usual reasons are totals older than the results, different rounding, or different factoring of boards with fewer results."),
  );
}

/** @param {string} spoken */
function unseenDash(spoken) {
  return h("span", null, h("span", { "aria-hidden": true }, "–"), unseen(spoken));
}
