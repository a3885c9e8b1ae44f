// What a step did and the state after it: the actions, the difference to another state, and the state as a tree.

import { namedState, sections } from "../Model/difference.js";
import { momentText, senderText } from "../Model/moment.js";
import { actionsJSON, deepLinkJSON, stateJSON } from "../Model/export.js";
import { Kind, kindNames } from "../Model/session.js";
import { counted, seconds, shortened, utc } from "../Model/text.js";
import { announce, button, byID, copy, element, foreignText, setText, showText } from "./dom.js";

/** Lines of one section that are shown before the rest is asked for. */
const mostLines = 60;

export class StateView {
  constructor(session, position) {
    this.session = session;
    this.position = position;
    /** The step that the state is compared with. `null` means the previous step. */
    this.pinned = null;
    /** The text that the tree of the state is searched for, and whether all of its parts are open. */
    this.text = "";
    this.isExpanded = false;
    this.listen();
    position.onChange((index) => this.show(index));
  }

  listen() {
    const { session, position } = this;
    byID("copy-action").addEventListener("click", () => this.copyAction());
    byID("copy-link").addEventListener("click", () => this.copyDeepLink());
    byID("copy-state").addEventListener("click", () => {
      const state = session.stateAt(position.index);
      if (state) copy(stateJSON(session, state), "State as JSON");
    });
    byID("leave-out").hidden = !session.data.without;
    byID("leave-out").addEventListener("click", () => this.showCommandWithoutStep());
    byID("pin").addEventListener("click", () => this.pin(position.index));
    byID("unpin").addEventListener("click", () => this.pin(null));
    byID("state-text").addEventListener("input", (event) => {
      this.text = event.target.value.trim();
      this.show(position.index);
    });
    byID("expand").addEventListener("click", () => {
      this.isExpanded = !this.isExpanded;
      byID("expand").setAttribute("aria-pressed", String(this.isExpanded));
      this.show(position.index);
    });
    byID("compare-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const index = session.indexOfAddress(byID("compare-step").value.trim());
      byID("compare-step").setAttribute("aria-invalid", String(index < 0));
      setText(byID("compare-problem"), index < 0 ? "No step has this number." : "");
      if (index >= 0) this.pin(index);
    });
  }

  get saved() {
    return { pinned: this.pinned === null ? null : this.session.address(this.pinned) };
  }

  restore({ pinned }) {
    const index = pinned === null ? -1 : this.session.indexOfAddress(pinned);
    this.pinned = index < 0 ? null : index;
  }

  copyAction() {
    const json = actionsJSON(this.session, this.position.index);
    if (json) copy(json, "Action as JSON");
  }

  copyDeepLink() {
    const state = this.session.stateAt(this.position.index);
    if (state) copy(deepLinkJSON(this.session, state), "Tab and path as JSON");
  }

  showCommandWithoutStep() {
    const { data, steps } = this.session;
    const number = String(steps[this.position.index][2]);
    showText(
      `Beside the log, this command writes a report of the session with and without transaction ${number}`,
      data.without.replace("{{number}}", number),
    );
  }

  /** Compares the steps with the step `index`, or each with the previous step if `index` is `null`. */
  pin(index) {
    this.pinned = index;
    this.show(this.position.index);
    announce(index === null ? "Compared with the previous step" : `Compared with step ${this.session.address(index)}`);
  }

  show(index) {
    if (byID("state").offsetParent === null) return;
    this.showStep(index);
    const state = this.session.stateAt(index);
    byID("copy-link").disabled = !state;
    byID("copy-state").disabled = !state;
    byID("leave-out").disabled = ![Kind.transaction, Kind.replaced].includes(this.session.kindAt(index));
    byID("copy-action").disabled = this.session.actionsAt(index).length === 0;
    if (!state) {
      byID("difference").replaceChildren(empty("The state is not known here."));
      byID("tree").replaceChildren();
      setText(byID("state-count"), "");
      return;
    }
    this.showDifference(index, state);
  }

  // MARK: The step

  showStep(index) {
    const { session } = this;
    setText(byID("step-number"), session.address(index));
    setText(byID("step-kind"), kindNames[session.kindAt(index)] ?? "Unknown kind of step");
    setText(byID("step-time"), seconds(session.times[index]));
    const date = session.dateAt(index);
    byID("step-time").title = date === null ? "" : utc(date);
    const origin = session.originAt(index);
    byID("step-origin").replaceChildren(origin ? foreignText(origin, 60) : "");
    byID("step-origin").hidden = !origin;
    setText(byID("step-moment"), momentText(session, index));
    setText(byID("step-sender"), senderText(session, index));
    const actions = session.actionsAt(index);
    const items = actions.map((action) =>
      element(
        "li",
        {},
        element("div", { class: "action-title" }, foreignText(action.text, 400, "bdi")),
        action.sentence ? element("div", { class: "action-detail" }, foreignText(action.sentence, 600)) : null,
      )
    );
    if (actions.length === 0) {
      const note = session.noteAt(index);
      const count = session.kindAt(index) === Kind.gap ? session.steps[index][4] : 0;
      const missing = count > 0 ? `${counted(count, "transaction")} missing` : "";
      items.push(element(
        "li",
        {},
        missing ? element("div", { class: "action-title", text: missing }) : null,
        note ? element("div", { class: "action-detail" }, foreignText(note, 600)) : null,
      ));
    }
    byID("step-actions").replaceChildren(...items);
  }

  // MARK: The state

  showDifference(index, state) {
    const { session } = this;
    const after = namedState(session, state);
    const recorded = session.recordedStateAt(index);
    const from = this.pinned ?? index - 1;
    const beforeState = session.stateAt(from);
    const before = beforeState ? namedState(session, beforeState) : null;
    byID("unpin").hidden = this.pinned === null;
    setText(byID("difference-title"), this.differenceTitle(index, from, recorded));
    const compared = recorded ? sections(namedState(session, recorded), after) : before && sections(before, after);
    byID("difference").replaceChildren(
      ...differenceElements(compared, recorded && (session.recordedNoteAt(index) || "The parts shown here are equal.")),
    );
    this.showTree(sections(before, after).filter(isPresent));
  }

  /** Shows the parts of a state or, during a search, the lines with the text and the parts that they are in. */
  showTree(parts) {
    const text = this.text.toLowerCase();
    const contains = (shown) => shown.toLowerCase().includes(text);
    const found = parts.map((part) => {
      const isFound = contains(part.title);
      return {
        ...part,
        isFound,
        lines: part.lines.filter((line) => line.mark !== "-" && (isFound || contains(line.text))),
      };
    }).filter((part) => part.isFound || part.lines.length > 0);
    byID("tree").replaceChildren(...found.map((part) => treeSection(part, this.isExpanded || text !== "")));
    const count = found.reduce((sum, part) => sum + Math.max(1, part.lines.length), 0);
    setText(byID("state-count"), text ? counted(count, "match", "matches") : "");
  }

  differenceTitle(index, from, recorded) {
    if (recorded) return "Replayed (+) and recorded (−)";
    const note = this.session.recordedNoteAt(index);
    return `Since ${this.pinned === null ? "the previous step" : `step ${this.session.address(from)}`}. ${note}`.trim();
  }
}

