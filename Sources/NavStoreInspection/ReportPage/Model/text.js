// A log is untrusted input. Its text is never parsed as HTML, and invisible characters are escaped.

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/gu;

/** The number of characters that are shown of a text before it is shortened. */
export const shownLength = 240;

/** Returns the text with an escape for each control character, bidirectional override and other invisible character. */
export function visible(text) {
  return text.replace(invisible, (character) => `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`);
}

/** Returns the visible text, shortened to about `limit` characters. */
export function shortened(text, limit = shownLength) {
  if (text.length <= limit) return visible(text);
  // Half of a surrogate pair would be shown as an escape.
  const end = text.charCodeAt(limit - 1) >>> 10 === 0x36 ? limit - 1 : limit;
  return `${visible(text.slice(0, end))}…`;
}

/** Returns the visible text without its middle, because names of screens differ at their ends. */
export function shortenedInside(text, limit) {
  if (text.length <= limit) return visible(text);
  const half = Math.floor(limit / 2);
  return visible(`${text.slice(0, half - 1)}…${text.slice(-half)}`);
}

/** Returns JSON in which invisible characters are escaped, which means the same. */
export function printableJSON(json) {
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return json.replace(invisible, (character) => character.split("").map(escape).join(""));
}

/** Returns milliseconds as seconds with three digits, for example `12.400`. */
export function seconds(milliseconds) {
  const sign = milliseconds < 0 ? "-" : "";
  const whole = Math.abs(Math.round(milliseconds));
  return `${sign}${Math.floor(whole / 1000)}.${String(whole % 1000).padStart(3, "0")}`;
}

/** Returns a duration for people: `0.4 s`, `12.4 s`, `3:05`, `1:02:05`. */
export function duration(milliseconds) {
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const total = Math.round(milliseconds / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor(total / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${minutes}:${two(total % 60)}`;
}

/** Returns a date of milliseconds since 1970, for example `2026-01-01 00:00:12.400 UTC`. Empty if it is no date. */
export function utc(milliseconds) {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().replace("T", " ").replace(/(\.000)?Z$/, " UTC");
}

/** Returns a number with a group separator, for example `100,000`. */
export function grouped(number) {
  return number.toLocaleString("en-US");
}

/** Returns `1 step`, `2 steps`. */
export function counted(number, noun, plural = `${noun}s`) {
  return `${grouped(number)} ${number === 1 ? noun : plural}`;
}
