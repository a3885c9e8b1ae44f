// Elements are created here, and nowhere from text: text is only ever set as the text of an element.

import { grouped, shortened, visible } from "../Model/text.js";

/**
 * Returns the element of the page with an identifier.
 *
 * @returns {any}
 */
export function byID(id) {
  return document.getElementById(id);
}

/**
 * Returns a new element.
 *
 * `properties` are attributes, except `text`, `class` and the handlers `onClick` etc. A value of `null` or `false`
 * leaves the attribute out.
 *
 * @returns {any}
 */
export function element(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

/**
 * Returns a new SVG element.
 *
 * @returns {any}
 */
export function svg(tag, properties = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}

function filled(target, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") target.textContent = value;
    else if (name.startsWith("on")) target.addEventListener(name.slice(2).toLowerCase(), value);
    else target.setAttribute(name, value === true ? "" : String(value));
  }
  target.append(...children.filter((child) => child !== null && child !== undefined));
  return target;
}

export function button(text, onClick, properties = {}) {
  return element("button", { type: "button", text, onClick, ...properties });
}

/** Sets the text of an element only if it differs: screen readers and the layout notice every assignment. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/**
 * Returns an element that shows a foreign text, isolated from the direction of the text around it.
 *
 * A long text is shortened, and a button next to it shows the whole text.
 */
export function foreignText(text, limit = 240, tag = "bdi") {
  const shown = element(tag, { text: shortened(text, limit) });
  if (text.length <= limit) return shown;
  const label = `Show all ${grouped(text.length)} characters`;
  return element("span", {}, shown, " ", button(label, () => showText("Whole text", text), { class: "link" }));
}

/** Shows a foreign text in a dialog, with its lines. There it can be selected and copied. */
export function showText(title, text) {
  showDialog(title, text.split("\n").map(visible).join("\n"));
}

function showDialog(title, text) {
  setText(byID("text-title"), title);
  byID("text-content").value = text;
  byID("text-dialog").showModal();
}

let announcement = 0;

/** Lets a screen reader say a text. Of several texts in a row only the last is said. */
export function announce(text) {
  clearTimeout(announcement);
  announcement = setTimeout(() => setText(byID("live"), text), 250);
}

let toastTimer = 0;

/** Shows a short message for some seconds. */
export function toast(text) {
  const target = byID("toast");
  setText(target, text);
  target.showPopover();
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => target.hidePopover(), 2500);
  announce(text);
}

/** Copies a text. If the browser does not let a local file copy, the text is shown, ready to be copied. */
export async function copy(text, name) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${name} copied`);
  } catch {
    showDialog(`${name}: press Ctrl or ⌘ and C to copy`, text);
    byID("text-content").select();
  }
}

/** Whether the user prefers that nothing moves. */
export function prefersStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const tints = new Map();
const tintCount = 8;

/** Returns one of eight tints for a name: equal names have the same tint everywhere in the page. */
export function tint(name) {
  const key = name.slice(0, 100);
  let number = tints.get(key);
  if (number === undefined) {
    number = tints.size % tintCount;
    tints.set(key, number);
  }
  return `tint-${number}`;
}
