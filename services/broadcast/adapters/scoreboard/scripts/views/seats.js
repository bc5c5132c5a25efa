/**
 * Who sits where next.
 * @module
 */

import { fill, h, name, numbered, refill } from "../dom.js";
import { recall } from "../memory.js";
import { seatFindings, severity } from "../parts/findings.js";
import { SearchField } from "../parts/search.js";
import { emptyState, waitingRows } from "../parts/sheet.js";
import { eventAddress } from "../router.js";
import { naturally } from "../format.js";
import { t, tc } from "../words.js";

/** @typedef {Record<string, any>} Seat columns of the channel `evt.<event>.seats` */

const SEARCH_FROM = 12;

/** The rule of seats that no file states and no movement gives. */
const INFERRED = "inferred";

/**
 * What the next seats are for.
 * @param {Record<string, any>} meta
 */
export function seatsTitle(meta) {
  if (meta.round) return t("Round {n}", { n: meta.round });
  return { start: t("Start of the event"), next: t("Next stage"), round: t("Next round") }[/** @type {string} */ (meta.stage)] ?? t("Next seats");
}

/**
 * @param {Seat} seat
 * @returns {string} "9–11"
 */
export function boardRange(seat) {
  const { first_board: first, last_board: last } = seat;
  if (!first) return "";
  return !last || last === first ? String(first) : `${first}–${last}`;
}

/** @typedef {{ids: string[], names: string}} Side those who sit together */

/**
 * A table as it is called in the room.
 * @param {Seat} seat
 * @returns {string} "A7"
 */
export function tableOf(seat) {
  return `${seat.section ?? ""}${seat.table ?? "?"}`;
}

/**
 * Who sits there too, and what is played.
 * @param {Side} other
 * @param {string} boards empty where they are not known
 */
export function againstWords(other, boards) {
  const against = name(`${other.ids.join(" ")} ${other.names}`.trim());
  return boards ? tc("against {name}, boards {boards}", { name: against, boards }) : tc("against {name}", { name: against });
}

/**
 * The two sides of a table: pairs, the two players of a chess game, or two individuals each. Where the seats give no names
 * the standings know them.
 * @param {Seat} seat
 * @param {import("../standings-model.js").StandingsModel} model
 * @returns {[Side, Side]}
 */
export function sidesOf(seat, model) {
  const known = (/** @type {string} */ id) => model.standingsOf(id)[0]?.name ?? "";
  const side = (/** @type {(string | null | undefined)[]} */ given, /** @type {string | null} */ names) => {
    const ids = /** @type {string[]} */ (given.filter((id) => typeof id === "string" && id !== ""));
    return { ids, names: names || ids.map(known).filter((text, index) => text && text !== ids[index]).join(" & ") };
  };
  const [first, second] = seat.white || seat.black ? [[seat.white], [seat.black]] : [[seat.north, seat.south], [seat.east, seat.west]];
  return /** @type {[Side, Side]} */ ([side(seat.ns ? [seat.ns] : first, seat.ns_names), side(seat.ew ? [seat.ew] : second, seat.ew_names)]);
}

/**
 * Who meets whom in a round that the next one has overtaken; null where none is still in play.
 * @param {Record<string, any>} meta of the seats
 * @param {import("./event.js").EventContext} context
 * @returns {{title: string, seats: Seat[]} | null}
 */
function overtaken({ playing, round }, context) {
  if (!Array.isArray(playing) || !playing.length) return null;
  const [first, second] = context.meta().method?.board_scoring === "games" ? ["white", "black"] : ["ns", "ew"];
  return {
    title: t("Still playing round {n}", { n: round - 1 }),
    seats: playing.map(({ table, home, away }) => ({ table, [first]: home, [second]: away })),
  };
}

/**
 * Where somebody sits: in a round that is still in play, then in the next one. No seat is there for who sits out.
 * @param {import("../feed/channel.js").Channel} channel
 * @param {string} who
 * @param {import("./event.js").EventContext} context
 * @returns {{title: string, seat?: Seat, at: number, other?: Side}[]}
 */
export function seatsOf(channel, who, context) {
  const rounds = [overtaken(channel.meta, context), { title: seatsTitle(channel.meta), seats: [...channel.rows.values()] }];
  const found = rounds.flatMap((each) => each ? each.seats.flatMap((seat) => {
    const sides = sidesOf(seat, context.model);
    const at = sides.findIndex((side) => side.ids.includes(who));
    return at < 0 ? [] : [{ title: each.title, seat, at, other: sides[1 - at] }];
  }) : []);
  const out = channel.meta.sitting_out;
  return Array.isArray(out) && out.includes(who) ? [...found, { title: seatsTitle(channel.meta), at: 0 }] : found;
}

/**
 * What the two sides are called.
 * @param {readonly Seat[]} seats
 * @returns {[string, string]}
 */
export function sideWords(seats) {
  return seats.some((seat) => seat.white || seat.black) ? [t("White"), t("Black")] : [t("North-South"), t("East-West")];
}

/**
 * @param {ReadonlyMap<string, Seat>} rows
 * @returns {Seat[]} by section and table
 */
