/**
 * One event: its head, its tabs, and the feed that all of them share.
 * @module
 */

import { fill, h, icon, refill, setText, unseen } from "../dom.js";
import { moment } from "../format.js";
import { Announced } from "../parts/announced.js";
import { arrowKeys, markChosen } from "../parts/choice.js";
import { recall, REMEMBERED } from "../memory.js";
import { isExplained } from "../parts/explanation.js";
import { EventHead, progressText, valuesText, withheldText } from "../parts/progress.js";
import { shareButton } from "../parts/share.js";
import { emptyState, waitingRows } from "../parts/sheet.js";
import { SITE, EVENTS_ADDRESS, changesAddress, eventAddress, roomAddress } from "../router.js";
import { StandingsModel } from "../standings-model.js";
import { restoreScroll } from "../visit.js";
import { t } from "../words.js";
import { StandingsView } from "./standings.js";

/** @typedef {import("../feed/channel.js").Channel} Channel */
/** @typedef {import("../feed/channel.js").Change} Change */
/** @typedef {import("../router.js").Route} Route */
/** @typedef {import("../router.js").Tab} Tab */

/** @typedef {{changed: ReadonlySet<string> | null}} Update row ids that changed; null for everything */

/**
 * @typedef {object} EventContext what a tab may use
 * @property {string} event
 * @property {import("../feed/page-feed.js").PageFeed} feed
 * @property {StandingsModel} model
 * @property {import("../announcer.js").Announcer} announcer
 * @property {() => Record<string, any>} meta
 * @property {() => boolean} ready whether the first state of the standings is here
 * @property {() => string} progressText
 */

/**
 * @typedef {object} TabView
 * @property {HTMLElement} element
 * @property {(update: Update) => void} update
 * @property {() => void} dispose
 * @property {(item: string) => void} [show]
 * @property {Promise<void>} [first] when it has what no channel brings; a server that cannot give it is asked again
 */

/** @typedef {(context: EventContext, item: string, options: URLSearchParams) => TabView} TabKind what opens the view of a tab */

/** @param {new (context: EventContext, item: string, options: URLSearchParams) => TabView} view @returns {TabKind} */
const opening = (view) => (...shown) => new view(...shown);

/** @type {Record<Tab, {words: string, load: () => TabKind | Promise<TabKind>}>} those that few open are loaded when somebody does */
const KINDS = {
  standings: { words: t("Standings"), load: () => opening(StandingsView) },
  matches: { words: t("Matches"), load: async () => opening((await import("./matches.js")).MatchesView) },
  games: { words: t("Rounds"), load: async () => opening((await import("./games.js")).GamesView) },
  boards: { words: t("Boards"), load: async () => opening((await import("./boards.js")).BoardsView) },
  cross: { words: t("Cross-table"), load: async () => (await import("./cross-table.js")).crossView },
  card: { words: t("My card"), load: async () => opening((await import("./card.js")).CardView) },
  seats: { words: t("Seats"), load: async () => opening((await import("./seats.js")).SeatsView) },
  files: { words: t("Files"), load: async () => opening((await import("./files.js")).FilesView) },
};

/** @type {typeof import("../parts/my-evening.js").MyEvening | null} for who has said who they are */
let Evening = null;

async function loadEvening() {
  Evening = (await import("../parts/my-evening.js")).MyEvening;
}

/**
 * Where the browser remembers who of an event the reader is.
 * @param {string} event
 */
const ownKey = (event) => `participant.${event}`;

/**
 * Have what shows a tab of an event at hand.
 * @param {Route} route
 */
export async function loadTab({ event, tab }) {
  await Promise.all([KINDS[tab].load(), recall(ownKey(event)) && loadEvening()]);
}

