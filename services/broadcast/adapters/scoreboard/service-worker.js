/**
 * The service worker: the page without a connection, and notices when the page is closed.
 *
 * Rule 1: with a connection nothing old is shown: pages and answers come from the network, and only files whose address
 * never changes its content come from here first.
 * Rule 2: what is kept is bounded: the files of one version, the page of the root, which every view can be made of, and
 * the cards looked at last. The page itself keeps the tables (`scripts/feed/last-state.js`).
 * Rule 3: a notice comes in values and is put into words here, in those that the page has left (`scripts/notices.js`). The
 * same notice again takes the place of the first without a sound.
 *
 * A classic script, because not every browser takes a module here.
 */
"use strict";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const SHELL = "kibitz-shell";
const CARDS = "kibitz-cards";
const NOTICES = "kibitz-notices";
const CARDS_KEPT = 30;

const ROOT = new URL("./", worker.location.href);
const VERSION = /[0-9a-f]{16}(?=\/)/;
const LANGUAGE = /<html lang="[^"]*"/;
const NAMED = /\b(?:href|src)="([^"#:]+)"/g;
const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g;

worker.addEventListener("install", (event) => event.waitUntil(keepShell().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== ROOT.origin || !url.pathname.startsWith(ROOT.pathname)) return;
  const path = url.pathname.slice(ROOT.pathname.length);
  // The desk is nothing without a connection, and its pages are in no language of the reader's.
  if (/^desk(\/|$)/.test(path)) return;
  if (request.mode === "navigate") event.respondWith(page(event, url));
  else if (new RegExp(`^${VERSION.source}`).test(path) || path.startsWith("icon")) event.respondWith(lasting(request));
  else if (path === "logo") event.respondWith(fetch(request).catch(() => lasting(request)));
  else if (/^v1\/events\/[^/]+\/cards\//.test(path)) event.respondWith(card(request));
});

/**
 * A page from the network; without one, the view that scripts make of the root's page.
 * @param {FetchEvent} event
 * @param {URL} url
 */
