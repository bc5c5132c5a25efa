/**
 * Light, dark, or as the system has it.
 * @module
 */

import { fill, h, icon, unseen } from "./dom.js";
import { recall, remember } from "./memory.js";
import { t } from "./words.js";

/** @typedef {"auto" | "light" | "dark"} Appearance */

/** @type {Record<Appearance, {next: Appearance, words: string}>} */
const CHOICES = {
  auto: { next: "light", words: t("Appearance: same as your device") },
  light: { next: "dark", words: t("Appearance: light") },
  dark: { next: "auto", words: t("Appearance: dark") },
};

/** @returns {HTMLElement} the button that goes round the choices */
export function appearanceButton() {
  const chosen = recall("appearance");
  let now = /** @type {Appearance} */ (chosen && chosen in CHOICES ? chosen : "auto");
  const button = h("button", { type: "button", class: "icon-button", id: "appearance", on: { click: () => choose(CHOICES[now].next) } });

  /** @param {Appearance} appearance */
  function choose(appearance) {
    now = appearance;
    remember("appearance", appearance === "auto" ? null : appearance);
    if (appearance === "auto") delete document.documentElement.dataset.appearance;
    else document.documentElement.dataset.appearance = appearance;
    const text = CHOICES[appearance].words;
    button.title = text;
    fill(button, icon(appearance), unseen(text));
  }

  choose(now);
  return button;
}
