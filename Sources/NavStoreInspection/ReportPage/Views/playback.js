// The bar at the bottom: the slider, previous and next, and playing at the recorded speed, faster or by equal steps.
// Previous, next and playing skip the steps that the filter of the timeline hides.

import { Kind } from "../Model/session.js";
import { counted, duration, grouped, seconds, shortened } from "../Model/text.js";
import { announce, byID, setText, svg } from "./dom.js";

/** The milliseconds for which a step is shown at normal speed: at most, at least, and if all have the same time. */
const longestPause = 3000;
const shortestPause = 300;
const equalPause = 800;

/** The buttons that go to another step, and how many rows further. */
const moves = Object.entries({ first: -Infinity, previous: -1, next: 1, last: Infinity });

export class Playback {
  constructor(session, position, timeline) {
    this.session = session;
    this.position = position;
    this.timeline = timeline;
    /** `1`, `2` or `10` times the recorded speed, or `equal`. */
    this.speed = "1";
    this.frame = 0;
    this.slider = byID("slider");
    this.slider.max = String(Math.max(0, session.count - 1));
    this.drawTicks();
    this.listen();
    position.onChange((index, { isAnimated }) => this.show(index, isAnimated));
    timeline.onFilter = () => this.showMoves();
  }

  listen() {
    const { position } = this;
    this.slider.addEventListener("input", () => {
      this.pause();
      position.go(Number(this.slider.value));
    });
    for (const [id, distance] of moves) byID(id).addEventListener("click", () => this.step(distance));
    byID("play").addEventListener("click", () => this.toggle());
    byID("next-divergence").addEventListener("click", () => this.goToDivergence(1));
    byID("next-divergence").hidden = this.session.divergences.length === 0;
    byID("speed").addEventListener("change", (event) => this.speed = event.target.value);
  }

  get saved() {
    return { speed: this.speed, isPlaying: this.isPlaying };
  }

  restore({ speed, isPlaying }) {
    byID("speed").value = speed;
    this.speed = byID("speed").value;
    if (isPlaying) this.play();
  }

  get isPlaying() {
    return this.frame !== 0;
  }

  step(distance) {
    this.pause();
    this.timeline.move(distance);
  }

  goToDivergence(direction) {
    const index = this.session.divergence(this.position.index, direction);
    const first = this.session.divergences[0] ?? -1;
    const target = index >= 0 ? index : direction > 0 ? first : -1;
    if (target < 0) return announce("There is no further divergence.");
    this.pause();
    this.position.go(target);
  }

  toggle() {
    if (this.isPlaying) return this.pause();
    if (!this.hasMore) this.timeline.move(-Infinity);
    this.play();
  }

  play() {
    if (!this.hasMore) return;
    this.shown = this.position.index;
    this.shownAt = this.lastFrame = performance.now();
    this.frame = requestAnimationFrame((now) => this.advance(now));
    this.showButton();
    announce("Playing");
  }

  pause() {
    if (!this.isPlaying) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.showButton();
    announce("Paused");
  }

  get hasMore() {
    return this.timeline.further(this.position.index, 1) !== this.position.index;
  }

  /** Returns the milliseconds for which a step is shown before another one. */
  pauseBetween(index, next) {
    const { session, speed } = this;
    if (speed === "equal") return equalPause;
    const recorded = session.duration > 0 ? session.elapsed[next] - session.elapsed[index] : equalPause;
    return Math.max(shortestPause, Math.min(longestPause, recorded)) / Number(speed);
  }

  /** Shows the latest step that is due. Earlier steps that are also due are skipped. */
  advance(now) {
    const { position } = this;
    // After a jump to another step, and after a pause of the browser in the background, the step has its full time.
    if (position.index !== this.shown || now - this.lastFrame > longestPause) this.shownAt = now;
    this.lastFrame = now;
    let { index } = position;
    for (let next; (next = this.timeline.further(index, 1)) !== index; index = next) {
      const end = this.shownAt + this.pauseBetween(index, next);
      if (end > now) break;
      this.shownAt = end;
    }
    if (index !== position.index) position.go(index);
    this.shown = index;
    if (this.hasMore) this.frame = requestAnimationFrame((next) => this.advance(next));
    else this.pause();
  }

  showButton() {
    const target = byID("play");
    target.classList.toggle("playing", this.isPlaying);
    target.setAttribute("aria-label", this.isPlaying ? "Pause" : "Play");
  }

  /** Shows the position. A step that is only restored is not announced. */
  show(index, isAnimated) {
    const { session } = this;
    this.slider.value = String(index);
    const { title } = session.summaryAt(index);
    const spoken = `Step ${session.address(index)}, ${shortened(title, 80)}`;
    this.slider.setAttribute("aria-valuetext", spoken);
    setText(byID("position-text"), `Step ${session.address(index)}`);
    setText(byID("position-time"), session.hasTimes ? `${seconds(session.times[index])} s` : "");
    byID("position-time").title = session.hasTimes ? `of ${duration(session.duration)}` : "";
    this.showMoves();
    if (isAnimated && !this.isPlaying) announce(this.sentence(index));
  }

  /** Shows which of the filtered steps is the current one, and whether there is a step before and after it. */
  showMoves() {
    const { timeline, position: { index } } = this;
    for (const [id, distance] of moves) byID(id).disabled = timeline.further(index, distance) === index;
    const row = timeline.rowAt(index);
    const place = timeline.rows[row] === index ? `${grouped(row + 1)} of ` : "";
    setText(
      byID("position-match"),
      timeline.isFiltered ? `${place}${counted(timeline.rows.length, "match", "matches")}` : "",
    );
  }

  sentence(index) {
    const { title, detail, more } = this.session.summaryAt(index);
    const others = more > 0 ? ` and ${counted(more, "more action")}` : "";
    return `Step ${this.session.address(index)}: ${shortened(title, 100)}${others}. ${shortened(detail, 160)}`;
  }

  /** Marks divergences, gaps, marks and restarts above the slider. Of several at one place, the first kind is shown. */
  drawTicks() {
    const { session } = this;
    const last = Math.max(1, session.count - 1);
    const ticks = new Map();
    for (let index = 0; index < session.count; index += 1) {
      const rank = tickClasses.indexOf(tickClass(session, index));
      const place = Math.round(index / last * 1000);
      if (rank >= 0 && rank < (ticks.get(place) ?? Infinity)) ticks.set(place, rank);
    }
    byID("ticks").replaceChildren(...[...ticks].map(([place, rank]) => {
      return svg("rect", { class: tickClasses[rank], x: place - 1, y: 0, width: 2, height: 6 });
    }));
  }
}

const tickClasses = ["tick-divergence", "tick-problem", "tick-mark", "tick-start"];

function tickClass(session, index) {
  if (session.diverges(index)) return "tick-divergence";
  switch (session.kindAt(index)) {
    case Kind.mark:
      return "tick-mark";
    case Kind.gap:
    case Kind.damage:
    case Kind.notReplayed:
      return "tick-problem";
    case Kind.beginning:
    case Kind.resumed:
      return index > 0 ? "tick-start" : null;
    default:
      return null;
  }
}
