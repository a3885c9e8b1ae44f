// What can be copied: actions and states as JSON, a step as a deep link, a sequence as a Swift test.

import { Kind } from "./session.js";
import { styleName } from "./state.js";
import { printableJSON } from "./text.js";

/** Returns the actions of a step as JSON: one action, or a list if the transaction has several. */
export function actionsJSON(session, index) {
  const actions = session.actionsAt(index).map((action) => action.json);
  if (actions.length === 0) return "";
  return printableJSON(actions.length === 1 ? actions[0] : `[${actions.join(",")}]`);
}

/** Returns the JSON of the deep link that leads to the visible screens of a state: its tab, path and modals. */
export function deepLinkJSON(session, state) {
  const list = (values) => `[${values.map((value) => session.valueJSON(value)).join(",")}]`;
  const modals = state.modals.map((modal) =>
    `{"path":${list(modal.path)},"root":${session.valueJSON(modal.root)},"style":"${styleName(modal)}"}`
  );
  const path = list(state.paths[state.selected]);
  const tab = session.valueJSON(state.tabs[state.selected]);
  const prefix = modals.length > 0 ? `"modals":[${modals.join(",")}],` : "";
  return printableJSON(`{${prefix}"path":${path},"tab":${tab}}`);
}

/** Returns the state in the form of the log, with its keys in order. */
export function stateJSON(session, state) {
  const value = (index) => session.valueJSON(index);
  const list = (values) => `[${values.map(value).join(",")}]`;
  const modals = state.modals.map((modal) =>
    `{"id":${modal.id},"path":${list(modal.path)},"root":${value(modal.root)},"style":"${styleName(modal)}"}`
  );
  const tabs = state.tabs.map((tab, index) => `{"path":${list(state.paths[index])},"tab":${value(tab)}}`);
  const members = [`"initial":${value(state.initial)}`];
  if (state.lastModal > 0) members.push(`"lastModal":${state.lastModal}`);
  if (modals.length > 0) members.push(`"modals":[${modals.join(",")}]`);
  members.push(`"selected":${value(state.tabs[state.selected])}`, `"tabs":[${tabs.join(",")}]`);
  members.push(`"visits":[${state.visits.map((visit) => value(state.tabs[visit])).join(",")}]`);
  return printableJSON(`{${members.join(",")}}`);
}

/**
 * Returns the source of a Swift test of the transactions from the step `first` to the step `last`.
 *
 * Throws an error with a reason for the user if the sequence has no known beginning or is interrupted.
 */
export function swiftTest(session, first, last) {
  const indexes = transactions(session, first, last);
  const start = session.stateAt(indexes[0] - 1);
  if (!start || !session.isKnown[indexes[0] - 1]) {
    throw new Error("The state before the first transaction is not known.");
  }
  const end = indexes.at(-1);
  const recorded = session.recordedStateAt(end) ?? (session.diverges(end) ? null : session.stateAt(end));
  if (!recorded) throw new Error("The recorded state after this step is not known, so a test cannot assert it.");
  const parts = {
    name: testName(session.numberAt(indexes[0]), session.numberAt(end)),
    initial: literal(stateJSON(session, start)),
    recorded: literal(stateJSON(session, recorded)),
  };
  const lines = indexes.flatMap((index) => sendLines(session, index));
  return session.data.swift
    .replace(/\{\{(name|initial|recorded)\}\}/g, (_, part) => parts[part])
    .replace(/^([ \t]*)\{\{actions\}\}$/m, (_, indent) => lines.map((line) => indent + line).join("\n"));
}

function transactions(session, first, last) {
  const indexes = [];
  for (let index = first; index <= last; index += 1) {
    const kind = session.kindAt(index);
    if (kind === Kind.transaction) indexes.push(index);
    const interrupts = kind !== Kind.transaction && kind !== Kind.mark && kind !== Kind.end;
    if (interrupts && indexes.length > 0) {
      throw new Error(`Transaction ${session.numberAt(index)} interrupts the sequence: choose a part without it.`);
    }
  }
  if (indexes.length === 0) throw new Error("The sequence contains no transaction.");
  return indexes;
}

function testName(first, last) {
  return first === last
    ? `transaction ${first} of a recorded session leads to the recorded state`
    : `transactions ${first} to ${last} of a recorded session lead to the recorded state`;
}

function sendLines(session, index) {
  const actions = session.actionsAt(index).map((action) => `action(${literal(printableJSON(action.json))})`);
  if (actions.length === 1) return [`try store.send(${actions[0]})`];
  return ["try store.send([", ...actions.map((action) => `  ${action},`), "])"];
}

/** Returns a raw string literal, with as many number signs as its text requires. */
function literal(text) {
  let delimiter = "#";
  while (text.includes(`"${delimiter}`) || text.includes(`\\${delimiter}`)) delimiter += "#";
  return `${delimiter}"${text}"${delimiter}`;
}
