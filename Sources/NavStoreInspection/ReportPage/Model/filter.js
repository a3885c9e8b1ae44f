// Which steps the timeline shows.

import { Kind, kindNames } from "./session.js";

/** The groups of steps of the filter by kind. The other values of this filter are names of actions. */
export const kindGroups = Object.freeze({
  "step:transactions": "Transactions",
  "step:several": "Several actions in one transaction",
  "step:unchanged": "Without a change",
  "step:divergences": "Divergences",
  "step:marks": "Marks",
  "step:starts": "Restarts and ends",
  "step:problems": "Gaps and unreadable lines",
  "step:notes": "With a note",
});

const groupTests = {
  "step:transactions": (step) => step[0] === Kind.transaction || step[0] === Kind.replaced,
  "step:several": (step) => step[0] === Kind.transaction && step[4].length > 1,
  "step:unchanged": (step) => step[0] === Kind.transaction && step[5].length === 0,
  "step:notes": (_, index, session) => session.noteTextAt(index) !== "",
  "step:divergences": (_, index, session) => session.diverges(index),
  "step:marks": (step) => step[0] === Kind.mark,
  "step:starts": (step) => step[0] === Kind.beginning || step[0] === Kind.resumed || step[0] === Kind.end,
  "step:problems": (step) => step[0] === Kind.gap || step[0] === Kind.damage || step[0] === Kind.notReplayed,
};

/**
 * `tab` is the JSON of a tab, and `screens` are keys of screens: both stay valid after the report is rewritten.
 * `hidden` are the kinds and the origins whose steps are not shown: `kind:` or `origin:`, and a value of these filters.
 */
export const emptyFilter = Object.freeze({
  kind: "",
  origin: "",
  tab: "",
  text: "",
  screens: Object.freeze([]),
  hidden: Object.freeze([]),
});

export function isEmptyFilter(filter) {
  const { kind, origin, tab, text, screens, hidden } = filter;
  return !kind && !origin && !tab && !text.trim() && screens.length === 0 && hidden.length === 0;
}

/** Returns the indexes of the steps that pass a filter, in order. */
export function filteredSteps(session, filter) {
  const tests = [
    kindTest(session, filter.kind),
    originTest(session, filter.origin),
    tabTest(session, filter.tab),
    screenTest(session, filter.screens),
    ...filter.hidden.map((hidden) => hiddenTest(session, hidden)),
    textTest(session, filter.text.trim().toLowerCase()),
  ].filter((test) => test !== null);
  const found = new Int32Array(session.count);
  let count = 0;
  for (let index = 0; index < session.count; index += 1) {
    const step = session.steps[index];
    if (tests.every((test) => test(step, index))) found[count++] = index;
  }
  return found.subarray(0, count);
}

function kindTest(session, kind) {
  if (!kind) return null;
  if (groupTests[kind]) return (step, index) => groupTests[kind](step, index, session);
  // An action matches if any action of the transaction has the name.
  const matches = session.actions.map((action) => `action:${session.text(action[2])}` === kind);
  return (step) => hasActions(step) && step[4].some(([action]) => matches[action]);
}

function originTest(session, origin) {
  if (!origin) return null;
  return (_, index) => session.originAt(index) === origin;
}

/** A transaction is hidden only if all of its actions have the hidden kind. */
function hiddenTest(session, hidden) {
  const [, filter, value] = /^(kind|origin):(.*)$/s.exec(hidden) ?? [];
  if (filter === "origin") return (_, index) => session.originAt(index) !== value;
  if (!value?.startsWith("action:")) {
    const test = kindTest(session, value);
    return test && ((step, index) => !test(step, index));
  }
  return (step, index) => !hasActions(step) || session.actionsAt(index).some(({ name }) => `action:${name}` !== value);
}

/** A step belongs to a tab if the tab was selected before or after it, or if it changed the path of the tab. */
function tabTest(session, tab) {
  if (tab === "") return null;
  const value = session.tabAt.find((candidate) => session.valueJSON(candidate) === tab);
  return (step, index) => {
    if (session.tabAt[index] === value || (index > 0 && session.tabAt[index - 1] === value)) return true;
    if (step[0] !== Kind.transaction) return false;
    const stacks = step[5].filter((operation) => operation[0] === 1).map((operation) => operation[1]);
    return stacks.length > 0 && stacks.some((stack) => session.stateAt(index)?.tabs[stack] === value);
  };
}

/** The occurrences of screens are the steps at which one of them came to the top, from another screen. */
function screenTest(session, keys) {
  if (keys.length === 0) return null;
  const shown = new Set(keys.map((key) => session.screensByKey.get(key)));
  return (_, index) => session.isOccurrence(index, shown);
}

/** Texts are shared by many steps, so each of them is searched once. */
function textTest(session, text) {
  if (!text) return null;
  const matches = session.texts.map((candidate) => candidate.toLowerCase().includes(text));
  const matchingKinds = kindNames.map((name) => name.toLowerCase().includes(text));
  const matchingActions = session.actions.map((action) => matches[action[0]]);
  const matchingOrigins = session.origins.map((origin) => origin.toLowerCase().includes(text));
  return (step) => {
    if (String(step[2]) === text) return true;
    if (hasActions(step)) {
      return matchingOrigins[step[3]] ||
        step[4].some(([action, sentence]) => matchingActions[action] || matches[sentence]);
    }
    return matchingKinds[step[0]] || matches[step[0] === Kind.replaced ? step[4] : step[3]];
  };
}

function hasActions(step) {
  return step[0] === Kind.transaction || step[0] === Kind.notReplayed;
}
