/**
 * Who leads: one ranking at a time, or both lines of an event side by side, with those who moved moving.
 * @module
 */

import { fill, h, refill, setText } from "../dom.js";
import { unitWords } from "../format.js";
import { choice } from "../parts/choice.js";
import { explainRow, isExplained } from "../parts/explanation.js";
import { progressText } from "../parts/progress.js";
import { RankingPanel } from "../parts/ranking-panel.js";
import { roundFromOptions, roundChoice, roundOptions, pastWords, refusalWords, roundsPlayed, standingsAfter } from "../parts/rounds.js";
import { SearchField } from "../parts/search.js";
import { emptyState, waitingRows } from "../parts/sheet.js";
import { chosenList, listsOf } from "../ranking-lists.js";
import { recall } from "../memory.js";
import { eventAddress } from "../router.js";
import { rankingsOf, scoreForm, scoreWords } from "../standings-model.js";
import { nextSort } from "../standings-sort.js";
import { t, tn } from "../words.js";

/** @typedef {import("../standings-model.js").Standing} Standing */
/** @typedef {import("../standings-model.js").RankingInfo} RankingInfo */
/** @typedef {import("./event.js").EventContext} EventContext */
/** @typedef {import("./event.js").Update} Update */

const SEARCH_FROM = 16;
/** Item of the list of participants by starting rank. */
const START = "start";
/** Where there is room for two rankings side by side. */
const WIDE = "(min-width: 68.75rem)";
const REFRESH_ARROWS_MS = 15_000;
/** From a change of the event to asking again for the earlier round, which it may have changed too. */
const ASK_AGAIN_MS = 1_500;

export class StandingsView {
  /**
   * @param {EventContext} context
   * @param {string} item id of a list of rankings; empty for the first
   * @param {URLSearchParams} options of the address
   */
  constructor(context, item, options) {
    this.context = context;
    this.chosen = item;
    this.after = roundFromOptions(options);
    /** @type {import("../parts/rounds.js").PastStandings | null} what is shown instead of the standings of now */
    this.past = null;
    /** @type {import("../dom.js").Child} why it is not */
    this.refused = "";
    this.asked = 0;
    /** @type {number | undefined} */
    this.askTimer = undefined;
    this.rounds = roundChoice((round) => this.goTo(round));
    this.own = recall(`participant.${context.event}`) ?? "";
    /** @type {Map<string, RankingPanel>} by ranking */
    this.panels = new Map();
    /** @type {import("../standings-sort.js").Sort | null} */
    this.sort = null;
    this.wide = window.matchMedia(WIDE);
    this.stop = new AbortController();
    this.wide.addEventListener("change", () => this.draw(null), { signal: this.stop.signal });
    this.switch = choice(t("Ranking"), (id) => this.choose(id));
    this.search = new SearchField(t("Find a name or number"), () => this.draw(null));
    this.search.element.hidden = true;
    this.place = h("div", { class: "rankings" });
    this.note = h("p", { class: "note" });
    this.when = h("p", { class: "earlier-note", role: "status", hidden: true });
    this.element = h("div", { class: "standings-view" }, h("div", { class: "tools" }, this.switch.element, this.rounds.element, this.search.element), this.when, this.place, this.note);
    this.timer = window.setInterval(() => this.draw(null), REFRESH_ARROWS_MS);
    this.draw(null);
    /** @type {Promise<void> | undefined} until it is here, the page of the server says it */
    this.first = this.after ? this.ask() : undefined;
  }

