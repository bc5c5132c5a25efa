/**
 * The next seats as a list of people from A to Z, for a wall: the whole list is shown within a cycle of thirty seconds,
 * in the largest type that allows it.
 * @module
 */

import { h, name } from "../dom.js";
import { directionLetters, naturally } from "../format.js";
import { sidesOf, tableOf } from "../views/seats.js";
import { t } from "../words.js";

/** @typedef {{name: string, place: string}} Seated a person by surname, and table and direction */
/** @typedef {{size: number, columns: number, perColumn: number}} NameGrid `size` is that of the type in pixels */

const CYCLE_SECONDS = 30;
const PAGE_SECONDS = 4;
const ROW_EM = 1.3;
const CHARACTER_EM = 0.6;
const GAPS_EM = 1.6;
const WIDEST_EM = 26;
const SMALLEST = 11;

/**
 * A name as lists sort it: "Rosa Baker" is "Baker, Rosa". One that a file gives with a comma stays as it is.
 * @param {string} person
 */
export function surnameFirst(person) {
  const space = person.lastIndexOf(" ");
  return space < 0 || person.includes(",") ? person : `${person.slice(space + 1)}, ${person.slice(0, space)}`;
}

/**
 * @param {readonly Record<string, any>[]} seats
 * @param {import("../standings-model.js").StandingsModel} model
 * @returns {Seated[]} everybody, by surname; who has no name is listed by number
 */
export function seatsByName(seats, model) {
  const people = seats.flatMap((seat) => sidesOf(seat, model).flatMap(({ ids, names }, side) => {
    const chess = seat.white || seat.black;
    const place = [tableOf(seat), chess ? (side ? t("Black") : t("White")) : directionLetters(side ? "EW" : "NS")].join(" ");
    return (names ? names.split(" & ") : ids).map((person) => ({ name: surnameFirst(person.trim()), place }));
  }));
  return people.sort((a, b) => naturally(a.name, b.name) || naturally(a.place, b.place));
}

/**
 * Those of a part of the alphabet, for screens that share it; A and Z stand for whatever sorts before and after them, too.
 * @param {readonly Seated[]} people
 * @param {string | null} letters "A-M"; anything else: everybody
 */
export function withInitials(people, letters) {
  const [, from, to] = /^([A-Z])-([A-Z])$/.exec(letters ?? "") ?? [];
  if (!from) return people;
  const upTo = (/** @type {string} */ initial, /** @type {string} */ end) => initial.localeCompare(end, "en", { sensitivity: "base" });
  return people.filter(({ name: [initial = ""] }) => (from === "A" || upTo(initial, from) >= 0) && (to === "Z" || upTo(initial, to) <= 0));
}

/** Seconds that a page of names stays: short, because people look for one name and go. */
export function secondsOfNames(/** @type {number} */ pages) {
  return Math.max(PAGE_SECONDS, Math.floor(CYCLE_SECONDS / Math.max(pages, 1)));
}

/**
 * The largest type in which all names pass within a cycle. The longest name fits, up to 40 characters with its table.
 * @param {readonly Seated[]} people
 * @param {number} width
 * @param {number} height
 * @param {number} largest
 * @returns {NameGrid}
 */
export function nameGrid(people, width, height, largest) {
  const most = Math.floor(CYCLE_SECONDS / PAGE_SECONDS);
  const longest = people.reduce((most, person) => Math.max(most, person.name.length + person.place.length), 0);
  const columnEm = Math.min(WIDEST_EM, longest * CHARACTER_EM + GAPS_EM);
  const grid = (/** @type {number} */ size) => ({
    size,
    columns: Math.max(1, Math.floor(width / (size * columnEm))),
    perColumn: Math.max(1, Math.floor(height / (size * ROW_EM))),
  });
  for (let size = Math.floor(largest); size > SMALLEST; size -= 1) {
    const { columns, perColumn } = grid(size);
    if (columns * perColumn * most >= people.length) return grid(size);
  }
  return grid(SMALLEST);
}

/**
 * @param {readonly Seated[]} people
 * @param {NameGrid} grid
 */
export function nameColumn(people, { size, columns }) {
  const list = h("ul", { class: "room-names" },
    people.map((person) => h("li", null, name(person.name, "name"), h("b", null, name(person.place)))));
  list.style.fontSize = `${size}px`;
  list.style.width = `${100 / columns}%`;
  return list;
}
