/**
 * The cross-table of pairs or players: a row for each, in the order of a ranking, and what it has against each opponent.
 * @module
 */

import { fill, h, name, refill, unseen } from "../dom.js";
import { amount, boardPoints, decimalsOf, isZero, plus, unitHeading, unitWords } from "../format.js";
import { meetingsOf, opponentsOf, sumOf } from "../meetings-model.js";
import { recall } from "../memory.js";
import { choice } from "../parts/choice.js";
import { entrantHead } from "../parts/cross-grid.js";
import { emptyState, firstAnswer, waitingRows } from "../parts/sheet.js";
import { chosenList, listsOf } from "../ranking-lists.js";
import { eventAddress } from "../router.js";
import { rankingsOf } from "../standings-model.js";
import { t } from "../words.js";

/** @typedef {import("../meetings-model.js").Meeting} Meeting */
/** @typedef {import("../standings-model.js").Standing} Standing */

const REFRESH_PAUSE_MS = 1_500;
/** More than this no one reads, and a phone takes seconds to draw it. */
const MOST_CELLS = 15_000;
const NUMBER_LETTERS = 5;

export class PairsCrossView {
  /**
   * @param {import("./event.js").EventContext} context
   * @param {string} item id of a ranking; empty for the first
   */
  constructor(context, item) {
    this.context = context;
    this.chosen = item;
    /** @type {Map<string, Map<string, Meeting>> | null} */
    this.met = null;
    this.unit = "";
    this.failed = false;
    this.asked = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.switch = choice(t("Ranking"), (id) => this.choose(id));
    this.place = h("div", { class: "table-place cross-place", tabindex: "0", role: "region", "aria-label": t("Cross-table") });
    this.note = h("p", { class: "note" });
    this.element = h("div", { class: "cross-view" }, h("div", { class: "tools" }, this.switch.element), this.place, this.note);
    const { first, arrived } = firstAnswer();
    /** When it is known who met whom. */
    this.first = first;
    this.arrived = arrived;
    this.draw();
    void this.load();
  }

  dispose() {
    window.clearTimeout(this.timer);
    this.asked += 1;
  }

  /** Any change of the standings may be one of these points. */
  update() {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.load(), REFRESH_PAUSE_MS);
  }

  /** @param {string} item */
  show(item) {
    this.chosen = item;
    this.draw();
  }

  /** @param {string} id */
  choose(id) {
    this.chosen = id;
    window.history.replaceState(window.history.state, "", eventAddress(this.context.event, "cross", id));
    this.draw();
  }

  async load() {
    const asked = ++this.asked;
    const { event, feed } = this.context;
    try {
      const answer = await fetch(new URL(`v1/events/${encodeURIComponent(event)}/meetings`, feed.base), { cache: "no-cache" });
      if (!answer.ok) throw new Error(String(answer.status));
      const document = await answer.json();
      if (asked !== this.asked) return;
      this.met = meetingsOf(document);
      this.unit = document.unit ?? "";
      this.failed = false;
    } catch {
      if (asked !== this.asked) return;
      this.failed = true;
    }
    this.draw();
    if (this.met) this.arrived();
  }

  draw() {
    const { model } = this.context;
    const rankings = rankingsOf(this.context.meta(), model).filter((ranking) => !ranking.session);
    const lists = listsOf(rankings, false);
    const ranking = chosenList(lists, this.chosen)?.rankings[0];
    this.switch.show(lists, ranking?.id ?? "");
    fill(this.note);
    if (!this.met) {
      fill(this.place, this.failed ? emptyState("cross", t("The cross-table cannot be shown"), t("The server could not supply it. The page tries again with the next result.")) : waitingRows(6));
      return;
    }
    const { met } = this;
    const rows = ranking ? model.inOrder(ranking.id) : [];
    const opponents = opponentsOf(rows, rankings.map(({ id }) => model.inOrder(id)), met);
    if (!opponents.length) fill(this.place, emptyState("cross", t("No boards yet"), t("The cross-table begins with the first results.")));
    else if (rows.length * opponents.length > MOST_CELLS) fill(this.place, emptyState("cross", t("Too many for one table"), lists.length > 1 ? t("Choose a section or a stratum above.") : t("The card of each pair has its opponents.")));
    else this.drawTable(rows, opponents, met, ranking?.kind === "player");
  }

  /**
   * @param {readonly Standing[]} rows
   * @param {readonly Standing[]} opponents
   * @param {ReadonlyMap<string, ReadonlyMap<string, Meeting>>} met
   * @param {boolean} alone players are ranked, so each board stands against both opponents
   */
  drawTable(rows, opponents, met, alone) {
    const { event } = this.context;
    const own = recall(`participant.${event}`) ?? "";
    // Sections have the same numbers.
    const apart = new Set(opponents.map(({ number }) => number)).size < opponents.length;
    const label = (/** @type {Standing} */ row) => `${(apart && row.section) || ""}${row.number}`;
    const short = opponents.every((row) => label(row).length <= NUMBER_LETTERS);
    const total = this.unit === this.context.meta().unit;
    const totals = rows.map((row) => (total ? row.total : alone ? null : sumOf(met.get(row.participant))));
    const decimals = decimalsOf(totals);
    refill(this.place, h("table", { class: "cross pairs-cross" },
      h("caption", { class: "sr-only" }, t("What each has against each opponent, in {unit}", { unit: unitWords(this.unit) })),
      h("thead", null, h("tr", null,
        h("th", { scope: "col", class: "place" }, "#"),
        h("th", { scope: "col", class: "entrant" }, t("Name")),
        opponents.map((row, at) => h("th", { scope: "col", class: "cell", title: row.name }, short ? name(label(row)) : String(at + 1), unseen(` ${row.name}`))),
        h("th", { scope: "col", class: "sum" }, unitHeading(this.unit)))),
      h("tbody", null, rows.map((row, at) => h("tr", { class: row.participant === own ? "own" : null },
        h("td", { class: "place" }, name(row.place ?? "")),
        entrantHead(event, row),
        opponents.map((other) => this.cell(met.get(row.participant)?.get(other.participant), row === other || row.participant === other.participant)),
        h("td", { class: "sum" }, boardPoints(totals[at], this.unit, decimals)))))));
    const more = total && !alone && rows.some((row) => row.total && !isZero(plus(sumOf(met.get(row.participant)), row.total.startsWith("-") ? row.total.slice(1) : `-${row.total}`)));
    fill(this.note, short ? t("Columns are the opponents, by their numbers.") : t("Columns are the opponents, by place."), " ", t("Bold: more than half."),
      alone && [" ", t("Each board stands against both opponents.")],
      more && [" ", t("A total may have more than its boards: penalties, or boards that were not played.")]);
  }

  /**
   * @param {Meeting | undefined} meeting
   * @param {boolean} self
   */
  cell(meeting, self) {
    if (self) return h("td", { class: "cell self" }, h("span", { "aria-hidden": true }, "×"), unseen(t("the same")));
    if (!meeting) return h("td", { class: "cell" });
    const text = boardPoints(meeting.points, this.unit);
    return h("td", { class: "cell" }, Number(meeting.points) > Number(meeting.against) ? h("b", null, text) : text || amount("0"));
  }
}
