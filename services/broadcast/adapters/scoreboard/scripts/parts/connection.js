/**
 * The state of the connection, always on the screen: what it is, when it comes back, how old the data is.
 * @module
 */

import { h, setText } from "../dom.js";
import { age, moment } from "../format.js";
import { t } from "../words.js";

/** @typedef {import("../feed/page-feed.js").PageFeed} PageFeed */

/**
 * @typedef {object} Shown
 * @property {"live" | "busy" | "lost" | "old" | "off"} look
 * @property {string} text
 * @property {string} detail
 */

const AGE_SHOWN_FROM_MS = 10_000;

/**
 * The state of a connection in words.
 * @param {PageFeed} feed
 * @param {number} now
 * @returns {Shown}
 */
export function describe(feed, now) {
  const channels = feed.followed().filter((channel) => channel.ready || !channel.absent);
  const heard = channels.filter((channel) => channel.sourceAgeMs !== null);
  const oldest = Math.max(0, ...heard.map((channel) => (channel.sourceAgeMs ?? 0) + now - channel.heardAt));
  const data = heard.length ? t("The scoring system was last heard from {age} ago.", { age: age(oldest) }) : "";
  const left = Math.max(0, Math.ceil((feed.retryAt - now) / 1000));
  if (feed.state === "stopped") return { look: "off", text: t("Not connected"), detail: t("The server refused the connection: {reason}. Press to try again.", { reason: feed.reason }) };
  const kept = channels.map((channel) => channel.keptAt ?? Infinity).reduce((a, b) => Math.min(a, b), Infinity);
  if (feed.state !== "open" && Number.isFinite(kept)) {
    const when = moment(new Date(kept).toISOString());
    return { look: "lost", text: t("Offline · as of {when}", { when }), detail: t("There is no connection. This is how things stood at {when}. Press to try now.", { when }) };
  }
  if (feed.state === "waiting") {
    const text = left ? t("Reconnecting in {n} s", { n: left }) : t("Reconnecting");
    return { look: "lost", text, detail: [t("Connection lost; these results may be out of date."), data, t("Press to try now.")].join(" ") };
  }
  if (feed.state !== "open") return { look: "busy", text: t("Connecting"), detail: [t("Waiting for the server."), data].join(" ") };
  if (channels.some((channel) => channel.degraded)) {
    return { look: "old", text: heard.length ? [t("Delayed"), age(oldest)].join(" · ") : t("Delayed"), detail: [t("The server has lost contact with the scoring system; these results may be out of date."), data].join(" ") };
  }
  if (channels.some((channel) => !channel.current)) return { look: "busy", text: t("Updating"), detail: [t("Catching up."), data].join(" ") };
  const manner = { socket: t("Results appear as they come in."), events: t("Results appear as they come in, over a fallback connection."), polling: t("Checked every 5 seconds, because a live connection could not be made.") }[feed.kind];
  const text = feed.kind === "polling" ? t("Every 5 s") : t("Live");
  // The feed's own rhythm is a few seconds; a longer silence is shown.
  return { look: "live", text: oldest >= AGE_SHOWN_FROM_MS ? `${text} · ${age(oldest)}` : text, detail: `${manner} ${data}` };
}

export class ConnectionState {
  /**
   * @param {PageFeed} feed
   * @param {import("../announcer.js").Announcer} announcer
   */
  constructor(feed, announcer) {
    this.feed = feed;
    this.announcer = announcer;
    this.text = h("span", { class: "connection-text" });
    this.detail = h("span", { class: "sr-only" });
    this.element = h("button", { type: "button", class: "connection", "data-look": "busy" }, h("span", { class: "dot", "aria-hidden": true }), this.text, this.detail);
    this.element.addEventListener("click", () => {
      if (feed.state === "waiting" || feed.state === "stopped") feed.again();
    });
    this.wasLost = false;
    feed.listen(() => this.draw());
    window.setInterval(() => this.draw(), 1_000);
    this.draw();
  }

  draw() {
    const { look, text, detail } = describe(this.feed, performance.now());
    this.element.dataset.look = look;
    setText(this.text, text);
    setText(this.detail, `. ${detail}`);
    this.element.title = detail;
    document.documentElement.toggleAttribute("data-not-current", look === "lost" || look === "old" || look === "off");
    const lost = look === "lost" || look === "off";
    if (lost && !this.wasLost) this.announcer.say(t("Connection lost. Reconnecting."));
    if (look === "live" && this.wasLost) this.announcer.say(t("Reconnected. Everything is up to date."));
    if (lost || look === "live") this.wasLost = lost;
  }
}
