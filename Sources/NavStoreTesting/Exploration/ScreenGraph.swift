package import NavStoreInspection

extension ExplorationReport {
  /// The graph of what a user sees: which screens there are, and which actions lead from one to another.
  ///
  /// States that show the same screen are one. A screen is counted for each state whose actions were tried, in random
  /// walks as often as one was come by, and a connection for each transition to another screen. The transitions are
  /// made again for it, which takes longer than the exploration did.
  ///
  /// ```swift
  /// let graph = report.graph { state in state.top.map { "\($0)" } ?? "\(state.selectedTab)" }
  /// print(graph.mermaid())
  /// ```
  ///
  /// - Parameter screen: The name of what is shown in a state.
  public func graph(of screen: (State) -> String = { "\($0)" }) -> ScreenGraph {
    var graph = Graph()
    graph.addNode(screen(system.initialState), count: 0)
    var labels: [String]?
    if case .list(let actions) = system.offer { labels = actions.map { swiftSource($0) } }
    var counted: State?
    var source = ""
    // All transitions of a state come one after the other.
    forEachTransition { transition in
      if counted != transition.before {
        source = screen(transition.before)
        counted = transition.before
        graph.addNode(source)
      }
      let target = screen(transition.after)
      guard target != source else { return }
      graph.addEdge(from: source, to: target, label: labels?[transition.choice] ?? swiftSource(transition.action))
    }
    return ScreenGraph(graph: graph)
  }
}

/// Which screens there are and what leads from one to another, to be drawn.
public struct ScreenGraph: Sendable {
  package let graph: Graph

  /// The graph as a Mermaid flowchart, as Markdown viewers draw it.
  ///
  /// Beyond the caps the screens and connections that were counted most are kept, and a node says how many more there
  /// are.
  public func mermaid(maxScreens: Int = 50, maxConnections: Int = 100) -> String {
    graph.mermaid(maxNodes: maxScreens, maxEdges: maxConnections)
  }

  /// The graph in the DOT language of Graphviz; the caps are those of ``mermaid(maxScreens:maxConnections:)``.
  public func dot(maxScreens: Int = 50, maxConnections: Int = 100) -> String {
    graph.dot(maxNodes: maxScreens, maxEdges: maxConnections)
  }
}
