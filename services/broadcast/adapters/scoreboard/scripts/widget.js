/**
 * `<kibitz-standings event="spring-pairs">`: the standings of an event on any page, live, in a shadow tree of its own.
 *
 * Attributes: `event`; `ranking`, the first where it is left out; `rows`, how many are shown, ten where it is left out;
 * `of`, numbers of participants with commas between them, where these alone are shown; `from-address`, where the page's own
 * address says these (`?rows=5&of=3,12`); `server`, where another than the one that the script came from has the event;
 * `lang`, where it is not to be English: all elements of a page have the language of the first that says one. Its colours are the properties
 * `--kibitz-ink`, `--kibitz-paper`, `--kibitz-line` and `--kibitz-accent`, its parts `title`, `table` and `link`.
 * @module
 */

import { fill, h, name } from "./dom.js";
import { Feed } from "./feed/feed.js";
import { PollingTransport } from "./feed/transports.js";
import { statusWord } from "./format.js";
import { progressText, shownStatus } from "./parts/progress.js";
import { byPlace, listed, scoreForm, scoreText, scoreUnit, splitId } from "./standings-model.js";
import { reader, speak, t, wordsOfPage } from "./words.js";

const ROWS = 10;
const FAILURES_BEFORE_POLLING = 2;
const RIGHT_TO_LEFT = /^(ar|fa|he|ur)$/;

const STYLES = `
 :host { display: block; color: var(--kibitz-ink, inherit); background: var(--kibitz-paper, transparent); font-variant-numeric: tabular-nums; }
 :host([hidden]) { display: none; }
 .head, .foot { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .25rem 1rem; }
 .title, .score { font-weight: 650; }
 .quiet, th { opacity: .75; font-size: .85em; }
 a { color: var(--kibitz-accent, inherit); }
 table { width: 100%; margin-block: .5rem; border-collapse: collapse; }
 th { font-weight: inherit; text-align: start; }
 th, td { padding: .25rem .5rem; border-block-end: 1px solid var(--kibitz-line, #8888884d); }
 .place, .score { width: 1%; text-align: end; white-space: nowrap; }
 .name { overflow-wrap: anywhere; }
`;

/** Where the script came from, which a browser tells only while it runs it for the first time. */
const SOURCE = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : document.baseURI;

class WidgetFeed extends Feed {
  /**
   * Where WebSockets never answer it asks every few seconds.
   * @override
   * @param {import("./feed/socket.js").Hooks} hooks
   */
  transportFor(hooks) {
    return this.failures < FAILURES_BEFORE_POLLING ? super.transportFor(hooks) : new PollingTransport(this.base, hooks);
  }
}

/** @type {Map<string, Feed>} one connection for all elements of a page that show the same server */
const feeds = new Map();

/** @param {URL} server */
function feedOf(server) {
  const known = feeds.get(server.href) ?? new WidgetFeed(server);
  feeds.set(server.href, known);
  return known;
}

/** @type {Promise<void> | null} until the words of another language are here, or are known not to come */
let learning = null;

/**
 * Have the server's words of a language, as a page of its own has them.
 * @param {URL} server
 * @param {string} language
 */
function learn(server, language) {
  learning ??= new Promise((resolve) => {
    const address = new URL(`words-${encodeURIComponent(language)}.js`, server).href;
    const script = h("script", { on: { load: () => {
      speak(language, wordsOfPage());
      resolve();
    }, error: () => resolve() } });
    // Pages with trusted types ask who vouches for a script's address.
    const policy = /** @type {any} */ (window).trustedTypes?.createPolicy("kibitz-words", { createScriptURL: (/** @type {string} */ url) => url });
    /** @type {HTMLScriptElement} */ (script).src = policy?.createScriptURL(address) ?? address;
    document.head.append(script);
  });
  return learning;
}

class KibitzStandings extends HTMLElement {
  static observedAttributes = ["server", "event", "ranking", "rows", "of"];

  constructor() {
    super();
    this.root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    this.root.adoptedStyleSheets = [sheet];
    this.content = h("div", { role: "group" });
    this.root.append(this.content);
    this.frame = 0;
    /** @type {Feed | null} */
    this.feed = null;
    /** @type {import("./feed/channel.js").Channel | null} */
    this.channel = null;
    this.stopListening = () => {};
  }

