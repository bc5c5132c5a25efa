/**
 * The home of a club: its events, those in play first, then by day, with a calendar.
 * @module
 */

import { byDay, dayOf, firstOf, isWanted } from "../calendar-model.js";
import { fill, h, name, refill } from "../dom.js";
import { date, kindWords, moment, naturally, statusWord } from "../format.js";
import { Calendar, monthName } from "../parts/calendar.js";
import { progressShare, progressText, shownStatus, statusChip } from "../parts/progress.js";
import { SearchField } from "../parts/search.js";
import { emptyState, waitingRows } from "../parts/sheet.js";
import { eventAddress, SITE } from "../router.js";
import { keep, kept } from "../visit.js";
import { t, tc } from "../words.js";

/** @typedef {import("../calendar-model.js").EventRow} EventRow */
/** @typedef {import("../calendar-model.js").Group} Group */
/** @typedef {import("../calendar-model.js").Wanted} Wanted */

const SEARCH_FROM = 8;

/** Cards that are drawn at first, and with each request for more: a server keeps the events of years. */
const AT_ONCE = 60;

const TITLES = { now: t("In play"), coming: t("Coming"), undated: t("Without a date") };

export class EventsView {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    document.title = [t("Live standings"), SITE].join(" · ");
    this.channel = app.feed.open("events");
    this.search = new SearchField(t("Find an event"), () => this.draw());
    this.search.element.hidden = true;
    this.wanted = /** @type {Wanted} */ (kept("wanted events") ?? { kind: "", organiser: "", day: "" });
    this.kinds = new Filter(t("Kind of event"), t("All kinds"), (kind) => this.want({ kind }));
    this.organisers = new Filter(t("Organiser"), t("All organisers"), (organiser) => this.want({ organiser }));
    this.calendar = new Calendar((day) => this.want({ day }));
    this.lists = h("div", { class: "event-lists" });
    this.element = h("div", { class: "events" },
      h("div", { class: "events-head" },
        h("h1", { tabindex: "-1" }, t("Events")),
        h("div", { class: "events-filters" }, this.kinds.element, this.organisers.element, this.search.element)),
      h("div", { class: "events-body" }, this.calendar.element, this.lists));
    /** @type {Map<string, HTMLElement>} */
    this.entries = new Map();
    this.frame = 0;
    this.drawn = AT_ONCE;
    this.stopListening = this.channel.listen((change) => {
      if (change.kind !== "state") this.frame ||= window.requestAnimationFrame(() => this.draw());
    });
    this.draw();
  }

  dispose() {
    window.cancelAnimationFrame(this.frame);
    this.stopListening();
    this.channel.close();
  }

  draw() {
    this.frame = 0;
    if (!this.channel.ready && !this.channel.absent) {
      fill(this.lists, waitingRows(4));
      return;
    }
    const rows = [...this.channel.rows].map(([id, row]) => /** @type {EventRow} */ ({ ...row, id }));
    if (!rows.length) {
      fill(this.lists, emptyState("standings", t("No events yet"), t("An event appears here as soon as a scoring program sends its first file.")));
      return;
    }
    this.search.element.hidden = rows.length < SEARCH_FROM;
    this.kinds.show(rows.map((row) => row.kind), this.wanted.kind, kindWords);
    this.organisers.show(rows.map((row) => row.organiser), this.wanted.organiser, (organiser) => organiser);
    const searched = rows.filter((row) => this.search.finds(`${row.name} ${row.organiser ?? ""} ${row.date ?? ""}`));
    this.calendar.show(eventsADay(searched.filter((row) => isWanted(row, { ...this.wanted, day: "" }))), this.wanted.day);
    const matching = searched.filter((row) => isWanted(row, this.wanted));
    const shown = firstOf(byDay(matching), this.drawn);
    refill(this.lists,
      shown.map((group) => this.group(group)),
      matching.length > this.drawn && this.more(matching.length),
      !matching.length && h("p", { class: "note" }, t("No event matches.")));
  }

  /** @param {Partial<Wanted>} wanted */
  want(wanted) {
    this.wanted = { ...this.wanted, ...wanted };
    keep("wanted events", this.wanted);
    this.drawn = AT_ONCE;
    this.draw();
  }

  /** @param {Group} group */
  group({ when, month, events }) {
    return h("section", null,
      h("h2", { class: "group-title" }, when === "month" ? monthName(month) : TITLES[when]),
      h("ul", { class: "event-list" }, events.map((row) => this.entry(row))));
  }

  /**
   * The way to the rest.
   * @param {number} all
   */
  more(all) {
    const shown = this.drawn;
    const button = h("button", { type: "button", class: "button more", "data-step": "more" }, t("Show {more} more of {all}", { more: Math.min(AT_ONCE, all - shown), all }));
    button.addEventListener("click", () => {
      this.drawn += AT_ONCE;
      this.draw();
      /** @type {HTMLElement | undefined} */ (this.lists.querySelectorAll(".event-card")[shown])?.focus();
    });
    return button;
  }

  /** @param {EventRow} row */
  entry(row) {
    let entry = this.entries.get(row.id);
    if (!entry) {
      entry = h("li", null, h("a", { class: "event-card", href: eventAddress(row.id) }));
      this.entries.set(row.id, entry);
    }
    const status = shownStatus(row);
    const state = JSON.stringify([row, status]);
    if (entry.dataset.state === state) return entry;
    entry.dataset.state = state;
    const progress = /** @type {import("../parts/progress.js").Progress} */ ({ ...row, text: row.progress });
    const share = progressShare(progress);
    const leader = /^\d+$/.test(row.leader) ? t("No. {number}", { number: row.leader }) : row.leader;
    const facts = [row.organiser, date(row.date), kindWords(row.kind)].filter(Boolean);
    fill(
      /** @type {HTMLElement} */ (entry.firstElementChild),
      h("span", { class: "event-line" }, name(row.name || row.id, "event-name"), status && statusChip(status)),
      h("span", { class: "facts" }, facts.map((fact) => h("span", { class: "fact" }, name(fact)))),
      h("span", { class: "event-line event-foot" },
        row.leader && h("span", { class: "leading" }, /^(official|corrected)$/.test(row.status ?? "") ? tc("Winner {name}", { name: name(leader) }) : tc("Leader {name}", { name: name(leader) })),
        h("span", { class: "quiet event-progress" }, progressText(progress) || (row.updated ? t("Updated {when}", { when: moment(row.updated) }) : statusWord(status)))),
      share !== null && h("progress", { max: 1, value: share, "aria-label": t("Played so far") }),
    );
    return entry;
  }
}

