package import NavStoreInspection

extension ExplorationReport {
  /// Returns the graph of the screens, and of the actions that lead from one screen to another, as a Mermaid flowchart,
  /// which Markdown viewers draw.
  ///
  /// States that show the same screen are one node. The count of a screen is the number of its states whose actions
  /// were tried. For random walks, each visit to such a state counts. The count of a connection is the number of
  /// transitions. Transitions that do not lead to another screen are left out. The function repeats all transitions,
  /// which takes longer than the exploration.
  ///
  /// ```swift
  /// print(report.mermaid { state in state.top.map { "\($0)" } ?? "\(state.selectedTab)" })
  /// ```
  ///
  /// If the graph exceeds a limit, the flowchart contains only the screens and connections with the highest counts, and
  /// an additional node shows how many were left out.
  ///
  /// - Parameters:
  ///   - maxScreens: The maximum number of screens.
  ///   - maxConnections: The maximum number of connections.
  ///   - screen: A closure that returns the name of the screen that a state shows.
  public func mermaid(
    maxScreens: Int = 50, maxConnections: Int = 100, of screen: (State) -> String = { "\($0)" }
  ) -> String {
    graph(of: screen).mermaid(maxNodes: maxScreens, maxEdges: maxConnections)
  }

  /// Returns the graph of ``mermaid(maxScreens:maxConnections:of:)`` in the DOT language of Graphviz.
  public func dot(
    maxScreens: Int = 50, maxConnections: Int = 100, of screen: (State) -> String = { "\($0)" }
  ) -> String {
    graph(of: screen).dot(maxNodes: maxScreens, maxEdges: maxConnections)
  }

  package func graph(of screen: (State) -> String) -> Graph {
    var graph = Graph()
    graph.addNode(screen(system.initialState), count: 0)
    var labels: [String]?
    if case .list(let actions) = system.offer { labels = actions.map { swiftSource($0) } }
    var counted: State?
    var source = ""
    // The transitions from one state of an exploration are consecutive, as are those of one visit in a random walk.
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
    return graph
  }
}
