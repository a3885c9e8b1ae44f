// Figures of a session: totals, the time on each screen, the most common paths, and the depth over time.

import { exactDuration, pauseBefore } from "../Model/moment.js";
import { Kind } from "../Model/session.js";
import { counted, duration, grouped, seconds, shortened } from "../Model/text.js";
import { button, byID, element, svg, tint } from "./dom.js";

const mostBars = 12;
const chartWidth = 720;
const chartHeight = 150;
/** The least number of steps that a zoomed chart shows. */
const leastSteps = 8;
const pathLength = 3;
const setsState = [Kind.beginning, Kind.replaced, Kind.resumed];

export class Figures {
  constructor(session, position, timeline) {
    this.session = session;
    this.position = position;
    this.timeline = timeline;
    this.isDrawn = false;
    this.isByTime = false;
    /** The first and the last step of the chart of the depth. */
    this.range = [0, Math.max(0, session.count - 1)];
    position.onChange((index) => this.markPosition(index));
  }

  get saved() {
    return { isByTime: this.isByTime };
  }

  restore({ isByTime }) {
    this.isByTime = isByTime && this.session.hasTimes;
  }

  show() {
    if (this.isDrawn || this.session.count === 0) return;
    this.isDrawn = true;
    byID("figures-content").append(
      this.totals(),
      chart("Depth over time", this.depthSection()),
      ...(this.session.hasTimes ? [chart("Longest pauses", this.longestPauses())] : []),
      chart(this.session.hasTimes ? "Time on each screen" : "Visits of each screen", this.screenTimes()),
      chart("Most common paths", this.commonPaths()),
      chart("Actions", this.actionCounts()),
      chart("Origins", this.originCounts()),
    );
    this.markPosition(this.position.index);
  }

  // MARK: Totals

  totals() {
    const { session } = this;
    const count = (test) => session.steps.reduce((sum, step) => sum + (test(step) ? 1 : 0), 0);
    const deepest = session.depthAt.reduce((most, depth) => Math.max(most, depth), 0);
    const values = [
      ["Transactions", grouped(count((step) => step[0] === Kind.transaction))],
      ["Duration", session.hasTimes ? duration(session.duration) : "–"],
      ["Screens", grouped(session.screens.length)],
      ["Maximum depth", grouped(deepest)],
      ["Starts", grouped(count((step) => step[0] === Kind.beginning))],
      ["Divergences", grouped(session.divergenceCount)],
    ];
    const tiles = values.map(([name, value]) =>
      element("div", { class: "tile" }, element("dt", { text: name }), element("dd", { text: value }))
    );
    return element("dl", { class: "tiles" }, ...tiles);
  }

  // MARK: Bars

  screenTimes() {
    const { session } = this;
    const times = new Float64Array(session.screens.length);
    const counts = new Int32Array(session.screens.length);
    for (let index = 0; index < session.count; index += 1) {
      const screen = session.screenAt[index];
      if (screen < 0) continue;
      if (index === 0 || session.screenAt[index - 1] !== screen) counts[screen] += 1;
      if (index + 1 < session.count) times[screen] += session.elapsed[index + 1] - session.elapsed[index];
    }
    const order = [...times.keys()].sort((left, right) => times[right] - times[left] || counts[right] - counts[left]);
    const bars = order.map((screen) => ({
      name: session.screenText(screen),
      tint: tint(session.screenName(screen)),
      value: (session.hasTimes ? times : counts)[screen],
      text: [session.hasTimes ? duration(times[screen]) : null, counted(counts[screen], "time")].filter(Boolean)
        .join(" · "),
      choose: () => this.timeline.choose({ screens: [session.screenKey(screen)] }),
    }));
    return barList(bars);
  }

  /** A bar goes to the step after the pause. */
  longestPauses() {
    const { session } = this;
    const pauses = [];
    for (let index = 1; index < session.count; index += 1) {
      const pause = pauseBefore(session, index);
      if (pause > 0) pauses.push([pause, index]);
    }
    return barList(
      pauses.sort((left, right) => right[0] - left[0]).slice(0, 60).map(([pause, index]) => ({
        name: `before step ${session.address(index)}, ${session.summaryAt(index).title}`,
        tint: "",
        value: pause,
        text: exactDuration(pause),
        choose: () => this.position.go(index),
      })),
    );
  }

