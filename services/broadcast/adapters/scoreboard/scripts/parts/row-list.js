/**
 * The rows of a long table. Rule 1: every row has the same height, so where a row stands is known without measuring it.
 * Rule 2: of a long list only the rows near the screen exist; blank rows above and below keep the page's length.
 * Rule 3: a row keeps its element while it is on the screen, so that focus, selection and movement survive an update.
 * @module
 */

import { h } from "../dom.js";
import { flash, glide } from "../animation.js";

const ALL_UP_TO = 160;
const SPARE = 12;

/**
 * @template T
 * @typedef {object} RowKind
 * @property {(item: T) => string} key
 * @property {(item: T) => HTMLElement} create an element for the item, filled in
 * @property {(element: HTMLElement, item: T) => void} update write what changed into an element
 */

/** @template T */
export class RowList {
  /**
   * @param {HTMLElement} body the tbody
   * @param {RowKind<T>} kind
   */
  constructor(body, kind) {
    this.body = body;
    this.kind = kind;
    /** @type {readonly T[]} */
    this.items = [];
    /** @type {Map<string, number>} where each row stands in the whole list */
    this.indexes = new Map();
    /** @type {Map<string, HTMLElement>} the rows that exist */
    this.shown = new Map();
    this.rowHeight = 0;
    this.printing = false;
    this.above = blankRow();
    this.below = blankRow();
    body.replaceChildren(this.above, this.below);
    this.frame = 0;
    const soon = () => {
      this.frame ||= window.requestAnimationFrame(() => this.scrolled());
    };
    this.stop = new AbortController();
    const { signal } = this.stop;
    window.addEventListener("scroll", soon, { passive: true, signal });
    window.addEventListener("resize", () => { this.rowHeight = 0; soon(); }, { signal });
    window.addEventListener("beforeprint", () => this.print(true), { signal });
    window.addEventListener("afterprint", () => this.print(false), { signal });
  }

  /**
   * Show these items in this order.
   * @param {readonly T[]} items
   * @param {{changed?: ReadonlySet<string>, move?: boolean}} [how] keys to light up; whether rows glide to their places
   */
  show(items, { changed, move = false } = {}) {
    const before = this.indexes;
    this.items = items;
    this.indexes = new Map(items.map((item, index) => [this.kind.key(item), index]));
    const range = this.range();
    this.draw(range, changed, true);
    if (move) this.glideFrom(before);
  }

  dispose() {
    this.stop.abort();
    window.cancelAnimationFrame(this.frame);
  }

  /**
   * Bring a row into view.
   * @param {string} key
   */
  reveal(key) {
    const index = this.indexes.get(key);
    if (index === undefined) return;
    const top = this.body.getBoundingClientRect().top + window.scrollY + index * this.height();
    window.scrollTo({ top: top - window.innerHeight / 2 });
    this.scrolled();
  }

  /** @param {boolean} on */
  print(on) {
    this.printing = on;
    this.draw(this.range(), undefined, false);
  }

  scrolled() {
    this.frame = 0;
    if (this.items.length > ALL_UP_TO && !this.printing) this.draw(this.range(), undefined, false);
  }

  /** @returns {number} pixels of one row, measured once per layout */
  height() {
    if (!this.rowHeight) {
      const row = this.shown.values().next().value;
      this.rowHeight = row ? row.getBoundingClientRect().height : 0;
    }
    return this.rowHeight || 52;
  }

  /** @returns {[number, number]} first row, and the one after the last, that have to exist */
  range() {
    const count = this.items.length;
    if (count <= ALL_UP_TO || this.printing) return [0, count];
    const height = this.height();
    const hidden = -this.body.getBoundingClientRect().top;
    const first = Math.max(0, Math.min(count, Math.floor(hidden / height)) - SPARE);
    const last = Math.min(count, Math.max(0, Math.ceil((hidden + window.innerHeight) / height)) + SPARE);
    return [first, Math.max(first, last)];
  }

  /**
   * @param {[number, number]} range
   * @param {ReadonlySet<string> | undefined} changed
   * @param {boolean} refresh whether rows that exist already may have other values
   */
  draw([first, last], changed, refresh) {
    const keep = new Set();
    for (let index = first; index < last; index += 1) keep.add(this.kind.key(this.items[index]));
    for (const [key, row] of this.shown) {
      if (!keep.has(key)) {
        row.remove();
        this.shown.delete(key);
      }
    }
    /** @type {Element} */
    let previous = this.above;
    for (let index = first; index < last; index += 1) {
      const item = this.items[index];
      const key = this.kind.key(item);
      let row = this.shown.get(key);
      if (row === undefined) {
        row = this.kind.create(item);
        this.shown.set(key, row);
      } else if (refresh) {
        this.kind.update(row, item);
      }
      row.setAttribute("aria-rowindex", String(index + 2));
      if (previous.nextElementSibling !== row) previous.after(row);
      if (changed?.has(key)) flash(row);
      previous = row;
    }
    setHeight(this.above, first * this.height());
    setHeight(this.below, (this.items.length - last) * this.height());
  }

  /** @param {ReadonlyMap<string, number>} before */
  glideFrom(before) {
    const height = this.height();
    const most = window.innerHeight;
    for (const [key, row] of this.shown) {
      const old = before.get(key);
      const now = this.indexes.get(key) ?? 0;
      if (old !== undefined && old !== now) {
        row.classList.toggle("rising", old > now);
        glide(row, Math.max(-most, Math.min(most, (old - now) * height)));
      }
    }
  }
}

/** One cell is enough for its height; one that spans columns would bring back those that are hidden on a narrow screen. */
function blankRow() {
  return h("tr", { class: "blank-row", "aria-hidden": true, hidden: true }, h("td", null));
}

/**
 * @param {HTMLElement} row
 * @param {number} pixels
 */
function setHeight(row, pixels) {
  row.hidden = pixels <= 0;
  const cell = /** @type {HTMLElement} */ (row.firstElementChild);
  cell.style.height = `${Math.max(0, pixels)}px`;
}
