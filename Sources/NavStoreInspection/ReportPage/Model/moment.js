// When a step happened, and who sent it.

import { Kind } from "./session.js";
import { duration, shortened, utc } from "./text.js";

/** Returns the milliseconds between a step and the step before it. 0 for the first step of a session. */
export function pauseBefore(session, index) {
  return index > 0 ? session.elapsed[index] - session.elapsed[index - 1] : 0;
}

/** Returns how long after the step before it a step happened, and at what time of day. */
export function momentText(session, index) {
  const parts = [];
  if (index > 0 && session.hasTimes) {
    parts.push(`${exactDuration(pauseBefore(session, index))} after the step before`);
  }
  const date = session.dateAt(index);
  if (date !== null) parts.push(utc(date).slice(11));
  return parts.join(" · ");
}

/** Returns a pause for people, in milliseconds if it is short. */
export function exactDuration(milliseconds) {
  return milliseconds < 1000 ? `${milliseconds} ms` : duration(milliseconds);
}

/** What the origins mean that the library itself uses. */
const senders = {
  user: "Sent by the app, usually for the user.",
  deeplink: "Sent for a URL that was opened.",
  effect: "Sent by an effect.",
  restore: "Sent when a saved state was restored.",
  undo: "Sent by undo, redo or time travel.",
};

/**
 * Returns a sentence about the sender of a step, from what a log records: the origin, and for an effect the action
 * before it. Returns an empty text for a step without an origin.
 */
export function senderText(session, index) {
  const origin = session.originAt(index);
  if (!origin) return "";
  const text = senders[origin] ?? `Sent with the app's origin “${shortened(origin, 60)}”.`;
  if (origin !== "effect") return text;
  const before = transactionBefore(session, index);
  if (before < 0) return text;
  const { title } = session.summaryAt(before);
  const pause = exactDuration(session.elapsed[index] - session.elapsed[before]);
  return `${text} The last step that no effect sent is ${session.address(before)}, ${
    shortened(title, 80)
  }, ${pause} before.`;
}

/** Returns the last step before a step that started or may have started its effect, or -1. */
function transactionBefore(session, index) {
  for (let before = index - 1; before >= 0; before -= 1) {
    if (session.kindAt(before) === Kind.beginning) return -1;
    if (session.kindAt(before) === Kind.transaction && session.originAt(before) !== "effect") return before;
  }
  return -1;
}
