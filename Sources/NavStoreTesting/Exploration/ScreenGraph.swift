package import NavStoreInspection

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
