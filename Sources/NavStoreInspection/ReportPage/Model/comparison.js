// The comparison of two sessions.

import { Kind } from "./session.js";

/** The kinds of steps that are not compared. Equal sessions can have them in different places. */
const leftOut = new Set([Kind.resumed, Kind.mark, Kind.damage, Kind.end]);

/**
 * Compares two sessions step by step, up to the first step that differs.
 *
 * Returns the indexes of the first step that differs (the number of steps in a session that ends before the other one),
 * and for each earlier step of the first session the index of the equal step, or -1 for a step that was not compared.
 */
export function compared(session, other) {
  const equalValue = valueComparison(session, other);
  const partners = [];
  let index = nextCompared(session, 0);
  let partner = nextCompared(other, 0);
  while (index < session.count && partner < other.count) {
    const isEqual = equalSteps(session, index, other, partner) &&
      equalStates(session.knownStateAt(index), other.knownStateAt(partner), equalValue);
    if (!isEqual) break;
    while (partners.length < index) partners.push(-1);
    partners.push(partner);
    index = nextCompared(session, index + 1);
    partner = nextCompared(other, partner + 1);
  }
  while (partners.length < index) partners.push(-1);
  return { first: index, otherFirst: partner, partners };
}

/** Returns the index of the next step that is compared. A session in several parts has several beginnings. */
function nextCompared(session, from) {
  let index = from;
  while (index < session.count) {
    const kind = session.kindAt(index);
    if (!leftOut.has(kind) && (kind !== Kind.beginning || index === 0)) break;
    index += 1;
  }
  return index;
}

function equalSteps(session, index, other, partner) {
  if (session.kindAt(index) !== other.kindAt(partner)) return false;
  if (session.kindAt(index) === Kind.gap) return session.noteAt(index) === other.noteAt(partner);
  const [actions, others] = [session.actionsAt(index), other.actionsAt(partner)];
  return equalLists(actions, others, (action, otherAction) => action.json === otherAction.json);
}

/** Returns a function that returns whether a value of one session equals a value of another one. */
function valueComparison(session, other) {
  const indexes = new Map(session.values.map((_, value) => [session.valueJSON(value), value]));
  const partners = other.values.map((_, value) => indexes.get(other.valueJSON(value)));
  return (value, otherValue) => value === partners[otherValue];
}

function equalStates(state, other, equalValue) {
  if (state === null || other === null) return state === other;
  const equalValues = (values, others) => equalLists(values, others, equalValue);
  const isSame = (first, second) => first === second;
  return state.selected === other.selected && state.lastModal === other.lastModal &&
    equalValue(state.initial, other.initial) && equalValues(state.tabs, other.tabs) &&
    equalLists(state.visits, other.visits, isSame) && equalLists(state.paths, other.paths, equalValues) &&
    equalLists(
      state.modals,
      other.modals,
      (modal, otherModal) =>
        modal.id === otherModal.id && modal.style === otherModal.style && equalValue(modal.root, otherModal.root) &&
        equalValues(modal.path, otherModal.path),
    );
}

function equalLists(list, other, isEqual) {
  return list.length === other.length && list.every((element, index) => isEqual(element, other[index]));
}
