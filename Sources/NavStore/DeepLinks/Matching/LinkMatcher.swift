/// An object that finds the pattern for a URL, and prints the URL of a pattern. It does not depend on the app's types.
///
/// The generic code of ``DeepLinkTable`` is compiled again in the app's module, for the app's tabs and routes. This
/// class keeps that code small. If the matcher were a structure, a copy of a table would also copy all properties of
/// the matcher.
@usableFromInline
final class LinkMatcher: Sendable {
  let prefixes: LinkPrefixes
  let limits: LinkLimits
  let options: LinkOptions
  let trees: LinkTrees
  /// The patterns with a path in their fragment, or `nil` if no pattern has one. They precede the other patterns.
  let fragmentTrees: LinkTrees?
  /// The syntax of each pattern, in the order of the table's patterns.
  let syntaxes: [PatternSyntax]
  /// The parameters of each pattern, in the order of the table's patterns.
  let parameters: [[LinkParameterDescriptor]]
  /// Whether each pattern is internal, in the order of the table's patterns.
  let isInternal: [Bool]
  /// All patterns and aliases, for error messages.
  let spellings: [LinkSpelling]

  init(
    prefixes: LinkPrefixes, limits: LinkLimits, options: LinkOptions, variants: [LinkPatternVariant],
    syntaxes: [PatternSyntax],
    parameters: [[LinkParameterDescriptor]], isInternal: [Bool], spellings: [LinkSpelling]
  ) {
    self.prefixes = prefixes
    self.limits = limits
    self.options = options
    trees = LinkTrees(variants.filter { $0.syntax.fragmentPath == nil })
    let others = variants.filter { $0.syntax.fragmentPath != nil }
    fragmentTrees = others.isEmpty ? nil : LinkTrees(others)
    self.syntaxes = syntaxes
    self.parameters = parameters
    self.isInternal = isInternal
    self.spellings = spellings
  }

  @usableFromInline
  func checkRouteCount(_ count: Int) throws(LinkError) {
    guard count <= limits.routes else { throw LinkError(.tooMany("routes", limit: limits.routes)) }
  }

  /// Returns the index of the most specific pattern whose parameters accept the values of the URL.
  ///
  /// A pattern is a candidate if it matches the path and the URL has the keys that the pattern requires. A candidate is
  /// tried only if each more specific candidate has a parameter that does not accept its value. A repeated key or a
  /// value that cannot be decoded ends the search with an error. If a URL from outside the app matches an internal
  /// pattern, no less specific public pattern is used instead.
  ///
  /// - Parameters:
  ///   - url: A URL, or only its path.
  ///   - isFromApp: Whether the URL comes from the app itself, which may open internal links.
  ///   - failure: A closure that reads the parameters. It returns the first parameter that does not accept its value,
  ///     or `nil` if all parameters accept their values.
  /// - Throws: ``LinkError`` if no pattern matches, or if the URL is refused.
  @usableFromInline
  func pattern(for url: String, isFromApp: Bool, _ failure: (LinkMatch) -> LinkParameterFailure?) throws(LinkError)
    -> Int
  {
    let parsedURL = try ParsedURL(
      url, from: prefixes, limits: limits, options: options, readsFragmentPath: fragmentTrees != nil)
    var found: Int?
    var (error, missing, refused): (LinkError?, LinkError?, LinkError?)
    // The internal patterns that match the path and the keys of the URL, but require another value for a key.
    var blocking: [LinkPatternVariant] = []
    search(for: parsedURL) { variant, middle in
      let isBlocked = isInternal[variant.pattern] && !isFromApp
      let requirement = variant.missing(in: parsedURL)
      if let requirement, !(isBlocked && variant.hasKeys(in: parsedURL)) {
        // An error for a URL from outside the app must not name an internal pattern whose keys the URL lacks.
        if !isBlocked, missing == nil { missing = self.error(in: variant, missing: requirement) }
        return false
      }
      if !blocking.isEmpty, !isBlocked, blocking.contains(where: { !variant.declaresKeys(of: $0) }) { return false }
      let match = LinkMatch(variant: variant, parsedURL: parsedURL, middle: middle)
      let parameter = failure(match)
      if let parameter, variant.isInPath(parameter.number) {
        if !isBlocked, error == nil { error = self.error(in: variant, parameter, match) }
        return false
      }
      if isBlocked {
        if variant.differsInLiteral(from: parsedURL) {
          blocking.append(variant)
          return false
        }
        refused = LinkError(.isInternal(pattern: syntaxes[variant.pattern].text))
        return true
      }
      refused = repeatedKey(variant, parsedURL) ?? variant.refusal(in: parsedURL)
      if refused != nil { return true }
      if let parameter {
        if error == nil { error = self.error(in: variant, parameter, match) }
        return false
      }
      found = variant.pattern
      return true
    }
    if let found { return found }
    throw refused ?? error ?? missing ?? hostError(parsedURL) ?? notFound(parsedURL, isFromApp: isFromApp)
  }

