/**
 * Values as people read them. Scores arrive as exact decimal texts and are rounded digit by digit, never through a
 * binary fraction; what is unknown stays empty and never becomes 0.
 * @module
 */

import { reader, t, tn } from "./words.js";

/** The minus sign of typography, as wide as a digit. */
export const MINUS = "−";

/** @typedef {string | number | null | undefined} Exact */

/**
 * Take a decimal text apart.
 * @param {Exact} value
 * @returns {{negative: boolean, digits: bigint, scale: number} | null} value = ±digits / 10^scale
 */
function exact(value) {
  if ((value ?? "") === "") return null;
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(String(value).trim());
  if (!match || !(match[2] || match[3])) return null;
  let digits = BigInt((match[2] ?? "") + (match[3] ?? ""));
  let scale = (match[3] ?? "").length - Number(match[4] ?? 0);
  if (scale < 0) {
    digits *= 10n ** BigInt(-scale);
    scale = 0;
  }
  return { negative: match[1] === "-" && digits !== 0n, digits, scale };
}

/**
 * A number with a fixed number of decimals, halves rounded away from zero.
 * @param {Exact} value
 * @param {number} places
 * @returns {string} empty for what is unknown; the text itself when it is no number
 */
export function fixed(value, places) {
  return asWritten(rounded(value, places));
}

/**
 * A decimal text as the reader's country writes it.
 * @param {string} text
 */
export function asWritten(text) {
  return reader.point !== "." && /^\D?\d+\.\d+$/.test(text) ? text.replace(".", reader.point) : text;
}

/**
 * @param {Exact} value
 * @param {number} places
 */
function rounded(value, places) {
  const number = exact(value);
  if (!number) return String(value ?? "");
  let { digits } = number;
  if (number.scale > places) {
    const divisor = 10n ** BigInt(number.scale - places);
    digits = (digits + divisor / 2n) / divisor;
  } else {
    digits *= 10n ** BigInt(places - number.scale);
  }
  const written = digits.toString().padStart(places + 1, "0");
  const whole = written.slice(0, written.length - places);
  const sign = number.negative && digits !== 0n ? MINUS : "";
  return sign + whole + (places ? "." + written.slice(-places) : "");
}

/**
 * A number with as many decimals as it needs, at most `places`.
 * @param {Exact} value
 * @param {number} [places]
 */
export function amount(value, places = 2) {
  return asWritten(shortest(value, places));
}

/**
 * @param {Exact} value
 * @param {number} places
 */
