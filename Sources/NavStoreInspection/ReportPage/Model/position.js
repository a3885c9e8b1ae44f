/** The step that the page shows. Views register to be notified when it changes. */
export class Position {
  constructor(count) {
    this.count = count;
    this.index = count > 0 ? 0 : -1;
    this.listeners = [];
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  get isAtEnd() {
    return this.index === this.count - 1;
  }

  /** Goes to a step, or to the nearest one that exists. `isAnimated` is false if the page is only being restored. */
  go(index, isAnimated = true) {
    if (this.count === 0) return;
    const target = Math.max(0, Math.min(this.count - 1, index));
    const previous = this.index;
    this.index = target;
    for (const listener of this.listeners) listener(target, { previous, isAnimated });
  }
}
