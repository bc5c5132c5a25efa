/**
 * What the standings rest on: files and method, and the same event as files for other programs.
 * @module
 */

import { fill, h, icon, name, refill } from "../dom.js";
import { fixed, moment, statusWord, unitWords, words } from "../format.js";
import { shownStatus } from "../parts/progress.js";
import { emptyState, firstAnswer, waitingRows } from "../parts/sheet.js";
import { eventAddress } from "../router.js";
import { t, tc } from "../words.js";

/** @typedef {{name: string, before?: string, after?: string}} ChangedField */

/** @typedef {{change: string, kind: string, id: string, was?: string, name?: string, fields?: ChangedField[]}} ChangedParticipant */

/** @typedef {{change: string, subject: string, before?: string, after?: string}} ChangedLine */

/** @typedef {{event: string, why: string}} Alike another event that may be the same */

/** @typedef {{format: string, name?: string, bytes?: number, left_out?: {what: string, why?: string}[]}} Rendered */

/** @type {Record<string, [string, string]>} format → name, for whom */
const FORMATS = {
  usebio: ["USEBIO", t("for scoring programs and federations")],
  pbn: ["PBN", t("for bridge programs, with hands")],
  acblscore: ["ACBLscore", t("for ACBLscore")],
  trf: ["TRF", t("for FIDE rating")],
  csv: ["CSV", t("standings for spreadsheets")],
  "results-csv": ["CSV", t("results for spreadsheets")],
  "matches-csv": ["CSV", t("matches for spreadsheets")],
  "seats-csv": ["CSV", t("seats for spreadsheets")],
  json: ["JSON", t("for programs")],
};
/** @type {Record<string, string>} */
const WAYS = { added: t("Added"), taken_back: t("Taken back"), altered: t("Altered"), renumbered: t("Renumbered") };
const NAMED_LOSSES = 3;
const REFRESH_PAUSE_MS = 1_500;
const RETRY_MS = 4_000;

export class FilesView {
  /** @param {import("./event.js").EventContext} context */
  constructor(context) {
    this.context = context;
    this.element = h("div", { class: "files-view" });
    this.drawn = "";
    /** @type {Rendered[] | null} null until the server has said what there is */
    this.rendered = null;
    this.asked = 0;
    /** @type {Set<string>} formats whose losses somebody reads */
    this.opened = new Set();
    /** @type {number | undefined} */
    this.timer = undefined;
    const { first, arrived } = firstAnswer();
    /** When it is known what can be downloaded. */
    this.first = first;
    this.arrived = arrived;
    this.draw();
    void this.load();
  }

  dispose() {
    window.clearTimeout(this.timer);
    this.asked += 1;
  }

