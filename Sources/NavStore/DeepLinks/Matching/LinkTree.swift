/// The shapes of all patterns by their segments, so that a URL meets only those that begin as it does.
///
/// The order of what it finds is that of how specific the shapes are, segment by segment: a literal, a parameter with a
/// condition, one that takes some texts, one that takes any, a part of any length, a wildcard. It does not depend on
/// the order of declaration.
final class LinkTree: Sendable {
  /// What follows, by the text of the next segment.
  private let literals: [String: LinkTree]
  /// What follows a parameter, by its rank, the most specific first.
  private let parameters: [LinkTree]
  /// What ends here.
  private let ends: [LinkPatternVariant]
  /// What has a part of any length here.
  private let open: [LinkPatternVariant]

  convenience init(_ shapes: [LinkPatternVariant]) {
    self.init(ordered: shapes.sorted(by: Self.areInOrder), depth: 0)
  }

  /// A tree of shapes that have so many steps in common.
  private init(ordered shapes: [LinkPatternVariant], depth: Int) {
    var (ends, open): ([LinkPatternVariant], [LinkPatternVariant]) = ([], [])
    var literals: [String: [LinkPatternVariant]] = [:]
    var parameters: [LinkParameterKind.Rank: [LinkPatternVariant]] = [:]
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

  /// The order of shapes that the steps before do not tell apart. What nothing else tells apart, the spelling does, and
  /// what the parameters want.
  private static func areInOrder(_ first: LinkPatternVariant, _ second: LinkPatternVariant) -> Bool {
    if first.order != second.order { return first.order.lexicographicallyPrecedes(second.order) }
    if first.syntax.text != second.syntax.text { return first.syntax.text < second.syntax.text }
    return first.pattern < second.pattern
  }

  /// Calls `visit` with each shape that the segments fit, from a place on, the most specific first, until it returns
  /// true.
  @discardableResult
  func search(_ segments: [ParsedURL.Segment], from depth: Int = 0, _ visit: (LinkPatternVariant) -> Bool) -> Bool {
    if depth == segments.count {
      for shape in ends where visit(shape) { return true }
    } else {
      if let child = literals[segments[depth].text], child.search(segments, from: depth + 1, visit) { return true }
      for child in parameters where child.search(segments, from: depth + 1, visit) { return true }
    }
    for shape in open where shape.fits(segments, from: depth) && visit(shape) { return true }
    return false
  }

  /// Shapes that are never reached, each with one of another pattern that comes before it and takes whatever it does.
  var unreachable: [(shape: LinkPatternVariant, behind: LinkPatternVariant)] {
    var found: [(LinkPatternVariant, LinkPatternVariant)] = []
    for (index, shape) in open.enumerated() {
      if let earlier = open[..<index].first(where: { $0.pattern != shape.pattern && $0.takesAll(of: shape) }) {
        found.append((shape, earlier))
      }
    }
    for child in parameters + literals.sorted(by: { $0.key < $1.key }).map(\.value) { found += child.unreachable }
    return found
  }
}

extension LinkPatternVariant {
  /// Whether its part of any length takes whatever another one's does, at the same place.
  fileprivate func takesAll(of other: LinkPatternVariant) -> Bool {
    guard requirements.isEmpty, let part = open, let others = other.open, part.end.isEmpty,
      part.kind.map({ $0.rank == .any }) ?? true
    else { return false }
    return !part.isRequired || others.isRequired || !others.end.isEmpty
  }
}
