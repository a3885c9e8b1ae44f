// The graph of screens, drawn as SVG. It is panned by scrolling or dragging, and zoomed by buttons, keys or a pinch.

import { countPlace, edgeCurve, largestFit, layout, pathData, shownLabel } from "../Model/graphLayout.js";
import { explorationGraph, hasKinds, rareEdges, sessionGraph } from "../Model/screenGraph.js";
import { decodedState } from "../Model/state.js";
import { counted, grouped, shortened } from "../Model/text.js";
import { announce, button, byID, element, foreignText, setText, svg, tint } from "./dom.js";
import { Phone } from "./phone.js";

const zoomLevels = [0.15, 0.25, 0.35, 0.5, 0.7, 0.85, 1, 1.25, 1.5, 2, 3];
/** More screens than this are grouped by their kinds at first. */
const mostRoutes = 60;
/** The counts of more paths than this are only drawn for the selected screen. */
const mostCounts = 60;
const mostPathRows = 40;
/** The milliseconds after which the browser may do something else while the graph is drawn. */
const slice = 40;
const elementsAtOnce = 50;

export class GraphView {
  constructor(session, position, timeline) {
    this.session = session;
    this.position = position;
    this.timeline = timeline;
    this.exploration = session.data.graph ?? null;
    this.hasKinds = this.exploration === null && hasKinds(session);
    this.byName = this.hasKinds && session.screens.length > mostRoutes;
    this.zoom = 1;
    /** Whether the zoom follows the size of the window, until the user changes it. */
    this.isFitted = true;
    this.selected = -1;
    /** The drawing that is made, step by step. `isDrawn` is true when the first one is complete. */
    this.work = null;
    this.isDrawn = false;
    this.scroller = byID("graph-scroll");
    this.listen();
    position.onChange(() => this.markCurrent());
  }

