// A session as the page uses it: the decoded data, the state after each step, and what is derived from all steps.

import { applied, decodedState, depth, topRoute } from "./state.js";

/** The kinds of steps, as numbered in the data. */
export const Kind = Object.freeze({
  transaction: 0,
  beginning: 1,
  replaced: 2,
  resumed: 3,
  mark: 4,
  gap: 5,
  damage: 6,
  notReplayed: 7,
  end: 8,
});

/** The kinds of steps after which a recorded state can differ. */
const replayedKinds = new Set([Kind.transaction, Kind.beginning, Kind.replaced]);

/** A state is kept for each step whose index is a multiple of this number, so that a jump applies few changes. */
const snapshotDistance = 128;

export class Session {
  constructor(data) {
    this.data = data;
    this.texts = data.texts ?? [];
    this.values = data.values ?? [];
    this.origins = (data.origins ?? []).map((index) => this.text(index));
    this.actions = data.actions ?? [];
    this.steps = data.steps ?? [];
    this.count = this.steps.length;
    this.snapshots = [];
    /** The indexes of the steps at which the replay begins to differ from the recording. */
    this.divergences = data.divergences ?? [];
    this.divergentSteps = new Set(this.divergences);
    /** The number of divergences in the whole log. Steps outside of the report can have some of them. */
    this.divergenceCount = Math.max(this.divergences.length, data.result?.divergences ?? 0);
    /** The notes of a reader, by the addresses of their steps. */
    this.notes = new Map(data.notes ?? []);
    /** The screens that were on top, in the order of their first occurrence: `{value, isRoot}`. */
    this.screens = [];
    this.readColumns();
    this.keyMap = null;
    this.cachedIndex = -1;
    this.cachedState = null;
  }

  /** Goes once through all steps, and stores what the views need of every step in typed arrays. */
  readColumns() {
    this.times = new Float64Array(this.count);
    /** The times without the jumps back to 0 at the beginning of another session. */
    this.elapsed = new Float64Array(this.count);
    this.screenAt = new Int32Array(this.count).fill(-1);
    this.tabAt = new Int32Array(this.count).fill(-1);
    this.depthAt = new Int32Array(this.count);
    this.isKnown = new Uint8Array(this.count);
    this.firstWithNumber = new Map();
    const screenNumbers = new Map();
    let state = null;
    let isKnown = false;
    let time = 0;
    let elapsed = 0;
    for (let index = 0; index < this.count; index += 1) {
      const step = this.steps[index];
      time += step[1];
      this.times[index] = time;
      elapsed += Math.max(0, step[1]);
      this.elapsed[index] = elapsed;
      if (!this.firstWithNumber.has(step[2])) this.firstWithNumber.set(step[2], index);
      state = stateAfter(step, state);
      isKnown = state !== null && knowsState(step, isKnown);
      if (index % snapshotDistance === 0) this.snapshots.push(state);
      if (!isKnown) continue;
      this.isKnown[index] = 1;
      this.tabAt[index] = state.tabs[state.selected] ?? -1;
      this.depthAt[index] = depth(state);
      this.screenAt[index] = this.screenNumber(state, screenNumbers);
    }
  }

  screenNumber(state, numbers) {
    const route = topRoute(state);
    const isRoot = route < 0;
    const value = isRoot ? state.tabs[state.selected] ?? -1 : route;
    const key = isRoot ? -1 - value : value;
    let number = numbers.get(key);
    if (number === undefined) {
      number = this.screens.length;
      numbers.set(key, number);
      this.screens.push({ value, isRoot });
    }
    return number;
  }

  text(index) {
    return this.texts[index] ?? "";
  }

  /** Returns the short text of a tab or a route. */
  valueText(value) {
    return this.text(this.values[value]?.[0]);
  }

  valueJSON(value) {
    return this.text(this.values[value]?.[1]);
  }

  valueName(value) {
    return this.text(this.values[value]?.[2]);
  }

  /** Returns the name of a screen: of its route, or a slash and the tab for the root of a tab. */
  screenText(screen) {
    const { value, isRoot } = this.screens[screen];
    return isRoot ? `/${this.valueText(value)}` : this.valueText(value);
  }

  /** Returns the name that decides the colour of a screen: of its case, or of its tab. */
  screenName(screen) {
    const { value, isRoot } = this.screens[screen];
    return isRoot ? this.valueText(value) : this.valueName(value);
  }

  /** Returns a text that means the same screen in every report of the session. */
  screenKey(screen) {
    const { value, isRoot } = this.screens[screen];
    return `${isRoot ? "/" : ""}${this.valueJSON(value)}`;
  }

  /** The screens by their keys. They are only needed for a filter by screens. */
  get screensByKey() {
    this.keyMap ??= new Map(this.screens.map((_, screen) => [this.screenKey(screen), screen]));
    return this.keyMap;
  }

  /** Returns whether one of the screens came to the top at a step. */
  isOccurrence(index, screens) {
    return screens.has(this.screenAt[index]) && (index === 0 || !screens.has(this.screenAt[index - 1]));
  }

  /** Returns the state after a step, or the last state before it that is known. `null` if there is none. */
  stateAt(index) {
    if (index < 0 || index >= this.count) return null;
    if (index === this.cachedIndex) return this.cachedState;
    let from = index - (index % snapshotDistance);
    let state = this.snapshots[from / snapshotDistance];
    if (this.cachedIndex > from && this.cachedIndex < index) {
      from = this.cachedIndex;
      state = this.cachedState;
    }
    for (let next = from + 1; next <= index; next += 1) state = stateAfter(this.steps[next], state);
    this.cachedIndex = index;
    this.cachedState = state;
    return state;
  }

