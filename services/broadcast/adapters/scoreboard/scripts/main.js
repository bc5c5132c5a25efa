/**
 * The page: a bar on top, one view below it, chosen by the address.
 * @module
 */

import { Announcer } from "./announcer.js";
import { appearanceButton } from "./appearance.js";
import { fill, h, icon } from "./dom.js";
import { Feed } from "./feed/feed.js";
import { registerSoon } from "./notices.js";
import { ConnectionState } from "./parts/connection.js";
import { emptyState } from "./parts/sheet.js";
import { EVENTS_ADDRESS, readAddress } from "./router.js";
import { EventView } from "./views/event.js";
import { EventsView } from "./views/events.js";
import { RoomView } from "./views/room.js";
import { keepScroll, restoreScroll } from "./visit.js";

/** @typedef {import("./router.js").Route} Route */
/** @typedef {{element: HTMLElement, dispose: () => void, navigate?: (route: Route) => void}} PageView */

export class App {
  constructor() {
    this.main = /** @type {HTMLElement} */ (document.getElementById("main"));
    this.announcer = new Announcer(/** @type {HTMLElement} */ (document.getElementById("announcements")));
    this.feed = new Feed(new URL(".", document.baseURI));
    this.connection = new ConnectionState(this.feed, this.announcer);
    /** @type {PageView | null} */
    this.view = null;
    this.shown = "";
    fill(/** @type {HTMLElement} */ (document.getElementById("bar")),
      h("a", { class: "brand", href: EVENTS_ADDRESS, "aria-label": "Kibitz: all events" }, h("img", { src: "icon.svg", alt: "", width: 28, height: 28 }), h("span", null, "Kibitz")),
      h("div", { class: "bar-tools" }, this.connection.element, appearanceButton()));
    keepScroll();
    window.addEventListener("hashchange", () => this.navigate());
    this.navigate();
  }

  navigate() {
    const route = readAddress(window.location.hash);
    const wanted = `${route.page} ${route.event}`;
    document.documentElement.dataset.page = route.page;
    if (wanted === this.shown && this.view?.navigate) {
      this.view.navigate(route);
      return;
    }
    const first = this.shown === "";
    this.shown = wanted;
    this.announcer.forget();
    // The new view opens its channels before the old one closes them, so that shared ones stay.
    const before = this.view;
    this.view = this.open(route);
    before?.dispose();
    fill(this.main, this.view.element);
    restoreScroll();
    if (!first) (/** @type {HTMLElement | null} */ (this.main.querySelector("h1")) ?? this.main).focus({ preventScroll: true });
  }

  /**
   * @param {Route} route
   * @returns {PageView}
   */
  open(route) {
    if (route.page === "events") return new EventsView(this);
    if (route.page === "event") return new EventView(this, route);
    if (route.page === "room") return new RoomView(this, route);
    return {
      element: emptyState("standings", "Page not found", "The address may be mistyped.", h("a", { class: "button", href: EVENTS_ADDRESS }, icon("back"), "All events")),
      dispose: () => {},
    };
  }
}

registerSoon(new App().feed.base);
