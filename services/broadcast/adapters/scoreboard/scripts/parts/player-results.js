/**
 * The players of teams by board, with what they have: for board prizes.
 * @module
 */

import { h, name, unseen } from "../dom.js";
import { amount, strength } from "../format.js";
import { playersByBoard, playerItem } from "../games-model.js";
import { eventAddress } from "../router.js";
import { t } from "../words.js";

/**
 * @param {string} event
 * @param {readonly import("../games-model.js").Game[]} games
 * @param {(team: string) => string} teamName
 */
export function playerResults(event, games, teamName) {
  return h("table", { class: "games player-results" },
    h("caption", { class: "sr-only" }, t("Results of the players by board")),
    h("thead", null, h("tr", null,
      h("th", { scope: "col", class: "table-number" }, h("span", { "aria-hidden": true }, "#"), unseen(t("Place"))),
      h("th", { scope: "col", class: "player" }, t("Player")),
      h("th", { scope: "col", class: "sum" }, t("Points")),
      h("th", { scope: "col", class: "sum" }, h("span", { "aria-hidden": true }, t("Gms")), unseen(t("Games"))))),
    playersByBoard(games).map(({ board, players }) => h("tbody", null,
      h("tr", { class: "match-row" }, h("th", { scope: "rowgroup", colspan: 4, class: "table-number" }, t("Board {n}|chess", { n: board }))),
      players.map((player, at) => h("tr", null,
        h("td", { class: "table-number" }, at && player.points === players[at - 1].points && player.games === players[at - 1].games ? "=" : String(at + 1)),
        h("th", { scope: "row", class: "player" },
          h("a", { class: "side-link", href: eventAddress(event, "card", playerItem(player.id)) }, name(player.name || player.id, "name")),
          h("span", { class: "beside" }, [strength(player.title, player.rating), teamName(player.team)].filter(Boolean).join(" · "))),
        h("td", { class: "sum" }, amount(player.points)),
        h("td", { class: "sum" }, String(player.games)))))));
}
