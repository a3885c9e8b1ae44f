// The bar at the bottom: the slider, previous and next, and playing at the recorded speed or faster.

import { Kind } from "../Model/session.js";
import { counted, duration, grouped, seconds, shortened } from "../Model/text.js";
import { announce, byID, setText, svg } from "./dom.js";

/** Long pauses are shortened. At normal speed, each step is shown for at least a frame. */
const longestPause = 3000;
const shortestPause = 17;
/** The report of a test has no times. Then each step is shown for this time. */
const untimedPause = 800;

export class Playback {
  constructor(session, position) {
    this.session = session;
    this.position = position;
    this.speed = 1;
    this.frame = 0;
    this.slider = byID("slider");
    this.slider.max = String(Math.max(0, session.count - 1));
    this.drawTicks();
    this.listen();
    position.onChange((index, { isAnimated }) => this.show(index, isAnimated));
  }

  listen() {
    const { position } = this;
    this.slider.addEventListener("input", () => {
      this.pause();
      position.go(Number(this.slider.value));
    });
    byID("first").addEventListener("click", () => position.go(0));
    byID("previous").addEventListener("click", () => this.step(-1));
    byID("next").addEventListener("click", () => this.step(1));
    byID("last").addEventListener("click", () => position.go(Infinity));
    byID("play").addEventListener("click", () => this.toggle());
    byID("next-divergence").addEventListener("click", () => this.goToDivergence(1));
    byID("next-divergence").hidden = this.session.divergences.length === 0;
    byID("speed").addEventListener("change", (event) => this.speed = Number(event.target.value));
  }

  get saved() {
    return { speed: this.speed, isPlaying: this.isPlaying };
  }

  restore({ speed, isPlaying }) {
    byID("speed").value = String(speed);
    this.speed = Number(byID("speed").value) || 1;
    if (isPlaying) this.play();
  }

  get isPlaying() {
    return this.frame !== 0;
  }

  step(direction) {
    this.pause();
    this.position.go(this.position.index + direction);
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
    if (this.position.isAtEnd) this.position.go(0);
    this.play();
  }

  play() {
    if (this.session.count < 2) return;
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

  /** Shows the latest step that is due. Earlier steps that are also due are skipped. */
  advance(now) {
    const { session, position } = this;
    // After a jump to another step, and after a pause of the browser in the background, the step has its full time.
    if (position.index !== this.shown || now - this.lastFrame > longestPause) this.shownAt = now;
    this.lastFrame = now;
    let { index } = position;
    while (index < session.count - 1) {
      const pause = session.duration > 0 ? session.elapsed[index + 1] - session.elapsed[index] : untimedPause;
      const end = this.shownAt + Math.max(shortestPause, Math.min(longestPause, pause)) / this.speed;
      if (end > now) break;
      this.shownAt = end;
      index += 1;
    }
    if (index !== position.index) position.go(index);
    this.shown = index;
    if (position.isAtEnd) this.pause();
    else this.frame = requestAnimationFrame((next) => this.advance(next));
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
    setText(byID("position-text"), `${grouped(index + 1)} / ${grouped(session.count)}`);
    setText(byID("position-time"), `${seconds(session.times[index])} s`);
    byID("position-time").title = `of ${duration(session.duration)}`;
    byID("first").disabled = byID("previous").disabled = index === 0;
    byID("last").disabled = byID("next").disabled = index === session.count - 1;
    if (isAnimated && !this.isPlaying) announce(this.sentence(index));
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
