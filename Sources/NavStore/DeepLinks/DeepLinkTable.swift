/// The links of an app: from a URL to the screen it names, and back.
///
/// ```swift
/// let links = DeepLinkTable<AppTab, Route>(schemes: ["myapp"], hosts: ["example.com", "*.example.com"]) {
///   LinkPattern("items", in: .home, to: .items)
///   LinkPattern("item/:id", .int, in: .home, under: { _ in [.items] },
///     make: Route.item(id:), match: { if case .item(let id) = $0 { id } else { nil } })
/// }
/// let link = try links.parse("myapp://item/42")   // in home: items, item 42
/// try links.print(.item(id: 42))                  // /item/42
/// ```
///
/// Of the patterns that fit a URL the most specific one counts, segment by segment, whatever the order of declaration: a literal, a
/// parameter with a condition, one that takes some texts, one that takes any, a part of any length, a wildcard.
///
/// A URL is `scheme://item/42` with a scheme of the app's, `https://host/item/42` with a host of its universal links, or the path
/// alone. What is in it is decoded once. It comes from outside, so it is bounded by ``LinkLimits``, and what could mean two things is
/// refused: see ``LinkError/Reason/refused(_:)``. Nothing of it stops the program.
public struct DeepLinkTable<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  /// What is looked at of a URL.
  public let limits: LinkLimits
  /// The patterns, the most specific ones first.
  public let patterns: [LinkPattern<Tab, Route>]

  @usableFromInline let matcher: LinkMatcher
  /// The spelling of each pattern.
  var syntaxes: [PatternSyntax] { matcher.syntaxes }
  /// The numbers of the patterns as they are asked to print: those that anyone may open before those that only the app may.
  let printingOrder: [Int]

  /// A table that is declared in source. What is wrong with it stops the program, with a message that says what to do.
  ///
  /// Keep it in a `static let`: it takes time in proportion to the number of patterns to make one, and no more to use it.
  ///
  /// - Parameters:
  ///   - schemes: The app's own schemes, without `://`.
  ///   - hosts: The hosts of its universal links: `example.com`, `localhost:8080`, or `*.example.com` for every name below it.
  ///   - limits: How much of a URL is looked at.
  ///   - patterns: The links.
  public init(
    schemes: [String] = [], hosts: [String] = [], limits: LinkLimits = LinkLimits(),
    @LinkBuilder<Tab, Route> _ patterns: () -> [LinkPattern<Tab, Route>]
  ) {
    do {
      try self.init(validating: patterns(), schemes: schemes, hosts: hosts, limits: limits)
    } catch {
      fatalError("A DeepLinkTable cannot be made. \(error)")
    }
  }

  /// A table that is made at run time, or tested. Throws ``LinkTableError`` if something is wrong with it.
  public init(
    validating patterns: [LinkPattern<Tab, Route>], schemes: [String] = [], hosts: [String] = [],
    limits: LinkLimits = LinkLimits()
  ) throws(LinkTableError) {
    let prefixes = try LinkPrefixes(schemes: schemes, hosts: hosts)
    self.limits = limits
    var declared: [(pattern: LinkPattern<Tab, Route>, syntax: PatternSyntax)] = []
    for pattern in patterns { declared.append((pattern, try PatternSyntax(pattern.text))) }
    declared.sort { first, second in
      let (one, other) = (first.pattern.specificity(first.syntax), second.pattern.specificity(second.syntax))
      return one != other ? one.lexicographicallyPrecedes(other) : first.pattern.text < second.pattern.text
    }
    self.patterns = declared.map(\.pattern)
    printingOrder =
      declared.indices.filter { !declared[$0].pattern.isInternal }
      + declared.indices.filter { declared[$0].pattern.isInternal }
    var shapes: [LinkShape] = []
    var spellings: [LinkSpelling] = []
    for (number, (pattern, syntax)) in declared.enumerated() {
      try pattern.check(syntax, names: syntax.parameters)
      shapes += pattern.shapes(of: syntax, at: number, names: syntax.parameters)
      spellings.append(LinkSpelling(pattern: number, syntax: syntax))
      for alias in pattern.aliases {
        let other = try PatternSyntax(alias)
        try pattern.check(other, names: syntax.parameters)
        shapes += pattern.shapes(of: other, at: number, names: syntax.parameters)
        spellings.append(LinkSpelling(pattern: number, syntax: other))
      }
    }
    var seen: [LinkShape.Signature: LinkShape] = [:]
    for shape in shapes {
      if let other = seen.updateValue(shape, forKey: shape.signature), other.pattern != shape.pattern {
        throw LinkTableError(.ambiguous(other.syntax.text, shape.syntax.text))
      }
    }
    let tree = LinkTree(shapes)
    if let (shape, other) = tree.unreachable {
      throw LinkTableError(.unreachable(shape.syntax.text, behind: other.syntax.text))
    }
    matcher = LinkMatcher(
      prefixes: prefixes, limits: limits, tree: tree, syntaxes: declared.map(\.syntax),
      parameters: self.patterns.map(\.parameters), isInternal: self.patterns.map(\.isInternal), spellings: spellings)
  }
}

