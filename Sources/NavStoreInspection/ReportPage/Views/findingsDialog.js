// The dialog with the findings of the replay. A finding about a step of the report leads to this step.

import { Kind } from "../Model/session.js";
import { visible } from "../Model/text.js";
import { button, byID, element } from "./dom.js";

export class FindingsDialog {
  constructor(session, position) {
    this.session = session;
    this.position = position;
    const findings = session.data.result?.findings ?? [];
    byID("findings").append(...findings.map((finding) => this.item(finding)));
  }

  item(finding) {
    const [title, ...lines] = finding.split("\n").map(visible);
    const step = stepOf(finding, this.session);
    const go = () => {
      byID("findings-dialog").close();
      this.position.go(step);
    };
    return element(
      "li",
      {},
      step < 0 ? element("span", { text: title }) : button(title, go, { class: "link" }),
      lines.length > 0 ? element("pre", { text: lines.join("\n") }) : null,
    );
  }
}

const problems = [Kind.gap, Kind.damage];

/** Returns the step of a finding, or -1: the finding contains the text of the step, or names a transaction first. */
function stepOf(finding, session) {
  const step = session.steps.findIndex((step, index) =>
    problems.includes(step[0]) && finding.includes(session.noteAt(index))
  );
  const [, number] = /^transaction (\d+)/i.exec(finding) ?? [];
  return step < 0 ? session.firstWithNumber.get(Number(number)) ?? -1 : step;
}
