extension Graph {
  /// The graph in the DOT language of Graphviz, with the start rounded. What the caps leave out is counted in a node of
  /// its own.
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

  // Graphviz reads backslashes as escapes and `&…;` as HTML's names of characters.
  private static func dotQuoted(_ text: String) -> String {
    var result = ""
    // By scalars: a quote that carries an accent is a quote to Graphviz, and no character that equals one to Swift.
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
