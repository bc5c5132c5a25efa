/**
 * One ranking as a table.
 * @module
 */

import { fill, h, name, numbered, setText, unseen } from "../dom.js";
import { amount, asWritten, directionWords, fixed, strength, unitHeading, unitWords } from "../format.js";
import { eventAddress } from "../router.js";
import { rowId, scoreHeading, scoreParts, scoreText, tieBreakValues } from "../standings-model.js";
import { t, tc } from "../words.js";
import { whyButton } from "./explanation.js";
import { RowList } from "./row-list.js";

/** @typedef {import("../standings-model.js").Standing} Standing */
/** @typedef {import("../standings-model.js").PlaceChange} PlaceChange */

/**
 * @typedef {object} TableContext
 * @property {string} event
 * @property {import("../standings-model.js").ScoreForm} form how scores are written
 * @property {(row: Standing) => string} beside what stands under a name
 * @property {boolean} twoLines whether anything stands under any name
 * @property {boolean} longNames whether a name takes more than two lines of a phone
 * @property {(row: Standing) => string} numberOf what stands before a name
 * @property {number} numberLetters of the longest of these
 * @property {boolean} games chess: games are played, and no boards
 * @property {readonly string[]} tieBreaks codes of those that decide, in order; each has a column where there is room
 * @property {string} own participant that this browser follows
 * @property {(row: Standing) => PlaceChange | null} placeChangeOf
 * @property {(row: Standing, button: HTMLElement) => void} explain what differs from the file
 * @property {(column: string) => void} onSort somebody wants the rows in the order of a column
 * @property {((row: Standing, tieBreak?: string) => void) | null} why somebody has a total, or the value of a tie-break; null where nobody can say
 */

export class StandingsTable {
  /** @param {TableContext} context */
  constructor(context) {
    this.context = context;
    this.caption = h("caption", { class: "sr-only" });
    this.body = h("tbody");
    this.element = h("table", { class: "standings" }, this.caption, this.head(), this.body);
    this.element.classList.toggle("with-sides", context.twoLines);
    this.element.classList.toggle("with-parts", context.form.finals);
    this.element.classList.toggle("with-long-names", context.longNames);
    this.element.classList.toggle("with-tie-breaks", context.tieBreaks.length > 0);
    this.element.classList.toggle("without-numbers", !context.numberLetters);
    this.element.classList.add(`letters-${context.numberLetters}`);
    this.list = new RowList(this.body, {
      key: rowId,
      create: (/** @type {Standing} */ row) => this.create(row),
      update: (element, row) => this.update(element, row),
    });
  }

  head() {
    const { form, games, onSort } = this.context;
    const score = scoreHeading(form);
    const beside = form.percentages || form.finals;
    const heading = (/** @type {string} */ column, /** @type {string} */ text, /** @type {string} */ className, /** @type {string} */ spoken = "", click = () => onSort(column)) =>
      h("th", { scope: "col", class: className, "data-sort": column },
        h("button", { type: "button", class: "sort", on: { click } }, spoken ? [h("span", { "aria-hidden": true }, text), unseen(spoken)] : text));
    return h("thead", null, h("tr", { "aria-rowindex": 1 },
      heading("place", "#", "place", t("Place")),
      heading("name", t("Name"), "entrant"),
      heading("score", score.text, "score", score.spoken),
      !beside ? h("td", { class: "total" })
        : form.finals ? heading("played score", t("Played"), "total", form.percentages ? t("Percentage played") : t("{unit} played", { unit: unitWords(form.unit) }))
          : heading("total", unitHeading(form.unit), "total", unitWords(form.unit)),
      this.context.tieBreaks.map((code, at) => heading(`tie-break ${at}`, code, "tie-break", t("Tie-break {code}", { code }), () => explain(code, at + 1, () => onSort(`tie-break ${at}`)))),
      heading("boards", games ? t("Gms") : t("Bds"), "played", games ? t("Games played") : t("Boards played"))));
  }

