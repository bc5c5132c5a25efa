/**
 * Who plays against whom, and how it stands: one round at a time, the newest first; a match with all its boards; the
 * bracket of a knock-out, or everybody against everybody.
 * @module
 */

import { fill, h, refill } from "../dom.js";
import { unitHeading, unitWords } from "../format.js";
import { recall } from "../memory.js";
import { matchForm, matchItem, matchScore, newestRound, rawScore, roundsOf, statedScore } from "../matches-model.js";
import { cellsOfMatches } from "../games-model.js";
import { bracket } from "../parts/bracket.js";
import { choice } from "../parts/choice.js";
import { crossGrid } from "../parts/cross-grid.js";
import { explainMatchScore, isExplained } from "../parts/explanation.js";
import { MatchPage } from "../parts/match-page.js";
import { MatchesTable } from "../parts/matches-table.js";
import { SearchField } from "../parts/search.js";
import { emptyState, openSheet, waitingRows } from "../parts/sheet.js";
import { eventAddress } from "../router.js";
import { rankingsOf } from "../standings-model.js";
import { t, tn } from "../words.js";

/** @typedef {import("../matches-model.js").Match} Match */
/** @typedef {import("../matches-model.js").Round} Round */

const SEARCH_FROM = 12;
const BRACKET = { id: "bracket", title: t("Bracket") };
const CROSS = { id: "cross", title: t("Cross-table") };

export class MatchesView {
  /**
   * @param {import("./event.js").EventContext} context
   * @param {string} item id of a round or of a match, or what is shown of all of them; empty for the bracket, or the
   *   newest round that has begun
   */
  constructor(context, item) {
    this.context = context;
    this.chosen = item;
    this.channel = context.feed.open(`evt.${context.event}.matches`);
    /** @type {MatchesTable | null} */
    this.table = null;
    this.tableFor = "";
    /** @type {MatchPage | null} */
    this.page = null;
    /** @type {Map<Match, string>} row → its id */
    this.ids = new Map();
    this.switch = choice(t("Round"), (id) => this.choose(id));
    this.search = new SearchField(t("Find a name or number"), () => this.draw());
    this.search.element.hidden = true;
    this.place = h("div", { class: "table-place" });
    this.note = h("p", { class: "note" });
    this.element = h("div", { class: "matches-view" },
      h("div", { class: "tools" }, this.switch.element, this.search.element), this.place, this.note);
    this.frame = 0;
    /** @type {Set<string>} */
    this.changed = new Set();
    this.stopListening = this.channel.listen((change) => {
      if (change.kind === "state") return;
      change.changed?.forEach((id) => this.changed.add(id));
      this.frame ||= window.requestAnimationFrame(() => this.draw());
    });
    this.draw();
  }

  /** When the page of a match has its boards; nothing where no such page is shown. */
  get first() {
    return this.page?.first;
  }

  dispose() {
    window.cancelAnimationFrame(this.frame);
    this.stopListening();
    this.leave();
    this.channel.close();
  }

  /** The standings changed: matches have a channel of their own, but a cross-table is in the order of the places. */
  update() {
    if (this.chosen === CROSS.id) this.frame ||= window.requestAnimationFrame(() => this.draw());
  }

  /** @param {string} item */
  show(item) {
    this.chosen = item;
    this.draw();
  }

  /** What is shown makes way for something else. */
  leave() {
    this.table?.dispose();
    this.table = null;
    this.tableFor = "";
    this.page?.dispose();
    this.page = null;
  }

  draw() {
    this.frame = 0;
    const { channel, changed } = this;
    this.changed = new Set();
    this.ids = new Map([...channel.rows].map(([id, row]) => [/** @type {Match} */ (row), id]));
    const matches = [...this.ids.keys()];
    const one = this.chosen.includes(".") && matches.find((match) => matchItem(match, matches) === this.chosen);
    this.place.className = one ? "" : "table-place";
    if (one) {
      this.drawMatch(one, matches);
      return;
    }
    const rounds = roundsOf(matches);
    const whole = this.whole(rounds);
    if (whole && (this.chosen === whole.id || (whole === BRACKET && !this.chosen))) {
      this.switch.show([whole, ...rounds], whole.id);
      this.drawWhole(whole, matches);
      return;
    }
    const round = rounds.find(({ id }) => id === this.chosen) ?? newestRound(rounds);
    this.switch.show(whole ? [whole, ...rounds] : rounds, round?.id ?? "");
    this.search.element.hidden = !round || round.matches.length < SEARCH_FROM;
    if (!round) {
      this.drawEmpty();
      return;
    }
    const form = matchForm(matches);
    const shape = JSON.stringify([form.unit, form.rawUnit, form.raws, form.tables]);
    if (shape !== this.tableFor || !this.table) this.newTable(shape, form);
    else this.table.context.form = form;
    const matching = round.matches.filter((match) => this.search.finds(`${match.home_name} ${match.away_name ?? ""}`, match.home, match.away ?? ""));
    this.table?.show(matching, tn(round.matches.length, "{round}: {n} match, {unit}", "{round}: {n} matches, {unit}", { round: round.title, unit: unitWords(form.unit) }), changed);
    fill(this.note, this.noteOn(round, matching));
  }

