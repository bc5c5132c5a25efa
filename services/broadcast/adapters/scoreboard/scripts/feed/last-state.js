/**
 * The last state of what was looked at, kept in the browser for when there is no connection.
 *
 * Rule 1: what is kept is shown only after a connection has failed, and says of when it is.
 * Rule 2: few channels are kept, those looked at last; browsers keep nothing for pages without HTTPS.
 * @module
 */

/** @typedef {import("./page-channel.js").PageChannel} Channel */
/** @typedef {{savedAt: number, epoch: string, seq: number, columns: string[], meta: Record<string, any>, rows: [string, Record<string, any>][]}} State */

const CACHE = "kibitz-last-state";
const KEPT = 40;
const LARGEST = 1_000_000;
const PAUSE_MS = 3_000;

/** @type {Map<Channel, number>} */
const timers = new Map();

/**
 * Keep a channel, soon: of many changes the last is written.
 * @param {Channel} channel
 * @param {URL} base where the server is
 */
export function keepSoon(channel, base) {
  if (!("caches" in window) || timers.has(channel)) return;
  timers.set(channel, window.setTimeout(() => {
    timers.delete(channel);
    if (channel.current) keepNow(channel, base).catch(() => {}); // Without room nothing is kept.
  }, PAUSE_MS));
}

/**
 * @param {Channel} channel
 * @param {URL} base
 */
async function keepNow(channel, base) {
  const { epoch, seq, columns, meta, rows } = channel;
  const text = JSON.stringify(/** @type {State} */ ({ savedAt: Date.now(), epoch, seq, columns, meta, rows: [...rows] }));
  if (text.length > LARGEST) return;
  const cache = await caches.open(CACHE);
  const address = addressOf(channel, base);
  // What is put again is the newest again.
  await cache.delete(address);
  await cache.put(address, new Response(text, { headers: { "Content-Type": "application/json" } }));
  for (const old of (await cache.keys()).slice(0, -KEPT)) await cache.delete(old);
}

/**
 * Show what was kept of a channel of which nothing else is known.
 * @param {Channel} channel
 * @param {URL} base
 */
export async function restore(channel, base) {
  if (!("caches" in window)) return;
  try {
    const answer = await (await caches.open(CACHE)).match(addressOf(channel, base));
    if (answer) show(await answer.json(), channel);
  } catch {
    // Storage may be refused; then there is nothing to show.
  }
}

/**
 * Unless something newer is here.
 * @param {State} state
 * @param {Channel} channel
 */
function show(state, channel) {
  if (channel.ready) return;
  ({ epoch: channel.epoch, seq: channel.seq, columns: channel.columns, meta: channel.meta, savedAt: channel.keptAt } = state);
  channel.rows = new Map(state.rows);
  channel.ready = true;
  channel.notify("rows");
}

/**
 * @param {Channel} channel
 * @param {URL} base
 */
function addressOf(channel, base) {
  return new URL(`last-state/${encodeURIComponent(channel.name)}`, base).href;
}