  dispose() {
    window.clearInterval(this.timer);
    window.clearTimeout(this.askTimer);
    this.asked += 1;
    this.stop.abort();
    this.showPanels([]);
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
      this.refused = refusalWords(after, String(error instanceof Error ? error.message : error));
      this.draw(null);
      return;
    }
    if (asked === this.asked) this.draw(null);
  }

  /** @param {import("../dom.js").Child} sentence read out only when it is another one */
  say(sentence) {
    const said = h("span", null, sentence);
    this.when.hidden = !said.textContent;
    if (said.textContent !== this.when.textContent) fill(this.when, said);
  }

  showAddress() {
    window.history.replaceState(window.history.state, "", eventAddress(this.context.event, "standings", this.chosen) + roundOptions(this.after));
  }

  /** @returns {import("../ranking-lists.js").List[]} */
  lists() {
    const lists = listsOf(rankingsOf(this.meta(), this.model), this.wide.matches);
    if (!lists.length || this.meta().method?.board_scoring !== "games") return lists;
    const begun = lists.some(({ id }) => this.model.inOrder(id).some((row) => row.boards || Number(row.total)));
    return [...(begun ? lists : []), { ...lists[0], id: START, title: t("Starting rank") }];
  }

  /**
   * @param {ReadonlySet<string> | null} changed
   * @param {boolean} [move]
   */
  draw(changed, move = false) {
    const lists = this.lists();
    const list = chosenList(lists, this.chosen);
    this.switch.show(lists, list?.id ?? "");
    const meta = this.context.meta();
    this.rounds.show(isExplained(meta) && list?.id !== START ? roundsPlayed(meta) : [], this.after);
    this.say(this.past ? pastWords(this.past.round) : this.refused);
    const shown = (list?.rankings ?? []).map((ranking) => ({ ranking, rows: this.model.inOrder(ranking.id) })).filter(({ rows }) => rows.length);
    if (!shown.length) {
      this.drawEmpty();
      return;
    }
    this.search.element.hidden = shown.every(({ rows }) => rows.length < SEARCH_FROM);
    if (list?.id === START) {
      void this.drawStart(shown[0].rows);
      return;
    }
    this.showPanels(shown.map(({ ranking }) => ranking.id));
    const progress = this.past ? progressText(this.past.meta.progress) : this.context.progressText();
    let found = 0;
    for (const { ranking, rows } of shown) {
      const unit = ranking.unit ?? this.meta().unit ?? "";
      const matching = this.filtered(rows);
      found += matching.length;
      const caption = tn(rows.length, "{ranking}: {n} entry, {unit}, {progress}", "{ranking}: {n} entries, {unit}, {progress}", { ranking: ranking.title, unit: unitWords(unit), progress });
      this.panels.get(ranking.id)?.show(this.panelContext(ranking), { ranking, rows, matching, unit, alone: shown.length === 1, caption, sort: this.sort, changed: changed ?? undefined, move });
    }
    const differing = shown.flatMap(({ rows }) => rows).filter((row) => row.agrees === false).length;
    setText(this.note, !found ? t("No one here has that name or number.") : differing ? tn(differing, "≠ marks {n} entry with other values in the file; select the mark to compare.", "≠ marks {n} entries with other values in the file; select the mark to compare.") : "");
  }

  /**
   * Have a panel for each of these rankings, and for no other.
   * @param {readonly string[]} wanted ids
   */
  showPanels(wanted) {
    const now = [...this.panels.keys()];
    if (now.length === wanted.length && wanted.every((id, at) => now[at] === id)) return;
    for (const panel of this.panels.values()) panel.dispose();
    this.panels = new Map(wanted.map((id) => [id, new RankingPanel()]));
    this.place.classList.toggle("side-by-side", wanted.length > 1);
    fill(this.place, [...this.panels.values()].map(({ element }) => element));
  }

  /**
   * @param {RankingInfo} ranking
   * @returns {import("../parts/ranking-panel.js").PanelContext}
   */
  panelContext(ranking) {
    return {
      event: this.context.event,
      games: this.meta().method?.board_scoring === "games",
      own: this.own,
      placeChangeOf: (row) => this.model.placeChangeOf(row, performance.now()),
      explain: explainDifference,
      // Only our totals, and those of now, are explained.
      why: this.past || !isExplained(this.meta()) ? null : (row, tieBreak) => explainRow(this.context, row, ranking, tieBreak),
      onSort: (column) => {
        this.sort = nextSort(this.sort, column);
        this.draw(null);
      },
    };
  }

  /** @param {readonly Standing[]} rows */
  async drawStart(rows) {
    const { startingRank } = await import("../parts/starting-rank.js");
    if (chosenList(this.lists(), this.chosen)?.id !== START) return; // somebody went on while it was loaded
    this.showPanels([]);
    refill(this.place, startingRank(this.context.event, this.own, this.filtered(rows)));
    setText(this.note, "");
  }

  drawEmpty() {
    this.showPanels([]);
    this.search.element.hidden = true;
    setText(this.note, "");
    const movedTo = this.context.meta().reassigned_to ?? [];
    if (!this.context.ready()) fill(this.place, waitingRows());
    else if (movedTo.length) {
      fill(this.place, emptyState("standings", t("This event has moved"), t("The director has moved its files to another event."),
        h("div", null, movedTo.map((/** @type {string} */ event) => h("a", { class: "button", href: eventAddress(event) }, event)))));
    } else fill(this.place, emptyState("standings", t("No results yet"), t("The first scores will appear here as they come in; there is no need to reload.")));
  }

  /** @param {readonly Standing[]} rows */
  filtered(rows) {
    return this.search.empty ? rows : rows.filter((row) => this.search.finds(row.name, row.number, `${row.section ?? ""}${row.number}`));
  }

  /** @param {string} id */
  choose(id) {
    this.chosen = id;
    if (id === START) this.after = this.past = null;
    this.showAddress();
    this.draw(null);
  }

  announce() {
    const list = chosenList(this.lists(), this.chosen);
    const ranking = list?.rankings[0];
    const leader = ranking && this.context.model.inOrder(ranking.id)[0];
    if (!leader || !leader.rank || list.id === START) return;
    const score = scoreWords(leader, scoreForm([leader], ranking.unit ?? this.context.meta().unit ?? ""));
    this.context.announcer.say(t("Standings changed. {ranking}: {leader} leads with {score}. {progress}", { ranking: ranking.title, leader: leader.name, score, progress: this.context.progressText() }));
  }
}

/** @type {(...asked: Parameters<typeof import("../parts/difference.js").explainDifference>) => Promise<void>} */
async function explainDifference(...asked) {
  (await import("../parts/difference.js")).explainDifference(...asked);
}
