/**
 * Who plays whom in a round of chess, and what came of it: one round at a time, the newest first; of teams match by match, and
 * what their players have.
 * @module
 */

import { fill, h, name, refill, setText, unseen } from "../dom.js";
import { amount, strength } from "../format.js";
import { byeWords, gameRounds, matchesByTable, playerItem, pointsBefore, pointsText, resultText } from "../games-model.js";
import { recall } from "../memory.js";
import { roundDate } from "../parts/about.js";
import { ChessChannels } from "../parts/chess-channels.js";
import { choice } from "../parts/choice.js";
import { playerResults } from "../parts/player-results.js";
import { SearchField } from "../parts/search.js";
import { emptyState, waitingRows } from "../parts/sheet.js";
import { eventAddress } from "../router.js";
import { t, tn } from "../words.js";

/** @typedef {import("../games-model.js").Game} Game */
/** @typedef {import("../games-model.js").Round} Round */
/** @typedef {import("../matches-model.js").Match} Match */

const SEARCH_FROM = 12;
const PLAYERS = { id: "players", title: t("Players") };

export class GamesView {
  /**
   * @param {import("./event.js").EventContext} context
   * @param {string} item number of a round, or the players of teams; empty for the newest round
   */
  constructor(context, item) {
    this.context = context;
    this.chosen = item;
    this.channels = new ChessChannels(context, () => this.draw());
    /** @type {ReadonlyMap<string, string | null>} player → points before the round that is shown */
    this.before = new Map();
    this.switch = choice(t("Round"), (id) => this.choose(id));
    this.search = new SearchField(t("Find a name"), () => this.draw());
    this.date = h("p", { class: "round-date", hidden: true });
    this.place = h("div", { class: "table-place" });
    this.note = h("p", { class: "note" });
    this.element = h("div", { class: "games-view" },
      h("div", { class: "tools" }, this.switch.element, this.search.element), this.date, this.place, this.note);
    this.draw();
  }

  dispose() {
    this.channels.close();
  }

  /** The standings changed; the first matches may have come with them. */
  update() {
    this.channels.plan();
  }

  /** @param {string} item */
  show(item) {
    this.chosen = item;
    this.draw();
  }

  draw() {
    const every = this.channels.games();
    const rounds = gameRounds(every);
    const ofTeams = every.some((game) => game.white_team || game.black_team);
    const round = rounds.find(({ id }) => id === this.chosen) ?? rounds[0];
    const players = ofTeams && this.chosen === PLAYERS.id;
    this.switch.show(ofTeams ? [...rounds, PLAYERS] : rounds, players ? PLAYERS.id : round?.id ?? "");
    const day = round && !players ? roundDate(this.context.meta(), round.id) : "";
    setText(this.date, day && t("{round}: {date}", { round: round.title, date: day }));
    this.date.hidden = !day;
    if (players) {
      this.search.element.hidden = true;
      refill(this.place, playerResults(this.context.event, every, (team) => this.context.model.nameOf(team)));
      fill(this.note, t("Games over the board, by the board that each has played most. Byes and forfeits are left out."));
      return;
    }
    this.search.element.hidden = !round || round.games.length < SEARCH_FROM;
    if (!round) {
      fill(this.note);
      fill(this.place, this.channels.known ? emptyState("games", t("No pairings yet"), t("The first round will appear here as soon as it is paired.")) : waitingRows(5));
      return;
    }
    const found = (/** @type {Game} */ game) => this.search.empty || this.search.finds(`${game.white_name} ${game.black_name}`, game.white, game.black ?? "");
    const games = round.games.filter(found);
    const played = this.channels.matches();
    const matches = matchesByTable(played, round.number);
    const own = recall(`participant.${this.context.event}`) ?? "";
    this.before = ofTeams ? new Map() : pointsBefore(every, round.number);
    refill(this.place, this.table(round, games, matches, own));
    const byes = round.byes.filter(found).map((game) => [name(game.white_name || game.white), ` ${byeWords(game.bye)[1]}`]);
    const free = played.filter((match) => match.round === round.number && !match.away && (this.search.empty || this.search.finds(match.home_name ?? "", match.home)))
      .map((match) => [name(match.home_name || match.home), ` ${t("bye {score}", { score: amount(match.home_score) })}`]);
    const left = [...byes, ...free];
    fill(this.note, !games.length && !left.length ? t("No one here has that name or number.") : h("span", null, left.map((words, at) => [at ? " · " : "", words])));
  }