// MARK: - Checking a pattern

extension LinkPattern {
  /// How specific a pattern is, for printing; lower ones come first.
  func specificity(_ syntax: PatternSyntax) -> [Int] {
    let names = syntax.parameters
    let path = syntax.elements.map { element -> Int in
      switch element {
      case .literal: 0
      case .parameter(let name, _): 1 + rank(of: name, names)
      case .repeated(let name, _): 5 + rank(of: name, names)
      case .wildcard: 9
      }
    }
    return path + [-1, -syntax.query.count]
  }

  private func rank(of name: String, _ names: [String]) -> Int {
    guard let number = names.firstIndex(of: name), number < parameters.count else { return 0 }
    return parameters[number].kind.rank.rawValue
  }

  /// Throws if the spelling and the parameters do not go together.
  fileprivate func check(_ syntax: PatternSyntax, names: [String]) throws(LinkTableError) {
    func wrong(_ why: String) -> LinkTableError { LinkTableError(.syntax(pattern: syntax.text, why)) }
    guard names.count == parameters.count else {
      throw wrong("it names \(names.count) parameters and was given \(parameters.count)")
    }
    guard Set(syntax.parameters) == Set(names) else {
      throw wrong("an alias has the parameters of its pattern, which are \(names.joined(separator: ", "))")
    }
    for element in syntax.elements {
      switch element {
      case .parameter(let name, let isOptional):
        let parameter = parameters[names.firstIndex(of: name) ?? 0]
        if parameter.isRepeated { throw wrong("\(name) is a list, so it is written :\(name)+ or :\(name)*") }
        if parameter.isOptional, !isOptional { throw wrong("\(name) may be absent, so it is written :\(name)?") }
        if isOptional, !parameter.isOptional {
          throw wrong("\(name) may be absent, so its parameter is .optional(…) or has .or(…)")
        }
      case .repeated(let name, _):
        if !parameters[names.firstIndex(of: name) ?? 0].isRepeated {
          throw wrong("\(name) is any number of segments, so its parameter is .segments or .repeated(…)")
        }
      case .literal, .wildcard:
        break
      }
    }
    if case .parameter(let name)? = syntax.fragment, parameters[names.firstIndex(of: name) ?? 0].isRepeated {
      throw wrong("\(name) is a list, and there is one fragment")
    }
  }

  /// The ways in which a path can fit a spelling.
  fileprivate func shapes(of syntax: PatternSyntax, at number: Int, names: [String]) -> [LinkShape] {
    let optional: [String] = syntax.elements.compactMap { element in
      if case .parameter(let name, true) = element { name } else { nil }
    }
    // The first ones are there sooner than the last ones: the fewest that are absent come first.
    return (0..<(1 << optional.count)).map { bits in
      let absent = optional.indices.filter { bits >> (optional.count - 1 - $0) & 1 == 1 }.map { optional[$0] }
      return LinkShape(syntax, of: self, at: number, names: names, absent: Set(absent))
    }
  }
}
