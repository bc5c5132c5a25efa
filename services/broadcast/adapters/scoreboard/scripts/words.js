/**
 * The words of the page in the reader's language. English stands in the scripts; a catalogue that the page has loaded
 * before them has the same texts in another language. Names and numbers go into whole sentences, at the place in braces.
 *
 * Where one English word has several meanings, a bar and the meaning follow it, for translators: "Board|chess".
 * @module
 */

/** @typedef {Record<string, string | number>} Values */
/** @typedef {import("./dom.js").Child} Child */
/** @typedef {Record<string, string | string[]>} Catalogue English text → the same in the reader's language, or all its forms */

/** In the order in which catalogues have the forms of a text. */
const FORMS = ["zero", "one", "two", "few", "many", "other"];

/** @type {Catalogue} */
let catalogue;
/** @type {Intl.PluralRules} */
let plurals;
/** @type {string[]} those of the language, which has some of them */
let forms;

/**
 * Who reads: the language, "en"; where it is written, "en-GB", because dates and numbers differ from country to country;
 * and what stands before the decimals of a number there.
 */
export const reader = { language: "", locale: "", point: "" };

/**
 * Speak a language from now on.
 * @param {string} language
 * @param {Catalogue} words
 */
export function speak(language, words) {
  catalogue = words;
  reader.language = language;
  reader.locale = (navigator.languages ?? []).find((tag) => tag.split("-")[0] === language) ?? language;
  reader.point = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === "decimal")?.value ?? ".";
  plurals = new Intl.PluralRules(language);
  forms = FORMS.filter((form) => plurals.resolvedOptions().pluralCategories.includes(/** @type {any} */ (form)));
}

/** What a catalogue's script has left. @returns {Catalogue} */
export function wordsOfPage() {
  return /** @type {any} */ (globalThis).kibitzWords ?? {};
}

const given = wordsOfPage();
speak(Object.keys(given).length ? document.documentElement.lang || "en" : "en", given);

/**
 * A text in the reader's language.
 * @param {string} text in English
 * @param {Values} [values] what takes the place of "{name}"
 */
export function t(text, values = {}) {
  return filled(found(text), values);
}

/**
 * A text that has another form for each number, which is "{n}" in it.
 * @param {number} n
 * @param {string} one in English, for one
 * @param {string} many in English, for any other number
 * @param {Values} [values]
 */
export function tn(n, one, many, values = {}) {
  const own = catalogue[one];
  const text = Array.isArray(own) ? own[Math.min(forms.indexOf(plurals.select(n)), own.length - 1)] : english(n === 1 ? one : many);
  return filled(text, { n: n.toLocaleString(reader.language), ...values });
}

/**
 * A text with elements in it.
 * @param {string} text in English
 * @param {Record<string, Child>} values
 * @returns {Child[]}
 */
export function tc(text, values) {
  return found(text).split(/\{(\w+)\}/).map((part, place) => (place % 2 ? values[part] : part));
}

/** @param {string} text */
function found(text) {
  const own = catalogue[text] ?? english(text);
  return Array.isArray(own) ? own[0] : own;
}

/**
 * A text without the meaning that tells it from others.
 * @param {string} text
 */
function english(text) {
  return text.split("|")[0];
}

/**
 * @param {string} text
 * @param {Values} values
 */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole));
}