  /** Returns the state after a step, or `null` if it is not known. */
  knownStateAt(index) {
    return this.isKnown[index] ? this.stateAt(index) : null;
  }

  /** Returns whether the replay begins to differ from the recording at a step. */
  diverges(index) {
    return this.divergentSteps.has(index);
  }

  /** Returns the recorded state of a step, if the replay continues from it because its own state differs, or `null`. */
  recordedStateAt(index) {
    if (!this.isKnown[index] || !replayedKinds.has(this.kindAt(index))) return null;
    let next = index + 1;
    while (next < this.count && (this.kindAt(next) === Kind.mark || this.kindAt(next) === Kind.damage)) next += 1;
    const isRecorded = next < this.count && this.kindAt(next) === Kind.resumed;
    return isRecorded && this.numberAt(next) === this.numberAt(index) ? decodedState(this.steps[next][4]) : null;
  }

  /** Returns a note about a divergence whose difference no picture can show, or an empty text. */
  recordedNoteAt(index) {
    const recorded = this.recordedStateAt(index);
    if (!recorded) return this.diverges(index) ? "The recorded state is not known here." : "";
    const isEqual = JSON.stringify(recorded) === JSON.stringify(this.stateAt(index));
    return isEqual ? "The navigation is equal; the states differ elsewhere." : "";
  }

  kindAt(index) {
    return this.steps[index][0];
  }

  /**
   * Returns the milliseconds since 1970 of a step, or `null`. Only the beginning of the first session is known, so the
   * report must begin with it, and the time must not have gone back since then.
   */
  dateAt(index) {
    const isFirst = this.kindAt(0) === Kind.beginning && this.elapsed[index] === this.times[index];
    return this.data.began && isFirst ? this.data.began + this.times[index] : null;
  }

  /** The time from the first step to the last one, of all sessions in the log. */
  get duration() {
    return this.count > 0 ? this.elapsed[this.count - 1] - this.elapsed[0] : 0;
  }

  /** Whether the times of the steps are known. The report of a test has none. */
  get hasTimes() {
    return this.data.began !== undefined || this.duration > 0;
  }

  numberAt(index) {
    return this.steps[index][2];
  }

  originAt(index) {
    const step = this.steps[index];
    const hasOrigin = step[0] === Kind.transaction || step[0] === Kind.replaced || step[0] === Kind.notReplayed;
    return hasOrigin ? this.origins[step[3]] ?? "" : "";
  }

  /** Returns the actions of a step with what each of them changed: `{text, json, name, sentence}`. */
  actionsAt(index) {
    const step = this.steps[index];
    if (step[0] !== Kind.transaction && step[0] !== Kind.notReplayed) return [];
    return step[4].map(([action, sentence]) => {
      const [text, json, name] = this.actions[action] ?? [];
      return { text: this.text(text), json: this.text(json), name: this.text(name), sentence: this.text(sentence) };
    });
  }

  /** Returns the text of a step that is not a transaction. */
  noteAt(index) {
    const step = this.steps[index];
    return this.text(step[0] === Kind.replaced ? step[4] : step[3]);
  }

  /** Returns the title and the sentence of a step in the timeline. Texts are not escaped. */
  summaryAt(index) {
    const actions = this.actionsAt(index);
    if (actions.length > 0) return { title: actions[0].text, detail: actions[0].sentence, more: actions.length - 1 };
    const note = this.noteAt(index);
    return { title: kindNames[this.kindAt(index)] ?? "Unknown", detail: note, more: 0 };
  }

  /** Returns the address of a step: the number of its transaction, and its distance from the first with it. */
  address(index) {
    const number = this.numberAt(index);
    const distance = index - this.firstWithNumber.get(number);
    return distance > 0 ? `${number}+${distance}` : String(number);
  }

  /** Returns the index of the step with an address, or -1. */
  indexOfAddress(address) {
    const [, number, distance] = /^(-?\d+)(?:\+(\d+))?$/.exec(address) ?? [];
    const first = this.firstWithNumber.get(Number(number));
    if (first === undefined) return -1;
    return Math.min(first + Number(distance ?? 0), this.count - 1);
  }

  /** Returns the note of a reader about a step, or an empty text. */
  noteTextAt(index) {
    return this.notes.get(this.address(index)) ?? "";
  }

  setNote(index, text) {
    if (text) this.notes.set(this.address(index), text);
    else this.notes.delete(this.address(index));
  }

  /** Returns the nearest divergence after (`direction` 1) or before (-1) a step, or -1. */
  divergence(from, direction) {
    if (direction > 0) return this.divergences.find((index) => index > from) ?? -1;
    return this.divergences.findLast((index) => index < from) ?? -1;
  }
}

export const kindNames = [
  "Transaction",
  "Beginning",
  "State replaced",
  "Continues from a recorded state",
  "Mark",
  "Gap",
  "Not readable",
  "Not replayed",
  "End",
];

function stateAfter(step, state) {
  switch (step[0]) {
    case Kind.transaction:
      // The first state may be unknown. Then the first known state replaces it.
      return state || step[5][0]?.[0] === 4 ? applied(state, step[5]) : null;
    case Kind.beginning:
    case Kind.resumed:
      return step[4] ? decodedState(step[4]) : state;
    case Kind.replaced:
      return step[5] ? decodedState(step[5]) : state;
    default:
      return state;
  }
}

/** Returns whether the state is known after a step. After a gap or damage it is not, until a state is recorded. */
function knowsState(step, wasKnown) {
  switch (step[0]) {
    case Kind.beginning:
    case Kind.resumed:
      return step[4] != null;
    case Kind.replaced:
      return step[5] != null;
    case Kind.transaction:
      return true;
    case Kind.gap:
    case Kind.notReplayed:
      return false;
    default:
      return wasKnown;
  }
}
