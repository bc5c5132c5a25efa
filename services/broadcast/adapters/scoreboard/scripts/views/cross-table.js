/**
 * Everybody against everybody in an event of chess.
 * @module
 */

import { fill, h, refill } from "../dom.js";
import { amount } from "../format.js";
import { cellsOfGames, cellsOfMatches } from "../games-model.js";
import { recall } from "../memory.js";
import { ChessChannels } from "../parts/chess-channels.js";
import { crossGrid } from "../parts/cross-grid.js";
import { emptyState, waitingRows } from "../parts/sheet.js";
import { rankingsOf } from "../standings-model.js";
import { t } from "../words.js";
import { PairsCrossView } from "./pairs-cross.js";

/**
 * The cross-table that suits an event: of chess by rounds, of bridge by what pairs have against each other.
 * @param {import("./event.js").EventContext} context
 * @param {string} item id of a ranking
 */
export function crossView(context, item) {
  return context.meta().method?.board_scoring === "games" ? new CrossTableView(context) : new PairsCrossView(context, item);
}

export class CrossTableView {
  /** @param {import("./event.js").EventContext} context */
  constructor(context) {
    this.context = context;
    this.channels = new ChessChannels(context, () => this.draw());
    this.place = h("div", { class: "table-place cross-place", tabindex: "0", role: "region", "aria-label": t("Cross-table") });
    this.note = h("p", { class: "note" });
    this.element = h("div", { class: "cross-view" }, this.place, this.note);
    this.draw();
  }

  dispose() {
    this.channels.close();
  }

  update() {
    this.channels.plan();
  }

  draw() {
    const { model, event } = this.context;
    const ranking = rankingsOf(this.context.meta(), model)[0];
    const rows = ranking ? model.inOrder(ranking.id) : [];
    const matches = this.channels.matches();
    const cells = matches.length
      ? cellsOfMatches(matches, (match) => ({ home: amount(match.home_raw ?? match.home_score), away: amount(match.away_raw ?? match.away_score) }), t("game points"), true)
      : cellsOfGames(this.channels.games());
    if (!rows.length || !cells.size) {
      fill(this.note);
      fill(this.place, this.channels.known ? emptyState("cross", t("No games yet"), t("The cross-table begins with the first round.")) : waitingRows(6));
      return;
    }
    const { table, note } = crossGrid({ event, own: recall(`participant.${event}`) ?? "", rows, cells, total: t("Points") });
    refill(this.place, table);
    fill(this.note, note);
  }
}
