/**
 * What this browser remembers: the appearance, the participant of each event. Storage may be refused; then nothing is kept.
 * @module
 */

const PREFIX = "kibitz.";

/**
 * @param {string} key
 * @returns {string | null}
 */
export function recall(key) {
  try {
    const text = window.localStorage.getItem(PREFIX + key);
    const value = text === null ? null : JSON.parse(text);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

/** What is dispatched on the window when something was remembered or forgotten; `detail` is its key. */
export const REMEMBERED = "kibitz:remembered";

/**
 * @param {string} key
 * @param {string | null} value null forgets
 */
export function remember(key, value) {
  try {
    if (value === null) window.localStorage.removeItem(PREFIX + key);
    else window.localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Private windows and full disks refuse; the page works without.
  }
  window.dispatchEvent(new CustomEvent(REMEMBERED, { detail: key }));
}
