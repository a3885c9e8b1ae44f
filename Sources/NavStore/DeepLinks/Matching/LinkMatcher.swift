/// Finds the pattern that a URL fits, without the app's types.
///
/// ``DeepLinkTable`` is compiled for its tabs and routes in the app's module, where this is not: so no more of parsing depends on them than
/// must. A class, because its parts are many to copy with a table.
@usableFromInline
final class LinkMatcher: Sendable {
  let prefixes: LinkPrefixes
  let limits: LinkLimits
  let tree: LinkTree
  /// The spelling of each pattern.
  let syntaxes: [PatternSyntax]
  /// The parameters of each pattern.
  let parameters: [[LinkParameterDescriptor]]
  /// Whether each pattern is for the app alone.
  let isInternal: [Bool]
  /// The spellings of all patterns, aliases too, for messages.
  let spellings: [LinkSpelling]

  init(
    prefixes: LinkPrefixes, limits: LinkLimits, tree: LinkTree, syntaxes: [PatternSyntax],
    parameters: [[LinkParameterDescriptor]], isInternal: [Bool], spellings: [LinkSpelling]
  ) {
    self.prefixes = prefixes
    self.limits = limits
    self.tree = tree
    self.syntaxes = syntaxes
    self.parameters = parameters
    self.isInternal = isInternal
    self.spellings = spellings
  }

  /// The number of the most specific pattern whose parameters can be read.
  ///
  /// A URL belongs to a pattern that can read its path and whose keys it has. A less specific pattern follows only if
  /// a value is no value of its parameter. A key that is there twice and a value that cannot be decoded are refused. A
  /// URL that belongs to an internal pattern never opens a public one.
  ///
  /// - Parameters:
  ///   - isFromApp: Whether internal patterns may be opened.
  ///   - failure: Reads the parameters; returns the number of the one whose text is no value.
  @usableFromInline
  func pattern(for url: String, isFromApp: Bool, _ failure: (LinkMatch) -> Int?) throws(LinkError) -> Int {
    let parsedURL = try ParsedURL(url, from: prefixes, limits: limits)
    var found: Int?
    var (error, missing, refused): (LinkError?, LinkError?, LinkError?)
    // Internal patterns whose path and keys the URL has, with another value of a literal.
    var blocking: [LinkPatternVariant] = []
    tree.search(parsedURL.segments) { variant in
      let isBlocked = isInternal[variant.pattern] && !isFromApp
      let requirement = variant.missing(in: parsedURL)
      if let requirement, !(isBlocked && variant.hasKeys(in: parsedURL)) {
        // An internal pattern is not named to others, unless they know it.
        if !isBlocked, missing == nil { missing = self.error(in: variant, missing: requirement) }
        return false
      }
      if !blocking.isEmpty, !isBlocked, blocking.contains(where: { !variant.declaresKeys(of: $0) }) { return false }
      let match = LinkMatch(variant: variant, parsedURL: parsedURL)
      let parameter = failure(match)
      if let parameter, variant.isInPath(parameter) {
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
    let known = spellings.lazy.filter { isFromApp || !self.isInternal[$0.pattern] }
    throw refused ?? error ?? missing
      ?? LinkError(.notFound(closest: LinkSpelling.closest(to: parsedURL, among: known)))
  }

  /// The error about a key that has one value in the pattern and more in the URL: other readers may take another one.
  private func repeatedKey(_ variant: LinkPatternVariant, _ parsedURL: ParsedURL) -> LinkError? {
    guard parsedURL.query.count > 1 else { return nil }
    for key in variant.singleKeys {
      let items = parsedURL.query.filter { $0.key == key }
      if items.count > 1 { return LinkError(.repeatedKey(key, pattern: variant.syntax.text), at: items[1].offset) }
    }
    return nil
  }

  /// What is said of a value that must be there besides the path; nil of one that says which pattern is meant.
  private func error(in variant: LinkPatternVariant, missing requirement: LinkPatternVariant.Requirement) -> LinkError?
  {
    guard case .parameter(let name) = requirement.value, let kind = requirement.kind else { return nil }
    return LinkError(.parameter(name, expected: kind.expected, found: nil, pattern: variant.syntax.text))
  }

  private func error(in variant: LinkPatternVariant, _ number: Int, _ match: LinkMatch) -> LinkError {
    let texts = match.texts(of: number)
    return LinkError(
      .parameter(
        syntaxes[variant.pattern].parameters[number], expected: parameters[variant.pattern][number].kind.expected,
        found: texts.isEmpty ? nil : texts.all.joined(separator: "/"), pattern: variant.syntax.text),
      at: match.offset(of: number))
  }
}

/// A spelling of a pattern, to be named where a URL fits none.
struct LinkSpelling: Hashable, Sendable {
  /// The number of the pattern in the table.
  let pattern: Int
  let syntax: PatternSyntax

  /// Whether a variant is one of its.
  func isSpelling(of variant: LinkPatternVariant) -> Bool { variant.pattern == pattern && variant.syntax == syntax }

  /// The spelling that has most in common with the beginning of a path; nil if none has a literal in common, if need be
  /// with a typing mistake.
  ///
  /// The cost grows with the number of spellings.
  static func closest(to parsedURL: ParsedURL, among spellings: some Sequence<LinkSpelling>) -> String? {
    spellings.compactMap { $0.similarity(to: parsedURL) }.min { $0.order.lexicographicallyPrecedes($1.order) }?.text
  }

  /// How much it has in common with a path, less for more; nil for nothing.
  private func similarity(to parsedURL: ParsedURL) -> (text: String, order: [Int])? {
    var (common, literals, mistakes) = (0, 0, 0)
    for (element, segment) in zip(syntax.elements, parsedURL.segments) {
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
    return (syntax.text, [mistakes - common, mistakes, abs(syntax.elements.count - parsedURL.segments.count)])
  }
}
