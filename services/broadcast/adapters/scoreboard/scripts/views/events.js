/**
 * The list of events: those being played first.
 * @module
 */

import { fill, h, name, refill } from "../dom.js";
import { date, moment, statusWord, words } from "../format.js";
import { progressShare, progressText, shownStatus, statusChip } from "../parts/progress.js";
import { SearchField } from "../parts/search.js";
import { emptyState, waitingRows } from "../parts/sheet.js";
import { eventAddress } from "../router.js";

/** @typedef {Record<string, any> & {id: string}} EventRow */

const SEARCH_FROM = 8;

/** Cards of a list that are drawn at first, and with each request for more: a server keeps the events of years. */
const AT_ONCE = 60;

export class EventsView {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    document.title = "Kibitz: live standings";
    this.channel = app.feed.open("events");
    this.search = new SearchField("Find an event", () => this.draw());
    this.search.element.hidden = true;
    this.lists = h("div", { class: "event-lists" });
    this.element = h("div", { class: "events" }, h("div", { class: "events-head" }, h("h1", { tabindex: "-1" }, "Events"), this.search.element), this.lists);
    /** @type {Map<string, HTMLElement>} */
    this.entries = new Map();
    this.frame = 0;
    /** @type {Map<string, number>} title of a list → how many of its cards somebody has asked for */
    this.drawn = new Map();
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
      fill(this.lists, emptyState("standings", "No events yet", "An event appears here as soon as a scoring program sends its first file."));
      return;
    }
    this.search.element.hidden = rows.length < SEARCH_FROM;
    const matching = rows
      .filter((row) => this.search.finds(`${row.name} ${row.organiser ?? ""} ${row.date ?? ""}`))
      .sort((a, b) => String(b.date ?? "").localeCompare(String(a.date ?? "")) || String(a.name).localeCompare(String(b.name)));
    const live = matching.filter((row) => shownStatus(row) === "live");
    const over = matching.filter((row) => shownStatus(row) !== "live");
    refill(this.lists, this.group("In play", live), this.group("Results", over), !matching.length && h("p", { class: "note" }, "No event matches."));
  }

  /**
   * @param {string} title
   * @param {EventRow[]} rows
   */
  group(title, rows) {
    if (!rows.length) return null;
    const shown = this.drawn.get(title) ?? AT_ONCE;
    return h("section", null,
      h("h2", { class: "group-title" }, title),
      h("ul", { class: "event-list" }, rows.slice(0, shown).map((row) => this.entry(row))),
      rows.length > shown && this.more(title, shown, rows.length));
  }

  /**
   * The way to the rest of a list.
   * @param {string} title
   * @param {number} shown
   * @param {number} all
   */
  more(title, shown, all) {
    const button = h("button", { type: "button", class: "button more", "data-step": title }, `Show ${Math.min(AT_ONCE, all - shown)} more of ${all}`);
    button.addEventListener("click", () => {
      this.drawn.set(title, shown + AT_ONCE);
      this.draw();
      const list = [...this.lists.querySelectorAll(".group-title")].find((heading) => heading.textContent === title)?.nextElementSibling;
      /** @type {HTMLElement | null | undefined} */ (list?.children[shown]?.querySelector("a"))?.focus();
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
    // Rows may carry the progress as a sentence or with its numbers.
    const progress = typeof row.progress === "string" ? { text: row.progress } : row.progress;
    const share = progressShare(progress);
    const facts = [row.organiser, date(row.date), words(row.kind)].filter(Boolean);
    fill(
      /** @type {HTMLElement} */ (entry.firstElementChild),
      h("span", { class: "event-line" }, name(row.name || row.id, "event-name"), status && statusChip(status)),
      h("span", { class: "facts" }, facts.map((fact) => h("span", { class: "fact" }, name(fact)))),
      h("span", { class: "event-line event-foot" },
        row.leader && h("span", { class: "leading" }, h("span", { class: "quiet" }, /^(official|corrected)$/.test(row.status ?? "") ? "Winner " : "Leader "), name(/^\d+$/.test(row.leader) ? `No. ${row.leader}` : row.leader)),
        h("span", { class: "quiet event-progress" }, progressText(progress) || (row.updated ? `Updated ${moment(row.updated)}` : statusWord(status)))),
      share !== null && h("progress", { max: 1, value: share, "aria-label": "Played so far" }),
    );
    return entry;
  }
}
