/**
 * A personal card: one participant's places, next seat and boards. The choice is remembered on this device.
 * @module
 */

import { fill, h, name, numbered, refill } from "../dom.js";
import { amount, asWritten } from "../format.js";
import { recall, remember } from "../memory.js";
import { cardOf } from "../games-model.js";
import { cardTable } from "../parts/card-lines.js";
import { cardQueries } from "../parts/card-queries.js";
import { chessTable } from "../parts/chess-card.js";
import { explainMatchScore, explainRow, isExplained, whyButton } from "../parts/explanation.js";
import { SearchField } from "../parts/search.js";
import { emptyState, firstAnswer, waitingRows } from "../parts/sheet.js";
import { drawPlaceChange } from "../parts/standings-table.js";
import { eventAddress } from "../router.js";
import { rankingsOf, scoreForm, scoreParts, scoreWords, tieBreakCodes, tieBreakValues } from "../standings-model.js";
import { t, tc } from "../words.js";
import { againstWords, boardRange, seatsOf, sideWords, tableOf } from "./seats.js";

/** @typedef {import("./event.js").EventContext} EventContext */
/** @typedef {import("./event.js").Update} Update */
/** @typedef {{name?: string | null, kind?: string, team?: string | null, number?: string, title?: string | null, rating?: string | null, federation?: string | null, performance?: number | null, queries?: import("../parts/card-queries.js").Query[], can_query?: boolean, lines?: import("../parts/card-lines.js").CardLine[]}} Card */

const SHOWN_CHOICES = 60;
const REFRESH_PAUSE_MS = 700;
const RETRY_MS = 4_000;

export class CardView {
  /**
   * @param {EventContext} context
   * @param {string} item participant; empty for the one that is remembered
   */
  constructor(context, item) {
    this.context = context;
    this.key = `participant.${context.event}`;
    this.participant = "";
    /** @type {Card | null} */
    this.card = null;
    this.failure = "";
    this.tag = "";
    this.asked = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.element = h("div", { class: "card-view" });
    this.search = new SearchField(t("Your name or number"), () => this.drawChoices());
    this.choices = h("div");
    this.seats = context.feed.open(`evt.${context.event}.seats`);
    this.stopListening = this.seats.listen((change) => {
      if (change.kind !== "state" && this.participant) this.drawSummary();
    });
    /** @type {import("../feed/channel.js").Channel | null} only events that are played in matches have it */
    this.matches = null;
    this.stopMatches = () => {};
    this.summary = h("div", { class: "card-summary" });
    this.queries = h("div", { class: "card-queries" });
    this.lines = h("div", { class: "card-lines" });
    const { first, arrived } = firstAnswer();
    /** When there is a card, or is known to be none. */
    this.first = first;
    this.arrived = arrived;
    this.show(item);
  }

  dispose() {
    window.clearTimeout(this.timer);
    this.asked += 1;
    this.stopListening();
    this.seats.close();
    this.stopMatches();
    this.matches?.close();
  }

  /** Follow the matches, as soon as the event has any. */
  followMatches() {
    if (this.matches || !this.context.meta().matches) return;
    this.matches = this.context.feed.open(`evt.${this.context.event}.matches`);
    this.stopMatches = this.matches.listen((change) => {
      if (change.kind !== "state" && this.participant) this.drawLines();
    });
  }

  /** @param {string} item */
  show(item) {
    this.participant = item || recall(this.key) || "";
    this.card = null;
    this.tag = "";
    this.failure = "";
    if (!this.participant) {
      this.drawChooser();
      this.arrived();
      return;
    }
    this.followMatches();
    fill(this.element, this.summary, this.queries, this.lines);
    this.drawSummary();
    this.drawLines();
    void this.load();
  }

