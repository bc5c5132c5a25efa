/**
 * Whoever is entered for a tournament of chess, by starting rank (`domain/pages/rankings.py`).
 * @module
 */

import { h, name, unseen } from "../dom.js";
import { amount, naturally } from "../format.js";
import { eventAddress } from "../router.js";
import { t, tn } from "../words.js";

/** @typedef {import("../standings-model.js").Standing} Standing */

/**
 * @param {string} event
 * @param {string} own
 * @param {readonly Standing[]} rows
 */
export function startingRank(event, own, rows) {
  if (!rows.length) return h("p", { class: "note" }, t("No one here has that name or number."));
  return h("section", { class: "table-place" }, h("table", { class: "games starting" },
    h("caption", { class: "sr-only" }, tn(rows.length, "{n} entry", "{n} entries")),
    h("thead", null, h("tr", null,
      h("th", { scope: "col", class: "table-number" }, h("span", { "aria-hidden": true }, "#"), unseen(t("Starting rank"))),
      h("th", { scope: "col", class: "player" }, t("Name")),
      h("th", { scope: "col", class: "result" }, t("Rating")))),
    h("tbody", null, [...rows].sort((a, b) => naturally(a.number, b.number)).map((row) => {
      const beside = [row.title, row.federation].filter(Boolean).join(" · ");
      return h("tr", { class: row.participant === own ? "own" : null },
        h("td", { class: "table-number" }, row.number),
        h("th", { scope: "row", class: "player" },
          h("a", { class: "side-link", href: eventAddress(event, "card", row.participant) }, name(row.name, "name")),
          beside && h("span", { class: "beside" }, beside)),
        h("td", { class: "result" }, amount(row.rating, 0)));
    }))));
}
