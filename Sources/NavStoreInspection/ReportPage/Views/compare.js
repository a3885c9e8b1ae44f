// Two sessions side by side, aligned at their first difference. Both move together.

import { compared } from "../Model/comparison.js";
import { namedState, sections } from "../Model/difference.js";
import { counted, seconds, shortened } from "../Model/text.js";
import { announce, byID, element, setText } from "./dom.js";
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
    /** The number of steps of the other session after the end of this one. `beyond` is the one that is shown, or 0. */
    this.further = Math.max(0, other.count - otherFirst - (session.count - first));
    this.beyond = 0;
    this.phones = [new Phone(session), new Phone(other)];
    byID("compare-phones").append(...this.phones.map((phone, side) => {
      const name = shortened(side === 0 ? session.data.name : other.data.name, 60);
      const title = side === 1 && other.data.result ? shortened(other.data.result.headline, 200) : null;
      return element("figure", { class: "phone-figure" }, phone.element, element("figcaption", { text: name, title }));
    }));
    byID("go-to-difference").addEventListener("click", () => position.go(this.first));
    byID("go-to-difference").hidden = this.isEqual;
    byID("compare-rows").addEventListener("click", (event) => {
      const row = event.target.closest("[data-step]");
      if (row) this.go(Number(row.dataset.step));
    });
    byID("compare-further").max = String(this.further);
    byID("compare-further").addEventListener("input", (event) => {
      this.go(session.count - 1 + Number(event.target.value));
      announce(byID("compare-summary").textContent);
    });
    position.onChange((index, { isAnimated }) => {
      // After a change of the window's size, the same step is shown again.
      if (isAnimated) this.beyond = 0;
      this.show(index, isAnimated);
    });
  }

  /** Goes to a step of this session, or to a step of the other one after the end of this one. */
  go(step) {
    this.position.go(step);
    this.beyond = Math.max(0, step - this.position.index);
    this.show();
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
    const states = [this.session.stateAt(index), this.otherState(index + this.beyond)];
    states.forEach((state, side) => {
      this.phones[side].element.hidden = state === null;
      if (state) this.phones[side].show(state, isAnimated);
    });
    setText(byID("compare-summary"), this.summary(index));
    byID("compare-further-label").hidden = this.further === 0 || index < this.session.count - 1;
    byID("compare-further").value = String(this.beyond);
    this.showRows(index + this.beyond);
    const [left, right] = states;
    const parts = left && right && sections(namedState(this.session, left), namedState(this.other, right));
    byID("compare-difference").replaceChildren(...differenceElements(parts));
  }

  summary(index) {
    if (this.isEqual) return "The sessions do not differ.";
    if (this.beyond > 0) return `${counted(this.beyond, "step")} after the end of the first session.`;
    if (this.first === this.session.count) {
      const end = "The first session ends before the second one.";
      return index < this.session.count - 1 ? `The sessions are equal here. ${end}` : end;
    }
    const number = this.session.address(this.first);
    if (index < this.first) return `The sessions are equal here. They first differ at step ${number}.`;
    if (index === this.first) return `The first difference: step ${number}.`;
    return `${counted(index - this.first, "step")} after the first difference, step ${number}.`;
  }

  showRows(index) {
    const rows = [];
    for (let step = index - rowsAround; step <= index + rowsAround; step += 1) {
      const cells = [this.cell(this.session, step), this.cell(this.other, this.partner(step))];
      if (!cells[0] && !cells[1]) continue;
      const [left, right] = cells.map((cell) => cell ?? { text: "–", time: "" });
      const differs = step >= this.first && left.text !== right.text;
      const isCurrent = step === index;
      const hidden = differs ? element("span", { class: "visually-hidden", text: " (differs)" }) : null;
      rows.push(element(
        "tr",
        {
          class: `${isCurrent ? "current" : ""} ${differs ? "differs" : ""}`,
          "aria-current": isCurrent && "true",
          "data-step": step,
        },
        element("td", { class: "row-time", text: left.time }),
        element("td", {}, element("bdi", { text: left.text })),
        element("td", {}, element("bdi", { text: right.text }), hidden),
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
