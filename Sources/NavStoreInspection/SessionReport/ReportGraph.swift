internal import NavStore

package struct ReportGraph: Sendable {
  package struct Screen: Sendable {
    /// The name of the screen's enum case, for its color.
    package let name: String
    package let navigation: LoggedState?
    /// Lines of text about the screen, or `nil` if there are none.
    package let details: String?

    package init(name: String, navigation: LoggedState?, details: String? = nil) {
      self.name = name
      self.navigation = navigation
      self.details = details
    }
  }

  /// The screens, whose labels identify them, and the actions that lead from one to another. The first screen is the
  /// start.
  package var graph: Graph
  package var screens: [String: Screen] = [:]
  package var unreached: [String] = []
  private var counterexample: [String] = []

  package init(_ graph: Graph) {
    self.graph = graph
  }

  /// Sets the counterexample. A screen that follows itself is one node of the path.
  package mutating func setCounterexample(_ labels: [String]) {
    for label in labels where label != counterexample.last {
      // The actions of a state that violates an invariant were not tried, so the graph may lack its screen.
      graph.addNode(label, count: 0)
      counterexample.append(label)
    }
  }

  func append(to json: inout ReportText, _ tables: inout ReportTables) {
    json.append(#"{"nodes":["#)
    for (index, node) in graph.nodes.enumerated() {
      let screen = screens[node.label]
      json.append(index > 0 ? ",[" : "[")
      json.append(tables.text(node.label))
      json.append(next: node.count)
      json.append(",")
      if let navigation = screen?.navigation { tables.append(navigation, to: &json) } else { json.append("null") }
      json.append(next: tables.text(screen?.name ?? node.label))
      if let details = screen?.details { json.append(next: tables.text(details)) }
      json.append("]")
    }
    json.append(#"],"edges":["#)
    var isFirst = true
    for edge in graph.edges {
      for label in edge.labels {
        json.append(isFirst ? "[" : ",[")
        isFirst = false
        json.append(edge.source)
        json.append(next: edge.target)
        json.append(next: tables.text(label.text))
        json.append(next: label.count)
        json.append("]")
      }
    }
    json.append(#"],"unreached":["#)
    append(unreached.map { tables.text($0) }, to: &json)
    json.append(#"],"counterexample":["#)
    append(counterexample.compactMap { label in graph.nodes.firstIndex { $0.label == label } }, to: &json)
    json.append("]}")
  }

  private func append(_ numbers: [Int], to json: inout ReportText) {
    json.append(text: numbers.map(String.init).joined(separator: ","))
  }
}