  listen() {
    byID("graph-group").hidden = !this.hasKinds;
    byID("graph-by-name").checked = this.byName;
    byID("graph-by-name").addEventListener("change", (event) => {
      this.byName = event.target.checked;
      this.draw();
    });
    byID("zoom-in").addEventListener("click", () => this.zoomBy(1));
    byID("zoom-out").addEventListener("click", () => this.zoomBy(-1));
    byID("zoom-fit").addEventListener("click", () => this.fit());
    this.scroller.addEventListener("keydown", (event) => this.handleKey(event));
    this.scroller.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.setZoom(this.zoom * Math.exp(-event.deltaY / 300), event);
    }, { passive: false });
    new ResizeObserver(() => this.isFitted && this.fit()).observe(this.scroller);
    this.listenToDrags();
  }

  listenToDrags() {
    let start = null;
    this.scroller.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse" || event.button !== 0) return;
      start = { x: event.clientX, y: event.clientY, left: this.scroller.scrollLeft, top: this.scroller.scrollTop };
    });
    addEventListener("pointermove", (event) => {
      if (!start) return;
      this.scroller.scrollLeft = start.left + start.x - event.clientX;
      this.scroller.scrollTop = start.top + start.y - event.clientY;
    });
    addEventListener("pointerup", () => start = null);
  }

  /** What a reload keeps. Until the graph is drawn again, it is what the last reload kept. */
  get saved() {
    if (!this.isDrawn) return this.kept;
    const { byName, zoom, isFitted, scroller: { scrollLeft, scrollTop } } = this;
    return { byName, zoom, isFitted, scrollLeft, scrollTop, selected: this.graph.nodes[this.selected]?.label };
  }

  restore(saved) {
    this.kept = saved;
    this.byName = byID("graph-by-name").checked = this.hasKinds && saved.byName;
  }

  /** Draws the graph if the view is shown for the first time. */
  show() {
    if (this.isDrawn) this.markCurrent();
    else if (!this.work) this.draw();
  }

  draw() {
    this.isDrawn = false;
    this.scroller.replaceChildren();
    byID("graph-panel").replaceChildren();
    this.work = this.drawingSteps();
    this.goOn(this.work);
  }

  /** Draws for a moment. If this is not enough, says so, and goes on when the browser has done what else is due. */
  goOn(work) {
    if (work !== this.work) return;
    const end = performance.now() + slice;
    do {
      if (work.next().done) return;
    } while (performance.now() < end);
    setText(byID("graph-summary"), "Drawing the graph…");
    setTimeout(() => this.goOn(work));
  }

  *drawingSteps() {
    const { session } = this;
    const context = document.createElement("canvas").getContext("2d");
    const { clientWidth, clientHeight } = this.scroller;
    const { fontSize, fontFamily } = getComputedStyle(this.scroller);
    context.font = `560 ${fontSize} ${fontFamily}`;
    this.textWidth = (text) => context.measureText(text).width;
    const graph = this.exploration
      ? explorationGraph(session, this.exploration)
      : yield* sessionGraph(session, this.byName);
    this.graph = graph;
    this.layout = yield* layout(graph, this.textWidth, { width: clientWidth, height: clientHeight });
    this.selected = -1;
    /** The places that the count of a path must not overlap. */
    this.taken = this.layout.places.slice();
    const rare = this.rare = rareEdges(graph);
    this.edgesOf = graph.nodes.map(() => []);
    for (const edge of graph.edges) {
      this.edgesOf[edge.from].push(edge);
      if (edge.from !== edge.to) this.edgesOf[edge.to].push(edge);
    }
    this.mostCommon = graph.edges.reduce((most, edge) => Math.max(most, edge.count), 1);
    this.nodeOfScreen = new Map();
    graph.nodes.forEach((node, index) => node.screens.forEach((screen) => this.nodeOfScreen.set(screen, index)));
    const drawn = graph.edges.filter((edge) => !rare.has(edge)).sort((left, right) => right.count - left.count);
    this.edgeElements = new Map();
    for (const edge of drawn) {
      this.edgeElements.set(edge, this.elementsOf(edge, drawn.length > mostCounts, this.taken));
      if (this.edgeElements.size % elementsAtOnce === 0) yield;
    }
    this.nodeGroups = [];
    for (const index of graph.nodes.keys()) {
      this.nodeGroups.push(this.nodeElement(index));
      if (index % elementsAtOnce === 0) yield;
    }
    this.rareGroup = svg("g");
    const paths = [...this.edgeElements.values()];
    this.drawing = svg(
      "svg",
      { id: "graph-drawing", role: "group", "aria-label": "Screens and the paths between them" },
      arrowHeads(),
      ...linesOf(paths),
      this.rareGroup,
      ...countsOf(paths),
      ...this.nodeGroups,
    );
    this.finish();
  }

  finish() {
    this.work = null;
    this.isDrawn = true;
    this.scroller.replaceChildren(this.drawing);
    this.describe();
    this.fit();
    this.markCurrent();
    this.showPanel();
    const { kept } = this;
    if (!kept) return;
    this.kept = null;
    if (!kept.isFitted) {
      this.setZoom(kept.zoom);
      this.scroller.scrollTo(kept.scrollLeft, kept.scrollTop);
    }
    this.mark(this.graph.nodes.findIndex((node) => node.label === kept.selected));
  }

  describe() {
    const { nodes, edges, hidden } = this.graph;
    const parts = [`${counted(nodes.length, "screen")}, ${counted(edges.length, "path")}`];
    if (hidden > 0) parts.push(`${grouped(hidden)} less frequent screens are not drawn`);
    setText(byID("graph-summary"), parts.join(". "));
    byID("graph-empty").hidden = nodes.length > 0;
  }

  // MARK: Elements

  /**
   * Returns the elements of a path: its line and, if there is room for it, its count. The panel lists all counts.
   *
   * @returns {SVGElement[]}
   */
  elementsOf(edge, isOneOfMany, taken) {
    const curve = edgeCurve(this.layout.places[edge.from], this.layout.places[edge.to]);
    const path = pathData(curve);
    const strength = 1 + 2 * Math.log1p(edge.count) / Math.log1p(this.mostCommon);
    const count = grouped(edge.count);
    const place = countPlace(curve, this.textWidth(count), taken);
    const group = svg(
      "g",
      { class: `edge${edge.isCounterexample ? " counterexample" : ""}` },
      svg("path", { class: "edge-line", d: path, "stroke-width": strength.toFixed(2), "marker-end": "url(#arrow)" }),
      svg("path", { class: "edge-target", d: path }),
    );
    group.addEventListener("click", () => this.selectEdge(edge));
    if (!place) return [group];
    const kind = isOneOfMany ? "edge edge-count many" : "edge edge-count";
    return [group, svg("text", { class: kind, x: place.x, y: place.y + 4, text: count })];
  }

  nodeElement(index) {
    const node = this.graph.nodes[index];
    const { x, y, width, height } = this.layout.places[index];
    const left = x - width / 2;
    const group = svg(
      "g",
      {
        class: nodeClass(node, index),
        tabindex: index === 0 ? 0 : -1,
        role: "button",
        "aria-label": `${shortened(node.label, 80)}, shown ${counted(node.count, "time")}`,
      },
      svg("rect", { x: left, y: y - height / 2, width, height, rx: 9 }),
      svg("circle", { cx: left + 15, cy: y, r: 5 }),
      svg("text", { class: "node-name", x: left + 27, y: y + 4, text: shownLabel(node) }),
      svg("text", { class: "node-count", x: left + width - 10, y: y + 4, text: grouped(node.count) }),
    );
    group.addEventListener("click", () => this.select(index));
    group.addEventListener("focus", () => this.highlight(index));
    group.addEventListener("pointerenter", () => this.highlight(index));
    group.addEventListener("pointerleave", () => this.highlight(this.selected));
    return group;
  }

  // MARK: Selection

  /** Highlights a node and its paths, and draws those of them that are rare. Highlights nothing if `node` is -1. */
  highlight(node) {
    const edges = this.edgesOf[node] ?? [];
    const near = new Set([node, ...edges.flatMap((edge) => [edge.from, edge.to])]);
    this.drawing.classList.toggle("focused", node >= 0);
    for (const [edge, parts] of this.edgeElements) {
      for (const part of parts) part.classList.toggle("near", edge.from === node || edge.to === node);
    }
    this.nodeGroups.forEach((group, index) => group.classList.toggle("near", near.has(index)));
    const taken = this.taken.slice();
    const rare = edges.filter((edge) => this.rare.has(edge)).map((edge) => this.elementsOf(edge, false, taken));
    for (const part of rare.flat()) part.classList.add("near");
    this.rareGroup.replaceChildren(...linesOf(rare), ...countsOf(rare));
  }

  select(node) {
    this.mark(node);
    if (node < 0) return;
    announce(`${shortened(this.graph.nodes[node].label, 80)} selected. Its occurrences follow the graph.`);
  }

  /** Selects a node without an announcement. */
  mark(node) {
    this.selected = node;
    this.nodeGroups.forEach((group, index) => {
      group.setAttribute("aria-pressed", String(index === node));
      group.setAttribute("tabindex", index === Math.max(node, 0) ? "0" : "-1");
    });
    this.highlight(node);
    this.showPanel();
  }

  /** Goes to the next time that a path was taken. */
  selectEdge(edge) {
    if (edge.steps.length === 0) return this.select(edge.to);
    const next = edge.steps.find((step) => step > this.position.index) ?? edge.steps[0];
    this.position.go(next);
    announce(`Step ${this.session.address(next)}`);
  }

  markCurrent() {
    if (!this.isDrawn || this.exploration) return;
    const node = this.nodeOfScreen.get(this.session.screenAt[this.position.index]);
    this.nodeGroups.forEach((group, index) => group.classList.toggle("current", index === node));
  }

  // MARK: Panel

  showPanel() {
    const panel = byID("graph-panel");
    const node = this.graph.nodes[this.selected];
    if (!node) return panel.replaceChildren(...this.overview());
    panel.replaceChildren(
      element("h3", { class: `node-title ${tint(node.name || node.label)}` }, foreignText(node.label, 120)),
      element("p", { class: "muted", text: `Shown ${counted(node.count, "time")}` }),
      ...(node.details ?? []).map((line) => element("p", {}, foreignText(line, 1000))),
      ...this.occurrences(node),
      ...this.nodePicture(node),
      ...this.paths("Paths to this screen", (edge) => edge.to === this.selected, (edge) => edge.from),
      ...this.paths("Paths from this screen", (edge) => edge.from === this.selected, (edge) => edge.to),
      button("Back to the overview", () => this.select(-1), { class: "link" }),
    );
  }

  overview() {
    const unreached = this.exploration?.unreached ?? [];
    const counterexample = this.exploration?.counterexample ?? [];
    const parts = [];
    if (counterexample.length > 0) {
      const items = counterexample.map((node) => {
        const [text] = this.exploration.nodes[node];
        return element("li", {}, foreignText(this.session.text(text), 120));
      });
      parts.push(element("h3", { text: "Counterexample" }), element("ol", { class: "path-list" }, ...items));
    }
    if (unreached.length > 0) {
      const items = unreached.map((text) => element("li", {}, foreignText(this.session.text(text), 120)));
      parts.push(element("h3", { text: "Never reached" }), element("ul", { class: "path-list" }, ...items));
    }
    const rest = this.rare.size > 0 ? ", also the less frequent ones" : "";
    const hint = `Select a screen to see when it was shown, and the paths to and from it${rest}.`;
    parts.push(element("p", { class: "muted", text: hint }));
    return parts;
  }

  occurrences(node) {
    if (node.screens.length === 0) return [];
    const { session } = this;
    const shown = new Set(node.screens);
    const go = (direction) => {
      let index = this.position.index + direction;
      while (index >= 0 && index < session.count && !session.isOccurrence(index, shown)) index += direction;
      if (index >= 0 && index < session.count) this.position.go(index);
      else announce("There is no further occurrence.");
    };
    const filter = () => this.timeline.choose({ screens: node.screens.map((screen) => session.screenKey(screen)) });
    return [
      element(
        "div",
        { class: "buttons" },
        button("‹ Previous", () => go(-1)),
        button("Next ›", () => go(1)),
        button("Filter the timeline", filter),
      ),
    ];
  }

  nodePicture(node) {
    if (!node.state) return [];
    const phone = new Phone(this.session);
    phone.show(decodedState(node.state), false);
    return [element("div", { class: "node-picture" }, phone.element)];
  }

  paths(title, belongs, otherEnd) {
    const edges = this.graph.edges.filter(belongs).sort((left, right) => right.count - left.count);
    if (edges.length === 0) return [];
    const items = edges.slice(0, mostPathRows).map((edge) => {
      const node = otherEnd(edge);
      const labels = [...edge.labels].map(([name, count]) => `${shortened(name, 40)} ×${grouped(count)}`).join(", ");
      return element(
        "li",
        {},
        button(shortened(this.graph.nodes[node].label, 60), () => this.choose(node), { class: "link" }),
        element("span", { class: "muted", text: labels }),
        edge.steps.length > 0
          ? button("Go", () => this.selectEdge(edge), { "aria-label": "Go to the next time this path was taken" })
          : null,
      );
    });
    const hidden = edges.length - items.length;
    if (hidden > 0) items.push(element("li", { class: "muted", text: counted(hidden, "more path") }));
    return [element("h4", { text: title }), element("ul", { class: "path-rows" }, ...items)];
  }

  choose(node) {
    this.select(node);
    this.nodeGroups[node].focus();
  }

  // MARK: Zoom and keys

  handleKey(event) {
    if (!this.isDrawn || this.nodeGroups.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = this.nodeGroups.indexOf(document.activeElement);
    const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const direction = directions[event.key];
    if (direction && index < 0) this.focusNode(Math.max(0, this.selected));
    else if (direction) this.focusNear(index, direction);
    else if (index >= 0 && (event.key === "Enter" || event.key === " ")) this.select(index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Focuses the nearest node in a direction. */
  focusNear(index, [x, y]) {
    const from = this.layout.places[index];
    let best = -1;
    let least = Infinity;
    this.layout.places.forEach((place, node) => {
      const along = (place.x - from.x) * x + (place.y - from.y) * y;
      const across = Math.abs((place.x - from.x) * y) + Math.abs((place.y - from.y) * x);
      if (node === index || along < 8 || along + across * 2.5 >= least) return;
      least = along + across * 2.5;
      best = node;
    });
    if (best >= 0) this.focusNode(best);
  }

  focusNode(node) {
    this.nodeGroups[node].focus();
    this.nodeGroups[node].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  zoomBy(direction) {
    if (!this.isDrawn) return;
    const all = [...zoomLevels, this.wholeZoom].sort((left, right) => left - right);
    const levels = direction > 0
      ? all.filter((level) => level > this.zoom * 1.01)
      : all.filter((level) => level < this.zoom / 1.01).reverse();
    this.setZoom(levels[0] ?? this.zoom);
    announce(`Zoom ${Math.round(this.zoom * 100)} percent`);
  }

  /** Sets the zoom. The point under the pointer, or the middle, stays where it is. */
  setZoom(zoom, pointer) {
    const next = Math.max(Math.min(zoomLevels[0], this.wholeZoom), Math.min(zoomLevels.at(-1), zoom));
    this.isFitted = false;
    const box = this.scroller.getBoundingClientRect();
    const [x, y] = pointer ? [pointer.clientX - box.left, pointer.clientY - box.top] : [box.width / 2, box.height / 2];
    const { scrollLeft, scrollTop } = this.scroller;
    const factor = next / this.zoom;
    this.zoom = next;
    const { width, height } = this.layout;
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.drawing.setAttribute("width", width * next);
    this.drawing.setAttribute("height", height * next);
    this.scroller.scrollLeft = (scrollLeft + x) * factor - x;
    this.scroller.scrollTop = (scrollTop + y) * factor - y;
  }

  /** The zoom at which the whole graph is in view. */
  get wholeZoom() {
    const { clientWidth, clientHeight } = this.scroller;
    return Math.min(clientWidth / this.layout.width, clientHeight / this.layout.height);
  }

  /** Shows the whole graph. A hidden graph is fitted when it is shown. */
  fit() {
    if (!this.isDrawn || this.wholeZoom === 0) return;
    this.setZoom(Math.min(largestFit, this.wholeZoom));
    this.isFitted = true;
  }
}

// All lines are drawn before all counts, so that no line is over a count.

function linesOf(paths) {
  return paths.map(([line]) => line);
}

function countsOf(paths) {
  return paths.flatMap(([, ...counts]) => counts);
}

function nodeClass(node, index) {
  const classes = ["node", tint(node.name || node.label)];
  if (node.isCounterexample) classes.push("counterexample");
  if (index === 0) classes.push("start");
  return classes.join(" ");
}

function arrowHeads() {
  const head = svg("path", { d: "M 0 0 L 8 4 L 0 8 z" });
  const marker = svg(
    "marker",
    {
      id: "arrow",
      viewBox: "0 0 8 8",
      refX: 7,
      refY: 4,
      markerWidth: 7,
      markerHeight: 7,
      orient: "auto",
      markerUnits: "userSpaceOnUse",
    },
    head,
  );
  return svg("defs", {}, marker);
}
