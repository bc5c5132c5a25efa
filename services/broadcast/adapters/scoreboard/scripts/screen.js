/**
 * A screen on a wall: asks each second whether its page has changed, turns parts and their pages, and counts timers by
 * the time of the server. It keeps nothing but the page, so it may run for months.
 * @module
 */

import { timerState } from "./parts/timer.js";

const ASK_MS = 1_000;
const PATIENCE_MS = 8_000;
const AWAY_MS = 5_000;
const CYCLE_SECONDS = 30;
const SHORTEST_SECONDS = 4;
const ROW_EM = 1.25;
const GAP_EM = 0.8;
const SMALLEST = 11;

const screen = {
  etag: "",
  /** What is added to `performance.now()` to have the time of the server; the clock of the device may be wrong. */
  offset: Date.now() - performance.now(),
  heard: performance.now(),
  part: 0,
  page: 0,
  pages: 1,
  seconds: 12,
  turned: performance.now(),
};

/** The element whose content is replaced. */
function main() {
  return /** @type {HTMLElement} */ (document.getElementById("screen"));
}

/** @returns {HTMLElement[]} */
function parts() {
  return [...main().querySelectorAll(/** @type {"section"} */ (".screen-part"))];
}

/** Take over the page where it has changed. The policy of the page lets no script parse HTML; a request may. */
function ask() {
  const request = new XMLHttpRequest();
  const sent = performance.now();
  request.open("GET", window.location.href);
  request.responseType = "document";
  request.timeout = PATIENCE_MS;
  if (screen.etag) request.setRequestHeader("If-None-Match", screen.etag);
  request.onloadend = () => {
    const received = performance.now();
    const time = Number(request.getResponseHeader("Server-Time"));
    if (time) screen.offset = time - (sent + received) / 2;
    if (request.status === 200 && request.responseXML) take(request.responseXML, request.getResponseHeader("ETag") ?? "");
    if (request.status === 200 || request.status === 304) screen.heard = received;
    window.setTimeout(ask, ASK_MS);
  };
  request.send();
}

/**
 * @param {Document} made
 * @param {string} etag
 */
function take(made, etag) {
  const next = made.getElementById("screen");
  if (!next) return;
  if (next.dataset.version !== main().dataset.version) window.location.reload();
  screen.etag = etag;
  document.title = made.title;
  next.classList.add("alive");
  main().replaceWith(document.adoptNode(next));
  lay();
  tick();
}

/** Show the page of the part whose turn it is. */
function lay() {
  const all = parts();
  if (screen.part >= all.length) [screen.part, screen.page] = [0, 0];
  all.forEach((part, at) => { part.hidden = at !== screen.part; });
  const part = all[screen.part];
  if (!part) return;
  screen.seconds = Number(part.dataset.seconds);
  const rows = /** @type {HTMLElement[]} */ ([...part.querySelectorAll(".screen-rows > *")]);
  rows.forEach((row) => { row.hidden = false; });
  const names = /** @type {HTMLElement[]} */ ([...part.querySelectorAll("td.who bdi")]);
  part.classList.remove("two-lines");
  part.classList.toggle("two-lines", names.some((name) => name.scrollWidth > /** @type {HTMLElement} */ (name.parentElement).clientWidth));
  const room = rows.length && part.dataset.look === "names" ? layNames(part, rows) : rowsThatFit(part, rows);
  screen.pages = Math.max(1, Math.ceil(rows.length / room));
  screen.page = Math.min(screen.page, screen.pages - 1);
  if (part.dataset.look === "names") screen.seconds = Math.max(SHORTEST_SECONDS, CYCLE_SECONDS / screen.pages);
  const first = screen.page * room;
  rows.forEach((row, at) => { row.hidden = at < first || at >= first + room; });
  const counter = part.querySelector(".screen-counter");
  if (counter) counter.textContent = screen.pages > 1 ? `${screen.page + 1}/${screen.pages}` : "";
  shrink(part);
}

/**
 * @param {HTMLElement} part
 * @param {HTMLElement[]} rows
 */