  /**
   * @param {readonly Standing[]} rows
   * @param {string} caption
   * @param {import("../standings-sort.js").Sort | null} sort
   * @param {{changed?: ReadonlySet<string>, move?: boolean}} how
   */
  show(rows, caption, sort, how) {
    setText(this.caption, caption);
    for (const head of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("thead [data-sort]"))) {
      const direction = head.dataset.sort === (sort?.column ?? "place") ? (sort?.descending ? "descending" : "ascending") : null;
      if (direction) head.setAttribute("aria-sort", direction);
      else head.removeAttribute("aria-sort");
    }
    this.element.setAttribute("aria-rowcount", String(rows.length + 1));
    this.list.show(rows, how);
  }

  /** @param {Standing} row */
  create(row) {
    const { why } = this.context;
    const value = h("span", { class: "value", dir: "ltr" });
    const element = h(
      "tr",
      null,
      h("td", { class: "place" }, h("span", { class: "place-text", dir: "ltr" }), h("span", { class: "move" })),
      h(
        "th",
        { scope: "row", class: "entrant" },
        h("a", { class: "entrant-link", href: eventAddress(this.context.event, "card", row.participant) }, numbered("", "")),
        h("span", { class: "beside" }),
        this.context.tieBreaks.length ? h("span", { class: "breaks", dir: "ltr" }) : "",
      ),
      h("td", { class: "score" }, h("span", { class: "mark-slot" }), why ? whyButton(value, () => why(row)) : value),
      h("td", { class: "total" }),
      this.context.tieBreaks.map((code) => h("td", { class: "tie-break" }, why ? whyButton("", () => why(row, code)) : "")),
      h("td", { class: "played" }),
    );
    this.update(element, row);
    return element;
  }

  /**
   * @param {HTMLElement} element
   * @param {Standing} row
   */
  update(element, row) {
    const { own, form } = this.context;
    const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (element.querySelector(selector));
    setText(part(".place-text"), row.place ?? "");
    setText(part(".number"), this.context.numberOf(row));
    setText(part(".name"), row.name);
    setText(part(".beside"), this.context.beside(row));
    const text = scoreText(row, form);
    setText(part(".score .value"), text);
    if (this.context.why) part(".score .why").hidden = !text;
    // Beside what decides stands what was played, in the same unit.
    const played = form.percentages ? fixed(row.percentage, form.decimals) : amount(row.total);
    setText(part(".total"), form.finals ? played : form.percentages ? amount(row.total) : "");
    const values = tieBreakValues(row);
    const breaks = element.querySelector(".breaks");
    if (breaks) setText(/** @type {HTMLElement} */ (breaks), this.context.tieBreaks.map((code, at) => `${code} ${asWritten(values[at] ?? "")}`).join(" · "));
    element.querySelectorAll(".tie-break").forEach((cell, at) => setText(cell.firstElementChild ?? cell, asWritten(values[at] ?? "")));
    setText(part(".played"), row.boards ? String(row.boards) : "");
    element.classList.toggle("own", row.participant === own);
    element.classList.toggle("leader", row.rank === 1);
    drawPlaceChange(part(".move"), this.context.placeChangeOf(row));
    this.drawMark(part(".mark-slot"), row);
  }

  /**
   * @param {HTMLElement} slot
   * @param {Standing} row
   */
  drawMark(slot, row) {
    const wanted = row.agrees === false;
    if (wanted === slot.childElementCount > 0) return;
    if (!wanted) {
      fill(slot);
      return;
    }
    const button = h("button", { type: "button", class: "mark", title: t("Differs from the file") }, h("span", { "aria-hidden": true }, "≠"), unseen(tc("{name}: differs from the file", { name: name(row.name) })));
    button.addEventListener("click", () => this.context.explain(row, button));
    fill(slot, button);
  }

  dispose() {
    this.list.dispose();
  }
}

/**
 * The line under the names of a ranking: the direction where it has several and the number does not show it, what a player
 * of chess is rated, and the parts of a score that is more than its boards.
 * @param {readonly Standing[]} rows
 * @param {import("../standings-model.js").ScoreForm} form
 * @returns {(row: Standing) => string}
 */
export function besideNames(rows, form) {
  const directions = new Set(rows.map((row) => row.direction ?? "")).size > 1;
  return (row) => {
    const player = [strength(row.title, row.rating), row.federation].filter(Boolean).join(" ");
    const direction = directions && row.direction && !row.number.toUpperCase().includes(row.direction) ? directionWords(row.direction) : "";
    return [player, direction, ...scoreParts(row, form)].filter(Boolean).join(" · ");
  };
}

/**
 * The arrow beside a place: how far somebody moved since the last change.
 * @param {HTMLElement} slot
 * @param {PlaceChange | null} move
 */
export function drawPlaceChange(slot, move) {
  const text = move ? String(Math.abs(move.by)) : "";
  const direction = !move ? "" : move.by > 0 ? "up" : "down";
  if (slot.dataset.move === `${direction}${text}`) return;
  slot.dataset.move = `${direction}${text}`;
  if (!move) {
    fill(slot);
    return;
  }
  fill(slot, h("span", { "aria-hidden": true }, direction === "up" ? "▲" : "▼", text), unseen([", ", direction === "up" ? t("up {n}", { n: text }) : t("down {n}", { n: text })]));
}

/** @type {typeof import("./tie-break-sheet.js").explainTieBreak} */
async function explain(...asked) {
  const { explainTieBreak } = await import("./tie-break-sheet.js");
  explainTieBreak(...asked);
}
