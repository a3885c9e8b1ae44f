// Figures of a session: totals, the time on each screen, the most common paths, and the depth over time.

import { Kind } from "../Model/session.js";
import { counted, duration, grouped, seconds, shortened } from "../Model/text.js";
import { button, byID, element, svg, tint } from "./dom.js";

const mostBars = 12;
const chartWidth = 720;
const chartHeight = 150;
const pathLength = 3;
const setsState = [Kind.beginning, Kind.replaced, Kind.resumed];

export class Figures {
  constructor(session, position, timeline) {
    this.session = session;
    this.position = position;
    this.timeline = timeline;
    this.isDrawn = false;
    this.isByTime = false;
    position.onChange((index) => this.markPosition(index));
  }

  get saved() {
    return { isByTime: this.isByTime };
  }

  restore({ isByTime }) {
    this.isByTime = isByTime;
  }

  show() {
    if (this.isDrawn || this.session.count === 0) return;
    this.isDrawn = true;
    byID("figures-content").append(
      this.totals(),
      chart("Depth over time", this.depthSection()),
      chart("Time on each screen", this.screenTimes()),
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
      ["Duration", duration(session.duration)],
      ["Screens", grouped(session.screens.length)],
      ["Maximum depth", grouped(deepest)],
      ["Starts", grouped(count((step) => step[0] === Kind.beginning))],
      ["Divergences", grouped(session.divergences.length)],
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
      value: times[screen],
      text: `${duration(times[screen])} · ${counted(counts[screen], "time")}`,
      choose: () => this.timeline.choose({ screens: [session.screenKey(screen)] }),
    }));
    return barList(bars);
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
    const holder = element("div", {}, this.depthChart());
    const choice = element(
      "select",
      {
        "aria-label": "Scale",
        onChange: (event) => {
          this.isByTime = event.target.value === "time";
          holder.replaceChildren(this.depthChart());
          this.markPosition(this.position.index);
        },
      },
      element("option", { value: "steps", text: "Equal steps" }),
      element("option", { value: "time", text: "Recorded time", selected: this.isByTime }),
    );
    return element("div", {}, choice, holder);
  }

  /** Returns the place of a step in the chart, by its number or by its time. */
  chartX(index) {
    const { session } = this;
    const last = Math.max(1, session.count - 1);
    if (!this.isByTime) return index / last * chartWidth;
    const [from] = session.elapsed;
    return session.duration > 0 ? (session.elapsed[index] - from) / session.duration * chartWidth : 0;
  }

  /** Returns the step at a place of the chart. */
  stepAt(x) {
    let [low, high] = [0, this.session.count - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.chartX(middle) <= x) low = middle;
      else high = middle - 1;
    }
    return low;
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
      svg("path", { class: "chart-area", d: `${path} V ${chartHeight} H 0 Z` }),
      svg("path", { class: "chart-line", d: path }),
      this.cursor,
    );
    drawing.addEventListener("click", (event) => {
      const box = drawing.getBoundingClientRect();
      this.position.go(this.stepAt((event.clientX - box.left) / box.width * chartWidth));
    });
    const ends = [session.elapsed[0], session.elapsed[session.count - 1]].map((time) => `${seconds(time)} s`);
    return element(
      "div",
      {},
      element("div", { class: "chart-scale", text: `Maximum depth ${deepest}` }),
      drawing,
      element("div", { class: "chart-ends" }, ...ends.map((text) => element("span", { text }))),
    );
  }

  depthPath(y) {
    const { session } = this;
    let path = `M 0 ${y(session.depthAt[0])}`;
    let start = 0;
    while (start < session.count) {
      const pixel = Math.floor(this.chartX(start));
      let [least, most, end] = [Infinity, 0, start];
      while (end < session.count && Math.floor(this.chartX(end)) === pixel) {
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