/**
 * How many events there are on each day.
 * @param {readonly EventRow[]} rows
 */
function eventsADay(rows) {
  /** @type {Map<string, number>} */
  const days = new Map();
  for (const day of rows.map(dayOf)) if (day) days.set(day, (days.get(day) ?? 0) + 1);
  return days;
}

/** A list from which one value of a column is chosen; not shown where all events have the same. */
class Filter {
  /**
   * @param {string} label
   * @param {string} all what stands for no choice
   * @param {(value: string) => void} choose
   */
  constructor(label, all, choose) {
    this.all = all;
    this.element = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": label, hidden: true }));
    this.element.addEventListener("change", () => choose(this.element.value));
    this.listed = "";
  }

  /**
   * @param {readonly (string | null | undefined)[]} values
   * @param {string} chosen
   * @param {(value: string) => string} inWords
   */
  show(values, chosen, inWords) {
    const known = [...new Set(values)].filter((value) => typeof value === "string").sort(naturally);
    this.element.hidden = known.length < 2;
    const listed = JSON.stringify(known);
    if (listed !== this.listed) {
      this.listed = listed;
      fill(this.element, h("option", { value: "" }, this.all), known.map((value) => h("option", { value }, inWords(value))));
    }
    this.element.value = chosen;
  }
}
