/**
 * Who leads: one ranking at a time, with those who moved moving.
 * @module
 */

import { fill, h, setText, unseen } from "../dom.js";
import { amount, counted, percent, unitHeading, unitWords } from "../format.js";
import { choice } from "../parts/choice.js";
import { progressText } from "../parts/progress.js";
import { roundAsked, roundChoice, roundOptions, roundsPlayed, roundWords, standingsAfter } from "../parts/rounds.js";
import { SearchField } from "../parts/search.js";
import { emptyState, openSheet, waitingRows } from "../parts/sheet.js";
import { besideNames, StandingsTable } from "../parts/standings-table.js";
import { recall } from "../memory.js";
import { eventAddress } from "../router.js";
import { rankingsOf, rowId, scoreForm, scoreWords } from "../standings-model.js";

/** @typedef {import("../standings-model.js").Standing} Standing */
/** @typedef {import("../standings-model.js").RankingInfo} RankingInfo */
/** @typedef {import("./event.js").EventContext} EventContext */
/** @typedef {import("./event.js").Update} Update */

const SEARCH_FROM = 16;
const REFRESH_ARROWS_MS = 15_000;
/** Between a change of the event and the question whether it changed an earlier round too. */
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
    this.after = roundAsked(options);
    /** @type {import("../parts/rounds.js").Earlier | null} what is shown instead of the standings of now */
    this.earlier = null;
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
    return this.earlier?.meta ?? this.context.meta();
  }

  get model() {
    return this.earlier?.model ?? this.context.model;
  }

  /** @param {import("../parts/rounds.js").Round | null} round null for now */
  goTo(round) {
    this.after = round;
    this.earlier = null;
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
      const earlier = await standingsAfter(context.feed.base, context.event, after);
      if (asked === this.asked) this.earlier = earlier;
    } catch (error) {
      if (asked !== this.asked) return;
      this.earlier = null;
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
    window.history.replaceState(null, "", eventAddress(this.context.event, "standings", this.chosen) + roundOptions(this.after));
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
    this.say(this.earlier ? `These are the standings after ${roundWords(this.earlier.round)}, with what is known of it now.` : this.refused);
    const rows = ranking ? this.model.inOrder(ranking.id) : [];
    if (!ranking || !rows.length) {
      this.drawEmpty();
      return;
    }
    const unit = ranking.unit ?? this.meta().unit ?? "";
    const form = scoreForm(rows, unit);
    const beside = besideNames(rows, form);
    const twoLines = rows.some((row) => beside(row) !== "");
    const shape = JSON.stringify([ranking, unit, form.percentages, form.finals, twoLines]);
    if (this.tableFor !== shape || !this.table) this.newTable(shape, { form, twoLines, beside });
    else Object.assign(this.table.context, { form, beside });
    this.search.element.hidden = rows.length < SEARCH_FROM;
    const found = this.filtered(rows);
    const caption = `${ranking.title}: ${counted(rows.length, "entry", "entries")}, ${unitWords(unit)}, ${this.earlier ? progressText(this.earlier.meta.progress) : this.context.progressText()}`;
    const lit = changed && new Set(found.filter((row) => changed.has(rowId(row))).map(rowId));
    this.table?.show(found, caption, { changed: lit ?? undefined, move });
    const differing = rows.reduce((sum, row) => sum + (row.agrees === false ? 1 : 0), 0);
    setText(this.note, !found.length ? "Nobody here has that name or number." : differing ? `≠ marks ${counted(differing, "entry", "entries")} that the file states differently; choose the mark to see both.` : "");
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
      fill(this.place, emptyState("standings", "This event has no files any more", "The director has moved them to another event.",
        h("div", null, movedTo.map((/** @type {string} */ event) => h("a", { class: "button", href: eventAddress(event) }, event)))));
    } else fill(this.place, emptyState("standings", "No results yet", "The first scores appear here as soon as they come in. Nothing has to be reloaded."));
  }

  /**
   * @param {string} shape
   * @param {{form: import("../standings-model.js").ScoreForm, twoLines: boolean, beside: (row: Standing) => string}} how
   */
  newTable(shape, how) {
    this.table?.dispose();
    this.tableFor = shape;
    this.table = new StandingsTable({
      event: this.context.event,
      ...how,
      games: this.meta().method?.board_scoring === "games",
      own: this.own,
      moveOf: (row) => this.model.moveOf(row, performance.now()),
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
    h("p", null, h("bdi", null, row.name), ": the file states other values than those computed from its results."),
    h(
      "table",
      { class: "plain" },
      h("caption", { class: "sr-only" }, "Stated and computed"),
      h("thead", null, h("tr", null, h("td"), h("th", { scope: "col" }, "File"), h("th", { scope: "col" }, "Computed"))),
      h("tbody", null, shown.map(([what, stated, computed]) =>
        h("tr", null, h("th", { scope: "row" }, what), h("td", null, stated || unseenDash("not stated")), h("td", null, computed || unseenDash("none"))))),
    ),
    h("p", { class: "quiet" }, "Neither is changed: the page shows the computed value. Usual reasons are a file that is older than its results, another rounding, or a way of factoring boards with fewer results."),
  );
}

/** @param {string} spoken */
function unseenDash(spoken) {
  return h("span", null, h("span", { "aria-hidden": true }, "–"), unseen(spoken));
}
