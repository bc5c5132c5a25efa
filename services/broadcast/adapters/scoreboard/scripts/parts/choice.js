/**
 * One of several lists to show: a few as a row of tabs, many as a drop-down list.
 * @module
 */

import { fill, h } from "../dom.js";
import { arrowKeys, markChosen } from "./arrow-keys.js";

/** @typedef {{id: string, title: string}} Option */

const AS_BUTTONS_UP_TO = 4;

/**
 * @param {string} label what is chosen
 * @param {(id: string) => void} choose
 * @returns {{element: HTMLElement, show: (options: readonly Option[], now: string) => void}} nothing is shown of one alone
 */
export function choice(label, choose) {
  const element = h("div", { class: "ranking-switch" });
  let listed = "";
  return {
    element,
    show(options, now) {
      const wanted = JSON.stringify(options.map(({ id, title }) => [id, title]));
      if (wanted !== listed) {
        listed = wanted;
        if (options.length < 2) fill(element);
        else fill(element, options.length <= AS_BUTTONS_UP_TO ? asTabs(label, options, choose) : asList(label, options, choose));
      }
      const select = element.querySelector("select");
      if (select && select.value !== now) select.value = now;
      const tabs = /** @type {HTMLElement | null} */ (element.querySelector('[role="tablist"]'));
      if (tabs) markChosen(tabs, now);
    },
  };
}

/**
 * @param {string} label
 * @param {readonly Option[]} options
 * @param {(id: string) => void} choose
 */
function asTabs(label, options, choose) {
  const list = h("div", { role: "tablist", class: "segments", "aria-label": label },
    options.map(({ id, title }) =>
      h("button", { type: "button", role: "tab", "data-id": id, on: { click: () => choose(id) } }, h("bdi", null, title))));
  arrowKeys(list, (tab) => choose(tab.dataset.id ?? ""));
  return list;
}

/**
 * @param {string} label
 * @param {readonly Option[]} options
 * @param {(id: string) => void} choose
 */
function asList(label, options, choose) {
  const select = /** @type {HTMLSelectElement} */ (
    h("select", { "aria-label": label }, options.map(({ id, title }) => h("option", { value: id }, title)))
  );
  select.addEventListener("change", () => choose(select.value));
  return select;
}