  update() {
    this.draw();
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.load(), REFRESH_PAUSE_MS);
  }

  async load() {
    const asked = ++this.asked;
    const { event, feed } = this.context;
    try {
      const answer = await fetch(new URL(`v1/events/${encodeURIComponent(event)}/files`, feed.base), { cache: "no-store" });
      if (!answer.ok) throw new Error(answer.statusText);
      const { files } = await answer.json();
      if (asked !== this.asked) return;
      this.rendered = Array.isArray(files) ? files : [];
    } catch {
      if (asked === this.asked) this.timer = window.setTimeout(() => this.load(), RETRY_MS);
      return;
    }
    this.draw();
    this.arrived();
  }

  draw() {
    if (!this.context.ready()) {
      fill(this.element, waitingRows(5));
      return;
    }
    const meta = this.context.meta();
    const state = JSON.stringify([meta, this.rendered]);
    if (state === this.drawn) return;
    this.drawn = state;
    refill(this.element, this.downloads(), this.changes(meta), this.sources(meta), this.method(meta));
  }

  downloads() {
    const { rendered } = this;
    return h("section", null,
      h("h2", { tabindex: "-1" }, t("Download")),
      rendered && !rendered.length && h("p", { class: "quiet" }, t("There are no files to download yet.")),
      h("ul", { class: "downloads" }, (rendered ?? []).map((file) => this.download(file))));
  }

  /** @param {Rendered} file */
  download(file) {
    const { event, feed } = this.context;
    const [title, use] = FORMATS[file.format] ?? [words(file.format), ""];
    return h("li", null,
      h("a", { class: "button", href: new URL(`v1/events/${encodeURIComponent(event)}/files/${encodeURIComponent(file.format)}`, feed.base).href, download: true }, icon("download"), title),
      h("div", { class: "quiet" }, [use, file.bytes ? size(file.bytes) : t("written on request")].filter(Boolean).join(", "), this.losses(file)));
  }

  /**
   * What a format has no place for: the first in a line, and on request all of it with the reasons.
   * @param {Rendered} file
   */
  losses({ format, left_out: lost = [] }) {
    if (!lost.length) return null;
    const first = lost.slice(0, NAMED_LOSSES).map(({ what }) => what.split(" (")[0]).join(", ");
    const more = lost.length - NAMED_LOSSES;
    const toggle = (/** @type {Event} */ event) => {
      if (/** @type {HTMLDetailsElement} */ (event.currentTarget).open) this.opened.add(format);
      else this.opened.delete(format);
    };
    return h("details", { class: "losses", open: this.opened.has(format), on: { toggle } },
      h("summary", null, more > 0 ? tc("leaves out {facts} and {n} more", { facts: inEnglish(first), n: more }) : tc("leaves out {facts}", { facts: inEnglish(first) })),
      h("ul", null, lost.map(({ what, why }) => h("li", { lang: "en" }, name(what), why && ": ", why && name(why)))));
  }

  /**
   * What the newest file changed, taken back and altered first, and which other events this one may belong to.
   * @param {Record<string, any>} meta
   */
  changes(meta) {
    const { by, text, participants = [], lines = [] } = meta.change ?? {};
    const alike = Array.isArray(meta.looks_like) ? meta.looks_like : [];
    if (!text && !alike.length) return null;
    return h("section", null,
      h("h2", null, t("Last change")),
      text && h("p", { lang: "en" }, by?.name && h("span", { class: "source-name" }, name(by.name), " "), name(text)),
      participants.length + lines.length > 0 && h("ul", { class: "changes" },
        participants.map((/** @type {ChangedParticipant} */ one) => h("li", null, `${WAYS[one.change] ?? words(one.change)}: `, inEnglish(`${one.kind} ${one.was ? `${one.was} → ` : ""}${one.id} ${one.name ?? ""}`), (one.fields ?? []).map((field) => h("span", { lang: "en" }, ` · ${field.name} `, name([field.before, field.after].filter(Boolean).join(" → ")))))),
        lines.map((/** @type {ChangedLine} */ line) => h("li", null, `${WAYS[line.change] ?? words(line.change)}: `, inEnglish(`${line.subject}: ${[line.before, line.after].filter(Boolean).join(" → ")}`)))),
      alike.map((/** @type {Alike} */ one) => h("p", { class: "verdict verdict-differs" }, ...this.alike(one))));
  }

  /** @param {Alike} one */
  alike({ event, why }) {
    const link = { event: h("a", { href: eventAddress(event, "standings") }, name(event)) };
    return why === "hands" ? tc("One has hands for the boards of the other: this event and {event} may be one.", link) : tc("This event and {event} may be one.", link);
  }

  /** @param {Record<string, any>} meta */
  sources(meta) {
    const sources = Array.isArray(meta.sources) ? meta.sources : [];
    return h("section", null,
      h("h2", null, t("Files")),
      !sources.length && emptyState("files", t("No files"), t("The files behind these standings are not known.")),
      h("ul", { class: "sources" }, sources.map((source) => h("li", null,
        h("span", { class: "source-name" }, name(source.name ?? "")),
        h("span", { class: "facts" }, [String(source.format ?? "").toUpperCase(), source.scope, source.as_of && t("as of {when}", { when: moment(source.as_of) })].filter(Boolean).map((fact) => h("span", { class: "fact" }, name(fact))))))));
  }

  /** @param {Record<string, any>} meta */
  method(meta) {
    const method = meta.method ?? {};
    const token = (/** @type {string | null | undefined} */ text) => text && inEnglish(words(text));
    /** @type {[string, import("../dom.js").Child][]} what services name by a token stays English */
    const facts = [
      [t("Status"), statusWord(shownStatus(meta))],
      [t("Calculated"), meta.calculated_at ? moment(meta.calculated_at) : ""],
      [t("Scoring"), token(method.board_scoring)],
      [t("Scale"), method.scale && inEnglish(method.scale)],
      [t("Boards with fewer results"), token(method.factoring)],
      [t("Rounding"), token(method.rounding)],
      [t("Datum"), method.datum && inEnglish(method.datum)],
      [t("Average plus and minus"), method.awards && inEnglish(t("by {rule}", { rule: method.awards }))],
      [t("Matches"), method.match_scoring ? unitWords(method.match_scoring) : ""],
      [t("Victory points"), token(method.vp_scale)],
      [t("Pairs within teams"), token(method.pairwise)],
      [t("Totals"), token(method.totals)],
      [t("Winners"), method.winners ? String(method.winners) : ""],
      [t("Method"), method.detected ? t("inferred by comparison with the file, which does not name it") : ""],
    ];
    return h("section", null, h("h2", null, t("How it was scored")),
      h("dl", { class: "method" }, facts.filter(([, text]) => text).map(([term, text]) => h("div", null, h("dt", null, term), h("dd", null, text)))));
  }
}

/**
 * What the services say, who speak English.
 * @param {string} text
 */
function inEnglish(text) {
  return h("bdi", { lang: "en" }, text);
}

/** @param {number} bytes */
function size(bytes) {
  return bytes < 1_000_000 ? t("{n} kB", { n: Math.max(1, Math.round(bytes / 1000)) }) : t("{n} MB", { n: fixed(bytes / 1_000_000, 1) });
}
