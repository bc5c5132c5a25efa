/**
 * Pages of the desk follow what moves: they ask for their stamp, and when it is another one have the page again.
 * @module
 */

import { isBegun, merge } from "./desk-merge.js";
import { sendHere } from "./desk-upload.js";

const EVERY = 3000;
const MARKED = 4000;
const PATIENCE = 10_000;
const AWAY = "The server does not answer. What this page shows may be old. It goes on by itself.";
const CLOSED = "Your access to this page has ended. What it shows may be old.";

/** @param {ParentNode} page */
const stampOf = (page) => /** @type {HTMLMetaElement | null} */ (page.querySelector("meta[name=kibitz-stamp]"));

/** This tab, whatever page of the desk it shows. */
const OWN = sessionStorage.getItem("kibitz-tab") ?? Math.random().toString(36).slice(2);
sessionStorage.setItem("kibitz-tab", OWN);
const ADDRESS = stampOf(document)?.dataset.at ?? "";
let stamp = stampOf(document)?.content ?? "";
let draggedAt = -Infinity;
let asking = false;

const away = document.createElement("p");
away.className = "desk-away";
away.setAttribute("role", "status");

/** @param {string} text */
function warn(text) {
  if (text === (away.isConnected ? away.textContent : "")) return;
  away.textContent = text;
  if (text) document.getElementById("main")?.prepend(away);
  else away.remove();
}

const TIME = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });
const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/**
 * Show times by the clock of the reader.
 * @param {ParentNode} page
 */
function showLocalTimes(page) {
  for (const each of page.querySelectorAll("time")) {
    const when = new Date(each.dateTime);
    if (Number.isNaN(when.getTime())) continue;
    each.textContent = (when.toDateString() === new Date().toDateString() ? TIME : DATE).format(when);
  }
}

/**
 * Send what was chosen in the other rows of a list with the row that is saved.
 * @param {SubmitEvent} event
 */
function sendTogether(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  for (const other of form.closest("[data-together]")?.querySelectorAll("form") ?? []) {
    if (other === form || !isBegun(other)) continue;
    const chosen = new FormData(other);
    const seen = other.querySelector("option[selected]")?.getAttribute("value");
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = `with ${chosen.get("game")}`;
    field.value = `${chosen.get("result")} ${seen ?? ""}`;
    form.append(field);
  }
}

/** @returns {HTMLElement[]} the rows with a form that can be opened */
const rows = () => [...document.querySelectorAll("[data-form]")].filter((row) => row instanceof HTMLElement);

/** @param {HTMLElement} row */
function isOpen(row) {
  return row.querySelector("details[open]") !== null || [...row.querySelectorAll("form")].some(isBegun);
}

/** @param {Record<string, string[]>} open */
function showOthers(open) {
  for (const row of rows()) {
    const names = open[row.dataset.form ?? ""] ?? [];
    const text = names.length ? `${names.join(", ")} ${names.length > 1 ? "have" : "has"} this result open.` : "";
    const shown = row.querySelector(":scope > .desk-with");
    if (text === (shown?.textContent ?? "")) continue;
    shown?.remove();
    if (text) {
      const note = document.createElement("p");
      note.className = "desk-with";
      note.setAttribute("role", "status");
      note.textContent = text;
      row.append(note);
    }
  }
}

/** @param {Element[]} changed */
function tell(changed) {
  for (const row of changed) {
    row.classList.add("desk-moved");
    window.setTimeout(() => row.classList.remove("desk-moved"), MARKED);
  }
  const place = document.getElementById("announcements");
  const [row] = changed;
  if (!place || !row) return;
  const line = (row.querySelector("summary") ?? row).textContent?.replace(/\s+/g, " ").trim().slice(0, 120);
  place.textContent = changed.length === 1 ? `Updated: ${line}` : `Updated: ${changed.length} lines.`;
}

/** The server cannot be asked; the message is for the reader. */
class Unanswered extends Error {}

/**
 * What is at an address, as a document or as JSON. With trusted types only such a request makes a document of a text.
 * @param {string} address
 * @param {"document" | "json"} responseType
 * @returns {Promise<any>}
 */
function ask(address, responseType) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = responseType;
    request.timeout = PATIENCE;
    request.addEventListener("loadend", () => {
      if (request.status === 200 && request.response) resolve(request.response);
      else reject(new Unanswered(request.status === 403 ? CLOSED : AWAY));
    });
    request.send();
  });
}

async function renew() {
  const address = new URL(location.href);
  address.searchParams.delete("said");
  /** @type {Document} */
  const page = await ask(address.href, "document");
  const old = document.querySelector(".desk");
  const now = page.querySelector(".desk");
  if (!old || !now) return;
  showLocalTimes(now);
  const said = old.querySelector("div.desk-said:not([data-until-moved])");
  // What the last form did stays until the page is left.
  if (said) (now.querySelector(".desk-tabs") ?? now.querySelector("h1"))?.after(document.importNode(said, true));
  for (const note of old.querySelectorAll(".desk-with")) note.remove();
  /** @type {Element[]} */
  const changed = [];
  merge(old, now, changed);
  stamp = stampOf(page)?.content ?? stamp;
  tell(changed);
}

async function look() {
  if (asking || document.hidden) return;
  asking = true;
  try {
    const address = new URL(ADDRESS, document.baseURI);
    for (const [name, value] of new URL(location.href).searchParams) {
      if (name === "board" || name === "round") address.searchParams.append(name, value);
    }
    address.searchParams.append("page", OWN);
    for (const row of rows().filter(isOpen)) address.searchParams.append("open", row.dataset.form ?? "");
    const answer = await ask(address.href, "json");
    if (answer.stamp !== stamp && performance.now() - draggedAt > EVERY) await renew();
    showOthers(answer.open ?? {});
    warn("");
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    warn(error.message);
  } finally {
    asking = false;
  }
}

/** What a link leads to is shown also where it is folded. */
function unfold() {
  document.getElementById(location.hash.slice(1))?.closest("details")?.setAttribute("open", "");
}

const PLACE = "kibitz-place";

/** Note where the page stands when a form is sent. */
function notePlace() {
  sessionStorage.setItem(PLACE, JSON.stringify([location.pathname, window.scrollY]));
}

/** The page stands there again with what was said, which stays in sight. */
function returnToPlace() {
  const [path, top] = JSON.parse(sessionStorage.getItem(PLACE) ?? "[]");
  sessionStorage.removeItem(PLACE);
  if (path === location.pathname && document.querySelector("div.desk-said")) window.scrollTo(0, top);
}

showLocalTimes(document);
unfold();
returnToPlace();
window.addEventListener("hashchange", unfold);
const sending = document.querySelector("form.desk-send");
if (sending instanceof HTMLFormElement) sendHere(sending);

if (ADDRESS) {
  document.addEventListener("dragover", () => {
    draggedAt = performance.now();
  });
  document.addEventListener("toggle", () => void look(), true);
  document.addEventListener("visibilitychange", () => void look());
  window.setInterval(() => void look(), EVERY);
  void look();
}
document.addEventListener("submit", sendTogether);
document.addEventListener("submit", notePlace);