  /**
   * @param {Round} round
   * @param {readonly Game[]} games
   * @param {ReadonlyMap<number, Match>} matches
   * @param {string} own
   */
  table(round, games, matches, own) {
    const teams = matches.size > 0 || games.some((game) => game.white_team || game.black_team);
    // A match that nobody came to has no games.
    /** @type {Map<number, Game[]>} */
    const groups = new Map(this.search.empty ? [...matches.keys()].sort((a, b) => a - b).map((table) => [table, []]) : []);
    for (const game of games) {
      const key = teams ? game.table ?? 0 : 0;
      groups.set(key, [...groups.get(key) ?? [], game]);
    }
    return h("table", { class: "games" },
      h("caption", { class: "sr-only" }, tn(round.games.length, "{round}: {n} game", "{round}: {n} games", { round: round.title })),
      h("thead", null, h("tr", null,
        h("th", { scope: "col", class: "table-number" }, h("span", { "aria-hidden": true }, t("Bd|chess")), unseen(t("Board|chess"))),
        h("th", { scope: "col", class: "player" }, t("White")),
        h("th", { scope: "col", class: "result" }, t("Result")),
        h("th", { scope: "col", class: "player" }, t("Black")))),
      [...groups].map(([table, list]) => h("tbody", null,
        teams && this.matchRow(table, list, matches.get(table), own),
        list.map((game) => this.row(game, teams, own)))));
  }

  /**
   * @param {number} table
   * @param {readonly Game[]} games of the match
   * @param {Match | undefined} match
   * @param {string} own
   */
  matchRow(table, games, match, own) {
    const [home, away] = match ? [match.home, match.away ?? ""] : [games[0].white_team ?? "", games[0].black_team ?? ""];
    const { model, event } = this.context;
    const side = (/** @type {string} */ id) => h("a", { class: "side-link", href: eventAddress(event, "card", id) }, name(model.nameOf(id) || id, "name"));
    const [ours, theirs] = match ? [amount(match.home_raw), amount(match.away_raw)] : ["", ""];
    return h("tr", { class: own && (home === own || away === own) ? "match-row own" : "match-row" },
      h("td", { class: "table-number" }, String(table)),
      h("th", { scope: "rowgroup", class: "player" }, side(home)),
      h("td", { class: "result", dir: "ltr" }, ours || theirs ? `${ours || "0"} : ${theirs || "0"}` : ""),
      h("th", { class: "player" }, side(away)));
  }

  /**
   * @param {Game} game
   * @param {boolean} teams
   * @param {string} own
   */
  row(game, teams, own) {
    const mine = !teams && own && (game.white === own || game.black === own);
    return h("tr", { class: mine ? "own" : null },
      h("td", { class: "table-number" }, String((teams ? game.board : game.table) ?? "")),
      h("td", { class: "player" }, this.player(game, false, teams)),
      h("td", { class: "result", dir: "ltr" }, resultText(game) || [h("span", { "aria-hidden": true }, "–"), unseen(t("no result yet"))],
        game.uncoloured && unseen([", ", t("colours not stated")])),
      h("td", { class: "player" }, game.black ? this.player(game, true, teams) : h("span", { class: "quiet" }, "–")));
  }

  /**
   * @param {Game} game
   * @param {boolean} black
   * @param {boolean} teams
   */
  player(game, black, teams) {
    const [id, label, title, rating] = black
      ? [game.black ?? "", game.black_name, game.black_title, game.black_rating]
      : [game.white, game.white_name, game.white_title, game.white_rating];
    const words = name(label || id, "name");
    const beside = [strength(title, rating), pointsText(this.before.get(id))].filter(Boolean).join(" · ");
    return [
      h("a", { class: "side-link", href: eventAddress(this.context.event, "card", teams ? playerItem(id) : id) }, words),
      beside && h("span", { class: "beside" }, beside),
    ];
  }

  /** @param {string} id */
  choose(id) {
    this.chosen = id;
    window.history.replaceState(window.history.state, "", eventAddress(this.context.event, "games", id));
    this.draw();
  }
}
