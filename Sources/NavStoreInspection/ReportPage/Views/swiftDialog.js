// The dialog that turns a sequence of transactions into a Swift test.

import { swiftTest } from "../Model/export.js";
import { Kind } from "../Model/session.js";
import { byID, copy, setText } from "./dom.js";

export class SwiftDialog {
  constructor(session, position) {
    this.session = session;
    this.position = position;
    this.isAvailable = Boolean(session.data.swift);
    byID("copy-test").hidden = !this.isAvailable;
    byID("copy-test").addEventListener("click", () => this.open());
    for (const id of ["test-from", "test-to"]) byID(id).addEventListener("input", () => this.update());
    byID("test-copy").addEventListener("click", () => copy(byID("test-source").value, "Swift test"));
  }

  open() {
    if (!this.isAvailable) return;
    const last = this.position.index;
    byID("test-from").value = this.session.address(this.firstBefore(last));
    byID("test-to").value = this.session.address(last);
    this.update();
    byID("test-dialog").showModal();
  }

  /** Returns the step after the last recorded state before a step: a test can begin there. */
  firstBefore(last) {
    let first = last;
    while (first > 0 && [Kind.transaction, Kind.mark].includes(this.session.kindAt(first - 1))) first -= 1;
    return first;
  }

  update() {
    const [first, last] = ["test-from", "test-to"].map((id) => this.session.indexOfAddress(byID(id).value.trim()));
    let source = "";
    let problem = "";
    try {
      if (first < 0 || last < 0) throw new Error("No step has this number.");
      source = swiftTest(this.session, first, last);
    } catch (error) {
      problem = error.message;
    }
    byID("test-source").value = source;
    setText(byID("test-problem"), problem);
    byID("test-copy").disabled = problem !== "";
  }
}
