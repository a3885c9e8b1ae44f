// Two sessions side by side, aligned at their first difference. Both move together.

import { compared } from "../Model/comparison.js";
import { namedState, sections } from "../Model/difference.js";
import { grouped, seconds, shortened } from "../Model/text.js";
import { byID, element, setText } from "./dom.js";
import { Phone } from "./phone.js";
import { differenceElements } from "./stateView.js";

const rowsAround = 6;

export class Compare {
  constructor(session, other, position) {
    this.session = session;
    this.other = other;
    this.position = position;
    const { first, otherFirst, partners } = compared(session, other);
    this.first = first;
    this.otherFirst = otherFirst;
    this.partners = partners;
    this.isEqual = first === session.count && otherFirst === other.count;
    this.phones = [new Phone(session), new Phone(other)];
    byID("compare-phones").append(...this.phones.map((phone, side) => {
      const name = shortened(side === 0 ? session.data.name : other.data.name, 60);
      return element("figure", { class: "phone-figure" }, phone.element, element("figcaption", { text: name }));
    }));
    byID("go-to-difference").addEventListener("click", () => position.go(this.first));
    byID("go-to-difference").hidden = this.isEqual;
    byID("compare-rows").addEventListener("click", (event) => {
      const row = event.target.closest("[data-step]");
      if (row) position.go(Number(row.dataset.step));
    });
    position.onChange((index, { isAnimated }) => this.show(index, isAnimated));
  }

  /** Returns the step of the other session that is next to a step of this one, or -1 if there is none. */
  partner(index) {
    return index < this.first ? this.partners[index] ?? -1 : index - this.first + this.otherFirst;
  }

  /** Returns the state of the other session that is next to a step. A step that was not compared changes no state. */
  otherState(index) {
    let compared = index;
    while (compared > 0 && this.partner(compared) < 0) compared -= 1;
    return this.other.stateAt(this.partner(compared));
  }

  show(index = this.position.index, isAnimated = false) {
    if (byID("compare").offsetParent === null) return;
    const states = [this.session.stateAt(index), this.otherState(index)];
    states.forEach((state, side) => {
      this.phones[side].element.hidden = state === null;
      if (state) this.phones[side].show(state, isAnimated);
    });
    setText(byID("compare-summary"), this.summary(index));
    this.showRows(index);
    const [left, right] = states;
    const parts = left && right && sections(namedState(this.session, left), namedState(this.other, right));
    byID("compare-difference").replaceChildren(...differenceElements(parts, ""));
  }

  summary(index) {
    if (this.isEqual) return "The sessions do not differ.";
    if (this.first === this.session.count) return "The first session ends before the second one.";
    const number = this.session.address(this.first);
    if (index < this.first) return `The sessions are equal here. They first differ at step ${number}.`;
    if (index === this.first) return `The first difference: step ${number}.`;
    return `${grouped(index - this.first)} steps after the first difference, step ${number}.`;
  }

  showRows(index) {
    const rows = [];
    for (let step = index - rowsAround; step <= index + rowsAround; step += 1) {
      const cells = [this.cell(this.session, step), this.cell(this.other, this.partner(step))];
      if (!cells[0] && !cells[1]) continue;
      const [left, right] = cells.map((cell) => cell ?? { text: "–", time: "" });
      const differs = step >= this.first && left.text !== right.text;
      const isInside = step >= 0 && step < this.session.count;
      rows.push(element(
        "tr",
        { class: `${step === index ? "current" : ""} ${differs ? "differs" : ""}`, "data-step": isInside && step },
        element("td", { class: "row-time", text: left.time }),
        element("td", {}, element("bdi", { text: left.text })),
        element("td", {}, element("bdi", { text: right.text })),
        element("td", { class: "row-time", text: right.time }),
      ));
    }
    byID("compare-rows").replaceChildren(...rows);
  }

  cell(session, index) {
    if (index < 0 || index >= session.count) return null;
    const { title, more } = session.summaryAt(index);
    const others = more > 0 ? ` +${more}` : "";
    return { text: shortened(title, 80) + others, time: seconds(session.times[index]) };
  }
}