function rowsThatFit(part, rows) {
  if (!rows.length) return 1;
  const above = rows[0].getBoundingClientRect().top - part.getBoundingClientRect().top;
  return Math.max(1, Math.floor((part.clientHeight - above) / rows[0].getBoundingClientRect().height));
}

/**
 * Names in the largest type in which all of them pass within a cycle; how many stand on a page.
 * @param {HTMLElement} part
 * @param {HTMLElement[]} rows
 */
function layNames(part, rows) {
  const list = /** @type {HTMLElement} */ (rows[0].parentElement);
  const largest = parseFloat(getComputedStyle(part).fontSize);
  const title = /** @type {HTMLElement} */ (part.querySelector("h2")).offsetHeight;
  const [width, height] = [part.clientWidth, part.clientHeight - title];
  const widest = widthEm(rows, getComputedStyle(part).fontFamily) + GAP_EM;
  const grid = (/** @type {number} */ size) => [Math.max(1, Math.floor((width + GAP_EM * size) / (widest * size))), Math.max(1, Math.floor(height / (ROW_EM * size)))];
  let size = Math.floor(largest);
  const most = Math.floor(CYCLE_SECONDS / SHORTEST_SECONDS);
  while (size > SMALLEST && grid(size)[0] * grid(size)[1] * most < rows.length) size -= 1;
  const [columns, perColumn] = grid(size);
  list.style.fontSize = `${size}px`;
  list.style.gridTemplateRows = `repeat(${perColumn}, ${ROW_EM}em)`;
  list.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  return columns * perColumn;
}

/**
 * How wide the widest name is with its seat, in ems.
 * @param {HTMLElement[]} rows
 * @param {string} family
 */
function widthEm(rows, family) {
  const context = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  context.font = `680 100px ${family}`;
  return Math.max(...rows.map((row) => context.measureText(row.textContent?.trim() ?? "").width)) / 100 + GAP_EM;
}

/**
 * Names are not cut: the type of one that does not even fit on two lines becomes smaller.
 * @param {HTMLElement} part
 */
function shrink(part) {
  for (const cell of /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll("tr:not([hidden]) .who bdi"))) {
    cell.style.fontSize = "";
    const { clientWidth } = /** @type {HTMLElement} */ (cell.parentElement);
    const lines = 2.4 * parseFloat(getComputedStyle(part).fontSize);
    for (let size = 95; size >= 30 && (cell.scrollWidth > clientWidth || cell.offsetHeight > lines); size -= 5) cell.style.fontSize = `${size}%`;
  }
}

/** The clock, the timers, and what is to be turned. */
function tick() {
  const now = performance.now() + screen.offset;
  const clock = main().querySelector(".screen-clock");
  const text = new Date(now).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  if (clock && clock.textContent !== text) clock.textContent = text;
  const away = /** @type {HTMLElement | null} */ (main().querySelector(".screen-away"));
  if (away) away.hidden = performance.now() - screen.heard < AWAY_MS;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (main().querySelectorAll("[data-timer]"))) showTimer(element, now);
}

/**
 * @param {HTMLElement} element
 * @param {number} now
 */
function showTimer(element, now) {
  const { label, time, last, over } = timerState(JSON.parse(element.dataset.timer ?? "{}"), now);
  const [words, left] = element.children;
  if (words.textContent !== label) words.textContent = label;
  if (left.textContent !== time) left.textContent = time;
  element.classList.toggle("last", last);
  element.classList.toggle("over", over);
}

/** Go to the next page, or to the next part. */
function turn() {
  const many = parts().length;
  if ((many < 2 && screen.pages < 2) || performance.now() - screen.turned < screen.seconds * 1000) return;
  screen.turned = performance.now();
  screen.page += 1;
  if (screen.page >= screen.pages) [screen.part, screen.page] = [(screen.part + 1) % many, 0];
  lay();
}

/** Ask the device not to dim; many refuse, and the screen works without. */
async function stayAwake() {
  if (!document.hidden && "wakeLock" in navigator) await navigator.wakeLock.request("screen").catch(() => {});
}

document.addEventListener("visibilitychange", stayAwake);
window.addEventListener("resize", lay);
window.setInterval(() => { tick(); turn(); }, 250);
main().classList.add("alive");
stayAwake();
lay();
tick();
ask();