export function seatsInOrder(rows) {
  return [...rows.values()].sort((a, b) => naturally(a.section, b.section) || naturally(a.table, b.table));
}

export class SeatsView {
  /** @param {import("./event.js").EventContext} context */
  constructor(context) {
    this.context = context;
    this.own = recall(`participant.${context.event}`) ?? "";
    this.channel = context.feed.open(`evt.${context.event}.seats`);
    this.search = new SearchField(t("Find a name or number"), () => this.draw());
    this.search.element.hidden = true;
    this.title = h("h2", { tabindex: "-1" });
    this.content = h("div");
    this.element = h("div", { class: "seats-view" }, h("div", { class: "tools" }, this.title, this.search.element), this.content);
    this.frame = 0;
    this.stopListening = this.channel.listen((change) => {
      if (change.kind !== "state") this.frame ||= window.requestAnimationFrame(() => this.draw());
    });
    this.draw();
  }

  dispose() {
    window.cancelAnimationFrame(this.frame);
    this.stopListening();
    this.channel.close();
  }

  update() {}

  draw() {
    this.frame = 0;
    const { channel } = this;
    const seats = seatsInOrder(channel.rows);
    this.title.hidden = !seats.length;
    this.search.element.hidden = seats.length < SEARCH_FROM;
    if (!channel.ready && !channel.absent) {
      fill(this.content, waitingRows(5));
      return;
    }
    /** @type {import("../parts/findings.js").Finding[]} */
    const findings = Array.isArray(channel.meta.findings) ? channel.meta.findings : [];
    const problems = seatFindings(findings.filter((finding) => severity(finding) !== "info"), t("Needs attention"));
    const notes = seatFindings(findings.filter((finding) => severity(finding) === "info"), t("About this seating"));
    const now = overtaken(channel.meta, this.context);
    const playing = now && [h("h3", null, now.title), h("div", { class: "table-place" }, this.table(now.seats, now.title))];
    if (!seats.length) {
      const nobody = playing ?? emptyState("seats", t("No seats yet"), t("Everyone's table will appear here once the next round is known."));
      fill(this.content, nobody, problems, notes);
      return;
    }
    fill(this.title, seatsTitle(channel.meta));
    const matching = seats.filter((seat) => {
      const sides = sidesOf(seat, this.context.model);
      return this.search.finds(sides.map((side) => side.names).join(" "), ...sides.flatMap((side) => side.ids));
    });
    const away = Array.isArray(channel.meta.sitting_out) ? channel.meta.sitting_out : [];
    refill(
      this.content,
      problems,
      h("div", { class: "table-place" }, this.table(matching, seatsTitle(channel.meta))),
      !matching.length && h("p", { class: "note" }, t("No one here has that name or number.")),
      away.length > 0 && h("p", { class: "note" }, tc("Sitting out: {names}", { names: away.map((id, index) => [index ? ", " : "", name(this.nameOf(id))]) })),
      channel.meta.complete === false && h("p", { class: "note" }, t("Some seats are not decided yet.")),
      channel.meta.locked === true && h("p", { class: "note" }, t("The director has locked these seats; they will not change.")),
      channel.meta.rule === INFERRED && h("p", { class: "note" }, t("Worked out from the rounds so far; what the director announces counts.")),
      playing,
      notes,
    );
  }

  /** @param {string} id */
  nameOf(id) {
    const row = this.context.model.standingsOf(id)[0];
    return row ? `${row.number} ${row.name}` : id;
  }

  /**
   * @param {Seat[]} seats
   * @param {string} title
   */
  table(seats, title) {
    const sections = seats.some((seat) => seat.section);
    const [first, second] = sideWords(seats);
    const boards = seats.some(boardRange);
    const tables = seats.some((seat) => seat.table);
    return h(
      "table",
      { class: "seats" },
      h("caption", { class: "sr-only" }, t("{round}: tables", { round: title })),
      h("thead", null, h("tr", null,
        tables && h("th", { scope: "col", class: "table-number" }, t("Table")),
        h("th", { scope: "col" }, first),
        h("th", { scope: "col" }, second),
        boards && h("th", { scope: "col", class: "seat-boards" }, t("Boards")))),
      h("tbody", null, seats.map((seat) => {
        const [left, right] = sidesOf(seat, this.context.model);
        const own = this.own !== "" && [...left.ids, ...right.ids].includes(this.own);
        return h("tr", { class: own ? "own" : null },
          tables && h("th", { scope: "row", class: "table-number" }, sections && h("span", { class: "section-mark" }, name(seat.section ?? "")), name(seat.table ?? "")),
          h("td", null, this.side(left)),
          h("td", null, this.side(right)),
          boards && h("td", { class: "seat-boards" }, boardRange(seat)));
      })),
    );
  }

  /** @param {Side} side */
  side({ ids, names }) {
    if (!ids.length) return names ? name(names) : h("span", { class: "quiet" }, "–");
    const content = numbered(ids.join(" "), names);
    if (ids.length > 1) return h("span", null, content);
    return h("a", { class: "side-link", href: eventAddress(this.context.event, "card", ids[0]) }, content);
  }
}
