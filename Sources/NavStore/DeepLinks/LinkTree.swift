/// The shapes of all patterns by their segments, so that a URL meets only those that begin as it does.
///
/// The order of what it finds is that of how specific the shapes are, segment by segment: a literal, a parameter with a condition, one
/// that takes some texts, one that takes any, a part of any length, a wildcard. It does not depend on the order of declaration.
final class LinkTree: Sendable {
  /// What follows, by the text of the next segment.
  private let literals: [String: LinkTree]
  /// What follows a parameter, by its rank, the most specific first.
  private let parameters: [LinkTree]
  /// What ends here.
  private let ends: [LinkShape]
  /// What has a part of any length here.
  private let open: [LinkShape]

  convenience init(_ shapes: [LinkShape]) {
    self.init(ordered: shapes.sorted(by: Self.areInOrder), depth: 0)
  }

  /// A tree of shapes that have so many steps in common.
  private init(ordered shapes: [LinkShape], depth: Int) {
    var (ends, open): ([LinkShape], [LinkShape]) = ([], [])
    var literals: [String: [LinkShape]] = [:]
    var parameters: [LinkParameterKind.Rank: [LinkShape]] = [:]
    for shape in shapes {
      if depth < shape.steps.count {
        switch shape.steps[depth] {
        case .literal(let text): literals[text, default: []].append(shape)
        case .parameter(let kind): parameters[kind.rank, default: []].append(shape)
        }
      } else if shape.open == nil {
        ends.append(shape)
      } else {
        open.append(shape)
      }
    }
    self.ends = ends
    self.open = open
    self.literals = literals.mapValues { LinkTree(ordered: $0, depth: depth + 1) }
    self.parameters = parameters.sorted { $0.key < $1.key }.map { LinkTree(ordered: $0.value, depth: depth + 1) }
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

  /// Calls `visit` with each shape that the segments fit, from a place on, the most specific first, until it returns true.
  @discardableResult
  func search(_ segments: [LinkAddress.Segment], from depth: Int = 0, _ visit: (LinkShape) -> Bool) -> Bool {
    if depth == segments.count {
      for shape in ends where visit(shape) { return true }
    } else {
      if let child = literals[segments[depth].text], child.search(segments, from: depth + 1, visit) { return true }
      for child in parameters where child.search(segments, from: depth + 1, visit) { return true }
    }
    for shape in open where shape.fits(segments, from: depth) && visit(shape) { return true }
    return false
  }

  /// Two shapes of different patterns of which the second is never reached, because the first one comes before and takes whatever
  /// it does.
  var unreachable: (LinkShape, behind: LinkShape)? {
    for (index, shape) in open.enumerated() {
      guard let part = shape.open else { continue }
      for earlier in open[..<index] where earlier.pattern != shape.pattern && earlier.requirements == 0 {
        guard let taken = earlier.open, taken.kind.map({ $0.rank == .any }) ?? true, taken.end.isEmpty else {
          continue
        }
        if !taken.isRequired || part.isRequired || !part.end.isEmpty { return (shape, earlier) }
      }
    }
    return (parameters + literals.sorted { $0.key < $1.key }.map(\.value)).lazy.compactMap(\.unreachable).first
  }
}
