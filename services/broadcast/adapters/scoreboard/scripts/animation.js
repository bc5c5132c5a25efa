/**
 * Movement: a row that changes its place glides there, so that the eye can follow it.
 * @module
 */

const GLIDE_MS = 650;

/** @returns {boolean} whether the reader asked for less movement */
export function prefersLessMotion() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Let an element glide to where it already stands from `offset` pixels away.
 * @param {Element} element
 * @param {number} offset
 */
export function glide(element, offset) {
  if (offset === 0 || prefersLessMotion()) return;
  element.animate([{ transform: `translateY(${offset}px)` }, { transform: "none" }], {
    duration: GLIDE_MS,
    easing: "cubic-bezier(.2, .7, .2, 1)",
  });
}

/**
 * Let a changed element light up once; with less movement it keeps a quiet mark for a while instead.
 * @param {Element} element
 */
export function flash(element) {
  element.classList.remove("changed");
  window.requestAnimationFrame(() => element.classList.add("changed"));
}