  /** @param {Update} update */
  update(update) {
    if (!this.participant) {
      this.drawChoices();
      return;
    }
    this.followMatches();
    this.drawSummary();
    // Boards that others play move this card's points too: any change may be one of it.
    if (update.changed === null || update.changed.size) {
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.load(), REFRESH_PAUSE_MS);
    }
  }

  async load() {
    const asked = ++this.asked;
    const { id, kind } = cardOf(this.participant);
    const address = new URL(`v1/events/${encodeURIComponent(this.context.event)}/cards/${encodeURIComponent(id)}`, this.context.feed.base);
    if (kind) address.searchParams.set("kind", kind);
    try {
      const answer = await fetch(address, { headers: this.tag ? { "If-None-Match": this.tag } : {}, cache: "no-store" });
      if (asked !== this.asked || answer.status === 304) return;
      if (answer.ok) {
        const card = await answer.json();
        if (asked !== this.asked) return;
        this.tag = answer.headers.get("ETag") ?? "";
        this.card = card;
        this.failure = "";
      } else {
        this.failure = answer.status === 404 ? "unknown" : "refused";
      }
    } catch {
      if (asked !== this.asked) return;
      this.failure = "unreachable";
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.load(), RETRY_MS);
    }
    this.drawSummary();
    this.drawLines();
    if (this.card || this.failure === "unknown") this.arrived();
  }

  drawChooser() {
    fill(this.element,
      h("div", { class: "tools" }, h("h2", { tabindex: "-1" }, t("Whose card?")), this.search.element),
      this.choices);
    this.drawChoices();
  }

  drawChoices() {
    const everybody = this.context.model.participants();
    if (!everybody.length) {
      fill(this.choices, this.context.ready() ? emptyState("card", t("No entries yet"), t("Choose your name here once the first results are in.")) : waitingRows(4));
      return;
    }
    const matching = everybody.filter((row) => this.search.finds(row.name, row.number));
    refill(
      this.choices,
      h("ul", { class: "choice-list" }, matching.slice(0, SHOWN_CHOICES).map((row) =>
        h("li", null, h("a", { href: eventAddress(this.context.event, "card", row.participant) },
          numbered(row.number, row.name))))),
      h("p", { class: "note" }, !matching.length ? t("No one here has that name or number.") : matching.length > SHOWN_CHOICES ? t("And {n} more: type part of the name.", { n: matching.length - SHOWN_CHOICES }) : t("Say “This is me” on your card to have it here next time; it is kept on this device only.")),
    );
  }

  forget() {
    remember(this.key, null);
    this.participant = "";
    this.asked += 1;
    window.history.replaceState(window.history.state, "", eventAddress(this.context.event, "card"));
    this.drawChooser();
    this.search.input.focus();
  }

  drawSummary() {
    const { model, event } = this.context;
    const rows = model.standingsOf(this.participant);
    const rankings = rankingsOf(this.context.meta(), model);
    const own = recall(this.key) === this.participant;
    const claim = () => {
      remember(this.key, this.participant);
      this.drawSummary();
    };
    refill(
      this.summary,
      h("div", { class: "card-head" },
        h("h2", { tabindex: "-1" }, numbered(rows[0]?.number ?? cardOf(this.participant).id, rows[0]?.name ?? this.card?.name ?? "")),
        own ? h("button", { type: "button", class: "button", on: { click: () => this.forget() } }, t("Someone else"))
          : h("button", { type: "button", class: "button", on: { click: claim } }, t("This is me"))),
      this.facts(),
      h("dl", { class: "tiles" }, rankings.map((ranking) => {
        const row = rows.find((standing) => standing.ranking === ranking.id);
        return row && this.tile(row, ranking);
      }), this.performanceTile(), this.seatTiles()),
      this.card?.kind === "player" && this.card.team && h("p", { class: "note" }, tc("Plays for {team}", {
        team: h("a", { href: eventAddress(event, "card", this.card.team) }, h("bdi", null, model.nameOf(this.card.team) || this.card.team)) })),
      !own && h("p", { class: "note" }, h("a", { href: eventAddress(event, "standings") }, t("Back to the standings"))),
    );
  }

  /**
   * @param {import("../standings-model.js").Standing} row
   * @param {import("../standings-model.js").RankingInfo} ranking
   */
  tile(row, ranking) {
    const entries = this.context.model.inOrder(ranking.id).length;
    const move = h("span", { class: "move" });
    drawPlaceChange(move, this.context.model.placeChangeOf(row, performance.now()));
    const form = scoreForm([row], ranking.unit ?? "");
    const values = tieBreakValues(row);
    const parts = [...scoreParts(row, form), ...tieBreakCodes([row]).map((code, at) => name(`${code} ${asWritten(values[at])}`))];
    return h("div", { class: "tile" },
      h("dt", null, h("bdi", null, ranking.title)),
      h("dd", null,
        h("span", { class: "tile-main" }, placeOf(row.place ?? "–", entries), move),
        h("span", { class: "tile-more" }, whyButton(scoreWords(row, form), isExplained(this.context.meta()) && (() => explainRow(this.context, row, ranking)))),
        parts.length > 0 && h("span", { class: "tile-more quiet" }, parts.map((part, at) => [at ? " · " : "", part]))));
  }

  /** Of a player of chess: title, rating, federation, and the rank by which the first round was paired. */
  facts() {
    const { kind, title, rating, federation, number, team } = this.card ?? {};
    if (kind !== "player") return null;
    const start = !team && /^\d+$/.test(number ?? "");
    const facts = [title, rating && t("Rating {n}", { n: amount(rating, 0) }), federation, start && t("Starting rank {n}", { n: number ?? "" })].filter(Boolean);
    return facts.length > 0 && h("p", { class: "facts card-facts" }, facts.map((fact) => h("span", { class: "fact" }, fact)));
  }

  performanceTile() {
    const { performance } = this.card ?? {};
    if (!performance) return null;
    return h("div", { class: "tile" }, h("dt", null, t("Performance")),
      h("dd", null, h("span", { class: "tile-main" }, String(performance))));
  }

  seatTiles() {
    return seatsOf(this.seats, this.participant, this.context).map(({ title, seat, at, other }) => h("div", { class: "tile tile-seat" },
      h("dt", null, title),
      h("dd", null, seat && other ? [
        h("span", { class: "tile-main" }, t("Table {table}", { table: tableOf(seat) }), h("span", { class: "tile-of" }, ` ${sideWords([seat])[at]}`)),
        h("span", { class: "tile-more" }, againstWords(other, boardRange(seat))),
      ] : h("span", { class: "tile-main" }, t("Sitting out")))));
  }

  drawLines() {
    const lines = this.card?.lines;
    refill(this.queries, cardQueries(this.context.event, this.participant, this.card));
    if (!lines) {
      /** @type {Record<string, [string, string]>} */
      const failures = {
        unknown: [t("No such entry"), t("No one with this number is playing in this event, or they have no result yet.")],
        refused: [t("The card cannot be shown"), t("The server could not supply it. The page tries again with the next result.")],
        unreachable: [t("The server cannot be reached"), t("The card appears when the connection is back.")],
      };
      const failure = failures[this.failure];
      fill(this.lines, failure ? emptyState("card", ...failure) : waitingRows(6));
      return;
    }
    const chess = this.context.meta().method?.board_scoring === "games";
    if (!lines.length && (chess || !this.matches?.rows.size)) {
      fill(this.lines, chess ? emptyState("card", t("No rounds yet"), t("The first round played will appear here with its result."))
        : emptyState("card", t("No boards yet"), t("The first board played will appear here with its result.")));
      return;
    }
    if (chess) {
      refill(this.lines, chessTable(this.context.event, /** @type {import("../parts/chess-card.js").ChessCard} */ (this.card), (team) => this.context.model.nameOf(team)));
      return;
    }
    const { event, model } = this.context;
    const matches = /** @type {import("../matches-model.js").Match[]} */ ([...this.matches?.rows.values() ?? []]);
    refill(this.lines, cardTable({
      event,
      participant: this.participant,
      nameOf: (id) => model.nameOf(id),
      numberOf: (id) => model.numberOf(id),
      why: isExplained(this.context.meta()) && ((match, away) => explainMatchScore(this.context, match, away)),
    }, lines, matches));
  }
}

/**
 * A place, large, and of how many.
 * @param {string} place
 * @param {number} entries
 */
function placeOf(place, entries) {
  return h("span", { class: "tile-of" }, tc("{place} of {n}", { place: name(place, "tile-place"), n: entries }));
}
