/// One text of a pattern, which is the pattern itself or an alias, without the app's types.
///
/// This type is a class, so that variants of the same spelling are recognized by its identity.
final class LinkSpelling: Sendable {
  let syntax: PatternSyntax
  /// The pattern, or `nil` if this spelling is the pattern itself.
  let aliasOf: LinkSpelling?
  let names: [String]
  let parameters: [LinkParameterDescriptor]
  let isInternal: Bool

  /// Creates a spelling whose parameters are not checked.
  init(
    _ syntax: PatternSyntax, parameters: [LinkParameterDescriptor], isInternal: Bool = false,
    aliasOf pattern: LinkSpelling? = nil
  ) {
    self.syntax = syntax
    self.parameters = parameters
    self.isInternal = isInternal
    aliasOf = pattern
    names = pattern?.names ?? syntax.parameters
  }

  var patternText: String { (aliasOf ?? self).syntax.text }

  var description: String {
    syntax.text == patternText ? syntax.text : "\(syntax.text), an alias of \(patternText)"
  }

  func precedes(_ other: LinkSpelling) -> Bool {
    if syntax.text != other.syntax.text { return syntax.text < other.syntax.text }
    return parameters.map(\.kind.expected).lexicographicallyPrecedes(other.parameters.map(\.kind.expected))
  }

  func variants(at index: Int, ignoresCase: Bool) -> [LinkPatternVariant] {
    let optional: [String] = syntax.allElements.compactMap { element in
      if case .parameter(let name, true, _) = element { name } else { nil }
    }
    // The first variant has all segments. The others follow in the order of a binary counter, whose lowest bit is the
    // last optional segment.
    return (0..<(1 << optional.count)).map { bits in
      let absent = optional.indices.filter { bits >> (optional.count - 1 - $0) & 1 == 1 }.map { optional[$0] }
      return LinkPatternVariant(self, at: index, absent: Set(absent), ignoresCase: ignoresCase)
    }
  }
}

// MARK: - Checking a declaration

extension LinkSpelling {
  convenience init(
    parsing text: String, parameters: [LinkParameterDescriptor], isInternal: Bool,
    aliasOf pattern: LinkSpelling? = nil
  ) throws(DeclarationError) {
    var syntax = try PatternSyntax(text)
    if let pattern { syntax = syntax.asAlias(of: pattern.syntax) }
    self.init(syntax, parameters: parameters, isInternal: isInternal, aliasOf: pattern)
    try checkNames()
    try checkElements()
    try checkForms()
  }

  private func mistake(_ why: String) -> DeclarationError {
    DeclarationError.pattern(syntax.text, why)
  }

  private func checkNames() throws(DeclarationError) {
    guard names.count == parameters.count else {
      let passed = "\(parameters.count) \(parameters.count == 1 ? "was" : "were") passed"
      throw mistake("it names \(names.count.counting("parameter")), but \(passed)")
    }
    guard Set(syntax.parameters) == Set(names) else {
      throw mistake("an alias must have the same parameters as its pattern: \(names.joined(separator: ", "))")
    }
  }

  private func checkElements() throws(DeclarationError) {
    for element in syntax.allElements {
      switch element {
      case .parameter(let name, let isOptional, _):
        let parameter = parameter(name)
        if parameter.isRepeated { throw mistake("\(name) is repeated, so it must be written :\(name)+ or :\(name)*") }
        if parameter.isOptional, !isOptional { throw mistake("\(name) may be absent, so it must be written :\(name)?") }
        if isOptional, !parameter.isOptional {
          throw mistake("\(name) may be absent, so its parameter must be .optional(…) or have .or(…)")
        }
      case .repeated(let name, let isRequired):
        let parameter = parameter(name)
        if !parameter.isRepeated {
          throw mistake("\(name) is repeated, so its parameter must be .segments or .repeated(…)")
        }
        if isRequired, parameter.isOptional { throw mistake("\(name) may be absent, so it must be written :\(name)*") }
      case .literal, .wildcard:
        break
      }
    }
    if case .parameter(let name)? = syntax.fragment, parameter(name).isRepeated {
      throw mistake("\(name) is repeated, but a URL has only one fragment")
    }
  }

  private func checkForms() throws(DeclarationError) {
    for (name, parameter) in zip(names, parameters) {
      let isInQuery = syntax.query.contains { $0.value == .parameter(name) }
      let problem: String? =
        switch parameter.kind.form {
        case .items, .repeatedItems:
          syntax.otherKeys == name ? nil : "its parameter reads other keys, so it must be written *=:\(name)"
        case .flag where !isInQuery: "its parameter is .flag, so it must be the value of a key of the query"
        case .lines where !isInQuery && syntax.fragment != .parameter(name):
          "it may have line breaks, so it must be in the query or the fragment"
        case .text, .lines, .flag:
          syntax.otherKeys == name
            ? "it stands for all other keys, so its parameter must be .otherKeys or .otherItems" : nil
        }
      if let problem { throw mistake("\(name): \(problem)") }
    }
  }

  private func parameter(_ name: String) -> LinkParameterDescriptor { parameters[names.firstIndex(of: name) ?? 0] }
}

// MARK: - The most similar spelling

extension LinkSpelling {
  /// Returns the text of the spelling that is most similar to the beginning of a path, or `nil` if no spelling has a
  /// literal in common with the path. A literal in the path may contain a typing error.
  ///
  /// - Complexity: O(n), where n is the number of spellings.
  static func closest(to parsedURL: ParsedURL, among spellings: some Sequence<LinkSpelling>) -> String? {
    spellings.compactMap { $0.similarity(to: parsedURL) }.min { $0.order.lexicographicallyPrecedes($1.order) }?.text
  }

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
