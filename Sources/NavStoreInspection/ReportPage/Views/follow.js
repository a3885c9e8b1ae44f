// A report that is rewritten while the log grows: the page loads itself again, but never while the user does something.

import { byID, setText } from "./dom.js";

const interval = 2000;
/** While the log does not grow, each pause is twice as long as the one before it, up to this one. */
const longestInterval = 30_000;
const quietTime = 1200;

export class Follow {
  /** `save` is called before each reload and stores the position; `isBusy` returns whether a reload would disturb. */
  constructor(count, save, isBusy) {
    this.count = count;
    this.pause = interval;
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
    this.loading = performance.now();
    setInterval(() => this.reload(), interval);
  }

  get saved() {
    return { count: this.count, pause: this.pause };
  }

  restore({ count, pause }) {
    if (count === this.count) this.pause = Math.min(pause * 2, longestInterval);
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
    const now = performance.now();
    if (now < this.loading + Math.max(this.pause, this.loading * 4)) return;
    const isQuiet = now - this.lastInput > quietTime;
    const hasSelection = (getSelection()?.toString() ?? "") !== "";
    if (this.isPaused || document.hidden || !isQuiet || hasSelection || this.isBusy()) return;
    this.save();
    location.reload();
  }
}
