// A report that is rewritten while the log grows: the page loads itself again, but never while the user does something.

import { byID, setText } from "./dom.js";

const interval = 2000;
const quietTime = 1200;

export class Follow {
  /** `save` is called before each reload and stores the position; `isBusy` returns whether a reload would disturb. */
  constructor(save, isBusy) {
    this.save = save;
    this.isBusy = isBusy;
    this.isPaused = false;
    this.lastInput = -Infinity;
    for (const name of ["pointerdown", "pointermove", "keydown", "wheel", "touchmove", "input"]) {
      addEventListener(name, (event) => this.noteInput(event), { passive: true, capture: true });
    }
    byID("follow").hidden = false;
    byID("follow").addEventListener("click", () => this.setPaused(!this.isPaused));
    // A large report takes long to load, and must leave time to be read.
    const loading = performance.now();
    this.timer = setInterval(() => this.reload(), Math.max(interval, loading * 4));
  }

  noteInput(event) {
    // A pointer that only moves over the page does nothing.
    if (event.type === "pointermove" && event.buttons === 0) return;
    this.lastInput = performance.now();
  }

  setPaused(isPaused) {
    this.isPaused = isPaused;
    byID("follow").setAttribute("aria-pressed", String(!isPaused));
    setText(byID("follow-text"), isPaused ? "Paused" : "Live");
  }

  reload() {
    const isQuiet = performance.now() - this.lastInput > quietTime;
    const hasSelection = (getSelection()?.toString() ?? "") !== "";
    if (this.isPaused || document.hidden || !isQuiet || hasSelection || this.isBusy()) return;
    this.save();
    location.reload();
  }
}
