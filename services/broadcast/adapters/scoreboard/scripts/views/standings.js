/**
 * Who leads: one ranking at a time, with those who moved moving.
 * @module
 */

import { fill, h, setText, unseen } from "../dom.js";
import { amount, counted, percent, unitHeading, unitWords } from "../format.js";
import { arrowKeys, markChosen } from "../parts/arrow-keys.js";
import { SearchField } from "../parts/search.js";
import { emptyState, openSheet, waitingRows } from "../parts/sheet.js";
import { besideNames, StandingsTable } from "../parts/standings-table.js";
import { recall } from "../memory.js";
import { eventAddress } from "../router.js";
import { rankingsOf, rowId } from "../standings-model.js";

/** @typedef {import("../standings-model.js").Standing} Standing */
/** @typedef {import("../standings-model.js").RankingInfo} RankingInfo */
/** @typedef {import("./event.js").EventContext} EventContext */
/** @typedef {import("./event.js").Update} Update */

const AS_BUTTONS_UP_TO = 4;
const SEARCH_FROM = 16;
const REFRESH_ARROWS_MS = 15_000;

export class StandingsView {
  /**
   * @param {EventContext} context
   * @param {string} item id of a ranking; empty for the first
   */
  constructor(context, item) {
    this.context = context;
    this.chosen = item;
    this.own = recall(`participant.${context.event}`) ?? "";
    this.listed = "";
    /** @type {StandingsTable | null} */
    this.table = null;
    this.tableFor = "";
    this.switch = h("div", { class: "ranking-switch" });
    this.search = new SearchField("Find a name or number", () => this.draw(null));
    this.search.element.hidden = true;
    this.place = h("div", { class: "table-place" });
    this.note = h("p", { class: "note" });
    this.element = h("div", { class: "standings-view" }, h("div", { class: "tools" }, this.switch, this.search.element), this.place, this.note);
    this.timer = window.setInterval(() => this.draw(null), REFRESH_ARROWS_MS);
    this.draw(null);
  }

  dispose() {
    window.clearInterval(this.timer);
    this.table?.dispose();
  }

  /** @param {Update} update */
  update(update) {
    this.draw(update.changed, update.changed !== null);
    if (update.changed?.size) this.announce();
  }

  /** @returns {RankingInfo | undefined} */
  ranking() {
    const rankings = rankingsOf(this.context.meta(), this.context.model);
    return rankings.find((ranking) => ranking.id === this.chosen) ?? rankings[0];
  }

  /**
   * @param {ReadonlySet<string> | null} changed
   * @param {boolean} [move]
   */
  draw(changed, move = false) {
    this.drawSwitch();
    const ranking = this.ranking();
    const rows = ranking ? this.context.model.inOrder(ranking.id) : [];
    if (!ranking || !rows.length) {
      this.drawEmpty();
      return;
    }
    const unit = ranking.unit ?? this.context.meta().unit ?? "";
    const percentages = rows.some((row) => row.percentage !== null && row.percentage !== undefined);
    const beside = besideNames(rows);
    const twoLines = rows.some((row) => beside(row) !== "");
    const shape = JSON.stringify([ranking, unit, percentages, twoLines]);
    if (this.tableFor !== shape || !this.table) this.newTable(shape, { unit, percentages, twoLines, beside });
    else this.table.context.beside = beside;
    this.search.element.hidden = rows.length < SEARCH_FROM;
    const found = this.filtered(rows);
    const caption = `${ranking.title}: ${counted(rows.length, "entry", "entries")}, ${unitWords(unit)}, ${this.context.progressText()}`;
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
    if (!this.context.ready()) fill(this.place, waitingRows());
    else fill(this.place, emptyState("standings", "No results yet", "The first scores appear here as soon as they come in. Nothing has to be reloaded."));
  }

  /**
   * @param {string} shape
   * @param {{unit: string, percentages: boolean, twoLines: boolean, beside: (row: Standing) => string}} form
   */
  newTable(shape, form) {
    this.table?.dispose();
    this.tableFor = shape;
    this.table = new StandingsTable({
      event: this.context.event,
      ...form,
      own: this.own,
      moveOf: (row) => this.context.model.moveOf(row, performance.now()),
      explain: (row) => explainDifference(row, form.unit),
    });
    fill(this.place, this.table.element);
  }

  /** @param {readonly Standing[]} rows */
  filtered(rows) {
    return this.search.empty ? rows : rows.filter((row) => this.search.finds(row.name, row.number));
  }

  drawSwitch() {
    const rankings = rankingsOf(this.context.meta(), this.context.model);
    const now = this.ranking()?.id ?? "";
    const listed = JSON.stringify(rankings.map((ranking) => [ranking.id, ranking.title]));
    if (listed !== this.listed) {
      this.listed = listed;
      if (rankings.length < 2) fill(this.switch);
      else if (rankings.length <= AS_BUTTONS_UP_TO) fill(this.switch, this.asTabs(rankings));
      else fill(this.switch, this.asList(rankings));
    }
    const select = this.switch.querySelector("select");
    if (select && select.value !== now) select.value = now;
    const tabs = /** @type {HTMLElement | null} */ (this.switch.querySelector('[role="tablist"]'));
    if (tabs) markChosen(tabs, now);
  }

  /** @param {RankingInfo[]} rankings */
  asTabs(rankings) {
    const list = h("div", { role: "tablist", class: "segments", "aria-label": "Ranking" },
      rankings.map((ranking) =>
        h("button", { type: "button", role: "tab", "data-id": ranking.id, on: { click: () => this.choose(ranking.id) } }, h("bdi", null, ranking.title))));
    arrowKeys(list, (tab) => this.choose(tab.dataset.id ?? ""));
    return list;
  }

  /** @param {RankingInfo[]} rankings */
  asList(rankings) {
    const select = /** @type {HTMLSelectElement} */ (
      h("select", { "aria-label": "Ranking" }, rankings.map((ranking) => h("option", { value: ranking.id }, ranking.title)))
    );
    select.addEventListener("change", () => this.choose(select.value));
    return select;
  }

  /** @param {string} id */
  choose(id) {
    this.chosen = id;
    window.history.replaceState(null, "", eventAddress(this.context.event, "standings", id));
    this.draw(null);
  }

  announce() {
    const ranking = this.ranking();
    const leader = ranking && this.context.model.inOrder(ranking.id)[0];
    if (!leader || !leader.rank) return;
    const score = leader.percentage ? percent(leader.percentage) : amount(leader.total);
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
