/**
 * Elements made by code. Text from files only ever becomes a text node, so a name like `<img onerror=…>` is read, not run.
 * @module
 */

import { numberBefore } from "./format.js";

/** @typedef {Node | string | number | null | undefined | false | any[]} Child what may stand inside an element; lists are taken apart */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element.
 * @param {string} tag
 * @param {Record<string, unknown> | null} [attributes] `on` holds listeners; null, undefined and false leave an attribute out.
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if ((value ?? false) === false) continue;
    if (name === "on") {
      for (const [type, listener] of Object.entries(/** @type {Record<string, EventListener>} */ (value))) {
        element.addEventListener(type, listener);
      }
    } else {
      // ARIA wants its states spelled out; HTML's own are there or not.
      element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
    }
  }
  append(element, children);
  return element;
}

/**
 * Add children, leaving out what is empty.
 * @param {Node} parent
 * @param {Child[]} children
 */
export function append(parent, children) {
  for (const child of children) {
    if ((child ?? false) === false || child === "") continue;
    if (Array.isArray(child)) append(parent, child);
    else parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * Replace everything inside an element.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * Replace everything inside an element, and give the focus back to what has taken the place of what had it.
 * @param {Element} element
 * @param {...Child} children
 */
export function refill(element, ...children) {
  const focused = document.activeElement;
  const inside = focused instanceof HTMLElement && element.contains(focused);
  const selector = inside ? sameAs(focused) : "";
  const position = inside ? [...element.querySelectorAll(selector)].indexOf(focused) : -1;
  fill(element, ...children);
  if (!inside) return;
  const alike = /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll(selector));
  (alike[position] ?? alike[0])?.focus({ preventScroll: true });
}

/** @param {HTMLElement} element */
function sameAs(element) {
  const tag = element.tagName.toLowerCase();
  if (element.dataset.step) return `[data-step="${CSS.escape(element.dataset.step)}"]`;
  const address = element.getAttribute("href");
  return address === null ? tag : `${tag}[href="${CSS.escape(address)}"]`;
}

/**
 * Set text only where it differs, so that nothing is repainted or read out again without need.
 * @param {Node} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Text for screen readers only.
 * @param {Child} text
 */
export function unseen(text) {
  return h("span", { class: "sr-only" }, text);
}

/**
 * Of a text with elements in it, the elements for everybody and the words between them for screen readers only.
 * @param {Child[]} parts
 */
export function unseenWords(parts) {
  return parts.map((part) => (typeof part === "string" && part ? unseen(part) : part));
}

/**
 * A name in whatever script it is written: its direction stays its own.
 * @param {string} text
 * @param {string} [className]
 */
export function name(text, className) {
  return h("bdi", { class: className }, text);
}

/**
 * A number and the name that goes with it; a number that the name says already is left out.
 * @param {string} number
 * @param {string} text
 * @returns {Child[]}
 */
export function numbered(number, text) {
  if (text && !numberBefore(number, text)) return [name(text, "name")];
  return [h("span", { class: "number" }, number), " ", name(text, "name")];
}

/** @type {Record<string, string[]>} Outlines on a grid of 24. */
const ICONS = {
  standings: ["M4 20V11h5v9", "M9.5 20V5h5v15", "M15 20v-6h5v6"],
  boards: ["M8 3.5h9a2 2 0 0 1 2 2v10", "M5 7.5h8a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2z"],
  matches: ["M3 5.5h18v13H3z", "M12 5.5v13", "M7.5 10v4", "M16.5 10v4"],
  games: ["M4 4h16v16H4z", "M4 9.3h16M4 14.7h16", "M9.3 4v16M14.7 4v16"],
  cross: ["M4 4h16v16H4z", "M4 9h16", "M9 4v16", "M12 12l5 5M17 12l-5 5"],
  card: ["M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z", "M4.5 20.5c.8-4 3.8-5.5 7.5-5.5s6.7 1.5 7.5 5.5"],
  seats: ["M7 7h10v10H7z", "M9.5 3.5h5", "M9.5 20.5h5", "M3.5 9.5v5", "M20.5 9.5v5"],
  files: ["M6 3h8l4.5 4.5V21H6z", "M13.5 3v5h5", "M9 13h6.5", "M9 16.5h6.5"],
  calendar: ["M4 5.5h16v15H4z", "M4 10h16", "M8.5 3v4M15.5 3v4"],
  share: ["M12 15V4", "M8 7.5L12 3.5l4 4", "M5 12v8h14v-8"],
  copy: ["M9 9h11v11H9z", "M15 9V4H4v11h5"],
  back: ["M14.5 5l-7 7 7 7"],
  forward: ["M9.5 5l7 7-7 7"],
  screen: ["M3 4.5h18v12H3z", "M8 20.5h8", "M12 16.5v4"],
  light: ["M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z", "M12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3l1.8 1.8M16.9 16.9l1.8 1.8M5.3 18.7l1.8-1.8M16.9 7.1l1.8-1.8"],
  dark: ["M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z"],
  auto: ["M12 3.5a8.5 8.5 0 1 0 0 17z", "M12 3.5a8.5 8.5 0 0 1 0 17"],
  download: ["M12 4v11", "M7.5 11l4.5 4.5 4.5-4.5", "M4.5 20h15"],
  pause: ["M8.5 5v14", "M15.5 5v14"],
  play: ["M8 5l11 7-11 7z"],
  first: ["M17 5l-8 7 8 7", "M6.5 5v14"],
  last: ["M7 5l8 7-8 7", "M17.5 5v14"],
  search: ["M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z", "M15.5 15.5L20.5 20.5"],
};

/**
 * A small drawing beside a text that says the same.
 * @param {string} which a key of the table above
 * @returns {SVGElement}
 */
export function icon(which) {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("class", `icon icon-${which}`);
  drawing.setAttribute("aria-hidden", "true");
  drawing.setAttribute("focusable", "false");
  for (const outline of ICONS[which] ?? []) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", outline);
    drawing.appendChild(path);
  }
  return drawing;
}
