/**
 * Addresses: every view has one, so that it can be sent to somebody; the server answers the same addresses with pages.
 * @module
 */

/**
 * @typedef {object} Route
 * @property {"events" | "event" | "room" | "screens" | "unknown"} page
 * @property {string} event or the name of the screen
 * @property {Tab} tab
 * @property {string} item ranking, board, round or participant
 * @property {URLSearchParams} options what follows a "?"
 */

/** @typedef {"standings" | "matches" | "games" | "cross" | "boards" | "card" | "seats" | "files"} Tab */

/** @type {readonly Tab[]} */
export const TABS = ["standings", "matches", "games", "cross", "boards", "card", "seats", "files"];

/** Where the list of events is, which may be below a path: a page says how far above it that is. */
export const ROOT = new URL(document.documentElement.dataset.root || "./", document.baseURI);

/** Whose page it is. */
export const SITE = document.documentElement.dataset.site ?? "Kibitz";

/**
 * Read an address.
 * @param {string} address "/e/spring-pairs/boards/7"
 * @returns {Route}
 */
export function readAddress(address) {
  const { origin, pathname, searchParams } = new URL(address, ROOT);
  const inside = origin === ROOT.origin && pathname.startsWith(ROOT.pathname);
  const [page = "", event = "", tab = "standings", item = ""] = pathname.slice(ROOT.pathname.length).split("/").map(decoded);
  const route = { event, tab: /** @type {Tab} */ ("standings"), item, options: searchParams };
  if (inside && page === "") return { ...route, page: "events" };
  if (inside && (page === "room" || page === "screens") && event) return { ...route, page };
  if (inside && page === "e" && event && TABS.includes(/** @type {Tab} */ (tab))) {
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

/** @param {readonly string[]} parts */
function addressOf(...parts) {
  return ROOT.pathname + parts.map(encodeURIComponent).join("/");
}

/**
 * Write the address of a tab of an event.
 * @param {string} event
 * @param {Tab} [tab]
 * @param {string} [item]
 */
export function eventAddress(event, tab, item) {
  return addressOf("e", event, ...(tab ? [tab] : []), ...(tab && item ? [item] : []));
}

/**
 * Write the address of the room screen of an event.
 * @param {string} event
 */
export function roomAddress(event) {
  return addressOf("room", event);
}

/**
 * Write the address of the form for a query from a card.
 * @param {string} event
 * @param {string} card
 */
export function queryAddress(event, card) {
  return addressOf("query", event, card);
}

/**
 * Write the address of what changed after the standings of an event were official.
 * @param {string} event
 */
export function changesAddress(event) {
  return addressOf("changes", event);
}

/** The address of the list of events. */
export const EVENTS_ADDRESS = ROOT.pathname;
