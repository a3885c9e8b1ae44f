/// A graph of labeled nodes, for example of screens, with a count for each node and edge.
///
/// Nodes and edges are stored in the order in which they were added, so equal input always results in equal text.
package struct Graph: Sendable {
  package struct Node: Sendable {
    package let label: String
    package fileprivate(set) var count: Int
  }

  /// All connections from one node to another, by label. `source` and `target` are indices in ``nodes``.
  package struct Edge: Sendable {
    package let source: Int
    package let target: Int
    package fileprivate(set) var labels: [(text: String, count: Int)] = []
    package var count: Int { labels.reduce(0) { $0 + $1.count } }
  }

  private struct Ends: Hashable {
    let source: Int
    let target: Int
  }

  private struct LabelKey: Hashable {
    let edge: Int
    let text: String
  }

  /// The nodes in the order in which they were added. The first node is the start.
  package private(set) var nodes: [Node] = []
  package private(set) var edges: [Edge] = []
  private var nodeNumbers: [String: Int] = [:]
  private var edgeNumbers: [Ends: Int] = [:]
  private var labelNumbers: [LabelKey: Int] = [:]

  package init() {}

  package mutating func addNode(_ label: String, count: Int = 1) {
    nodes[number(of: label)].count += count
  }

  package mutating func addEdge(from source: String, to target: String, label: String, count: Int = 1) {
    let ends = Ends(source: number(of: source), target: number(of: target))
    let number = edgeNumbers[ends, default: edges.count]
    if number == edges.count {
      edgeNumbers[ends] = number
      edges.append(Edge(source: ends.source, target: ends.target))
    }
    let key = LabelKey(edge: number, text: label)
    if let index = labelNumbers[key] {
      edges[number].labels[index].count += count
    } else {
      labelNumbers[key] = edges[number].labels.count
      edges[number].labels.append((label, count))
    }
  }

  /// Replaces the count of each node. A node that `counts` does not contain gets the count 0.
  package mutating func setNodeCounts(_ counts: [String: Int]) {
    for index in nodes.indices { nodes[index].count = counts[nodes[index].label] ?? 0 }
  }

  private mutating func number(of label: String) -> Int {
    if let number = nodeNumbers[label] { return number }
    nodeNumbers[label] = nodes.count
    nodes.append(Node(label: label, count: 0))
    return nodes.count - 1
  }
}

extension Graph {
  /// The maximum length of a label in a drawing, in Unicode scalars. A longer label is cut.
  private static let longestLabel = 80

  fileprivate struct Excerpt {
    var nodes: [Int]
    var edges: [Int]
    /// The number of omitted nodes and edges, for example `+3 more nodes, +1 more edge`, or `nil` if all nodes and
    /// edges are drawn.
    var omission: String?
  }

  fileprivate func excerpt(maxNodes: Int, maxEdges: Int) -> Excerpt {
    let shown = Self.largest(nodes.indices.dropFirst(), max(0, maxNodes - 1)) { nodes[$0].count }
    let shownNodes = nodes.indices.prefix(maxNodes > 0 ? 1 : 0) + shown
    let isShown = Set(shownNodes)
    let between = edges.indices.filter { isShown.contains(edges[$0].source) && isShown.contains(edges[$0].target) }
    let shownEdges = Self.largest(between[...], max(0, maxEdges)) { edges[$0].count }
    let omissions = [
      Self.more(nodes.count - shownNodes.count, "node"), Self.more(edges.count - shownEdges.count, "edge"),
    ].compactMap(\.self)
    return Excerpt(
      nodes: Array(shownNodes), edges: shownEdges,
      omission: omissions.isEmpty ? nil : omissions.joined(separator: ", "))
  }

  private func text(of node: Node) -> String {
    let label = node.label.shortened(to: Self.longestLabel)
    return node.count > 1 ? "\(label) ×\(node.count)" : label
  }

  private func text(of edge: Edge) -> String {
    let shown = Self.largest(edge.labels.indices, 3) { edge.labels[$0].count }.map { edge.labels[$0] }
    var parts = shown.map { label in
      let text = label.text.shortened(to: Self.longestLabel)
      return label.count > 1 ? "\(text) ×\(label.count)" : text
    }
    if edge.labels.count > shown.count { parts.append("+\(edge.labels.count - shown.count) more") }
    return parts.joined(separator: ", ")
  }

