/// A tree of pattern variants, arranged by their segments. A search visits only variants whose first segments match the
/// URL.
///
/// A search visits more specific variants first. The documentation of ``DeepLinkTable`` lists the segments in the order
/// of their specificity. The order of declaration does not matter.
final class LinkTree: Sendable {
  private let literals: [String: LinkTree]
  /// The subtrees for parameters, the most specific one first.
  private let parameters: [(affixes: SegmentAffixes, tree: LinkTree)]
  /// The variants whose segments end at this node of the tree.
  private let ends: [LinkPatternVariant]
  /// The variants whose fixed segments end at this node, and that continue with a repeated parameter or a wildcard.
  private let openEnded: [LinkPatternVariant]

  convenience init(_ variants: [LinkPatternVariant]) {
    self.init(ordered: variants.sorted(by: Self.areInOrder), depth: 0)
  }

  private init(ordered variants: [LinkPatternVariant], depth: Int) {
    var (ends, openEnded): ([LinkPatternVariant], [LinkPatternVariant]) = ([], [])
    var literals: [String: [LinkPatternVariant]] = [:]
    var parameters: [ParameterGroup: [LinkPatternVariant]] = [:]
    for variant in variants {
      if depth < variant.steps.count {
        switch variant.steps[depth] {
        case .literal(let text): literals[text, default: []].append(variant)
        case .parameter(let kind, let affixes):
          parameters[ParameterGroup(affixes: affixes, rank: kind.rank), default: []].append(variant)
        }
      } else if variant.openParts.isEmpty {
        ends.append(variant)
      } else {
        openEnded.append(variant)
      }
    }
    self.ends = ends
    self.openEnded = openEnded
    self.literals = literals.mapValues { LinkTree(ordered: $0, depth: depth + 1) }
    self.parameters = parameters.sorted { $0.key < $1.key }.map { group, variants in
      (group.affixes, LinkTree(ordered: variants, depth: depth + 1))
    }
  }

  /// Returns whether a search visits the first variant first. Equally specific variants are ordered by text, then by
  /// index.
  private static func areInOrder(_ first: LinkPatternVariant, _ second: LinkPatternVariant) -> Bool {
    if first.order != second.order { return first.order.lexicographicallyPrecedes(second.order) }
    if first.syntax.text != second.syntax.text { return first.syntax.text < second.syntax.text }
    return first.pattern < second.pattern
  }

  /// Calls `visit` with each variant that matches the segments from the index `depth` onward, the most specific variant
  /// first, until `visit` returns `true`. Returns whether `visit` returned `true`.
  ///
  /// A variant with two open parts is visited for each position of its middle. The second argument of `visit` is that
  /// position, or 0.
  func search(
    _ segments: [ParsedURL.Segment], from depth: Int = 0, _ visit: (LinkPatternVariant, Int) -> Bool
  ) -> Bool {
    if depth == segments.count {
      for variant in ends where visit(variant, 0) { return true }
    } else {
      if let child = literals[segments[depth].text], child.search(segments, from: depth + 1, visit) { return true }
      for (affixes, child) in parameters
      where affixes.fit(segments[depth].text) && child.search(segments, from: depth + 1, visit) { return true }
    }
    for variant in openEnded where variant.fits(segments, from: depth) {
      let middles = variant.openParts.count < 2 ? [0] : variant.middles(in: segments, from: depth)
      for middle in middles where visit(variant, middle) { return true }
    }
    return false
  }

  func hasBranch(for text: String) -> Bool {
    literals[text] != nil || parameters.contains { $0.affixes.fit(text) }
  }

  /// The variants with a repeated parameter or a wildcard that are never reached, each with an earlier variant of
  /// another pattern. The earlier variant matches all URLs of the unreachable one.
  var unreachable: [(variant: LinkPatternVariant, behind: LinkPatternVariant)] {
    var found: [(LinkPatternVariant, LinkPatternVariant)] = []
    for (index, variant) in openEnded.enumerated() {
      if let earlier = openEnded[..<index].first(where: { $0.pattern != variant.pattern && $0.takesAll(of: variant) }) {
        found.append((variant, earlier))
      }
    }
    for child in parameters.map(\.tree) + literals.sorted(by: { $0.key < $1.key }).map(\.value) {
      found += child.unreachable
    }
    return found
  }
}

/// A key that groups the parameters at one position. A search tries the parameters of a group together.
private struct ParameterGroup: Hashable, Comparable {
  let affixes: SegmentAffixes
  let rank: LinkParameterKind.Rank

  static func < (first: ParameterGroup, second: ParameterGroup) -> Bool {
    if first.affixes.count != second.affixes.count { return first.affixes.count > second.affixes.count }
    if first.affixes == second.affixes { return first.rank < second.rank }
    return (first.affixes.prefix.utf8 + [0] + first.affixes.suffix.utf8)
      .lexicographicallyPrecedes(second.affixes.prefix.utf8 + [0] + second.affixes.suffix.utf8)
  }
}

extension LinkPatternVariant {
  /// Returns whether this variant's open parts match everything that the other variant's open parts match. The first
  /// ones are at the same position.
  fileprivate func takesAll(of other: LinkPatternVariant) -> Bool {
    guard requirements.isEmpty, openParts.count == 1, openParts[0].steps.isEmpty,
      openParts[0].kind.map({ $0.rank == .any }) ?? true
    else { return false }
    return !openParts[0].isRequired || other.openParts[0].isRequired || other.openParts.count == 2
      || !other.openParts[0].steps.isEmpty
  }
}
