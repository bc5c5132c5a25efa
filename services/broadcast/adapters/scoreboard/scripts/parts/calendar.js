/**
 * A month on a small grid, in which days with events can be chosen.
 * @module
 */

import { h, icon, refill } from "../dom.js";
import { date } from "../format.js";
import { reader, t, tn } from "../words.js";
import { weeksOf } from "../calendar-model.js";

const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/**
 * The name of a month in the reader's language.
 * @param {string} month "2026-11"
 */
export function monthName(month) {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(reader.locale, { month: "long", year: "numeric", timeZone: "UTC" });
}

/** On which day weeks begin where the reader lives, 1 for Monday to 7 for Sunday; Monday where the browser cannot tell. */
function firstDayOfWeek() {
  const locale = /** @type {any} */ (new Intl.Locale(reader.locale));
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

export class Calendar {
  /** @param {(day: string) => void} choose called with a day, or with "" for all */
  constructor(choose) {
    this.choose = choose;
    // On a phone the events come first, and the grid when somebody asks for it.
    this.toggle = h("button", { type: "button", class: "button calendar-toggle", "aria-expanded": false, on: { click: () => this.unfold() } }, icon("calendar"), t("Calendar"));
    this.grid = h("div", { class: "calendar-grid" });
    this.element = h("section", { class: "calendar", "aria-label": t("Calendar"), hidden: true }, this.toggle, this.grid);
    this.month = "";
    /** The month that somebody has turned to. */
    this.turned = "";
    /** @type {ReadonlyMap<string, number>} */
    this.days = new Map();
    this.chosen = "";
    this.firstDay = firstDayOfWeek();
  }

  /**
   * @param {ReadonlyMap<string, number>} days with events → how many
   * @param {string} chosen day, or empty
   */
  show(days, chosen) {
    this.days = days;
    this.chosen = chosen;
    this.element.hidden = !days.size;
    if (!days.size) return;
    const sorted = [...days.keys()].sort();
    this.first = sorted[0].slice(0, 7);
    this.last = sorted[sorted.length - 1].slice(0, 7);
    this.month = this.turned || nearest(sorted.map((day) => day.slice(0, 7)), new Date(Date.now()).toISOString().slice(0, 7));
    this.draw();
  }

  unfold() {
    const open = this.toggle.getAttribute("aria-expanded") !== "true";
    this.toggle.setAttribute("aria-expanded", String(open));
    this.element.toggleAttribute("data-open", open);
  }

  draw() {
    const title = monthName(this.month);
    refill(this.grid,
      h("div", { class: "calendar-head" },
        this.step("back", -1, t("Month before")),
        h("h2", { "aria-live": "polite" }, title),
        this.step("forward", 1, t("Month after"))),
      h("table", null,
        h("caption", { class: "sr-only" }, title),
        h("thead", null, h("tr", null, Array.from({ length: 7 }, (_, place) => this.weekday(place)))),
        h("tbody", null, weeksOf(this.month, this.firstDay).map((week) => h("tr", null, week.map((day) => h("td", null, this.day(day))))))),
      this.chosen && h("button", { type: "button", class: "button", "data-step": "all", on: { click: () => this.choose("") } }, t("All days")));
  }

  /** @param {number} place */
  weekday(place) {
    const day = new Date(MONDAY + (this.firstDay - 1 + place) * DAY_MS);
    const named = (/** @type {"long" | "short"} */ weekday) => day.toLocaleDateString(reader.locale, { weekday, timeZone: "UTC" });
    return h("th", { scope: "col", abbr: named("long") }, named("short"));
  }

  /** @param {string} day */
  day(day) {
    if (!day) return null;
    const number = String(Number(day.slice(8)));
    const events = this.days.get(day);
    if (!events) return h("span", null, number);
    const chosen = day === this.chosen;
    return h("button",
      { type: "button", "data-step": day, "aria-pressed": chosen, "aria-label": tn(events, "{day}: {n} event", "{day}: {n} events", { day: date(day) }), on: { click: () => this.choose(chosen ? "" : day) } },
      number);
  }

  /**
   * @param {"back" | "forward"} picture
   * @param {number} by
   * @param {string} label
   */
  step(picture, by, label) {
    const at = by < 0 ? this.month <= (this.first ?? "") : this.month >= (this.last ?? "");
    return h("button", { type: "button", class: "icon-button", "data-step": picture, "aria-label": label, disabled: at, on: { click: () => this.turn(by) } }, icon(picture));
  }

  /** @param {number} by months */
  turn(by) {
    const [year, month] = this.month.split("-").map(Number);
    this.month = this.turned = new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 7);
    this.draw();
  }
}

/**
 * The month with events that is this one, else the newest before it, else the first of all.
 * @param {readonly string[]} months in order
 * @param {string} now
 */
function nearest(months, now) {
  return [...months].reverse().find((month) => month <= now) ?? months[0];
}
