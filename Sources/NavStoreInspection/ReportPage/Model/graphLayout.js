// A layered layout: the distance from the start decides the column of a node, its neighbours decide its row.

import { grouped, shortenedInside } from "./text.js";

const nodeHeight = 34;
const rowDistance = 52;
const columnGap = 110;
const margin = 32;
/** The number of characters that are drawn of a label. */
const longestLabel = 26;
/** A column with more nodes than this is continued in the next column, so that a wide layer does not become a tower. */
const mostRows = 16;
const sweeps = 12;

/**
 * Returns `{places, width, height}`; a place is `{x, y, width, height, column, band}`, `x` and `y` are its centre.
 * Yields from time to time. `textWidth` returns the width of a text. `space` is the size of the window.
 */
export function* layout(graph, textWidth, space) {
  const columns = split(yield* orderedLayers(graph)).map((nodes) => {
    return { nodes, width: Math.max(...nodes.map((node) => nodeWidth(graph.nodes[node], textWidth))) };
  });
  const places = new Array(graph.nodes.length);
  let top = margin;
  let column = 0;
  const bands = bandsFor(columns, space);
  bands.forEach((band, number) => {
    let left = margin;
    for (const { nodes, width } of band) {
      const first = top + (bandHeight(band) - (nodes.length - 1) * rowDistance) / 2;
      nodes.forEach((node, row) => {
        const [x, y] = [left + width / 2, first + row * rowDistance];
        places[node] = { x, y, width, height: nodeHeight, column, band: number };
      });
      left += width + columnGap;
      column += 1;
    }
    top += bandHeight(band);
  });
  return { places, width: Math.max(...bands.map(bandWidth)), height: top + margin };
}

/** The largest zoom at which a graph is shown as a whole. */
export const largestFit = 1.1;

/** Returns the columns in one row, or in several if the whole graph can then be shown clearly larger. */
function bandsFor(columns, space) {
  let best = [columns];
  let largest = 0;
  for (let length = columns.length; length > 0; length -= 1) {
    const bands = [];
    for (let start = 0; start < columns.length; start += length) bands.push(columns.slice(start, start + length));
    const height = margin * 2 + bands.reduce((sum, band) => sum + bandHeight(band), 0);
    const width = Math.max(...bands.map(bandWidth));
    const zoom = Math.min(largestFit, space.width / width, space.height / height);
    if (zoom > largest * 1.2) [best, largest] = [bands, zoom];
  }
  return best;
}

/** Paths within the last column bow out to the right of it. */
function bandWidth(band) {
  return band.reduce((sum, column) => sum + column.width + columnGap, margin);
}

function bandHeight(band) {
  return Math.max(0, ...band.map((column) => column.nodes.length)) * rowDistance;
}

function nodeWidth(node, textWidth) {
  return Math.max(90, 51 + textWidth(shownLabel(node)) + textWidth(grouped(node.count)));
}

/** Returns the text of a node. */
export function shownLabel(node) {
  return shortenedInside(node.label, longestLabel);
}

/** Returns the layers, each with its nodes in an order with few crossings. */
function* orderedLayers(graph) {
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
    for (const nodes of order) {
      sortByNeighbours(nodes, isForward ? -1 : 1, neighbours, position, layerOf, store);
      yield;
    }
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

/** Returns the curve of an edge between two places: the four points of a cubic Bézier curve. */
export function edgeCurve(from, to) {
  if (from === to) {
    const x = from.x + from.width / 2;
    return [[x - 14, from.y - 17], [x - 8, from.y - 52], [x + 40, from.y - 30], [x + 3, from.y - 4]];
  }
  if (from.band !== to.band) return across(from, to);
  if (from.column === to.column) return bow(from, to);
  return from.column < to.column ? forward(from, to) : backward(from, to);
}

function forward(from, to) {
  const [startX, endX] = [from.x + from.width / 2, to.x - to.width / 2 - 3];
  const bend = Math.max(40, (endX - startX) / 2);
  return [[startX, from.y], [startX + bend, from.y], [endX - bend, to.y], [endX, to.y]];
}

/** A path back leaves a node below its middle and enters the other below its middle, apart from the paths there. */
function backward(from, to) {
  const [startX, endX] = [from.x - from.width / 2, to.x + to.width / 2 + 3];
  const [startY, endY] = [from.y + 9, to.y + 9];
  const bend = Math.max(40, Math.abs(startX - endX) / 2);
  const drop = Math.min(60, 10 + Math.abs(startX - endX) / 12);
  return [[startX, startY], [startX - bend, startY + drop], [endX + bend, endY + drop], [endX, endY]];
}

function across(from, to) {
  const side = from.band < to.band ? 1 : -1;
  const [startY, endY] = [from.y + side * from.height / 2, to.y - side * (to.height / 2 + 3)];
  const bend = side * Math.max(30, Math.abs(endY - startY) / 2);
  return [[from.x, startY], [from.x, startY + bend], [to.x, endY - bend], [to.x, endY]];
}

function bow(from, to) {
  const [startX, endX] = [from.x + from.width / 2, to.x + to.width / 2 + 3];
  const reach = Math.min(columnGap, 30 + Math.abs(from.y - to.y) / 6);
  return [[startX, from.y], [startX + reach, from.y], [endX + reach, to.y], [endX, to.y]];
}

/** Returns a curve as SVG path data. */
export function pathData(curve) {
  const [start, ...others] = curve;
  return `M ${start.join(" ")} C ${others.map((point) => point.join(" ")).join(", ")}`;
}

/** Where a count may be written on its curve, the best place first. 0 is the start of the curve, 1 its end. */
const countPositions = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];
const countHeight = 16;

/**
 * Returns where the count of an edge is written, and adds the place to `taken`. A place is on the edge's curve and
 * overlaps none of the places in `taken`. Returns `null` if there is no such place.
 */
export function countPlace(curve, width, taken) {
  for (const position of countPositions) {
    const [x, y] = pointOn(curve, position);
    const place = { x, y, width: width + 4, height: countHeight };
    if (taken.some((other) => overlaps(place, other))) continue;
    taken.push(place);
    return place;
  }
  return null;
}

function overlaps(one, other) {
  return Math.abs(one.x - other.x) * 2 < one.width + other.width &&
    Math.abs(one.y - other.y) * 2 < one.height + other.height;
}

function pointOn(curve, position) {
  const rest = 1 - position;
  const weights = [rest ** 3, 3 * rest ** 2 * position, 3 * rest * position ** 2, position ** 3];
  return [0, 1].map((axis) => weights.reduce((sum, weight, point) => sum + weight * curve[point][axis], 0));
}