  /// Calls `visit` with each variant that matches the segments of a URL, until `visit` returns `true`. The second
  /// argument is the index of the first segment between the two repeated parts of the variant.
  private func search(for parsedURL: ParsedURL, _ visit: (LinkPatternVariant, Int?) -> Bool) {
    if let fragmentTrees, search(fragmentTrees, withFragment: true, for: parsedURL, visit) { return }
    _ = search(trees, withFragment: false, for: parsedURL, visit)
  }

  private func search(
    _ trees: LinkTrees, withFragment hasFragment: Bool, for parsedURL: ParsedURL,
    _ visit: (LinkPatternVariant, Int?) -> Bool
  ) -> Bool {
    func search(_ tree: LinkTree, withHost hasHost: Bool) -> Bool {
      guard let segments = parsedURL.segments(withHost: hasHost, withFragment: hasFragment) else { return false }
      return tree.search(compared(segments), visit)
    }
    return trees.hosts.map { search($0.named, withHost: true) } == true || search(trees.paths, withHost: false)
      || trees.hosts.map { search($0.others, withHost: true) } == true
  }

  /// Returns the given segments, in lowercase if the table ignores case.
  private func compared(_ segments: [ParsedURL.Segment]) -> [ParsedURL.Segment] {
    guard options.contains(.caseInsensitivePaths) else { return segments }
    return segments.map { ParsedURL.Segment(text: $0.text.lowercasedASCII, offset: $0.offset) }
  }

  /// Returns the error of the host of a URL, or `nil` if the table or a pattern declares the host.
  private func hostError(_ parsedURL: ParsedURL) -> LinkError? {
    guard let error = parsedURL.hostError else { return nil }
    guard let host = parsedURL.hostedSegments.first?.text else { return error }
    let isDeclared = [trees, fragmentTrees].compactMap(\.?.hosts).contains { hosts in
      hosts.named.hasBranch(for: host) || hosts.others.hasBranch(for: host)
    }
    return isDeclared ? nil : error
  }

  private func notFound(_ parsedURL: ParsedURL, isFromApp: Bool) -> LinkError {
    let known = spellings.lazy.filter { isFromApp || !self.isInternal[$0.pattern] }
    return LinkError(.notFound(closest: LinkSpelling.closest(to: parsedURL, among: known)))
  }

  /// Returns the error for a repeated key if the pattern accepts only one value for the key. Such a URL is ambiguous,
  /// because another parser may use another one of the values.
  private func repeatedKey(_ variant: LinkPatternVariant, _ parsedURL: ParsedURL) -> LinkError? {
    guard parsedURL.query.count > 1 else { return nil }
    for key in variant.singleKeys {
      let items = parsedURL.query.filter { $0.key == key }
      if items.count > 1 { return LinkError(.repeatedKey(key, pattern: variant.syntax.text), at: items[1].offset) }
    }
    guard variant.hasSingleOtherKeys else { return nil }
    var seen: Set<String> = []
    for item in parsedURL.query where !item.key.isEmpty && !variant.syntax.declares(item.key) {
      if !seen.insert(item.key).inserted {
        return LinkError(.repeatedKey(item.key, pattern: variant.syntax.text), at: item.offset)
      }
    }
    return nil
  }