export class EventView {
  /**
   * @param {import("../main.js").App} app
   * @param {Route} route
   * @param {boolean} served whether the server has rendered what is to be shown
   */
  constructor(app, route, served) {
    this.app = app;
    this.event = route.event;
    this.route = route;
    this.model = new StandingsModel();
    this.channel = app.feed.open(`evt.${route.event}.standings`);
    this.head = new EventHead();
    this.about = served && document.querySelector("details.about") || h("div");
    this.aboutShown = "";
    this.head.element.append(this.about);
    this.tabs = this.makeTabs();
    this.panel = h("section", { class: "panel", role: "tabpanel", id: "panel", tabindex: "-1" });
    this.withheld = h("p", { class: "withheld", role: "note", hidden: true });
    this.values = h("p", { class: "values", role: "note", hidden: true });
    this.corrections = h("p", { class: "corrections", role: "note", hidden: true });
    this.element = h("div", { class: "event" });
    /** @type {EventContext} */
    this.context = {
      event: route.event,
      feed: app.feed,
      model: this.model,
      announcer: app.announcer,
      meta: () => this.channel.meta,
      ready: () => this.channel.ready,
      progressText: () => progressText(this.channel.meta.progress),
    };
    this.announced = new Announced(app.feed.base, route.event, () => /^(official|corrected)$/.test(this.channel.meta.status));
    this.eveningPlace = h("div");
    /** @type {import("../parts/my-evening.js").MyEvening | null} */
    this.evening = null;
    this.onRemembered = (/** @type {Event} */ change) => {
      if (/** @type {CustomEvent} */ (change).detail === ownKey(this.event)) void loadEvening().then(() => this.openEvening());
    };
    window.addEventListener(REMEMBERED, this.onRemembered);
    /** @type {Set<string> | null} */
    this.changed = new Set();
    this.frame = 0;
    this.stopListening = this.channel.listen((change) => this.take(change));
    /** @type {TabView | null} */
    this.view = null;
    /** @type {Tab | null} */
    this.tab = null;
    this.disposed = false;
    this.served = served;
    /** @type {Promise<void> | undefined} when the tab is open */
    this.first = undefined;
    if (recall(ownKey(this.event))) this.openEvening();
    /** @type {"nothing" | "waiting" | "absent" | "event"} */
    this.shows = "nothing";
    if (this.channel.ready) this.showEvent();
    else if (this.channel.absent) this.showAbsent();
    else this.showWaiting();
  }

  /** The event is shown only once all of it is here, so that nothing on the page jumps. */
  showWaiting() {
    this.shows = "waiting";
    fill(this.element, waitingRows());
  }

  showEvent() {
    this.shows = "event";
    this.model.take(this.channel.rows, null, performance.now());
    this.evening?.update();
    this.showHead();
    this.navigate(this.route);
    fill(
      this.element,
      h("div", { class: "event-top" },
        this.head.element,
        h("div", { class: "event-tools" },
          shareButton(),
          h("a", { class: "button room-link", href: roomAddress(this.event) }, icon("screen"), t("Room screen")))),
      this.announced.element,
      this.eveningPlace,
      h("nav", { class: "tabs-bar", "aria-label": t("Event") }, this.tabs),
      this.withheld,
      this.values,
      this.corrections,
      this.panel,
    );
    // A visitor who followed a link has the focus at the top of the page; it moves to the event's title.
    if (document.activeElement === this.app.main) this.head.title.focus({ preventScroll: true });
  }

  openEvening() {
    if (!Evening || this.evening || this.disposed) return;
    this.evening = new Evening(this.context);
    this.evening.update();
    this.eveningPlace.replaceWith(this.evening.element);
    this.eveningPlace = this.evening.element;
  }

  showHead() {
    this.head.show(this.channel.meta, this.event);
    void this.showAbout();
    this.note(this.withheld, withheldText(this.channel.meta));
    this.note(this.values, valuesText(this.channel.meta));
    this.showCorrections();
    document.title = `${this.channel.meta.title || this.event} · ${SITE}`;
    this.showTabs();
  }

  /** What is known of the event besides its results; what the server has rendered stays until it is here. */
  async showAbout() {
    const { about, date } = this.channel.meta;
    const before = this.aboutShown;
    this.aboutShown = JSON.stringify([about, date]);
    if (before === this.aboutShown || (!before && !about)) return;
    const { aboutDetails } = await import("../parts/about.js");
    const drawn = aboutDetails(this.channel.meta);
    drawn.toggleAttribute("open", this.about.hasAttribute("open"));
    this.about.replaceWith(drawn);
    this.about = drawn;
  }

  /**
   * @param {HTMLElement} element
   * @param {string} text that it has, or nothing
   */
  note(element, text) {
    setText(element, text);
    element.hidden = !text;
  }

  /** Until when corrections are taken, or what was corrected after that. */
  showCorrections() {
    const { status, declared, withheld } = this.channel.meta;
    const until = status === "provisional" && declared?.corrections_until;
    const corrected = status === "corrected" && !withheld?.length && isExplained(this.channel.meta);
    refill(this.corrections, until ? t("Corrections until {when}", { when: moment(until) })
      : corrected && h("a", { href: changesAddress(this.event) }, t("Changed since official")));
    this.corrections.hidden = !until && !corrected;
  }

