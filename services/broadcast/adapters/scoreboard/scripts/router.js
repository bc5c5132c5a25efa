/**
 * Addresses after the "#": every view has one, so that it can be sent to somebody, and the server needs no rules for it.
 * @module
 */

/**
 * @typedef {object} Route
 * @property {"events" | "event" | "room" | "unknown"} page
 * @property {string} event
 * @property {Tab} tab
 * @property {string} item ranking, board, round or participant
 * @property {URLSearchParams} options what follows a "?"
 */

/** @typedef {"standings" | "matches" | "games" | "cross" | "boards" | "card" | "seats" | "files"} Tab */

/** @type {readonly Tab[]} */
export const TABS = ["standings", "matches", "games", "cross", "boards", "card", "seats", "files"];

/**
 * Read an address.
 * @param {string} hash "#/e/spring-pairs/boards/7"
 * @returns {Route}
 */
export function readAddress(hash) {
  const [path, query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [page = "", event = "", tab = "standings", item = ""] = path.split("/").map(decoded);
  const route = { event, tab: /** @type {Tab} */ ("standings"), item, options: new URLSearchParams(query) };
  if (page === "") return { ...route, page: "events" };
  if (page === "room" && event) return { ...route, page: "room" };
  if (page === "e" && event && TABS.includes(/** @type {Tab} */ (tab))) {
    return { ...route, page: "event", tab: /** @type {Tab} */ (tab) };
  }
  return { ...route, page: "unknown" };
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Write the address of a tab of an event.
 * @param {string} event
 * @param {Tab} [tab]
 * @param {string} [item]
 */
export function eventAddress(event, tab, item) {
  const parts = ["#", "e", event, ...(tab ? [tab] : []), ...(tab && item ? [item] : [])];
  return parts.map((part, index) => (index ? encodeURIComponent(part) : part)).join("/");
}

/**
 * Write the address of the room screen of an event.
 * @param {string} event
 */
export function roomAddress(event) {
  return `#/room/${encodeURIComponent(event)}`;
}

/** The address of the list of events. */
export const EVENTS_ADDRESS = "#/";
