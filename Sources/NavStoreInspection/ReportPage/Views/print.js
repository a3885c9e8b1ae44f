// The printed report: what was found, and each step with its picture, its difference and its state.

import { namedState, sections } from "../Model/difference.js";
import { kindNames } from "../Model/session.js";
import { counted, grouped, seconds, shortened, visible } from "../Model/text.js";
import { byID, element, setText } from "./dom.js";
import { Phone } from "./phone.js";
import { stateNote } from "./picture.js";
import { differenceElements } from "./stateView.js";

/** The number of steps that are printed, because the browser lays them out at once. */
const mostPrinted = 1000;

export class Print {
  constructor(session, timeline) {
    this.session = session;
    this.timeline = timeline;
    this.first = 0;
    this.last = Infinity;
    byID("print").addEventListener("click", () => this.open());
    for (const id of ["print-from", "print-to"]) byID(id).addEventListener("input", () => this.choose());
    byID("print-start").addEventListener("click", () => {
      byID("print-dialog").close();
      print();
    });
    addEventListener("beforeprint", () => byID("printed").replaceChildren(...this.findings(), ...this.stepElements()));
    addEventListener("afterprint", () => byID("printed").replaceChildren());
  }

  // MARK: The chosen steps

  open() {
    const { session } = this;
    byID("print-from").value = session.count > 0 ? session.address(this.first) : "";
    byID("print-to").value = session.count > 0 ? session.address(Math.min(this.last, session.count - 1)) : "";
    this.choose();
    byID("print-dialog").showModal();
  }

  choose() {
    const { session } = this;
    const [first, last] = ["print-from", "print-to"].map((id) => session.indexOfAddress(byID(id).value.trim()));
    const isWrong = session.count > 0 && (first < 0 || last < 0);
    byID("print-start").disabled = isWrong;
    setText(byID("print-problem"), isWrong ? "No step has this number." : "");
    if (!isWrong && session.count > 0) [this.first, this.last] = [first, last];
    setText(byID("print-count"), isWrong ? "" : this.summary);
  }

  /** The steps of the chosen part that pass the filter of the timeline. */
  get steps() {
    return [...this.timeline.rows.filter((index) => index >= this.first && index <= this.last)];
  }

  get summary() {
    const count = this.steps.length;
    const matching = this.timeline.isFiltered ? ` that ${count === 1 ? "passes" : "pass"} the filter` : "";
    const cut = count > mostPrinted ? ` Only the first ${grouped(mostPrinted)} are printed: choose a part.` : "";
    return `${counted(count, "step")}${matching}.${cut}`;
  }

  // MARK: Elements

  findings() {
    const { failure, cut, result } = this.session.data;
    const texts = [failure?.message, cut, result?.headline, ...result?.findings ?? []].filter(Boolean);
    return [...texts, this.summary].map((text) => element("pre", { text: text.split("\n").map(visible).join("\n") }));
  }

  stepElements() {
    return this.steps.slice(0, mostPrinted).map((index) => this.stepElement(index));
  }

  stepElement(index) {
    const { session } = this;
    const state = session.stateAt(index);
    const recorded = session.recordedStateAt(index);
    return element(
      "article",
      { class: "printed-step" },
      element("div", { class: "printed-phones" }, ...this.phones(state, recorded)),
      element("div", { class: "printed-action" }, ...this.action(index)),
      element("div", { class: "printed-difference difference" }, ...this.difference(index, state, recorded)),
      element("div", { class: "printed-state" }, ...this.state(state)),
    );
  }

  phones(state, recorded) {
    const captions = recorded ? ["Replayed", "Recorded"] : [""];
    return [state, recorded].filter(Boolean).map((shown, place) => {
      const phone = new Phone(this.session);
      phone.show(shown, false);
      return element(
        "figure",
        {},
        element("div", { class: "printed-phone" }, phone.element),
        element("figcaption", { text: captions[place] }),
      );
    });
  }

  action(index) {
    const { session } = this;
    const actions = session.actionsAt(index);
    const shown = actions.length > 0
      ? actions.map(({ text, sentence }) => [text, sentence])
      : [[kindNames[session.kindAt(index)] ?? "", session.noteAt(index)]];
    const facts = [`Step ${session.address(index)}`, `${seconds(session.times[index])} s`, session.originAt(index)];
    return [
      element("p", { class: "muted", text: facts.filter(Boolean).map((fact) => shortened(fact, 60)).join(" · ") }),
      ...shown.flatMap(([title, detail]) => [
        element("h3", {}, element("bdi", { text: shortened(title, 400) })),
        element("p", {}, element("bdi", { text: shortened(detail, 600) })),
      ]),
      element("p", { class: "problem", text: stateNote(session, index) }),
    ];
  }

  difference(index, state, recorded) {
    if (!state) return [];
    const { session } = this;
    const before = recorded ?? session.stateAt(index - 1);
    const compared = before && sections(namedState(session, before), namedState(session, state));
    const title = recorded ? "Replayed (+) and recorded (−)" : "Since the previous step";
    return [element("h4", { text: title }), ...differenceElements(compared, session.recordedNoteAt(index))];
  }

  state(state) {
    if (!state) return [];
    // The selected tab is marked in the list of the tabs.
    const [, ...tabsAndOthers] = sections(null, namedState(this.session, state));
    const parts = tabsAndOthers.map(({ title, lines, isSelected }) => {
      const text = lines.map((line) => line.text).join(" › ") || "root";
      return element(
        "div",
        { class: isSelected ? "selected" : null },
        element("dt", {}, element("bdi", { text: shortened(title, 60) })),
        element("dd", {}, element("bdi", { text: shortened(text, 1000) })),
      );
    });
    return [element("h4", { text: "State" }), element("dl", {}, ...parts)];
  }
}
