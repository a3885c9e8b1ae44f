import NavStoreInspection
import Testing

/// Reads the written graphs by the rules of each language, as far as the writers use it.
@Suite struct GraphTests {
  private static let labels = [
    "plain", "", " ", "\"quoted\"", "a\\b", "back\\", "<b>bold</b>", "&amp;", "a & b", "#35;", "# title", "- item",
    "1. first",
    "  2) second", "*starred*", "_under_", "`code`", "two\nlines\n- three", "end", "[x]{y}(z)", "a|b", "a-->b",
    "subgraph", "%%",
    "日本語", "👩‍👩‍👧", "é", ".push(.song(7))", "\"};x[label=\"", "\\N", "+12 more", "\t tab", "nul\u{0}",
  ]

  private static func graph(_ labels: [String]) -> Graph {
    var graph = Graph()
    for label in labels { graph.addNode(label) }
    for (label, next) in zip(labels, labels.dropFirst()) { graph.addEdge(from: label, to: next, label: next) }
    return graph
  }

  @Test func `a Mermaid chart shows every label as it is`() {
    let chart = ParsedGraph(mermaid: Self.graph(Self.labels).mermaid(maxNodes: 100, maxEdges: 100))
    #expect(chart.nodes == Self.labels.map { Self.shown($0, empty: " ") })
    #expect(chart.edges.map(\.label) == Self.labels.dropFirst().map { Self.shown($0, empty: "") })
    #expect(chart.edges.map(\.source) == Array(0..<(Self.labels.count - 1)))
    #expect(chart.edges.map(\.target) == Array(1..<Self.labels.count))
  }

  @Test func `a DOT graph shows every label as it is`() {
    let graph = ParsedGraph(dot: Self.graph(Self.labels).dot(maxNodes: 100, maxEdges: 100))
    #expect(graph.nodes == Self.labels.map { Self.shown($0, empty: "") })
    #expect(graph.edges.map(\.label) == Self.labels.dropFirst().map { Self.shown($0, empty: "") })
    #expect(graph.edges.map(\.source) == Array(0..<(Self.labels.count - 1)))
    #expect(graph.edges.map(\.target) == Array(1..<Self.labels.count))
  }

  @Test func `no line of a Mermaid label begins an item of a list, a heading or code`() {
    let chart = Self.graph(Self.labels).mermaid(maxNodes: 100, maxEdges: 100)
    for line in ParsedGraph.quotedParts(of: chart).flatMap({
      $0.split(separator: "<br/>", omittingEmptySubsequences: false)
    }) {
      let text = line.drop { $0 == " " }
      #expect(!text.contains { "`\\<>\"&|".contains($0) }, "\(line)")
      #expect(!text.drop(while: \.isNumber).starts(with: ".") || text.first?.isNumber == false, "\(line)")
      #expect(!text.starts(with: "- ") && !text.starts(with: "+ ") && !text.starts(with: "* "), "\(line)")
    }
  }

  @Test func `counts are added up and written beside the labels`() {
    var graph = Graph()
    graph.addNode("home", count: 3)
    graph.addNode("song")
    for _ in 0..<4 { graph.addEdge(from: "home", to: "song", label: "push") }
    graph.addEdge(from: "home", to: "song", label: "link")
    graph.addEdge(from: "song", to: "home", label: "")
    #expect(
      graph.mermaid(maxNodes: 9, maxEdges: 9) == """
        flowchart LR
          n0(["home ×3"])
          n1["song"]
          n0 -->|"push ×4, link"| n1
          n1 --> n0

        """)
    #expect(
      graph.dot(maxNodes: 9, maxEdges: 9) == """
        digraph {
          rankdir=LR
          node [shape=box]
          n0 [label="home ×3", style=rounded]
          n1 [label="song"]
          n0 -> n1 [label="push ×4, link"]
          n1 -> n0
        }

        """)
  }

  @Test func `a graph beyond its limits keeps the start and the highest counts, and shows how much is missing`() {
    var graph = Graph()
    for (label, count) in [("start", 1), ("rare", 1), ("often", 9), ("sometimes", 5)] {
      graph.addNode(label, count: count)
    }
    graph.addEdge(from: "start", to: "often", label: "a", count: 2)
    graph.addEdge(from: "often", to: "sometimes", label: "b", count: 7)
    graph.addEdge(from: "sometimes", to: "often", label: "c", count: 3)
    graph.addEdge(from: "start", to: "rare", label: "d", count: 9)
    #expect(
      graph.mermaid(maxNodes: 3, maxEdges: 2) == """
        flowchart LR
          n0(["start"])
          n2["often ×9"]
          n3["sometimes ×5"]
          n2 -->|"b ×7"| n3
          n3 -->|"c ×3"| n2
          more["+1 more node, +2 more edges"]
          style more stroke-dasharray: 4

        """)
    #expect(
      graph.dot(maxNodes: 3, maxEdges: 4).contains("  more [label=\"+1 more node, +1 more edge\", style=dashed]\n"))
    #expect(!graph.mermaid(maxNodes: 4, maxEdges: 4).contains("more"))
    #expect(graph.mermaid(maxNodes: 0, maxEdges: 0).contains("+4 more nodes, +4 more edges"))
  }

  @Test func `an edge shows the three labels that were counted most`() {
    var graph = Graph()
    for (label, count) in [("a", 1), ("b", 5), ("c", 1), ("d", 2), ("e", 1)] {
      graph.addEdge(from: "x", to: "y", label: label, count: count)
    }
    #expect(graph.mermaid(maxNodes: 9, maxEdges: 9).contains("|\"a, b ×5, d ×2, +2 more\"|"))
  }

  @Test func `long labels are cut in the drawing and remain distinct`() {
    var graph = Graph()
    let long = String(repeating: "x", count: 90)
    graph.addEdge(from: long + "1", to: long + "2", label: long)
    let cut = String(repeating: "x", count: 80) + "…"
    #expect(
      graph.mermaid(maxNodes: 9, maxEdges: 9) == """
        flowchart LR
          n0(["\(cut)"])
          n1["\(cut)"]
          n0 -->|"\(cut)"| n1

        """)
  }

  /// Returns the label as a reader of the drawing sees it.
  private static func shown(_ label: String, empty: String) -> String {
    let text = String(String.UnicodeScalarView(label.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\n" }))
    return text.isEmpty ? empty : text
  }
}
