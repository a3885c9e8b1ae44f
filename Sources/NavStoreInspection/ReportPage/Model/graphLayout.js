// A layered layout: the distance from the start decides the column of a node, its neighbours decide its row.

const nodeHeight = 34;
const rowDistance = 52;
const columnGap = 110;
const margin = 32;
/** The number of characters that are drawn of a label. */
export const longestLabel = 26;
/** A column with more nodes than this is continued in the next column, so that a wide layer does not become a tower. */
const mostRows = 16;
const sweeps = 12;

/** Returns `{places, width, height}`; a place is `{x, y, width, height, column}`, `x` and `y` are its centre. */
export function layout(graph) {
  const columns = split(orderedLayers(graph));
  const places = new Array(graph.nodes.length);
  const tallest = Math.max(1, ...columns.map((column) => column.length));
  const height = margin * 2 + tallest * rowDistance;
  let left = margin;
  columns.forEach((nodes, column) => {
    const width = Math.max(...nodes.map((node) => labelWidth(graph.nodes[node])));
    const top = (height - nodes.length * rowDistance) / 2 + rowDistance / 2;
    nodes.forEach((node, row) => {
      places[node] = { x: left + width / 2, y: top + row * rowDistance, width, height: nodeHeight, column };
    });
    left += width + columnGap;
  });
  // Ways within the last column bow out to the right of it.
  return { places, width: left, height };
}

function labelWidth(node) {
  const count = String(node.count).length * 7;
  return Math.min(260, Math.max(90, 58 + count + Math.min(node.label.length, longestLabel) * 7.4));
}

/** Returns the layers, each with its nodes in an order with few crossings. */
function orderedLayers(graph) {
  const neighbours = graph.nodes.map(() => []);
  for (const { from, to } of graph.edges) {
    if (from === to) continue;
    neighbours[from].push(to);
    neighbours[to].push(from);
  }
  const layers = layersByDistance(graph);
  const position = new Array(graph.nodes.length).fill(0);
  const layerOf = new Array(graph.nodes.length).fill(0);
  layers.forEach((nodes, layer) => nodes.forEach((node) => layerOf[node] = layer));
  const store = (nodes) => nodes.forEach((node, row) => position[node] = (row + 0.5) / nodes.length);
  layers.forEach(store);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const isForward = sweep % 2 === 0;
    const order = isForward ? layers : layers.slice().reverse();
    for (const nodes of order) sortByNeighbours(nodes, isForward ? -1 : 1, neighbours, position, layerOf, store);
  }
  return layers;
}

function sortByNeighbours(nodes, side, neighbours, position, layerOf, store) {
  const centre = new Map(nodes.map((node) => {
    const near = neighbours[node].filter((other) => layerOf[other] === layerOf[node] + side);
    const sum = near.reduce((total, other) => total + position[other], 0);
    return [node, near.length > 0 ? sum / near.length : position[node]];
  }));
  nodes.sort((left, right) => centre.get(left) - centre.get(right) || left - right);
  store(nodes);
}

/** Returns the nodes by their distance from the start. Nodes that no path leads to begin their own search. */
function layersByDistance(graph) {
  const targets = graph.nodes.map(() => []);
  for (const edge of graph.edges) targets[edge.from].push(edge.to);
  const layerOf = new Array(graph.nodes.length).fill(-1);
  const layers = [];
  graph.nodes.forEach((_, start) => {
    if (layerOf[start] >= 0) return;
    layerOf[start] = 0;
    const queue = [start];
    for (let next = 0; next < queue.length; next += 1) {
      const node = queue[next];
      (layers[layerOf[node]] ??= []).push(node);
      for (const target of targets[node]) {
        if (layerOf[target] >= 0) continue;
        layerOf[target] = layerOf[node] + 1;
        queue.push(target);
      }
    }
  });
  return layers;
}

function split(layers) {
  return layers.flatMap((nodes) => {
    const columns = Math.ceil(nodes.length / mostRows);
    const rows = Math.ceil(nodes.length / columns);
    return Array.from({ length: columns }, (_, column) => nodes.slice(column * rows, (column + 1) * rows));
  });
}

/** Returns the path of an edge between two places as SVG path data, and where its count is written. */
export function edgePath(from, to) {
  if (from === to) {
    const x = from.x + from.width / 2;
    return {
      path: `M ${x - 14} ${from.y - 17} C ${x - 8} ${from.y - 52}, ${x + 40} ${from.y - 30}, ${x + 3} ${from.y - 4}`,
      x: x + 14,
      y: from.y - 32,
    };
  }
  if (from.column === to.column) return bow(from, to);
  if (from.column < to.column) return forward(from, to);
  return backward(from, to);
}

function forward(from, to) {
  const [startX, endX] = [from.x + from.width / 2, to.x - to.width / 2 - 3];
  const bend = Math.max(40, (endX - startX) / 2);
  return {
    path: `M ${startX} ${from.y} C ${startX + bend} ${from.y}, ${endX - bend} ${to.y}, ${endX} ${to.y}`,
    x: startX + (endX - startX) * 0.5,
    y: (from.y + to.y) / 2,
  };
}

/** A path back leaves a node below its middle and enters the other below its middle, apart from the paths there. */
function backward(from, to) {
  const [startX, endX] = [from.x - from.width / 2, to.x + to.width / 2 + 3];
  const [startY, endY] = [from.y + 9, to.y + 9];
  const bend = Math.max(40, Math.abs(startX - endX) / 2);
  const drop = Math.min(60, 10 + Math.abs(startX - endX) / 12);
  return {
    path: `M ${startX} ${startY} C ${startX - bend} ${startY + drop}, ${endX + bend} ${endY + drop}, ${endX} ${endY}`,
    x: startX + (endX - startX) * 0.5,
    y: (startY + endY) / 2 + drop * 0.75,
  };
}

function bow(from, to) {
  const [startX, endX] = [from.x + from.width / 2, to.x + to.width / 2 + 3];
  const reach = Math.min(columnGap, 30 + Math.abs(from.y - to.y) / 6);
  return {
    path: `M ${startX} ${from.y} C ${startX + reach} ${from.y}, ${endX + reach} ${to.y}, ${endX} ${to.y}`,
    x: Math.max(startX, endX) + reach * 0.72,
    y: (from.y + to.y) / 2,
  };
}
