/**
 * One of several lists to show: a few as a row of tabs, many as a drop-down list. One tab of a row is in the tab order,
 * and the arrow keys go to the others.
 * @module
 */

import { fill, h } from "../dom.js";

/** @typedef {{id: string, title: string, group?: string}} Option the titles of its group head a part of a long list */

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
      const wanted = JSON.stringify(options.map(({ id, title, group }) => [id, title, group]));
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
  /** @type {Map<string, HTMLElement[]>} */
  const groups = new Map();
  for (const { id, title, group = "" } of options) groups.set(group, [...groups.get(group) ?? [], h("option", { value: id }, title)]);
  const select = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": label },
    groups.size < 2 ? [...groups.values()] : [...groups].map(([group, own]) => h("optgroup", { label: group }, own))));
  select.addEventListener("change", () => choose(select.value));
  return select;
}

/**
 * @param {HTMLElement} list the element with role="tablist"
 * @param {(tab: HTMLElement) => void} choose
 */
export function arrowKeys(list, choose) {
  list.addEventListener("keydown", (event) => {
    const tabs = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[role="tab"]:not([hidden])')]);
    const at = tabs.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const rightToLeft = getComputedStyle(list).direction === "rtl";
    const steps = /** @type {Record<string, number>} */ ({
      ArrowRight: at + (rightToLeft ? -1 : 1),
      ArrowLeft: at + (rightToLeft ? 1 : -1),
      Home: 0,
      End: tabs.length - 1,
    });
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const tab = tabs[(next + tabs.length) % tabs.length];
    tab.focus();
    choose(tab);
  });
}

/**
 * Mark one tab as chosen.
 * @param {HTMLElement} list
 * @param {string} id the tab's `data-id`
 */
export function markChosen(list, id) {
  for (const tab of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll('[role="tab"]'))) {
    const chosen = tab.dataset.id === id;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
  }
}
