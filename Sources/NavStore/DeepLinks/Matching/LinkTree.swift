/// The variants of all patterns by their segments, so that a URL meets only those that begin as it does.
///
/// The order of what it finds is that of how specific the variants are, segment by segment: a literal, a parameter with a
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
  private let openEnded: [LinkPatternVariant]

  convenience init(_ variants: [LinkPatternVariant]) {
    self.init(ordered: variants.sorted(by: Self.areInOrder), depth: 0)
  }

  /// A tree of variants that have so many steps in common.
  private init(ordered variants: [LinkPatternVariant], depth: Int) {
    var (ends, openEnded): ([LinkPatternVariant], [LinkPatternVariant]) = ([], [])
    var literals: [String: [LinkPatternVariant]] = [:]
    var parameters: [LinkParameterKind.Rank: [LinkPatternVariant]] = [:]
    for variant in variants {
      if depth < variant.steps.count {
        switch variant.steps[depth] {
        case .literal(let text): literals[text, default: []].append(variant)
        case .parameter(let kind): parameters[kind.rank, default: []].append(variant)
        }
      } else if variant.openPart == nil {
        ends.append(variant)
      } else {
        openEnded.append(variant)
      }
    }
    self.ends = ends
    self.openEnded = openEnded
    self.literals = literals.mapValues { LinkTree(ordered: $0, depth: depth + 1) }
    self.parameters = parameters.sorted { $0.key < $1.key }.map { LinkTree(ordered: $0.value, depth: depth + 1) }
  }

  /// The order of variants that the steps before do not tell apart. What nothing else tells apart, the spelling does, and
  /// what the parameters want.
  private static func areInOrder(_ first: LinkPatternVariant, _ second: LinkPatternVariant) -> Bool {
    if first.order != second.order { return first.order.lexicographicallyPrecedes(second.order) }
    if first.syntax.text != second.syntax.text { return first.syntax.text < second.syntax.text }
    return first.pattern < second.pattern
  }

  /// Calls `visit` with each variant that the segments fit, from a place on, the most specific first, until it returns
  /// true.
  @discardableResult
  func search(_ segments: [ParsedURL.Segment], from depth: Int = 0, _ visit: (LinkPatternVariant) -> Bool) -> Bool {
    if depth == segments.count {
      for variant in ends where visit(variant) { return true }
    } else {
      if let child = literals[segments[depth].text], child.search(segments, from: depth + 1, visit) { return true }
      for child in parameters where child.search(segments, from: depth + 1, visit) { return true }
    }
    for variant in openEnded where variant.fits(segments, from: depth) && visit(variant) { return true }
    return false
  }

  /// Shapes that are never reached, each with one of another pattern that comes before it and takes whatever it does.
  var unreachable: [(variant: LinkPatternVariant, behind: LinkPatternVariant)] {
    var found: [(LinkPatternVariant, LinkPatternVariant)] = []
    for (index, variant) in openEnded.enumerated() {
      if let earlier = openEnded[..<index].first(where: { $0.pattern != variant.pattern && $0.takesAll(of: variant) }) {
        found.append((variant, earlier))
      }
    }
    for child in parameters + literals.sorted(by: { $0.key < $1.key }).map(\.value) { found += child.unreachable }
    return found
  }
}

extension LinkPatternVariant {
  /// Whether its part of any length takes whatever another one's does, at the same place.
  fileprivate func takesAll(of other: LinkPatternVariant) -> Bool {
    guard requirements.isEmpty, let part = openPart, let others = other.openPart, part.end.isEmpty,
      part.kind.map({ $0.rank == .any }) ?? true
    else { return false }
    return !part.isRequired || others.isRequired || !others.end.isEmpty
  }
}