  /**
   * @param {Round} round
   * @param {readonly Match[]} matching
   */
  noteOn(round, matching) {
    if (!matching.length) return t("No one here has that name or number.");
    const differing = round.matches.filter((match) => match.agrees === false).length;
    return differing ? tn(differing, "≠ marks {n} match with another result in the file; select the mark to compare.", "≠ marks {n} matches with another result in the file; select the mark to compare.") : "";
  }

  /**
   * What can be shown of all rounds together; null where there is one.
   * @param {readonly Round[]} rounds
   */
  whole(rounds) {
    if (this.context.meta().rankings?.[0]?.unit === "wins") return rounds.length ? BRACKET : null;
    return rounds.length > 1 ? CROSS : null;
  }

  /**
   * @param {{id: string, title: string}} whole
   * @param {readonly Match[]} matches
   */
  drawWhole(whole, matches) {
    this.leave();
    this.search.element.hidden = true;
    const { event, model } = this.context;
    const own = recall(`participant.${event}`) ?? "";
    this.place.className = whole === BRACKET ? "" : "table-place cross-place";
    if (whole === BRACKET) {
      refill(this.place, bracket(event, matches, own, model.inOrder(rankingsOf(this.context.meta(), model)[0]?.id ?? "").length));
      fill(this.note);
      return;
    }
    const form = matchForm(matches);
    const sides = new Set(matches.flatMap(({ home, away }) => [home, away]));
    const ranking = rankingsOf(this.context.meta(), model).find(({ id }) => model.inOrder(id).some((row) => sides.has(row.participant)));
    const rows = ranking ? model.inOrder(ranking.id) : [];
    const cells = cellsOfMatches(matches, (match) => matchScore(match, form.decimals), unitWords(form.unit));
    const { table, note } = crossGrid({ event, own, rows, cells, total: unitHeading(ranking?.unit) });
    refill(this.place, h("div", { class: "cross-scroll", tabindex: "0", role: "region", "aria-label": CROSS.title }, table));
    fill(this.note, note);
  }

  /**
   * @param {Match} match
   * @param {readonly Match[]} matches
   */
  drawMatch(match, matches) {
    if (!this.page) {
      this.leave();
      this.switch.show([], "");
      this.search.element.hidden = true;
      fill(this.note);
      this.page = new MatchPage(this.context);
      fill(this.place, this.page.element);
    }
    this.page.show(match, matches);
  }

  drawEmpty() {
    this.leave();
    fill(this.note);
    const { channel } = this;
    if (channel.ready || channel.absent) fill(this.place, emptyState("matches", t("No matches yet"), t("The first match will appear here as soon as it is known.")));
    else fill(this.place, waitingRows(5));
  }

  /**
   * @param {string} shape
   * @param {import("../matches-model.js").MatchForm} form
   */
  newTable(shape, form) {
    this.leave();
    this.tableFor = shape;
    this.table = new MatchesTable({
      event: this.context.event,
      form,
      own: recall(`participant.${this.context.event}`) ?? "",
      itemOf: (match) => matchItem(match, [...this.ids.keys()]),
      keyOf: (match) => this.ids.get(match) ?? "",
      explain: explainMatch,
      why: isExplained(this.context.meta()) && ((match, away) => explainMatchScore(this.context, match, away)),
    });
    fill(this.place, this.table.element);
  }

  /** @param {string} id */
  choose(id) {
    this.chosen = id;
    window.history.replaceState(window.history.state, "", eventAddress(this.context.event, "matches", id));
    this.draw();
  }
}

/**
 * What the file states of a match beside what its boards give.
 * @param {Match} match
 */
function explainMatch(match) {
  const raw = rawScore(match);
  /** @type {[string, {home: string, away: string}][]} */
  const rows = [[t("In the file"), statedScore(match)], [t("Calculated"), matchScore(match)]];
  const about = { home: raw.home, away: raw.away || "–", unit: unitWords(match.raw_unit) };
  openSheet(
    t("Differs from the file"),
    h("p", null, t("The file gives a different result for this match from its boards.")),
    h("table", { class: "plain" },
      h("caption", { class: "sr-only" }, t("In the file and calculated")),
      h("thead", null, h("tr", null, h("td"), [[match.home, match.home_name], [match.away, match.away_name]].map(([id, label]) => h("th", { scope: "col" }, h("bdi", null, label || id))))),
      h("tbody", null, rows.map(([what, score]) =>
        h("tr", null, h("th", { scope: "row" }, [what, unitWords(match.unit)].join(", ")), h("td", null, score.home || "–"), h("td", null, score.away || "–"))))),
    h("p", { class: "quiet" }, raw.home ? tn(match.boards ?? 0, "From {n} board: {home} to {away} {unit}.", "From {n} boards: {home} to {away} {unit}.", about) : tn(match.boards ?? 0, "From {n} board.", "From {n} boards."),
      " ", t("This page shows the calculated result; the file is not changed.")),
  );
}
