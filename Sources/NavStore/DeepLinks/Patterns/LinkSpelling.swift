/// A spelling of a pattern, to be named where a URL fits none.
struct LinkSpelling: Hashable, Sendable {
  /// The number of the pattern in the table.
  let pattern: Int
  let syntax: PatternSyntax

  /// Whether a shape is one of its.
  func isSpelling(of shape: LinkPatternVariant) -> Bool { shape.pattern == pattern && shape.syntax == syntax }

  /// The spelling that has most in common with the beginning of a path; nil if none has a literal in common, if need be
  /// with a typing mistake.
  ///
  /// The cost grows with the number of spellings.
  static func closest(to address: ParsedURL, among spellings: some Sequence<LinkSpelling>) -> String? {
    spellings.compactMap { $0.likeness(to: address) }.min { $0.order.lexicographicallyPrecedes($1.order) }?.text
  }

  /// How much it has in common with a path, less for more; nil for nothing.
  private func likeness(to address: ParsedURL) -> (text: String, order: [Int])? {
    var (common, literals, mistakes) = (0, 0, 0)
    for (element, segment) in zip(syntax.elements, address.segments) {
      if case .literal(let text) = element {
        if text != segment.text {
          // In a word of one or two letters, one mistake leaves nothing in common.
          guard text.utf8.count > 2,
            ClosestName.to(segment.text, among: [text.lowercased()]) != nil
          else { break }
          mistakes += 1
        }
        literals += 1
      }
      common += 1
    }
    guard literals > 0 else { return nil }
    return (syntax.text, [mistakes - common, mistakes, abs(syntax.elements.count - address.segments.count)])
  }
}
