/**
 * The words of the page in the reader's language. English stands in the scripts; a catalogue that the page has loaded
 * before them has the same texts in another language. Names and numbers go into whole sentences, at the place in braces.
 * @module
 */

/** @typedef {Record<string, string | number>} Values */
/** @typedef {import("./dom.js").Child} Child */

/** @type {Record<string, string | string[]>} English text → the same in the reader's language, or all its forms */
const catalogue = /** @type {any} */ (globalThis).kibitzWords ?? {};

/** The language of the page, "en". */
export const LANGUAGE = document.documentElement.lang || "en";

/** Where the reader writes that language, "en-GB": dates and numbers differ from country to country. */
export const LOCALE = (navigator.languages ?? []).find((tag) => tag.split("-")[0] === LANGUAGE) ?? LANGUAGE;

const plurals = new Intl.PluralRules(LANGUAGE);

/** In the order in which catalogues have the forms of a text. */
const FORMS = ["zero", "one", "two", "few", "many", "other"].filter((form) => plurals.resolvedOptions().pluralCategories.includes(/** @type {any} */ (form)));

/**
 * A text in the reader's language.
 * @param {string} text in English
 * @param {Values} [values] what takes the place of "{name}"
 */
export function t(text, values = {}) {
  return filled(String(catalogue[text] ?? text), values);
}

/**
 * A text that has another form for each number, which is "{n}" in it.
 * @param {number} n
 * @param {string} one in English, for one
 * @param {string} many in English, for any other number
 * @param {Values} [values]
 */
export function tn(n, one, many, values = {}) {
  const forms = catalogue[one];
  const text = Array.isArray(forms) ? forms[Math.min(FORMS.indexOf(plurals.select(n)), forms.length - 1)] : n === 1 ? one : many;
  return filled(text, { n: n.toLocaleString(LOCALE), ...values });
}

/**
 * A text with elements in it.
 * @param {string} text in English
 * @param {Record<string, Child>} values
 * @returns {Child[]}
 */
export function tc(text, values) {
  return String(catalogue[text] ?? text).split(/\{(\w+)\}/).map((part, place) => (place % 2 ? values[part] : part));
}

/**
 * @param {string} text
 * @param {Values} values
 */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole));
}
