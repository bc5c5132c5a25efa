/**
 * What comes back with the browser's Back: how far a view was scrolled, and what was searched for in it. It is kept with
 * the entry of the browser's history, so that each has its own.
 * @module
 */

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

/** Remember from now on how far each view is scrolled. */
export function keepScroll() {
  window.history.scrollRestoration = "manual";
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
