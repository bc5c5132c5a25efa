/**
 * What the file states beside what was computed.
 * @module
 */

import { h, unseen } from "../dom.js";
import { amount, percent, unitHeading } from "../format.js";
import { t, tc } from "../words.js";
import { openSheet } from "./sheet.js";

/** @typedef {import("../standings-model.js").Standing} Standing */

/**
 * What the file states beside what was computed.
 * @param {Standing} row
 * @param {string} unit
 */
export function explainDifference(row, unit) {
  /** @type {[string, string, string][]} */
  const pairs = [
    [t("Place"), row.stated_place ?? "", row.place ?? ""],
    [unitHeading(unit), amount(row.stated_total), amount(row.total)],
    [t("Percentage"), percent(row.stated_percentage), percent(row.percentage)],
    [t("Final|value"), "", row.percentage ? percent(row.final) : amount(row.final)],
  ];
  const shown = pairs.filter(([, stated, computed]) => stated || computed);
  openSheet(
    t("Differs from the file"),
    h("p", null, tc("{name}: the file gives different values from those calculated from its results.", { name: h("bdi", null, row.name) })),
    h(
      "table",
      { class: "plain" },
      h("caption", { class: "sr-only" }, t("In the file and calculated")),
      h("thead", null, h("tr", null, h("td"), h("th", { scope: "col" }, t("File")), h("th", { scope: "col" }, t("Calculated")))),
      h("tbody", null, shown.map(([what, stated, computed]) =>
        h("tr", null, h("th", { scope: "row" }, what), h("td", null, stated || unseenDash(t("not given"))), h("td", null, computed || unseenDash(t("none")))))),
    ),
    h("p", { class: "quiet" }, t("This page shows the calculated values; the file is not changed. Usual reasons are totals older than the results, different rounding, or different factoring of boards with fewer results.")),
  );
}

/** @param {string} spoken */
function unseenDash(spoken) {
  return h("span", null, h("span", { "aria-hidden": true }, "–"), unseen(spoken));
}
