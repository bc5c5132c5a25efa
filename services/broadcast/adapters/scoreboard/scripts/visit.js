/**
 * Going from view to view without loading a page, and what comes back with the browser's Back: how far a view was
 * scrolled, and what was searched for in it. It is kept with the entry of the browser's history, so that each has its own.
 * @module
 */

import { readAddress } from "./router.js";

const SCROLL = "scroll";
/** Browsers allow two hundred changes of an entry in half a minute. */
const PAUSE_MS = 250;
/** How long a view may take to become as long as it was. */
const PATIENCE_MS = 3_000;

/**
 * @param {string} key
 * @param {unknown} value anything that JSON can hold
 */
export function keep(key, value) {
  window.history.replaceState({ ...window.history.state, [key]: value }, "");
}

/**
 * @param {string} key
 * @returns {unknown} undefined where nothing was kept
 */
export function kept(key) {
  return window.history.state?.[key];
}

/**
 * Show the view of an address; whoever listens for "popstate" draws it.
 * @param {string} address
 * @param {{replace?: boolean}} [how] whether it takes the place of the present entry of the history
 */
export function goTo(address, { replace = false } = {}) {
  const same = new URL(address, window.location.href).href === window.location.href;
  if (!replace) keep(SCROLL, window.scrollY);
  window.history[replace || same ? "replaceState" : "pushState"](null, "", address);
  window.dispatchEvent(new PopStateEvent("popstate"));
}

/** Follow links to views from now on without loading a page. */
export function followLinks() {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.hreflang) {
      event.preventDefault();
      const address = new URL(window.location.href);
      address.searchParams.set("lang", link.hreflang);
      window.location.assign(address.href);
      return;
    }
    if (link.hash || readAddress(link.href).page === "unknown") return;
    event.preventDefault();
    goTo(link.href);
  });
}

/** Somebody may have scrolled already what the server has rendered: what takes its place is to be there, too. */
export function keepPlace() {
  if (window.scrollY) keep(SCROLL, window.scrollY);
}

/** Remember from now on how far each view is scrolled. */
export function keepScroll() {
  window.history.scrollRestoration = "manual";
  keepPlace();
  restoreScroll();
  let timer = 0;
  window.addEventListener("scroll", () => {
    timer ||= window.setTimeout(() => {
      timer = 0;
      keep(SCROLL, window.scrollY);
    }, PAUSE_MS);
  }, { passive: true });
  window.addEventListener("popstate", () => {
    window.clearTimeout(timer);
    timer = 0;
  });
}

/** Go where the view of this address was left, as soon as it is long enough, or to its top. */
export function restoreScroll() {
  const top = Number(kept(SCROLL) ?? 0);
  const until = performance.now() + PATIENCE_MS;
  const entry = window.location.href;
  const attempt = () => {
    if (window.location.href !== entry) return;
    const reach = document.documentElement.scrollHeight - window.innerHeight;
    window.scrollTo({ top: Math.min(top, Math.max(0, reach)) });
    if (reach < top && performance.now() < until) window.requestAnimationFrame(attempt);
  };
  attempt();
}