  commonPaths() {
    const { session } = this;
    const counts = new Map();
    const recent = [];
    for (let index = 0; index < session.count; index += 1) {
      const screen = session.screenAt[index];
      // No action leads to a state that a restart or a recorded state sets.
      if (screen < 0 || setsState.includes(session.kindAt(index))) recent.length = 0;
      if (screen < 0 || recent.at(-1) === screen) continue;
      recent.push(screen);
      if (recent.length > pathLength) recent.shift();
      if (recent.length < pathLength) continue;
      const key = recent.join();
      const path = counts.get(key) ?? { count: 0, end: index, screens: recent.slice() };
      path.count += 1;
      counts.set(key, path);
    }
    const paths = [...counts.values()].sort((left, right) => right.count - left.count).slice(0, 60);
    return barList(paths.map((path) => ({
      name: path.screens.map((screen) => session.screenText(screen)).join("  →  "),
      tint: "",
      value: path.count,
      text: counted(path.count, "time"),
      choose: () => this.position.go(path.end),
    })));
  }

  actionCounts() {
    const { session } = this;
    const counts = new Map();
    for (const step of session.steps) {
      if (step[0] !== Kind.transaction && step[0] !== Kind.notReplayed) continue;
      for (const [action] of step[4]) {
        const name = session.text(session.actions[action]?.[2]);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
    return countBars(counts, (name) => this.timeline.choose({ kind: `action:${name}` }));
  }

  originCounts() {
    const counts = new Map();
    for (let index = 0; index < this.session.count; index += 1) {
      const origin = this.session.originAt(index);
      if (origin) counts.set(origin, (counts.get(origin) ?? 0) + 1);
    }
    return countBars(counts, (origin) => this.timeline.choose({ origin }));
  }

  // MARK: Depth

  depthSection() {
    const holder = element("div", {});
    this.drawDepth = () => {
      holder.replaceChildren(this.depthChart());
      this.markPosition(this.position.index);
    };
    const choice = element(
      "select",
      {
        "aria-label": "Scale",
        onChange: (event) => {
          this.isByTime = event.target.value === "time";
          this.drawDepth();
        },
      },
      element("option", { value: "steps", text: "Equal steps" }),
      element("option", { value: "time", text: "Recorded time", selected: this.isByTime }),
    );
    choice.hidden = !this.session.hasTimes;
    this.drawDepth();
    return element(
      "div",
      {},
      element(
        "div",
        { class: "buttons" },
        choice,
        button("Zoom in", () => this.zoom(0.5), { "aria-label": "Show fewer steps around the current one" }),
        button("Zoom out", () => this.zoom(2), { "aria-label": "Show more steps" }),
      ),
      holder,
    );
  }

  /** Shows fewer or more steps around the current one. */
  zoom(factor) {
    const { count } = this.session;
    const [first, last] = this.range;
    const size = Math.min(count, Math.max(leastSteps, Math.ceil((last - first + 1) * factor)));
    const start = Math.max(0, Math.min(count - size, this.position.index - Math.floor(size / 2)));
    this.range = [start, start + size - 1];
    this.drawDepth();
  }

  /** Returns the place of a step in the chart, by its number or by its time. */
  chartX(index) {
    const { elapsed } = this.session;
    const [first, last] = this.range;
    const value = this.isByTime ? elapsed[index] - elapsed[first] : index - first;
    const total = this.isByTime ? elapsed[last] - elapsed[first] : last - first;
    return total > 0 ? value / total * chartWidth : 0;
  }

  /** Returns the step at a place of the chart. */
  stepAt(x) {
    let [low, high] = this.range;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.chartX(middle) <= x) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Returns the labels of the axis: times, or numbers of steps. */
  axisTexts() {
    const { session } = this;
    const [first, last] = this.range;
    const parts = [0, 1, 2, 3, 4].map((part) => part / 4);
    if (!this.isByTime) {
      return parts.map((part) => `step ${session.address(Math.round(first + part * (last - first)))}`);
    }
    const [from, to] = [session.elapsed[first], session.elapsed[last]];
    return parts.map((part) => `${seconds(from + part * (to - from))} s`);
  }

  /** Returns a rectangle for each pause that is long in the range. */
  pauseRectangles() {
    const { session } = this;
    if (!this.isByTime) return [];
    const [first, last] = this.range;
    const least = Math.max(1000, (session.elapsed[last] - session.elapsed[first]) / 20);
    const rectangles = [];
    for (let index = first + 1; index <= last; index += 1) {
      const pause = pauseBefore(session, index);
      if (pause < least) continue;
      const x = this.chartX(index - 1);
      rectangles.push(svg(
        "rect",
        { class: "chart-pause", x, y: 0, width: this.chartX(index) - x, height: chartHeight },
        svg("title", { text: `Pause of ${duration(pause)} before step ${session.address(index)}` }),
      ));
    }
    return rectangles;
  }

  /** Draws the depth from step to step. Steps of the same pixel are one line from the least to the greatest depth. */
  depthChart() {
    const { session } = this;
    const deepest = Math.max(1, session.depthAt.reduce((most, depth) => Math.max(most, depth), 0));
    const path = this.depthPath((depth) => (chartHeight - 8 - depth / deepest * (chartHeight - 24)).toFixed(1));
    this.cursor = svg("line", { class: "chart-cursor", y1: 0, y2: chartHeight });
    const drawing = svg(
      "svg",
      { class: "depth-chart", viewBox: `0 0 ${chartWidth} ${chartHeight}`, preserveAspectRatio: "none", role: "img" },
      svg("title", { text: `Depth of the visible screen over time, at most ${deepest}` }),
      ...this.pauseRectangles(),
      svg("path", { class: "chart-area", d: `${path} V ${chartHeight} H 0 Z` }),
      svg("path", { class: "chart-line", d: path }),
      this.cursor,
    );
    drawing.addEventListener("click", (event) => {
      const box = drawing.getBoundingClientRect();
      this.position.go(this.stepAt((event.clientX - box.left) / box.width * chartWidth));
    });
    return element(
      "div",
      {},
      element("div", { class: "chart-scale", text: `Maximum depth ${deepest}` }),
      drawing,
      element("div", { class: "chart-ends" }, ...this.axisTexts().map((text) => element("span", { text }))),
    );
  }

  depthPath(y) {
    const { session } = this;
    const [first, last] = this.range;
    let path = `M 0 ${y(session.depthAt[first])}`;
    let start = first;
    while (start <= last) {
      const pixel = Math.floor(this.chartX(start));
      let [least, most, end] = [Infinity, 0, start];
      while (end <= last && Math.floor(this.chartX(end)) === pixel) {
        least = Math.min(least, session.depthAt[end]);
        most = Math.max(most, session.depthAt[end]);
        end += 1;
      }
      path += ` H ${this.chartX(start).toFixed(1)} V ${y(most)} V ${y(least)} V ${y(session.depthAt[end - 1])}`;
      start = end;
    }
    return `${path} H ${chartWidth}`;
  }

  markPosition(index) {
    if (!this.cursor) return;
    const [first, last] = this.range;
    this.cursor.setAttribute("visibility", index >= first && index <= last ? "visible" : "hidden");
    const x = this.chartX(index);
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
  }
}

function chart(title, content) {
  return element("section", { class: "chart" }, element("h3", { text: title }), content);
}

function countBars(counts, choose) {
  const entries = [...counts].sort((left, right) => right[1] - left[1]);
  return barList(entries.map(([name, value]) => {
    return { name, tint: "", value, text: grouped(value), choose: () => choose(name) };
  }));
}

function barList(bars) {
  if (bars.length === 0) return element("p", { class: "empty", text: "None" });
  const most = Math.max(1, ...bars.slice(0, 1).map((bar) => bar.value));
  const list = element("ul", { class: "bars" }, ...bars.slice(0, mostBars).map((bar) => barElement(bar, most)));
  if (bars.length <= mostBars) return list;
  const more = button(`Show all ${grouped(bars.length)}`, () => {
    list.replaceChildren(...bars.slice(0, 1000).map((bar) => barElement(bar, most)));
    more.remove();
  }, { class: "link" });
  return element("div", {}, list, more);
}

function barElement(bar, most) {
  const fill = element("span", { class: "bar-fill" });
  fill.style.width = `${Math.max(0.5, bar.value / most * 100)}%`;
  return element(
    "li",
    { class: bar.tint },
    button("", bar.choose, { class: "bar", "aria-label": `${shortened(bar.name, 120)}: ${bar.text}` }),
    element("bdi", { class: "bar-name", text: shortened(bar.name, 90) }),
    element("span", { class: "bar-text", text: bar.text }),
    element("span", { class: "bar-track" }, fill),
  );
}
