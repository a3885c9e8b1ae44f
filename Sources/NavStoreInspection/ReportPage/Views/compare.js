// Two sessions side by side. Steps that correspond to each other are in one row, and both sessions move together.

import { ComparisonRows } from "../Model/comparison.js";
import { namedState, sections } from "../Model/difference.js";
import { seconds, shortened } from "../Model/text.js";
import { announce, byID, element, setText } from "./dom.js";
import { Phone } from "./phone.js";
import { differenceElements } from "./stateView.js";

const rowsAround = 5;
const names = ["the first session", "the second one"];

export class Compare {
  constructor(session, other, position) {
    this.sessions = [session, other];
    this.position = position;
    this.rows = new ComparisonRows(session, other, session.data.alignment);
    this.isEqual = this.rows.first < 0;
    this.row = Math.max(0, this.rows.first);
    this.phones = [new Phone(session), new Phone(other)];
    byID("compare-phones").append(...this.phones.map((phone, side) => {
      const name = shortened(side === 0 ? session.data.name : other.data.name, 60);
      const title = side === 1 && other.data.result ? shortened(other.data.result.headline, 200) : null;
      return element("figure", { class: "phone-figure" }, phone.element, element("figcaption", { text: name, title }));
    }));
    const { summary } = session.data.alignment;
    setText(byID("compare-total"), summary ? `In total: ${summary}.` : "");
    this.listen();
  }

  listen() {
    const { rows } = this;
    byID("go-to-difference").addEventListener("click", () => this.go(rows.first));
    byID("previous-difference").addEventListener("click", () => this.go(this.previousPlace));
    byID("next-difference").addEventListener("click", () => this.go(this.nextPlace));
    byID("compare-jumps").hidden = this.isEqual;
    byID("compare-rows").addEventListener("click", (event) => {
      const row = event.target.closest("[data-row]");
      if (row) this.go(Number(row.dataset.row));
    });
    byID("compare-row").max = String(rows.count - 1);
    byID("compare-row").addEventListener("input", (event) => this.go(Number(event.target.value)));
    this.position.onChange((index, { isAnimated }) => {
      // The row of a step that only the second session has belongs to the step of the first session before it.
      if (rows.stepAt(0, this.row) !== index) this.row = rows.rowOf[0][index];
      this.show(isAnimated);
    });
  }

  /** The row of the difference before the current row, or `undefined`. */
  get previousPlace() {
    return this.rows.places.findLast((row) => row < this.row);
  }

  /** The row of the difference after the current row, or `undefined`. */
  get nextPlace() {
    return this.rows.places.find((row) => row > this.row);
  }

  /** The step of the first session at the first difference, or before it. */
  get first() {
    return Math.max(0, this.rows.stepAt(0, this.rows.first));
  }

  go(row) {
    this.row = row;
    const step = this.rows.stepAt(0, row);
    if (step >= 0 && step !== this.position.index) this.position.go(step);
    else this.show();
    announce(byID("compare-summary").textContent);
  }

  show(isAnimated = false) {
    if (byID("compare").offsetParent === null) return;
    const states = this.sessions.map((session, side) => session.stateAt(this.rows.stepAt(side, this.row)));
    states.forEach((state, side) => {
      this.phones[side].element.hidden = state === null;
      if (state) this.phones[side].show(state, isAnimated);
    });
    setText(byID("compare-summary"), this.summary());
    byID("compare-row").value = String(this.row);
    byID("previous-difference").disabled = this.previousPlace === undefined;
    byID("next-difference").disabled = this.nextPlace === undefined;
    this.showRows();
    const [left, right] = states;
    const parts = left && right && sections(namedState(this.sessions[0], left), namedState(this.sessions[1], right));
    byID("compare-difference").replaceChildren(...differenceElements(parts));
  }

  summary() {
    if (this.isEqual) return "The sessions do not differ.";
    const { rows } = this;
    if (this.row < rows.first) return `The sessions are equal here. They first differ at ${this.place(rows.first)}.`;
    if (this.row === rows.first) return `The first difference: ${this.place(rows.first)}.`;
    const isPair = rows.steps.every((steps) => steps[this.row] >= 0);
    const kinds = isPair
      ? { "": "Equal steps", steps: "Different steps", states: "Equal steps with different states" }
      : { "": "Not compared", steps: "Only in one session" };
    return `${kinds[rows.difference(this.row)]}: ${this.place(this.row)}.`;
  }

  /** Returns the numbers of the steps of a row, in words. */
  place(row) {
    const steps = [0, 1].map((side) => this.rows.steps[side][row]);
    const ended = [0, 1].find((side) => steps[side] < 0 && this.rows.hasEnded(side, row));
    const texts = steps.map((step, side) => {
      return step < 0 ? null : `step ${this.sessions[side].address(step)} of ${names[side]}`;
    });
    const place = texts.filter((text) => text !== null).join(", ");
    return ended === undefined ? place : `${place}, after the end of ${names[ended]}`;
  }

  showRows() {
    const shown = [];
    const last = Math.min(this.rows.count - 1, this.row + rowsAround);
    for (let row = Math.max(0, this.row - rowsAround); row <= last; row += 1) {
      const difference = this.rows.difference(row);
      const notes = { steps: " (differs)", states: " (the states differ)" };
      const hidden = difference ? element("span", { class: "visually-hidden", text: notes[difference] }) : null;
      const isCurrent = row === this.row;
      const [left, right] = [0, 1].map((side) => this.cells(side, row));
      shown.push(element(
        "tr",
        {
          class: `${isCurrent ? "current" : ""} ${difference ? `differs ${difference}` : ""}`,
          "aria-current": isCurrent && "true",
          "data-row": row,
        },
        left.number,
        left.text,
        element("td", {}, ...right.text.childNodes, hidden),
        right.number,
      ));
    }
    byID("compare-rows").replaceChildren(...shown);
  }

  /** Returns the cells of a session in a row: the number of the step, and what happened. */
  cells(side, row) {
    const step = this.rows.steps[side][row];
    const session = this.sessions[side];
    if (step < 0) return { number: element("td", { class: "row-time", text: "" }), text: element("td", { text: "–" }) };
    const { title, more } = session.summaryAt(step);
    const partner = this.rows.partner(side, step);
    const moved = partner < 0 ? null : `moved, step ${this.sessions[1 - side].address(partner)}`;
    const time = `${seconds(session.times[step])} s`;
    return {
      number: element("td", { class: "row-time", text: session.address(step), title: time }),
      text: element(
        "td",
        {},
        moved ? element("span", { class: "badge", text: moved }) : null,
        element("bdi", { text: shortened(title, 80) + (more > 0 ? ` +${more}` : "") }),
      ),
    };
  }
}