  /// Returns at most `limit` numbers in ascending order: those with the highest counts. If counts are equal, the lowest
  /// numbers are chosen.
  private static func largest(_ numbers: some Sequence<Int>, _ limit: Int, by count: (Int) -> Int) -> [Int] {
    let ranked = numbers.map { (number: $0, count: count($0)) }
      .sorted { $0.count != $1.count ? $0.count > $1.count : $0.number < $1.number }
    return ranked.prefix(limit).map(\.number).sorted()
  }

  private static func more(_ count: Int, _ noun: String) -> String? {
    count == 0 ? nil : "+\(count) more \(noun)\(count == 1 ? "" : "s")"
  }
}

extension Graph {
  /// Returns the graph in the DOT language. The start has rounded corners. If the graph exceeds a limit, a node with a
  /// dashed border shows how many nodes and edges were omitted.
  package func dot(maxNodes: Int, maxEdges: Int) -> String {
    let excerpt = excerpt(maxNodes: maxNodes, maxEdges: maxEdges)
    var lines = ["digraph {", "  rankdir=LR", "  node [shape=box]"]
    for number in excerpt.nodes {
      let style = number == 0 ? ", style=rounded" : ""
      lines.append("  n\(number) [label=\(Self.dotQuoted(text(of: nodes[number])))\(style)]")
    }
    for edge in excerpt.edges.map({ edges[$0] }) {
      let label = text(of: edge)
      lines.append(
        "  n\(edge.source) -> n\(edge.target)" + (label.isEmpty ? "" : " [label=\(Self.dotQuoted(label))]"))
    }
    if let omission = excerpt.omission {
      lines.append("  more [label=\(Self.dotQuoted(omission)), style=dashed]")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  // Graphviz reads backslashes as escapes and `&…;` as HTML character references.
  private static func dotQuoted(_ text: String) -> String {
    var result = ""
    // Compares scalars, because a quotation mark with a combining accent is a different character in Swift, but is
    // still a quotation mark in Graphviz.
    for scalar in text.withoutCarriageReturns.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "&": result += "&amp;"
      case _ where scalar.isNewline: result += "\\n"
      case _ where scalar.isControl: break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return "\"\(result)\""
  }
}

extension Graph {
  package func mermaid(maxNodes: Int, maxEdges: Int) -> String {
    let excerpt = excerpt(maxNodes: maxNodes, maxEdges: maxEdges)
    var lines = ["flowchart LR"]
    for number in excerpt.nodes {
      let label = Self.mermaidQuoted(text(of: nodes[number]))
      lines.append(number == 0 ? "  n0([\(label)])" : "  n\(number)[\(label)]")
    }
    for edge in excerpt.edges.map({ edges[$0] }) {
      let label = text(of: edge)
      lines.append(
        "  n\(edge.source) -->" + (label.isEmpty ? "" : "|\(Self.mermaidQuoted(label))|") + " n\(edge.target)")
    }
    if let omission = excerpt.omission {
      lines.append("  more[\(Self.mermaidQuoted(omission))]")
      lines.append("  style more stroke-dasharray: 4")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private enum MarkdownPosition {
    case lineStart, leadingNumber, leadingMarker, line
  }

  // Mermaid reads a label as HTML and as Markdown, and reads `#` followed by a number and `;` as the character with
  // that number. The function writes this form for each character that is not known to be harmless, and for each
  // character that would turn a line into a list item.
  private static func mermaidQuoted(_ text: String) -> String {
    var result = ""
    var position = MarkdownPosition.lineStart
    for character in text.withoutCarriageReturns.unicodeScalars.map(Character.init) {
      if character.isNewline {
        result += "<br/>"
        position = .lineStart
        continue
      }
      let makesItem =
        position == .leadingNumber && ".)".contains(character) || position == .leadingMarker && character == " "
      let isPlain = character.isLetter || character.isNumber || " ()[]{}.,:;/_=+-×…'!?".contains(character)
      if isPlain, !makesItem {
        result.append(character)
      } else {
        for scalar in character.unicodeScalars where !scalar.isControl { result += "#\(scalar.value);" }
      }
      switch position {
      case .lineStart where "+-".contains(character): position = .leadingMarker
      case .lineStart where character.isNumber, .leadingNumber where character.isNumber: position = .leadingNumber
      case .lineStart where character == " ": break
      default: position = .line
      }
    }
    return "\"\(result.isEmpty ? " " : result)\""
  }
}

extension String {
  fileprivate var withoutCarriageReturns: String {
    String(map { $0 == "\r\n" ? "\n" : $0 })
  }
}

extension Unicode.Scalar {
  fileprivate var isNewline: Bool { Character(self).isNewline }

  fileprivate var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }
}
