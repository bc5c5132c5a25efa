/**
 * The page: a bar on top, one view below it, chosen by the address.
 * @module
 */

import { Announcer } from "./announcer.js";
import { appearanceButton } from "./appearance.js";
import { fill, h, icon, refill } from "./dom.js";
import { PageFeed } from "./feed/page-feed.js";
import { ConnectionState } from "./parts/connection.js";
import { emptyState } from "./parts/sheet.js";
import { EVENTS_ADDRESS, readAddress, ROOT } from "./router.js";
import { EventView, loadTab } from "./views/event.js";
import { followLinks, keepPlace, keepScroll, restoreScroll } from "./visit.js";
import { t } from "./words.js";

/** @typedef {import("./router.js").Route} Route */
/**
 * @typedef {object} PageView
 * @property {HTMLElement} element
 * @property {() => void} dispose
 * @property {(route: Route) => void} [navigate] to another part of the same page
 * @property {Promise<void>} [first] when it has something to show, or the server has had time enough
 */

const KEEP_AFTER_MS = 5_000;

export class App {
  constructor() {
    this.main = /** @type {HTMLElement} */ (document.getElementById("main"));
    this.announcer = new Announcer(/** @type {HTMLElement} */ (document.getElementById("announcements")));
    this.feed = new PageFeed(ROOT);
    this.connection = new ConnectionState(this.feed, this.announcer);
    /** @type {PageView | null} */
    this.view = null;
    this.shown = "";
    this.turn = 0;
    fill(/** @type {HTMLElement} */ (document.getElementById("bar")),
      brand(),
      h("div", { class: "bar-tools" }, this.connection.element, appearanceButton()));
    // Addresses that the server wrote are relative to the one that was loaded.
    for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('[rel="icon"], [rel="manifest"], .foot a:not([hreflang])'))) link.setAttribute("href", link.href);
    keepScroll();
    followLinks();
    window.addEventListener("popstate", () => {
      if (!window.location.hash) this.navigate(); // A place within the page is the browser's to find.
    });
    this.navigate();
  }

  /** Show the view of the address. What the server has rendered stays until the view has all that it shows. */
  async navigate() {
    const route = readAddress(window.location.href);
    const wanted = `${route.page} ${route.event}`;
    const turn = ++this.turn;
    document.documentElement.dataset.page = route.page;
    if (wanted === this.shown && this.view?.navigate) {
      this.view.navigate(route);
      return;
    }
    const first = this.shown === "" && turn === 1;
    const channels = (first && this.main.dataset.channels?.split(" ") || []).map((name) => this.feed.open(name));
    const open = await this.loaded(route);
    await Promise.all(channels.map(arrival));
    if (turn === this.turn) {
      if (first) keepPlace();
      const view = open(first);
      if (first) await view.first;
      if (turn === this.turn) this.show(view, wanted, first);
      else view.dispose();
    }
    channels.forEach((channel) => channel.close());
  }

  /**
   * @param {PageView} view
   * @param {string} wanted
   * @param {boolean} first
   */
  show(view, wanted, first) {
    this.shown = wanted;
    this.announcer.forget();
    // The new view has opened its channels before the old one closes them, so that shared ones stay.
    this.view?.dispose();
    this.view = view;
    delete this.main.dataset.channels;
    refill(this.main, view.element);
    restoreScroll();
    if (!first) (/** @type {HTMLElement | null} */ (this.main.querySelector("h1")) ?? this.main).focus({ preventScroll: true });
  }

  /**
   * What opens the view of a route, once its script is here.
   * @param {Route} route
   * @returns {Promise<(first: boolean) => PageView>} told whether the server has rendered the same
   */
  async loaded(route) {
    if (route.page === "events") {
      const { EventsView } = await import("./views/events.js");
      return () => new EventsView(this);
    }
    if (route.page === "event") {
      await loadTab(route).catch(() => {}); // The view says so.
      return (first) => new EventView(this, route, first);
    }
    if (route.page === "room") {
      const { RoomView } = await import("./views/room.js");
      return () => new RoomView(this, route);
    }
    if (route.page === "screens") {
      const { ScreenView } = await import("./views/screen.js");
      return () => new ScreenView(this, route);
    }
    return () => ({
      element: emptyState("standings", t("Page not found"), t("The address may be mistyped."), h("a", { class: "button", href: EVENTS_ADDRESS }, icon("back"), t("All events")), "h1"),
      dispose: () => {},
    });
  }
}

/** Whose page it is, as the server has written it, leading to the list of events from wherever one goes. */
function brand() {
  const link = /** @type {HTMLAnchorElement} */ (document.querySelector(".brand"));
  const picture = /** @type {HTMLImageElement | null} */ (link.querySelector("img"));
  link.setAttribute("href", EVENTS_ADDRESS);
  if (picture) picture.setAttribute("src", picture.src);
  return link;
}

/** @param {import("./feed/channel.js").Channel} channel @returns {Promise<void>} when it has come, or is known not to exist */
function arrival(channel) {
  return new Promise((resolve) => {
    const stop = channel.listen(() => {
      if (!channel.ready && !channel.absent) return;
      stop();
      resolve();
    });
    if (channel.ready || channel.absent) resolve();
  });
}

const { feed } = new App();
// What is kept for later is not to delay what is seen now.
window.setTimeout(() => import("./notices.js").then(({ register }) => register(feed.base)).catch(() => {}), KEEP_AFTER_MS);