function isPresent(part) {
  return part.change !== "-" && part.kind !== "order";
}

/** Returns the parts that differ. If no part differs, returns `note`, by default that the states are the same. */
export function differenceElements(compared, note = "") {
  if (!compared) return [empty("There is no known state to compare with.")];
  const changed = compared.filter((part) => part.change !== " ");
  if (changed.length === 0) return [empty(note || "The state is the same.")];
  return changed.map(differenceSection);
}

function differenceSection(part) {
  const lines = part.lines.filter((line) => line.mark !== " ");
  const same = part.lines.length - lines.length;
  const items = lines.slice(0, mostLines).map(lineElement);
  if (same > 0) items.push(element("li", { class: "line same", text: `${same} unchanged` }));
  if (lines.length > mostLines) {
    items.push(element("li", { class: "line same", text: `${lines.length - mostLines} more` }));
  }
  if (items.length === 0) items.push(element("li", { class: "line same", text: "empty" }));
  const note = { "+": "added", "-": "removed" }[part.change] ?? "";
  return element("section", { class: "part" }, partTitle(part, note), element("ul", { class: "lines" }, ...items));
}

function partTitle(part, note) {
  return element(
    "h4",
    { class: "part-title" },
    element("bdi", { text: shortened(part.title, 60) }),
    note ? element("span", { class: "part-note", text: note }) : null,
  );
}

function lineElement(line) {
  const name = { "+": "added", "-": "removed", "↕": "moved" }[line.mark];
  const sign = { "-": "−" }[line.mark] ?? line.mark;
  return element(
    "li",
    { class: `line ${name ?? ""}` },
    element("span", { class: "line-mark", "aria-hidden": "true", text: sign }),
    name ? element("span", { class: "visually-hidden", text: `${name}: ` }) : null,
    foreignText(line.text, 200),
  );
}

function treeSection(part, isExpanded) {
  const { lines } = part;
  const list = element(
    "ul",
    { class: "lines" },
    ...lines.slice(0, isExpanded ? undefined : mostLines).map(lineElement),
  );
  if (lines.length > mostLines && !isExpanded) {
    const more = button(`Show ${lines.length - mostLines} more`, () => {
      list.replaceChildren(...lines.map(lineElement));
    }, { class: "link" });
    list.append(element("li", {}, more));
  }
  if (lines.length === 0) list.append(element("li", { class: "line same", text: "root" }));
  const summary = element(
    "summary",
    {},
    element("bdi", { text: shortened(part.title, 60) }),
    part.isSelected ? element("span", { class: "badge", text: "selected" }) : null,
    part.kind === "tab" || part.kind === "modal"
      ? element("span", { class: "count", text: String(lines.length) })
      : null,
  );
  return element("details", { class: "tree-part", open: isExpanded || part.kind !== "visits" }, summary, list);
}

function empty(text) {
  return element("p", { class: "empty", text });
}
