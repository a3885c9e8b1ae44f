// The graph of screens: which screens were on top, and which paths led from one to another.

/** The number of nodes that are drawn. More would neither be readable nor fast. */
export const mostNodes = 400;
/** Of a dense graph, only the most frequent paths are drawn: this number in all, or two for each screen. */
const mostEdges = 60;
/** The number of steps after which the search for paths yields. */
const stepsAtOnce = 5000;

/**
 * Returns the graph of a session: `{nodes, edges, hidden}`.
 *
 * A node is `{label, name, count, screens}`, an edge `{from, to, count, labels}` with the actions in `labels`.
 * With `byName`, screens of the same case are one node. Yields from time to time.
 */
export function* sessionGraph(session, byName) {
  const graph = new GraphBuilder();
  const nodeOf = session.screens.map((_, index) => {
    return graph.node(byName ? kindOf(session, index) : session.screenText(index), session.screenName(index), index);
  });
  let previous = -1;
  for (let index = 0; index < session.count; index += 1) {
    if (index % stepsAtOnce === 0) yield;
    const screen = session.screenAt[index];
    if (screen < 0) previous = -1;
    if (screen < 0 || screen === previous) continue;
    graph.nodes[nodeOf[screen]].count += 1;
    const action = session.steps[index][4];
    // A path is a transaction: a restart or a recorded state does not lead from one screen to another.
    if (previous >= 0 && session.kindAt(index) === 0) {
      const label = session.text(session.actions[action.at(-1)?.[0]]?.[2]);
      graph.edge(nodeOf[previous], nodeOf[screen], label, 1, index);
    }
    previous = screen;
  }
  return graph.limited();
}

/** Returns the name of a screen's kind: of the case of its route, or the name of the tab whose root it is. */
function kindOf(session, screen) {
  return session.screens[screen].isRoot ? session.screenText(screen) : session.screenName(screen);
}

/** Returns whether several screens have the same kind. */
export function hasKinds(session) {
  return new Set(session.screens.map((_, screen) => kindOf(session, screen))).size < session.screens.length;
}

/** Returns the graph of an exploration, which its data contains. */
export function explorationGraph(session, data) {
  const graph = new GraphBuilder();
  const path = data.counterexample ?? [];
  for (const [text, count, state, name, details] of data.nodes) {
    const node = { label: session.text(text), name: session.text(name), count, state, screens: [], edges: [] };
    node.details = details === undefined ? [] : session.text(details).split("\n");
    graph.nodes.push(node);
  }
  for (const [from, to, text, count] of data.edges) graph.edge(from, to, session.text(text), count, -1);
  path.forEach((node, index) => {
    graph.nodes[node].isCounterexample = true;
    if (index > 0) graph.edge(path[index - 1], node, "", 0, -1).isCounterexample = true;
  });
  return graph.limited();
}

/** Returns the paths that are not drawn until one of their screens is selected. */
export function rareEdges({ nodes, edges }) {
  const most = Math.max(mostEdges, nodes.length * 2);
  const order = edges.filter((edge) => !edge.isCounterexample).sort((left, right) => right.count - left.count);
  return new Set(order.slice(most));
}

class GraphBuilder {
  constructor() {
    this.nodes = [];
    this.edges = [];
    this.nodeNumbers = new Map();
    this.edgeNumbers = new Map();
  }

  node(label, name, screen) {
    let number = this.nodeNumbers.get(label);
    if (number === undefined) {
      number = this.nodes.length;
      this.nodeNumbers.set(label, number);
      this.nodes.push({ label, name, count: 0, screens: [] });
    }
    this.nodes[number].screens.push(screen);
    return number;
  }

  edge(from, to, label, count, step) {
    const key = from * 1_000_003 + to;
    let edge = this.edgeNumbers.get(key);
    if (!edge) {
      edge = { from, to, count: 0, labels: new Map(), steps: [] };
      this.edgeNumbers.set(key, edge);
      this.edges.push(edge);
    }
    edge.count += count;
    if (label) edge.labels.set(label, (edge.labels.get(label) ?? 0) + count);
    if (step >= 0) edge.steps.push(step);
    return edge;
  }

  /** Returns the graph with at most `mostNodes` nodes: the start, the counterexample and the most frequent ones. */
  limited() {
    const hidden = Math.max(0, this.nodes.length - mostNodes);
    const weight = (node, index) => index === 0 || node.isCounterexample ? Infinity : node.count;
    const kept = this.nodes.map((node, index) => ({ index, weight: weight(node, index) }))
      .sort((left, right) => right.weight - left.weight || left.index - right.index)
      .slice(0, mostNodes).map(({ index }) => index).sort((left, right) => left - right);
    const positions = new Map(kept.map((old, position) => [old, position]));
    const edges = this.edges
      .filter((edge) => positions.has(edge.from) && positions.has(edge.to))
      .map((edge) => ({ ...edge, from: positions.get(edge.from), to: positions.get(edge.to) }));
    return { nodes: kept.map((index) => this.nodes[index]), edges, hidden };
  }
}