  connectedCallback() {
    if (this.hasAttribute("from-address")) {
      for (const [each, text] of new URLSearchParams(location.search)) if (/^(ranking|rows|of)$/.test(each)) this.setAttribute(each, text);
    }
    const event = this.getAttribute("event");
    this.server = new URL(this.getAttribute("server") ?? ".", this.hasAttribute("server") ? document.baseURI : SOURCE);
    if (!event) {
      fill(this.content, "kibitz-standings needs the attribute “event”."); // For who writes the page.
      return;
    }
    const language = this.lang.split("-")[0].toLowerCase();
    if (language && language !== "en") void learn(this.server, language).then(() => this.later());
    this.feed = feedOf(this.server);
    const stopWatching = this.feed.listen(() => this.later());
    const channel = this.feed.open(`evt.${event}.standings`);
    this.channel = channel;
    const stopFollowing = channel.listen(() => this.later());
    this.stopListening = () => {
      stopWatching();
      stopFollowing();
    };
    this.later();
  }

  disconnectedCallback() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.stopListening();
    this.channel?.close();
    this.channel = null;
  }

  /**
   * @param {string} attribute
   * @param {string | null} before
   * @param {string | null} now
   */
  attributeChangedCallback(attribute, before, now) {
    if (!this.channel || before === now) return;
    if (attribute === "event" || attribute === "server") {
      this.disconnectedCallback();
      this.connectedCallback();
    } else {
      this.later();
    }
  }

  later() {
    if (this.channel) this.frame ||= requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.frame = 0;
    const { channel, feed } = this;
    if (!channel || !feed) return;
    if (!channel.ready) {
      fill(this.content, h("p", { class: "quiet" }, channel.absent ? t("There is no event of this name.") : feed.failures ? t("The standings cannot be reached from this page.") : t("Loading standings…")));
      return;
    }
    const { meta } = channel;
    const all = [...channel.rows];
    const rankings = listed(meta, all.map(([id]) => splitId(id)[0]));
    const ranking = rankings.find(({ id }) => id === this.getAttribute("ranking")) ?? rankings[0];
    const of = this.getAttribute("of")?.split(",");
    const every = all.filter(([id]) => splitId(id)[0] === ranking?.id).map(([, row]) => /** @type {import("./standings-model.js").Standing} */ (row)).sort(byPlace);
    const rows = of ? every.filter(({ number }) => of.includes(String(number))) : every;
    const form = scoreForm(every, ranking?.unit ?? meta.unit);
    const most = Number(this.getAttribute("rows")) || ROWS;
    const title = String(meta.title || this.getAttribute("event"));
    this.content.setAttribute("aria-label", title);
    this.content.lang = reader.language;
    this.content.dir = RIGHT_TO_LEFT.test(reader.language) ? "rtl" : "ltr";
    fill(this.content,
      h("div", { class: "head" },
        h("span", { class: "title", part: "title" }, name(title)),
        h("span", { class: "quiet" }, [statusWord(shownStatus(meta)), meta.after_round ? t("after round {n}", { n: meta.after_round }) : progressText(meta.progress), feed.state === "open" ? "" : t("not connected")].filter(Boolean).join(" · "))),
      h("table", { part: "table" },
        h("thead", null, h("tr", null, h("th", { scope: "col", class: "place" }, t("Place")), h("th", { scope: "col" }, t("Name")), h("th", { scope: "col", class: "score" }, scoreUnit(form)))),
        h("tbody", null, rows.slice(0, most).map((row) =>
          h("tr", null, h("td", { class: "place" }, name(row.place ?? "")), h("td", { class: "name" }, name(row.name)), h("td", { class: "score" }, scoreText(row, form)))))),
      h("div", { class: "foot" },
        h("span", { class: "quiet" }, rows.length > most ? t("{n} of {all}", { n: most, all: rows.length }) : ""),
        h("a", { part: "link", href: new URL(`e/${encodeURIComponent(channel.name.split(".")[1])}/standings`, this.server).href, target: "_blank", rel: "noopener" }, t("All standings, live"))));
  }
}

if (!customElements.get("kibitz-standings")) customElements.define("kibitz-standings", KibitzStandings);
