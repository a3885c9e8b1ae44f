/// The shapes of all patterns by their segments, so that a URL meets only those that begin as it does.
///
/// The order of what it finds is that of how specific the shapes are, segment by segment: a literal, a parameter with a condition, one
/// that takes some texts, one that takes any, a part of any length, a wildcard. It does not depend on the order of declaration.
struct LinkTree: Sendable {
  private struct Node: Sendable {
    var literals: [String: Int] = [:]
    /// By rank, the most specific first.
    var parameters: [(rank: LinkParameterKind.Rank, node: Int)] = []
    /// What ends here.
    var ends: [LinkShape] = []
    /// What has a part of any length here.
    var open: [LinkShape] = []
  }

  private var nodes = [Node()]

  init(_ shapes: [LinkShape]) {
    for shape in shapes {
      let node = shape.steps.reduce(0) { child(of: $0, at: $1) }
      if shape.open == nil { nodes[node].ends.append(shape) } else { nodes[node].open.append(shape) }
    }
    for index in nodes.indices {
      nodes[index].parameters.sort { $0.rank < $1.rank }
      nodes[index].ends.sort(by: Self.areInOrder)
      nodes[index].open.sort(by: Self.areInOrder)
    }
  }

  private mutating func child(of node: Int, at step: LinkShape.Step) -> Int {
    switch step {
    case .literal(let text):
      if let child = nodes[node].literals[text] { return child }
      nodes[node].literals[text] = nodes.count
    case .parameter(let kind):
      if let child = nodes[node].parameters.first(where: { $0.rank == kind.rank }) { return child.node }
      nodes[node].parameters.append((kind.rank, nodes.count))
    }
    nodes.append(Node())
    return nodes.count - 1
  }

  /// The order of shapes that the segments before do not tell apart.
  private static func areInOrder(_ first: LinkShape, _ second: LinkShape) -> Bool {
    let (one, other) = (order(first), order(second))
    return one != other ? one.lexicographicallyPrecedes(other) : first.syntax.text < second.syntax.text
  }

  private static func order(_ shape: LinkShape) -> [Int] {
    let open = shape.open.map { [-$0.end.count, $0.kind?.rank.rawValue ?? 9, $0.isRequired ? 0 : 1] } ?? []
    return open + [-shape.requirements]
  }

  /// Calls `visit` with each shape that the segments fit, the most specific first, until it returns true.
  func search(_ segments: [LinkAddress.Segment], _ visit: (LinkShape) -> Bool) {
    _ = search(node: 0, depth: 0, segments, visit)
  }

  private func search(
    node: Int, depth: Int, _ segments: [LinkAddress.Segment], _ visit: (LinkShape) -> Bool
  ) -> Bool {
    let node = nodes[node]
    if depth == segments.count {
      for shape in node.ends where visit(shape) { return true }
    } else {
      if let child = node.literals[segments[depth].text],
        search(node: child, depth: depth + 1, segments, visit)
      {
        return true
      }
      for child in node.parameters where search(node: child.node, depth: depth + 1, segments, visit) { return true }
    }
    for shape in node.open where shape.fits(segments, from: depth) && visit(shape) { return true }
    return false
  }

  /// Two shapes of different patterns of which the second is never reached, because the first one comes before and takes whatever
  /// it does.
  var unreachable: (LinkShape, behind: LinkShape)? {
    for node in nodes {
      for (index, shape) in node.open.enumerated() {
        guard let open = shape.open else { continue }
        for earlier in node.open[..<index] where earlier.pattern != shape.pattern && earlier.requirements == 0 {
          guard let taken = earlier.open, taken.kind.map({ $0.rank == .any }) ?? true, taken.end.isEmpty else {
            continue
          }
          if !taken.isRequired || open.isRequired || !open.end.isEmpty { return (shape, earlier) }
        }
      }
    }
    return nil
  }
}
