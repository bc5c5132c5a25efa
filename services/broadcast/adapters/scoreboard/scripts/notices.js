/**
 * The service worker, and through it the notices of this device: what is news of one participant of an event.
 * @module
 */

import { percentForm } from "./format.js";
import { recall, remember } from "./memory.js";
import { eventAddress } from "./router.js";
import { reader, t } from "./words.js";

/** What is read by the service worker: where a notice of an event leads, and the words of notices. */
const CACHE = "kibitz-notices";
const WORDS = "notices/words.json";
const PATIENCE_MS = 15_000;

/** The words of notices in the reader's language, by the names that `service-worker.js` has for them. */
const words = () => ({
  point: reader.point,
  percent: percentForm(),
  standing: t("{place} of {n}"),
  out: t("{round}: sitting out"),
  round: t("Round {n}"),
  seat: t("{round}: table {table}, {side}"),
  next: t("Next seat"),
  against: t("Against {name}. {event}"),
  boards: t("Against {name}, boards {boards}. {event}"),
  penalties: t("Penalties: {now}"),
  corrected: t("Result {board} corrected: {now}"),
  taken: t("Result {board} corrected: taken back"),
  was: t("It was {before}. {event}"),
  after: t("After round {n}: {standing}"),
  place: t("Place {standing}"),
  provisional: t("Provisional result: {standing}"),
  again: t("Corrected result: {standing}"),
  final: t("Final result: {standing}"),
  match_points: t("matchpoints"), imps: t("IMPs"), vps: t("VPs"), points: t("points"), wins: t("wins"),
  ns: t("North-South"), ew: t("East-West"), n: t("North"), e: t("East"), s: t("South"), w: t("West"), white: t("White"), black: t("Black"),
});

/** @typedef {"unsupported" | "insecure" | "install" | "denied" | "absent" | "refused" | "failed"} Reason why there are no notices */

/** Why notices are not to be had, as an error. */
export class NoNotices extends Error {
  /** @param {Reason} reason */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Register the service worker.
 * @param {URL} base where the server is
 * @returns {Promise<ServiceWorkerRegistration>}
 */
export async function register(base) {
  const address = new URL("service-worker.js", base).href;
  // Browsers with trusted types ask who vouches for a script's address.
  const types = /** @type {any} */ (window).trustedTypes;
  policy ??= types?.createPolicy("kibitz-service-worker", { createScriptURL: (/** @type {string} */ url) => url });
  await navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address, { scope: base.pathname });
  // Where it cannot be installed, it is never ready.
  const late = new Promise((_, reject) => window.setTimeout(() => reject(new NoNotices("failed")), PATIENCE_MS));
  return Promise.race([navigator.serviceWorker.ready, /** @type {Promise<never>} */ (late)]);
}

/** @type {any} */
let policy;

/** @returns {Reason | null} why this browser can show no notices; null if it can */
export function hindrance() {
  if (!window.isSecureContext) return "insecure";
  const phone = /iPhone|iPad/.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);
  if (!("PushManager" in window) || !("serviceWorker" in navigator)) {
    return phone && !window.matchMedia("(display-mode: standalone)").matches ? "install" : "unsupported";
  }
  return Notification.permission === "denied" ? "denied" : null;
}

/**
 * Of whom this device is told in an event.
 * @param {string} event
 */
export function toldOf(event) {
  return recall(`notices.${event}`);
}

/**
 * Have this device told of a participant from now on.
 * @param {URL} base
 * @param {string} event
 * @param {string} participant
 * @throws {NoNotices}
 */
export async function start(base, event, participant) {
  const hindered = hindrance();
  if (hindered) throw new NoNotices(hindered);
  if ((await Notification.requestPermission()) !== "granted") throw new NoNotices("denied");
  const registration = await register(base);
  const { key } = await ask(base, event, "GET");
  const address = await subscribed(registration, bytesOf(key));
  await ask(base, event, "POST", { participant, address });
  const card = new URL(eventAddress(event, "card", participant), base.href).href;
  const cache = await caches.open(CACHE);
  await cache.put(new URL(WORDS, base).href, new Response(JSON.stringify(words())));
  await cache.put(new URL(`notices/${event}`, base).href, new Response(card));
  remember(`notices.${event}`, participant);
}

/**
 * Tell the server again of whom this device is told: it forgets devices that it has told nothing for long.
 * @param {URL} base
 * @param {string} event
 */
export async function renew(base, event) {
  const participant = toldOf(event);
  if (participant && Notification.permission === "granted") await start(base, event, participant);
}

/**
 * Have this device told of nobody any more.
 * @param {URL} base
 * @param {string} event
 */
export async function stop(base, event) {
  remember(`notices.${event}`, null);
  await (await caches.open(CACHE)).delete(new URL(`notices/${event}`, base).href);
  const registration = await register(base);
  const subscription = await registration.pushManager.getSubscription();
  if (subscription) await ask(base, event, "DELETE", { address: addressOf(subscription) });
}

/**
 * The address of this device; one that belongs to an earlier key of the server is given up.
 * @param {ServiceWorkerRegistration} registration
 * @param {Uint8Array<ArrayBuffer>} key
 */
async function subscribed(registration, key) {
  const before = await registration.pushManager.getSubscription();
  const known = before?.options.applicationServerKey;
  if (before && known && String(new Uint8Array(known)) === String(key)) return addressOf(before);
  await before?.unsubscribe();
  try {
    return addressOf(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  } catch {
    throw new NoNotices("failed");
  }
}

/** @param {PushSubscription} subscription */
function addressOf(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint, p256dh: keys?.p256dh, auth: keys?.auth };
}

/**
 * @param {URL} base
 * @param {string} event
 * @param {string} method
 * @param {object} [body]
 * @returns {Promise<{key: string}>}
 */
async function ask(base, event, method, body) {
  let answer;
  try {
    answer = await fetch(new URL(`v1/events/${encodeURIComponent(event)}/notices`, base), {
      method,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch {
    throw new NoNotices("absent");
  }
  if (answer.ok) return answer.json();
  throw new NoNotices(answer.status >= 500 ? "absent" : "refused");
}

/** @param {string} text base64url */
function bytesOf(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