  /// Returns the error for a requirement that the URL does not satisfy, or `nil` if a literal or a key without a value
  /// is required.
  private func error(in variant: LinkPatternVariant, missing requirement: LinkPatternVariant.Requirement) -> LinkError?
  {
    guard case .parameter(let name) = requirement.value, let kind = requirement.kind else { return nil }
    return LinkError(.parameter(name, expected: kind.expected, found: nil, pattern: variant.syntax.text))
  }

  private func error(
    in variant: LinkPatternVariant, _ failure: LinkParameterFailure, _ match: LinkMatch
  ) -> LinkError {
    let number = failure.number
    return LinkError(
      .parameter(
        syntaxes[variant.pattern].parameters[number], expected: parameters[variant.pattern][number].kind.expected,
        found: match.found(failure), pattern: variant.syntax.text),
      at: match.offset(of: failure))
  }
}

/// The variants of patterns, separated by whether they begin with a host.
struct LinkTrees: Sendable {
  /// The variants without a host.
  let paths: LinkTree
  /// The variants that begin with a host, or `nil` if there are none.
  let hosts: HostTrees?

  init(_ variants: [LinkPatternVariant]) {
    paths = LinkTree(variants.filter { !$0.syntax.hasHost })
    hosts = HostTrees(variants)
  }

  /// The variants that are never reached; see ``LinkTree/unreachable``.
  var unreachable: [(variant: LinkPatternVariant, behind: LinkPatternVariant)] {
    paths.unreachable + (hosts.map { $0.named.unreachable + $0.others.unreachable } ?? [])
  }
}

/// The variants of patterns that begin with a host.
struct HostTrees: Sendable {
  /// The variants with a literal host, tried before the patterns without a host.
  let named: LinkTree
  /// The variants whose host is a parameter, tried after the patterns without a host.
  let others: LinkTree

  /// Returns `nil` if no variant begins with a host.
  init?(_ variants: [LinkPatternVariant]) {
    let variants = variants.filter(\.syntax.hasHost)
    if variants.isEmpty { return nil }
    func isNamed(_ variant: LinkPatternVariant) -> Bool {
      if case .literal? = variant.syntax.elements.first { true } else { false }
    }
    named = LinkTree(variants.filter(isNamed))
    others = LinkTree(variants.filter { !isNamed($0) })
  }
}

/// The syntax of a pattern or of one of its aliases. If no pattern matches a URL, the error message suggests the most
/// similar spelling.
struct LinkSpelling: Hashable, Sendable {
  /// The index of the pattern in the table.
  let pattern: Int
  let syntax: PatternSyntax

  /// Returns whether a variant was created from this spelling.
  func isSpelling(of variant: LinkPatternVariant) -> Bool { variant.pattern == pattern && variant.syntax == syntax }

  /// Returns the text of the spelling that is most similar to the beginning of a path, or `nil` if no spelling has a
  /// literal in common with the path. A literal in the path may contain a typing error.
  ///
  /// - Complexity: O(n), where n is the number of spellings.
  static func closest(to parsedURL: ParsedURL, among spellings: some Sequence<LinkSpelling>) -> String? {
    spellings.compactMap { $0.similarity(to: parsedURL) }.min { $0.order.lexicographicallyPrecedes($1.order) }?.text
  }

  /// Returns the text of this spelling and a sort key that is lower for a more similar path. Returns `nil` if no
  /// literal is similar.
  private func similarity(to parsedURL: ParsedURL) -> (text: String, order: [Int])? {
    var (common, literals, mistakes) = (0, 0, 0)
    guard
      let segments = parsedURL.segments(withHost: syntax.hasHost, withFragment: syntax.fragmentPath != nil)
    else { return nil }
    let elements = syntax.allElements
    for (element, segment) in zip(elements, segments) {
      if case .literal(let text) = element {
        if text != segment.text {
          // A word of one or two letters is too short to recognize with a typing error.
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
    return (syntax.text, [mistakes - common, mistakes, abs(elements.count - segments.count)])
  }
}
