// States for people: as a tree of lines, and the difference between two of them.
//
// States of different sessions number their values differently. They are compared by the JSON of the values.

import { styleName } from "./state.js";

/** Returns the title of a modal: its style and its number. */
export function modalTitle(modal) {
  const name = styleName(modal);
  return `${name[0].toUpperCase()}${name.slice(1)} ${modal.id}`;
}

/** Returns the state with its texts: `{selected, tabs, modals, visits}`; each value is `{text, json}`. */
export function namedState(session, state) {
  const value = (index) => ({ text: session.valueText(index), json: session.valueJSON(index) });
  return {
    selected: value(state.tabs[state.selected]),
    tabs: state.tabs.map((tab, index) => ({ tab: value(tab), path: state.paths[index].map(value) })),
    modals: state.modals.map((modal) => ({
      title: modalTitle(modal),
      path: [modal.root, ...modal.path].map(value),
    })),
    visits: state.visits.map((visit) => value(state.tabs[visit])),
  };
}

/**
 * Returns the lines of a state in sections, and how each line differs from the state `before`.
 *
 * A section is `{title, kind, isSelected, change, lines}`, a line `{mark, text}`; marks are `" "`, `"+"`, `"-"` and
 * `"↕"` for a line that has moved.
 */
export function sections(before, after) {
  const isFirst = before === null;
  const old = before ?? { selected: after.selected, tabs: after.tabs, modals: after.modals, visits: after.visits };
  const all = [selectedSection(old, after)];
  for (const { key, title, from, to } of paired(old.tabs, after.tabs, (entry) => entry.tab.json, tabTitle)) {
    const isSelected = after.selected.json === key && to !== null;
    all.push(section("tab", title, from && from.path, to && to.path, isSelected));
  }
  for (const { title, from, to } of paired(old.modals, after.modals, (modal) => modal.title, (modal) => modal.title)) {
    all.push(section("modal", title, from && from.path, to && to.path, false));
  }
  all.push(section("visits", "Visits", old.visits, after.visits, false));
  if (isFirst) return all;
  const order = (state) => state.tabs.map((entry) => entry.tab.json).join("\n");
  if (order(old) !== order(after)) {
    const names = (state) => state.tabs.map((entry) => entry.tab);
    all.splice(1, 0, section("order", "Order of the tabs", names(old), names(after), false));
  }
  return all;
}

function tabTitle(entry) {
  return entry.tab.text;
}

function selectedSection(before, after) {
  const isSame = before.selected.json === after.selected.json;
  const lines = isSame
    ? [{ mark: " ", text: after.selected.text }]
    : [{ mark: "-", text: before.selected.text }, { mark: "+", text: after.selected.text }];
  return { kind: "selected", title: "Selected tab", isSelected: false, change: isSame ? " " : "~", lines };
}

/** Pairs the entries of two lists by their keys: first the entries of the new list, then those that were removed. */
function paired(before, after, keyOf, titleOf) {
  const old = new Map(before.map((entry) => [keyOf(entry), entry]));
  const pairs = after.map((to) => {
    const key = keyOf(to);
    const from = old.get(key) ?? null;
    old.delete(key);
    return { key, title: titleOf(to), from, to };
  });
  for (const [key, from] of old) pairs.push({ key, title: titleOf(from), from, to: null });
  return pairs;
}

function section(kind, title, before, after, isSelected) {
  const lines = listLines(before ?? [], after ?? []);
  const isChanged = before === null || after === null || lines.some((line) => line.mark !== " ");
  const change = before === null ? "+" : after === null ? "-" : isChanged ? "~" : " ";
  return { kind, title, isSelected, change, lines };
}

/** Stacks change at their ends, so a common beginning and a common end explain nearly every change. */
function listLines(before, after) {
  let start = 0;
  while (start < before.length && start < after.length && before[start].json === after[start].json) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end].json === after[after.length - 1 - end].json) end += 1;
  return [
    ...after.slice(0, start).map(line(" ")),
    ...changedLines(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...after.slice(after.length - end).map(line(" ")),
  ];
}

function line(mark) {
  return (value) => ({ mark, text: value.text });
}

/** A part with more values than this is shown as replaced, because the comparison would take long. */
const mostCompared = 200;

/**
 * Returns the lines of two lists that begin and end differently. A value of both lists that is not in their longest
 * common part has moved.
 */
function changedLines(before, after) {
  if (Math.max(before.length, after.length) > mostCompared) return [...before.map(line("-")), ...after.map(line("+"))];
  const partners = commonPart(before, after);
  const removed = new Set(before.filter((_, place) => !partners.includes(place)));
  const marks = after.map((value, index) => {
    if (partners[index] >= 0) return " ";
    const old = [...removed].find((candidate) => candidate.json === value.json);
    return removed.delete(old) ? "↕" : "+";
  });
  const lines = [];
  let next = 0;
  const addRemoved = (end) => {
    lines.push(...before.slice(next, end).filter((value) => removed.has(value)).map(line("-")));
    next = Math.max(next, end);
  };
  after.forEach((value, index) => {
    // What was removed precedes what was added at the same place.
    addRemoved(partners.slice(index).find((place) => place >= 0) ?? before.length);
    lines.push(line(marks[index])(value));
  });
  addRemoved(before.length);
  return lines;
}

/** Returns the place of each value of `after` in `before`, if it is in their longest common part. Otherwise -1. */
function commonPart(before, after) {
  const lengths = Array.from({ length: after.length + 1 }, () => new Uint16Array(before.length + 1));
  for (let row = after.length - 1; row >= 0; row -= 1) {
    for (let column = before.length - 1; column >= 0; column -= 1) {
      lengths[row][column] = after[row].json === before[column].json
        ? lengths[row + 1][column + 1] + 1
        : Math.max(lengths[row + 1][column], lengths[row][column + 1]);
    }
  }
  let column = 0;
  return after.map((value, row) => {
    while (column < before.length && lengths[row][column] === lengths[row][column + 1]) column += 1;
    const isCommon = value.json === before[column]?.json && lengths[row][column] > lengths[row + 1][column];
    if (isCommon) column += 1;
    return isCommon ? column - 1 : -1;
  });
}

/** Returns one sentence about a state, for screen readers. */
export function spokenState(state) {
  const path = state.tabs.find((entry) => entry.tab.json === state.selected.json)?.path ?? [];
  const names = path.slice(-6).map((value) => value.text);
  const stack = path.length === 0
    ? "at its root"
    : `with ${path.length} ${path.length === 1 ? "screen" : "screens"} above its root: ${names.join(", ")}`;
  const modals = state.modals.map((modal) =>
    `${modal.title}: ${modal.path.slice(-6).map((value) => value.text).join(", ")}`
  );
  return [`Tab ${state.selected.text} is selected, ${stack}`, ...modals].join(". ");
}
