// The comparison of two sessions: its rows, from the alignment that the data contains.

import { Kind } from "./session.js";

/** The kinds of steps that are not compared. Equal sessions can have them in different places. */
const leftOut = new Set([Kind.resumed, Kind.mark, Kind.damage, Kind.end]);

/** The rows of a comparison. A row has a step of each session, or a step of one of them. */
export class ComparisonRows {
  constructor(session, other, { runs, moved, first }) {
    this.session = session;
    this.other = other;
    /** For each row the step of each session, or -1. */
    this.steps = [[], []];
    /** The row of each step of each session. */
    this.rowOf = [[], []];
    /** The rows at which steps begin that only one session has, or that differ. */
    this.places = [];
    this.pairs = new Set();
    this.movedTo = [new Map(moved), new Map(moved.map(([step, otherStep]) => [otherStep, step]))];
    for (const [step, otherStep, count] of runs) {
      this.addBlock(step, otherStep);
      for (let index = 0; index < count; index += 1) {
        this.pairs.add(this.count);
        this.add(step + index, otherStep + index);
      }
    }
    this.addBlock(session.count, other.count);
    /** The row of the first difference, or -1 if the sessions are equal. */
    this.first = !first ? -1 : first[0] >= 0 ? this.rowOf[0][first[0]] : this.rowOf[1][first[1]];
    this.equalValue = valueComparison(session, other);
  }

  get count() {
    return this.steps[0].length;
  }

  add(step, otherStep) {
    if (step >= 0) this.rowOf[0][step] = this.count;
    if (otherStep >= 0) this.rowOf[1][otherStep] = this.count;
    this.steps[0].push(step);
    this.steps[1].push(otherStep);
  }

  /** Adds the steps up to the next two that correspond to each other. Steps that differ are side by side. */
  addBlock(end, otherEnd) {
    let [step, otherStep] = [this.rowOf[0].length, this.rowOf[1].length];
    let isPlace = true;
    while (step < end || otherStep < otherEnd) {
      if (step < end && leftOut.has(this.session.kindAt(step))) this.add(step++, -1);
      else if (otherStep < otherEnd && leftOut.has(this.other.kindAt(otherStep))) this.add(-1, otherStep++);
      else {
        if (isPlace) this.places.push(this.count);
        isPlace = false;
        this.add(step < end ? step++ : -1, otherStep < otherEnd ? otherStep++ : -1);
      }
    }
  }

  /** Returns the step of a session in a row or, if there is none, in the last row before it. -1 if there is none. */
  stepAt(side, row) {
    let last = row;
    while (last >= 0 && this.steps[side][last] < 0) last -= 1;
    return last < 0 ? -1 : this.steps[side][last];
  }

  /** Returns how the sessions differ in a row: `steps`, `states`, or an empty text. */
  difference(row) {
    const [step, otherStep] = [this.steps[0][row], this.steps[1][row]];
    if (!this.pairs.has(row)) {
      const kind = step >= 0 ? this.session.kindAt(step) : this.other.kindAt(otherStep);
      return leftOut.has(kind) ? "" : "steps";
    }
    const states = [this.session.knownStateAt(step), this.other.knownStateAt(otherStep)];
    return equalStates(states[0], states[1], this.equalValue) ? "" : "states";
  }

  /** Returns the step of the other session to which a step was moved, or -1. */
  partner(side, step) {
    return this.movedTo[side].get(step) ?? -1;
  }

  /** Returns whether a session has no step that is compared in a row and after it. */
  hasEnded(side, row) {
    const session = side === 0 ? this.session : this.other;
    return this.steps[side].slice(row).every((step) => step < 0 || leftOut.has(session.kindAt(step)));
  }
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