function shortest(value, places) {
  const text = rounded(value, places);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/**
 * A number that always shows its sign: a penalty, a change.
 * @param {Exact} value
 */
export function signed(value) {
  const text = amount(value);
  return !text || text.startsWith(MINUS) || text === "0" ? text : `+${text}`;
}

/**
 * With how many decimals the numbers of a column are written, so that their points stand below each other.
 * @param {Iterable<Exact>} values
 * @param {number} [most]
 */
export function decimalsOf(values, most = 2) {
  let places = 0;
  for (const value of values) {
    const text = shortest(value, most);
    const point = text.indexOf(".");
    if (point >= 0) places = Math.max(places, text.length - point - 1);
    if (places === most) break;
  }
  return places;
}

/**
 * The exact sum of two numbers; what is not known counts nothing.
 * @param {Exact} a
 * @param {Exact} b
 * @returns {string}
 */
export function plus(a, b) {
  const known = [exact(a), exact(b)].filter((number) => number !== null);
  const scale = Math.max(0, ...known.map((number) => number.scale));
  let sum = 0n;
  for (const number of known) sum += (number.negative ? -1n : 1n) * number.digits * 10n ** BigInt(scale - number.scale);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(scale + 1, "0");
  const text = scale ? `${digits.slice(0, -scale)}.${digits.slice(-scale)}` : digits;
  return sum < 0n ? `-${text}` : text;
}

/** @param {Exact} value */
export function isZero(value) {
  const number = exact(value);
  return number !== null && number.digits === 0n;
}

/**
 * A percentage with two decimals, as result lists have it.
 * @param {Exact} value
 */
export function percent(value) {
  return ofHundred(fixed(value, 2));
}

/**
 * A number with the sign for per cent, where the reader's country has it.
 * @param {string} text
 */
export function ofHundred(text) {
  return text && percentForm().replace("{n}", text);
}

/** How parts of a hundred are written: "{n} %". */
export function percentForm() {
  if (reader.language === "en") return "{n}\u00a0%";
  const parts = new Intl.NumberFormat(reader.language, { style: "percent" }).formatToParts(0.5);
  return parts.map(({ type, value }) => (type === "integer" ? "{n}" : value)).join("");
}

/** @type {() => Record<string, string>} */
const headings = () => ({
  match_points: t("MP"), imps: t("IMPs"), vps: t("VPs"), points: t("Points"), game_points: t("Games|points of a match"), wins: t("wins"), percent: "%",
});

/** @type {() => Record<string, string>} */
const units = () => ({
  match_points: t("matchpoints"), imps: t("IMPs"), vps: t("victory points"), points: t("points"), game_points: t("game points"), wins: t("wins"), percent: t("percent"),
});

/** @param {string | null | undefined} unit */
export function unitHeading(unit) {
  return headings()[unit ?? ""] ?? (unit || t("Score"));
}

/** @param {string | null | undefined} unit */
export function unitWords(unit) {
  return units()[unit ?? ""] ?? (unit || t("points"));
}

/**
 * What somebody has on boards: IMPs are won or lost and show it, other points are only gained.
 * @param {Exact} value
 * @param {string | null | undefined} unit
 * @param {number} [places] decimals of a column; without it as many as the number needs
 */
export function boardPoints(value, unit, places) {
  const text = places === undefined ? amount(value) : fixed(value, places);
  return unit === "imps" && /[1-9]/.test(text) && !text.startsWith(MINUS) ? `+${text}` : text;
}

/**
 * A result with its unit.
 * @param {Exact} value
 * @param {string | null | undefined} unit
 */
export function withUnit(value, unit) {
  const text = amount(value);
  return unit === "percent" ? ofHundred(text) : text && `${text}\u00a0${unitHeading(unit)}`;
}

/**
 * "match_points" as people write it.
 * @param {string | null | undefined} token
 */
export function words(token) {
  const text = (token ?? "").replace(/[_-]+/g, " ").trim();
  return text && text[0].toUpperCase() + text.slice(1);
}

/** @type {() => Record<string, string>} */
const kinds = () => ({
  pairs: t("Pairs"), swiss_pairs: t("Swiss pairs"), teams: t("Teams"), swiss_teams: t("Swiss teams"), knockout: t("Knockout"),
  individual: t("Individual"), ladder: t("Ladder"), chess: t("Chess"), chess_teams: t("Chess teams"),
});

/**
 * What kind of event it is.
 * @param {string | null | undefined} kind
 */
export function kindWords(kind) {
  return kinds()[kind ?? ""] ?? words(kind);
}

/** @type {() => Record<string, string>} */
const statuses = () => ({ live: t("In play"), provisional: t("Provisional"), official: t("Official"), corrected: t("Corrected"), to_date: t("To date") });

/** @param {string | null | undefined} status */
export function statusWord(status) {
  return statuses()[status ?? ""] ?? words(status);
}

/** @type {() => Record<string, [string, string]>} direction → words, letters */
const directions = () => ({
  NS: [t("North-South"), t("NS")], EW: [t("East-West"), t("EW")],
  N: [t("North"), t("N")], E: [t("East"), t("E")], S: [t("South"), t("S")], W: [t("West"), t("W")],
});

/** @param {string | null | undefined} direction */
export function directionWords(direction) {
  return directions()[direction ?? ""]?.[0] ?? (direction || "");
}

/** @param {string | null | undefined} direction */
export function directionLetters(direction) {
  return directions()[direction ?? ""]?.[1] ?? (direction || "");
}

/**
 * The number to show before a name: nothing where the name says it, as files do whose numbers are names.
 * @param {string} number
 * @param {string} text
 */
export function numberBefore(number, text) {
  const parts = (/** @type {string} */ names) => names.replace(/#\w+/g, "").split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean);
  const named = new Set(parts(text));
  return parts(number).every((part) => named.has(part)) ? "" : number;
}

/**
 * How long ago, in the largest unit that says enough.
 * @param {number} milliseconds
 */
export function age(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return t("{n} s", { n: seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t("{n} min", { n: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return t("{hours} h {minutes} min", { hours, minutes: minutes % 60 });
  return tn(Math.floor(hours / 24), "{n} day", "{n} days");
}

/**
 * A date as the reader's own language writes it; a text that is no ISO date stays as it is.
 * @param {string | null | undefined} text
 */
export function date(text) {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(text ?? "");
  if (!match) return text ?? "";
  const day = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])));
  if (Number.isNaN(day.getTime())) return text ?? "";
  return day.toLocaleDateString(reader.locale, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
}

/**
 * A moment with its date where that is not today.
 * @param {string | null | undefined} text RFC 3339
 */
export function moment(text) {
  const when = new Date(text ?? "");
  if (Number.isNaN(when.getTime())) return text ?? "";
  const time = when.toLocaleTimeString(reader.locale, { hour: "2-digit", minute: "2-digit" });
  return when.toDateString() === new Date().toDateString() ? time : t("{date}, {time}", { date: date(localDay(when)), time });
}

/** @param {Date} when */
function localDay(when) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
}

const natural = new Intl.Collator(reader.language, { numeric: true, sensitivity: "base" });

/**
 * "2" before "10", "A9" before "A10".
 * @param {string | null | undefined} a
 * @param {string | null | undefined} b
 */
export function naturally(a, b) {
  return natural.compare(a ?? "", b ?? "");
}

/**
 * Title and rating as they stand beside a name: "FM 2215".
 * @param {string | null | undefined} title
 * @param {string | null | undefined} rating
 */
export function strength(title, rating) {
  return [title, amount(rating, 0)].filter(Boolean).join(" ");
}
