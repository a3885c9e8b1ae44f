// The graph of screens, drawn as SVG. It is panned by scrolling or dragging, and zoomed by buttons, keys or a pinch.

import { edgePath, layout, longestLabel } from "../Model/graphLayout.js";
import { explorationGraph, rareEdges, sessionGraph } from "../Model/screenGraph.js";
import { decodedState } from "../Model/state.js";
import { counted, grouped, shortened, shortenedInside } from "../Model/text.js";
import { announce, button, byID, element, foreignText, setText, svg, tint } from "./dom.js";
import { Phone } from "./phone.js";

const zoomLevels = [0.15, 0.25, 0.35, 0.5, 0.7, 0.85, 1, 1.25, 1.5, 2, 3];
/** More screens than this are grouped by their names at first. */
const mostRoutes = 60;
const mostCounts = 60;
const mostPathRows = 40;

export class GraphView {
  constructor(session, position, timeline) {
    this.session = session;
    this.position = position;
    this.timeline = timeline;
    this.exploration = session.data.graph ?? null;
    this.byName = session.screens.length > mostRoutes;
    this.zoom = 1;
    this.selected = -1;
    this.isDrawn = false;
    this.scroller = byID("graph-scroll");
    this.listen();
    position.onChange(() => this.markCurrent());
  }

  listen() {
    byID("graph-group").hidden = this.exploration !== null;
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

  /** What a reload keeps. Until the graph is shown again, it is what the last reload kept. */
  get saved() {
    if (!this.isDrawn) return this.kept;
    return { byName: this.byName, zoom: this.zoom, selected: this.graph.nodes[this.selected]?.label };
  }

  restore(saved) {
    this.kept = saved;
    this.byName = byID("graph-by-name").checked = saved.byName;
  }

  /** Draws the graph if the view is shown for the first time. */
  show() {
    if (this.isDrawn) return this.markCurrent();
    this.isDrawn = true;
    this.draw();
    if (!this.kept) return;
    this.setZoom(this.kept.zoom);
    this.mark(this.graph.nodes.findIndex((node) => node.label === this.kept.selected));
  }

  draw() {
    const { session } = this;
    this.graph = this.exploration ? explorationGraph(session, this.exploration) : sessionGraph(session, this.byName);
    this.layout = layout(this.graph);
    this.selected = -1;
    this.nodeOfScreen = new Map();
    this.graph.nodes.forEach((node, index) => node.screens.forEach((screen) => this.nodeOfScreen.set(screen, index)));
    this.drawing = svg("svg", {
      id: "graph-drawing",
      role: "group",
      "aria-label": "Screens and the paths between them",
    });
    this.drawing.append(arrowHeads(), ...this.edgeElements(), ...this.nodeElements());
    this.scroller.replaceChildren(this.drawing);
    this.describe();
    this.fit();
    this.markCurrent();
    this.showPanel();
  }

  describe() {
    const { nodes, edges, hidden } = this.graph;
    const parts = [`${counted(nodes.length, "screen")}, ${counted(edges.length, "path")}`];
    if (this.rare.size > 0) parts.push("Select a screen to see its less frequent paths");
    if (hidden > 0) parts.push(`${grouped(hidden)} less frequent screens are not drawn`);
    setText(byID("graph-summary"), parts.join(". "));
    byID("graph-empty").hidden = nodes.length > 0;
  }

  // MARK: Elements

  edgeElements() {
    const { edges } = this.graph;
    const most = Math.max(1, ...edges.map((edge) => edge.count));
    const showsCounts = edges.length <= mostCounts;
    this.rare = rareEdges(this.graph);
    this.edgeGroups = edges.map((edge) => {
      const line = edgePath(this.layout.places[edge.from], this.layout.places[edge.to]);
      const strength = 1 + 2 * Math.log1p(edge.count) / Math.log1p(most);
      const group = svg(
        "g",
        { class: `edge${edge.isCounterexample ? " counterexample" : ""}${this.rare.has(edge) ? " rare" : ""}` },
        svg("path", {
          class: "edge-line",
          d: line.path,
          "stroke-width": strength.toFixed(2),
          "marker-end": "url(#arrow)",
        }),
        svg("path", { class: "edge-target", d: line.path }),
        svg("text", { class: showsCounts ? "edge-count" : "edge-count many", x: line.x, y: line.y, text: edge.count }),
      );
      group.addEventListener("click", () => this.selectEdge(edge));
      return group;
    });
    return this.edgeGroups;
  }

  nodeElements() {
    this.nodeGroups = this.graph.nodes.map((node, index) => {
      const { x, y, width, height } = this.layout.places[index];
      const count = svg("text", { class: "node-count", x: x + width / 2 - 10, y: y + 4, text: grouped(node.count) });
      const group = svg(
        "g",
        {
          class: nodeClass(node, index),
          tabindex: index === 0 ? 0 : -1,
          role: "button",
          "aria-label": `${shortened(node.label, 80)}, shown ${counted(node.count, "time")}`,
        },
        svg("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 9 }),
        svg("circle", { cx: x - width / 2 + 15, cy: y, r: 5 }),
        svg("text", {
          class: "node-name",
          x: x - width / 2 + 27,
          y: y + 4,
          text: shortenedInside(node.label, longestLabel),
        }),
        count,
      );
      group.addEventListener("click", () => this.select(index));
      group.addEventListener("focus", () => this.highlight(index));
      group.addEventListener("pointerenter", () => this.highlight(index));
      group.addEventListener("pointerleave", () => this.highlight(this.selected));
      return group;
    });
    return this.nodeGroups;
  }

  // MARK: Selection

  highlight(node) {
    this.drawing.classList.toggle("focused", node >= 0);
    const near = new Set([node]);
    this.graph.edges.forEach((edge, index) => {
      const touches = edge.from === node || edge.to === node;
      this.edgeGroups[index].classList.toggle("near", touches);
      if (touches) near.add(edge.from).add(edge.to);
    });
    this.nodeGroups.forEach((group, index) => group.classList.toggle("near", near.has(index)));
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
    parts.push(
      element("p", { class: "muted", text: "Select a screen to see when it was shown, and the paths to and from it." }),
    );
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
    if (this.nodeGroups.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
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
    const levels = direction > 0
      ? zoomLevels.filter((level) => level > this.zoom + 0.01)
      : zoomLevels.filter((level) => level < this.zoom - 0.01).reverse();
    this.setZoom(levels[0] ?? this.zoom);
    announce(`Zoom ${Math.round(this.zoom * 100)} percent`);
  }

  /** Sets the zoom. The point under the pointer, or the middle, stays where it is. */
  setZoom(zoom, pointer) {
    const next = Math.max(zoomLevels[0], Math.min(zoomLevels.at(-1), zoom));
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

  /** Shows the whole graph, unless its names could not be read then. */
  fit() {
    if (!this.layout) return;
    const { clientWidth, clientHeight } = this.scroller;
    const whole = Math.min(clientWidth / this.layout.width, clientHeight / this.layout.height);
    this.setZoom(Math.min(1.1, Math.max(0.7, whole)));
    // The start of a graph that does not fit is in the middle of its left side.
    this.scroller.scrollLeft = 0;
    this.scroller.scrollTop = Math.max(0, (this.layout.height * this.zoom - clientHeight) / 2);
  }
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
