/**
 * Arrow keys along a row of tabs: one of them is in the tab order, the arrows go to the others.
 * @module
 */

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
