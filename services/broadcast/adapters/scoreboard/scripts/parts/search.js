/**
 * A field in which one types a number or a part of a name.
 * @module
 */

import { h, icon } from "../dom.js";
import { keep, kept } from "../visit.js";

export class SearchField {
  /**
   * @param {string} words what may be typed
   * @param {() => void} changed called after each letter
   */
  constructor(words, changed) {
    const key = `search ${words}`;
    const typed = () => {
      keep(key, this.input.value);
      changed();
    };
    this.input = /** @type {HTMLInputElement} */ (
      h("input", { type: "search", placeholder: words, "aria-label": words, autocomplete: "off", spellcheck: "false", on: { input: typed } })
    );
    this.input.value = String(kept(key) ?? "");
    this.element = h("label", { class: "search" }, icon("search"), this.input);
  }

  /** Whether anything is typed. */
  get empty() {
    return !this.input.value.trim();
  }

  /**
   * Whether one of the numbers is what is typed, or the text has it as a part; accents and capitals count for nothing.
   * @param {string} text
   * @param {...string} numbers
   */
  finds(text, ...numbers) {
    if (this.empty) return true;
    const wanted = folded(this.input.value);
    return folded(text).includes(wanted) || numbers.some((number) => folded(number) === wanted);
  }
}

/** @param {string} text */
function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
