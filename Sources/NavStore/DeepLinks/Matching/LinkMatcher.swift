/// An object that finds the pattern for a URL, and prints the URL of a pattern. It does not depend on the app's types.
///
/// The generic code of ``DeepLinkTable`` is compiled again in the app's module, for the app's tabs and routes. This
/// class keeps that code small. If the matcher were a structure, a copy of a table would also copy all properties of
/// the matcher.
@usableFromInline
final class LinkMatcher: Sendable {
  let prefixes: LinkPrefixes
  let options: LinkOptions
  /// The patterns, without their aliases, in the order of the table.
  let patterns: [LinkSpelling]
  let spellings: [LinkSpelling]
  private let groups: [VariantGroup]

  /// Creates a matcher of patterns that may be ambiguous. Of two patterns that match the same URLs, the first one is
  /// opened.
  convenience init(unchecked patterns: [LinkSpelling], prefixes: LinkPrefixes, options: LinkOptions) {
    let variants = patterns.indices.flatMap { patterns[$0].variants(at: $0, ignoresCase: options.ignoresCase) }
    self.init(prefixes, options, patterns, spellings: patterns, variants)
  }

  private init(
    _ prefixes: LinkPrefixes, _ options: LinkOptions, _ patterns: [LinkSpelling], spellings: [LinkSpelling],
    _ variants: [LinkPatternVariant]
  ) {
    self.prefixes = prefixes
    self.options = options
    self.patterns = patterns
    self.spellings = spellings
    groups = VariantGroup.groups(of: variants)
  }

  /// - Throws: ``DeclarationError`` if two patterns are ambiguous, or if a pattern is never reached.
  convenience init(
    prefixes: LinkPrefixes, options: LinkOptions, patterns: [LinkSpelling], aliases: [[LinkSpelling]]
  ) throws(DeclarationError) {
    let ignoresCase = options.ignoresCase
    let variants = patterns.indices.flatMap { number in
      ([patterns[number]] + aliases[number]).flatMap { $0.variants(at: number, ignoresCase: ignoresCase) }
    }
    self.init(
      prefixes, options, patterns, spellings: zip(patterns, aliases).flatMap { [$0] + $1 }, variants)
    var seen: [LinkPatternVariant: LinkPatternVariant] = [:]
    for variant in variants {
      if let other = seen.updateValue(variant, forKey: variant), other.pattern != variant.pattern {
        throw DeclarationError.ambiguousPatterns(other.spelling.description, variant.spelling.description)
      }
    }
    let unreachable = groups.flatMap(\.tree.unreachable)
    for spelling in spellings {
      // A pattern or alias with optional segments is reachable if at least one of its variants is.
      let hidden = unreachable.filter { $0.variant.spelling === spelling }
      if let first = hidden.first, hidden.count == variants.count(where: { $0.spelling === spelling }) {
        throw DeclarationError.unreachablePattern(spelling.description, behind: first.behind.spelling.description)
      }
    }
  }

  /// Returns the index of the most specific pattern that a URL opens; see
  /// ``LinkMatch/answer(isFromApp:after:maxRoutes:read:)``. The URL can be only a path. `read` reads the parameters and
  /// returns the number of screens of the link.
  @usableFromInline
  func pattern(
    for url: String, isFromApp: Bool, _ read: (LinkMatch) throws(InvalidLinkParameter) -> Int
  ) throws(LinkError) -> Int {
    let parsedURL = try ParsedURL(
      url, from: prefixes, options: options, readsFragmentPath: groups.contains(where: \.hasFragment))
    var found: Int?
    var (refusal, difference, lack): (LinkError?, LinkError?, LinkError?)
    var reserving: [LinkPatternVariant] = []
    search(for: parsedURL) { variant, middle in
      let match = LinkMatch(variant: variant, parsedURL: parsedURL, middle: middle)
      switch match.answer(isFromApp: isFromApp, after: reserving, maxRoutes: options.maxRoutes, read: read) {
      case .opens:
        found = variant.pattern
        return true
      case .refuses(let error):
        refusal = error
        return true
      case .differs(let error): difference = difference ?? error
      case .lacks(let error): lack = lack ?? error
      case .reservesKeys: reserving.append(variant)
      }
      return false
    }
    if let found { return found }
    throw refusal ?? difference ?? lack ?? hostError(parsedURL) ?? notFound(parsedURL, isFromApp: isFromApp)
  }

  /// Calls `visit` with each matching variant until it returns `true`. The second argument of `visit` is the index of
  /// the first segment of the variant's middle.
  private func search(for parsedURL: ParsedURL, _ visit: (LinkPatternVariant, Int) -> Bool) {
    for group in groups {
      let segments = parsedURL.segments(withHost: group.hasHost, withFragment: group.hasFragment)
      if let segments, group.tree.search(compared(segments), visit) { return }
    }
  }

  private func compared(_ segments: [ParsedURL.Segment]) -> [ParsedURL.Segment] {
    guard options.ignoresCase else { return segments }
    return segments.map { ParsedURL.Segment(text: $0.text.lowercasedASCII, offset: $0.offset) }
  }

  private func hostError(_ parsedURL: ParsedURL) -> LinkError? {
    guard let error = parsedURL.hostError else { return nil }
    guard let host = parsedURL.hostedSegments.first?.text else { return error }
    return groups.contains { $0.hasHost && $0.tree.hasBranch(for: host) } ? nil : error
  }

  private func notFound(_ parsedURL: ParsedURL, isFromApp: Bool) -> LinkError {
    let known = spellings.lazy.filter { isFromApp || !$0.isInternal }
    return LinkError(.notFound(closest: LinkSpelling.closest(to: parsedURL, among: known)))
  }
}

/// The variants that compare the same parts of a URL.
private struct VariantGroup: Sendable {
  let hasHost: Bool
  let hasFragment: Bool
  let tree: LinkTree

  /// Returns the groups in the order of a search: variants with a path in the fragment precede the others. In both
  /// parts, variants with a literal host precede those without a host, and those whose host is a parameter follow.
  static func groups(of variants: [LinkPatternVariant]) -> [VariantGroup] {
    [true, false].flatMap { hasFragment in
      let variants = variants.filter { ($0.syntax.fragmentPath != nil) == hasFragment }
      return [
        (true, variants.filter { $0.syntax.host != nil }), (false, variants.filter { !$0.syntax.hasHost }),
        (true, variants.filter { $0.syntax.hasHost && $0.syntax.host == nil }),
      ].filter { !$1.isEmpty }.map { VariantGroup(hasHost: $0, hasFragment: hasFragment, tree: LinkTree($1)) }
    }
  }
}