async function page(event, url) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok && url.pathname !== `${ROOT.pathname}docs`) event.waitUntil(renewShell(answer.clone()));
    return answer;
  } catch (error) {
    const root = await (await caches.open(SHELL)).match(ROOT.href);
    if (!root) throw error;
    const up = "../".repeat(url.pathname.slice(ROOT.pathname.length).split("/").length - 1) || "./";
    // What the root's page shows is not what this one waits for.
    const page = (await root.text()).replace(/ data-channels="[^"]*"/, "");
    const text = page.replace(/\b(href|src|data-root)="(?![a-z]+:|[#/])(?:\.\/)?/g, `$1="${up}`);
    return new Response(text, { headers: root.headers });
  }
}

/**
 * Keep the files of a new version, or of another language, when a page of it was seen.
 * @param {Response} answer
 */
async function renewShell(answer) {
  const text = await answer.text();
  const marks = [VERSION, LANGUAGE].map((mark) => mark.exec(text)?.[0] ?? "");
  const root = await (await caches.open(SHELL)).match(ROOT.href);
  const shell = (await root?.text()) ?? "";
  if (marks[0] && !marks.every((mark) => shell.includes(mark))) await keepShell();
}

/** Keep the root's page and everything that it and its scripts name; what other versions had is let go of. */
async function keepShell() {
  const cache = await caches.open(SHELL);
  const kept = new Set();
  const root = await fetch(ROOT, { cache: "no-cache" });
  if (!root.ok) return;
  await cache.put(ROOT.href, root.clone());
  kept.add(ROOT.href);
  let waiting = named(await root.text(), NAMED, ROOT);
  while (waiting.length) {
    const addresses = waiting.filter((address) => !kept.has(address) && /\.(js|css|svg|png)$|\/logo$/.test(address));
    waiting = [];
    await Promise.all(addresses.map(async (address) => {
      kept.add(address);
      const answer = await fetch(address);
      if (!answer.ok) return;
      await cache.put(address, answer.clone());
      if (address.endsWith(".js")) waiting.push(...named(await answer.text(), IMPORTED, new URL(address)));
    }));
  }
  for (const request of await cache.keys()) if (!kept.has(request.url)) await cache.delete(request);
}

/**
 * The addresses of our own that a text names.
 * @param {string} text
 * @param {RegExp} pattern
 * @param {URL} from
 */
function named(text, pattern, from) {
  const addresses = [...text.matchAll(pattern)].map((match) => new URL(match[1], from));
  return addresses.filter((address) => address.href.startsWith(ROOT.href)).map((address) => address.href);
}

/**
 * A file whose address never has another content.
 * @param {Request} request
 */
async function lasting(request) {
  return (await (await caches.open(SHELL)).match(request.url)) ?? fetch(request);
}

/**
 * A card from the network; without one, as it was last seen.
 * @param {Request} request
 */
async function card(request) {
  const cache = await caches.open(CARDS);
  try {
    const answer = await fetch(request);
    if (answer.status === 200) {
      await cache.delete(request.url);
      await cache.put(request.url, answer.clone());
      for (const old of (await cache.keys()).slice(0, -CARDS_KEPT)) await cache.delete(old);
    }
    return answer;
  } catch (error) {
    const kept = await cache.match(request.url);
    if (!kept) throw error;
    return kept;
  }
}

/** @typedef {Record<string, any>} Notice as `services/notification/domain/news.py` has it */

worker.addEventListener("push", (event) => event.waitUntil(show(event.data?.json())));

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.event));
});

/** @param {Notice} notice */
async function show(notice) {
  const tag = [notice.event, notice.participant, notice.kind, notice.of ?? ""].join(" ");
  const before = await worker.registration.getNotifications({ tag });
  const again = before.some(({ data }) => data.id === notice.id);
  const [title, text] = inWords(notice, { ...ENGLISH, ...(await wordsOfPage()) });
  const icon = new URL("icon-192.png", ROOT).href;
  /** @type {NotificationOptions & {renotify: boolean}} */
  const options = { body: text, tag, icon, renotify: !again, silent: again, data: { id: notice.id, event: notice.event } };
  await worker.registration.showNotification(title, options);
}

/**
 * Show the card of an event in the page that is open, or in a new one.
 * @param {string} event
 */
async function open(event) {
  const kept = await (await caches.open(NOTICES)).match(new URL(`notices/${event}`, ROOT).href);
  const address = (await kept?.text()) ?? ROOT.href;
  const [client] = await worker.clients.matchAll({ type: "window" });
  if (!client) return worker.clients.openWindow(address);
  await client.focus();
  return client.navigate(address);
}

/** @type {Record<string, string>} what a page that left no words says */
const ENGLISH = {
  point: ".",
  percent: "{n} %",
  standing: "{place} of {n}",
  out: "{round}: sitting out",
  round: "Round {n}",
  seat: "{round}: table {table}, {side}",
  next: "Next seat",
  against: "Against {name}. {event}",
  boards: "Against {name}, boards {boards}. {event}",
  penalties: "Penalties: {now}",
  corrected: "Result {board} corrected: {now}",
  taken: "Result {board} corrected: taken back",
  was: "It was {before}. {event}",
  after: "After round {n}: {standing}",
  place: "Place {standing}",
  provisional: "Provisional result: {standing}",
  again: "Corrected result: {standing}",
  final: "Final result: {standing}",
  match_points: "matchpoints", imps: "IMPs", vps: "VPs", points: "points", wins: "wins",
  ns: "North-South", ew: "East-West", n: "North", e: "East", s: "South", w: "West", white: "White", black: "Black",
};

/** @returns {Promise<Record<string, string>>} */
async function wordsOfPage() {
  const kept = await (await caches.open(NOTICES)).match(new URL("notices/words.json", ROOT).href);
  return kept ? kept.json() : {};
}

/**
 * @param {string} text
 * @param {Record<string, unknown>} values
 */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole));
}

/**
 * A notice as people read it.
 * @param {Notice} notice
 * @param {Record<string, string>} words
 * @returns {[string, string]} title and text
 */
function inWords(notice, words) {
  const { title: event, round: n, kind } = notice;
  if (kind === "seat") {
    const round = n ? filled(words.round, { n }) : words.next;
    if (notice.side === "out") return [filled(words.out, { round }), event];
    const about = { round, table: notice.table ?? "?", side: words[notice.side.toLowerCase()], name: notice.opponents, boards: notice.boards, event };
    return [filled(words.seat, about), filled(notice.boards ? words.boards : words.against, about)];
  }
  if (kind === "correction") {
    const about = { board: notice.of, now: notice.now, before: notice.was, event };
    const title = notice.of === "penalties" ? words.penalties : notice.now ? words.corrected : words.taken;
    return [filled(title, about), filled(words.was, about)];
  }
  const standing = filled(words.standing, { place: notice.place ?? "–", n: notice.entries });
  const share = notice.percentage && filled(words.percent, { n: String(notice.percentage).replace(".", words.point) });
  const total = notice.total && `${String(notice.total).replace(".", words.point)} ${words[notice.unit] ?? ""}`.trim();
  const score = share || total;
  const title = kind === "result" ? (n ? words.after : words.place) : ({ provisional: words.provisional, corrected: words.again }[/** @type {string} */ (notice.status)] ?? words.final);
  return [filled(title, { n, standing }), score ? `${score}. ${event}` : event];
}