  /** Matches are for events that are played in some, boards for bridge, rounds for chess; the tab that is open stays. */
  showTabs() {
    const { meta } = this.channel;
    const chess = meta.method?.board_scoring === "games";
    const pairs = /^(pair|player)$/.test(meta.rankings?.[0]?.kind) && !meta.matches && Boolean(meta.boards?.length);
    // The matches of teams of chess are in their rounds, the cross-table of other matches is among these.
    const suits = { matches: Boolean(meta.matches) && !chess, boards: !chess, games: chess, cross: chess || pairs };
    for (const [id, fits] of Object.entries(suits)) {
      const tab = this.tabs.querySelector(`[data-id="${id}"]`);
      if (tab instanceof HTMLElement) tab.hidden = !fits && this.route.tab !== id;
    }
  }

  dispose() {
    this.disposed = true;
    window.cancelAnimationFrame(this.frame);
    this.stopListening();
    this.view?.dispose();
    this.announced.dispose();
    window.removeEventListener(REMEMBERED, this.onRemembered);
    this.evening?.dispose();
    this.channel.close();
  }

  makeTabs() {
    const list = h("div", { role: "tablist", class: "tabs", "aria-label": t("Views of this event") },
      Object.entries(KINDS).map(([id, kind]) =>
        h("a", { role: "tab", id: `tab-${id}`, "data-id": id, "aria-controls": "panel", href: eventAddress(this.event, /** @type {Tab} */ (id)) },
          icon(id), h("span", null, kind.words))));
    arrowKeys(list, (tab) => tab.click());
    list.addEventListener("keydown", (event) => {
      if (event.key === " ") {
        event.preventDefault();
        /** @type {HTMLElement} */ (event.target).click();
      }
    });
    return list;
  }

  /**
   * Show another tab, or another item of the same one.
   * @param {Route} route
   */
  navigate(route) {
    this.route = route;
    if (this.shows !== "event") return;
    this.showTabs();
    markChosen(this.tabs, route.tab);
    this.panel.setAttribute("aria-labelledby", `tab-${route.tab}`);
    if (this.view?.show && this.tab === route.tab) {
      this.placeView(this.view);
      this.view.show(route.item);
      return;
    }
    const kind = KINDS[route.tab].load();
    if (!(kind instanceof Promise)) this.openTab(kind, route);
    else {
      this.first = kind.then((loaded) => this.openTab(loaded, route), () => {
        if (this.route === route) fill(this.panel, emptyState(route.tab, t("Not loaded"), t("The connection was lost. Reload the page to see this.")));
      });
    }
  }

  /**
   * @param {TabKind} kind
   * @param {Route} route
   */
  openTab(kind, route) {
    // Somebody may have gone on while it was loaded.
    if (this.route !== route || this.disposed) return;
    const served = this.served && !this.view && document.getElementById("panel");
    this.view?.dispose();
    this.tab = route.tab;
    const view = this.view = kind(this.context, route.item, route.options);
    if (served && view.first) {
      // What the server has rendered stays until the view has more to show than that it waits.
      fill(this.panel, ...served.cloneNode(true).childNodes);
      void view.first.then(() => this.placeView(view));
      return;
    }
    this.placeView(view);
    restoreScroll();
  }

  /** @param {TabView} view */
  placeView(view) {
    if (this.view === view && !view.element.isConnected) fill(this.panel, view.element);
  }

  /** @param {Change} change */
  take(change) {
    if (change.kind === "absent") {
      // What is on the screen stays there: a server that has just started may not know the event yet.
      if (this.shows === "waiting") this.showAbsent();
      return;
    }
    if (change.kind === "state") return;
    if (this.shows !== "event") {
      this.showEvent();
      return;
    }
    this.model.take(this.channel.rows, change.changed, performance.now());
    if (change.changed === null || this.changed === null) this.changed = null;
    else for (const id of change.changed) this.changed.add(id);
    this.frame ||= window.requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.frame = 0;
    const changed = this.changed;
    this.changed = new Set();
    this.showHead();
    this.evening?.update();
    this.view?.update({ changed });
  }

  showAbsent() {
    this.shows = "absent";
    fill(this.element, emptyState("standings", t("Event not found"), t("There is no event at this address. It may be mistyped, or the event may have been removed."),
      h("a", { class: "button", href: EVENTS_ADDRESS }, icon("back"), t("All events"), unseen([" ", t("on this server")])), "h1"));
  }
}
