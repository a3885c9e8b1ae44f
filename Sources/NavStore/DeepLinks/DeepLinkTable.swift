#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A table of an app's links that converts URLs to screens and screens to URLs.
///
/// ```swift
/// let links = DeepLinkTable<AppTab, Route>(schemes: ["myapp"], hosts: ["example.com", "*.example.com"]) {
///   LinkPattern("items", in: .home, to: .items)
///   LinkPattern(
///     "item/:id", .int, in: .home, under: { _ in [.items] },
///     make: Route.item(id:), match: { if case .item(let id) = $0 { id } else { nil } })
/// }
/// let link = try links.parse("myapp://item/42")  // in home: items, item 42
/// let url = try links.print(.item(id: 42))  // /item/42
/// ```
///
/// If several patterns match a URL, the table uses the most specific one. It compares patterns segment by segment. The
/// kinds of segments are, from the most to the least specific: a literal, a parameter with fixed text around it, a
/// parameter with a condition, a parameter that accepts some strings, a parameter that accepts any string, a repeated
/// parameter, and a wildcard. Of patterns with equal segments, the one that requires more keys of the query is more
/// specific. The order of declaration does not matter.
///
/// A URL has one of the app's own schemes (`scheme://item/42`), has a host of the app's universal links
/// (`https://host/item/42`), or is only a path. Each part of a URL is decoded once. Because URLs come from outside the
/// app, ``LinkLimits`` restricts their size, the table refuses ambiguous URLs with a ``LinkError``, and no URL stops
/// the program.
public struct DeepLinkTable<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  /// The limits for URLs.
  package let limits: LinkLimits
  /// The patterns, the most specific ones first.
  @usableFromInline package let patterns: [LinkPattern<Tab, Route>]

  @usableFromInline let matcher: LinkMatcher
  /// The parsed syntax of each pattern, in the order of `patterns`.
  var syntaxes: [PatternSyntax] { matcher.syntaxes }
  @usableFromInline let printingOrder: LinkPrintingOrder<Route>

  /// Creates a table that is declared in source code.
  ///
  /// Store the table in a `static let`, because creating a table takes time in proportion to the number of patterns.
  /// Swift initializes such a constant at its first use. A test that uses the table, for example with ``check(_:)``,
  /// finds a mistake before a user does.
  ///
  /// - Precondition: The declaration has no mistake. Otherwise, the program stops with a message that says what to do.
  /// - Parameters:
  ///   - schemes: The app's own schemes: `myapp`, or `myapp://open` if all URLs with the scheme begin with this text.
  ///   - hosts: The hosts of the app's universal links: `example.com`, `localhost:8080`, or `*.example.com` for every
  ///     subdomain of `example.com`.
  ///   - limits: The limits for URLs.
  ///   - options: Options for how the table reads URLs.
  ///   - file: The file that the message about a mistake names. The default is the file of the caller.
  ///   - line: The line in that file. The default is the line of the caller.
  ///   - patterns: The patterns of the table.
  public init(
    schemes: [String] = [], hosts: [String] = [], limits: LinkLimits = LinkLimits(), options: LinkOptions = [],
    file: StaticString = #fileID, line: UInt = #line,
    @LinkBuilder<Tab, Route> _ patterns: () -> [LinkPattern<Tab, Route>]
  ) {
    do {
      try self.init(validating: patterns(), schemes: schemes, hosts: hosts, limits: limits, options: options)
    } catch {
      fatalError("The DeepLinkTable is not valid. \(error)", file: file, line: line)
    }
  }

  /// Creates a table from patterns that may have mistakes: patterns that are created at run time, or patterns in a test
  /// that expects a mistake.
  ///
  /// - Throws: ``LinkTableError`` if the declaration has a mistake.
  public init(
    validating patterns: [LinkPattern<Tab, Route>], schemes: [String] = [], hosts: [String] = [],
    limits: LinkLimits = LinkLimits(), options: LinkOptions = []
  ) throws(LinkTableError) {
    self.limits = limits
    var declared: [(pattern: LinkPattern<Tab, Route>, syntax: PatternSyntax)] = []
    for pattern in patterns { declared.append((pattern, try PatternSyntax(pattern.text))) }
    for (pattern, syntax) in declared { try pattern.check(syntax, names: syntax.parameters) }
    declared = Self.inOrder(declared)
    let ignoresCase = options.contains(.caseInsensitivePaths)
    self.patterns = declared.map(\.pattern)
    printingOrder = LinkPrintingOrder(self.patterns)
    var variants: [LinkPatternVariant] = []
    var spellings: [LinkSpelling] = []
    for (number, (pattern, syntax)) in declared.enumerated() {
      variants += pattern.variants(of: syntax, at: number, names: syntax.parameters, ignoresCase: ignoresCase)
      spellings.append(LinkSpelling(pattern: number, syntax: syntax))
      for alias in pattern.aliases {
        let other = try PatternSyntax(alias).asAlias(of: syntax)
        try pattern.check(other, names: syntax.parameters)
        variants += pattern.variants(of: other, at: number, names: syntax.parameters, ignoresCase: ignoresCase)
        spellings.append(LinkSpelling(pattern: number, syntax: other))
      }
    }
    let hosted = spellings.map(\.syntax).filter(\.hasHost)
    let prefixes = try LinkPrefixes(
      schemes: schemes, hosts: hosts, patternHosts: hosted.isEmpty ? nil : hosted.compactMap(\.host))
    func name(of variant: LinkPatternVariant) -> String {
      let text = declared[variant.pattern].pattern.text
      return variant.syntax.text == text ? text : "\(variant.syntax.text), an alias of \(text)"
    }
    var seen: [LinkPatternVariant.Signature: LinkPatternVariant] = [:]
    for variant in variants {
      if let other = seen.updateValue(variant, forKey: variant.signature), other.pattern != variant.pattern {
        throw LinkTableError(.ambiguous(name(of: other), name(of: variant)))
      }
    }
    matcher = LinkMatcher(
      prefixes: prefixes, limits: limits, options: options, variants: variants, syntaxes: declared.map(\.syntax),
      parameters: self.patterns.map(\.parameters), isInternal: self.patterns.map(\.isInternal), spellings: spellings)
    let unreachable = matcher.trees.unreachable + (matcher.fragmentTrees?.unreachable ?? [])
    // A pattern or alias with optional segments is reachable if at least one of its variants is.
    let hidden = Dictionary(grouping: unreachable) {
      LinkSpelling(pattern: $0.variant.pattern, syntax: $0.variant.syntax)
    }
    for spelling in spellings {
      if let found = hidden[spelling], found.count == variants.count(where: { spelling.isSpelling(of: $0) }) {
        throw LinkTableError(.unreachable(name(of: found[0].variant), behind: name(of: found[0].behind)))
      }
    }
  }
}

extension DeepLinkTable {
  /// Returns the patterns, the most specific ones first. Equally specific patterns are sorted by their
  /// ``LinkPattern/text``, and then by the texts with which error messages describe their parameters. The order of
  /// declaration does not matter.
  private static func inOrder(
    _ declared: [(pattern: LinkPattern<Tab, Route>, syntax: PatternSyntax)]
  ) -> [(pattern: LinkPattern<Tab, Route>, syntax: PatternSyntax)] {
    declared.map { pattern, syntax in
      let rank = LinkPatternVariant(
        syntax, with: pattern.parameters, at: 0, names: syntax.parameters, absent: [], ignoresCase: false
      ).rank
      return (rank, pattern, syntax)
    }.sorted { first, second in
      if first.0 != second.0 { return first.0.lexicographicallyPrecedes(second.0) }
      if first.1.text != second.1.text { return first.1.text < second.1.text }
      return first.1.parameters.map(\.kind.expected).lexicographicallyPrecedes(second.1.parameters.map(\.kind.expected))
    }.map { ($0.1, $0.2) }
  }
}

// MARK: - Checking and expanding a pattern

extension LinkPattern {
  /// Throws an error if this pattern's parameters do not match the syntax of the pattern or of one of its aliases.
  fileprivate func check(_ syntax: PatternSyntax, names: [String]) throws(LinkTableError) {
    func wrong(_ why: String) -> LinkTableError { LinkTableError(.syntax(pattern: syntax.text, why)) }
    guard names.count == parameters.count else {
      let passed = "\(parameters.count) \(parameters.count == 1 ? "was" : "were") passed"
      throw wrong("it names \(names.count.counting("parameter")), but \(passed)")
    }
    guard Set(syntax.parameters) == Set(names) else {
      throw wrong("an alias must have the same parameters as its pattern: \(names.joined(separator: ", "))")
    }
    for element in syntax.allElements {
      switch element {
      case .parameter(let name, let isOptional, _):
        let parameter = parameters[names.firstIndex(of: name) ?? 0]
        if parameter.isRepeated { throw wrong("\(name) is repeated, so it must be written :\(name)+ or :\(name)*") }
        if parameter.isOptional, !isOptional { throw wrong("\(name) may be absent, so it must be written :\(name)?") }
        if isOptional, !parameter.isOptional {
          throw wrong("\(name) may be absent, so its parameter must be .optional(…) or have .or(…)")
        }
      case .repeated(let name, let isRequired):
        let parameter = parameters[names.firstIndex(of: name) ?? 0]
        if !parameter.isRepeated {
          throw wrong("\(name) is repeated, so its parameter must be .segments or .repeated(…)")
        }
        if isRequired, parameter.isOptional { throw wrong("\(name) may be absent, so it must be written :\(name)*") }
      case .literal, .wildcard:
        break
      }
    }
    if case .parameter(let name)? = syntax.fragment, parameters[names.firstIndex(of: name) ?? 0].isRepeated {
      throw wrong("\(name) is repeated, but a URL has only one fragment")
    }
    try checkForms(of: syntax, names: names)
  }

  /// Throws an error if a parameter is used in a part of the URL that does not support it, such as a flag outside the
  /// query.
  private func checkForms(of syntax: PatternSyntax, names: [String]) throws(LinkTableError) {
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
      if let problem { throw LinkTableError(.syntax(pattern: syntax.text, "\(name): \(problem)")) }
    }
  }

  /// Returns a variant of the pattern or the alias for each combination of present and absent optional segments.
  fileprivate func variants(
    of syntax: PatternSyntax, at number: Int, names: [String], ignoresCase: Bool
  ) -> [LinkPatternVariant] {
    let optional: [String] = syntax.allElements.compactMap { element in
      if case .parameter(let name, true, _) = element { name } else { nil }
    }
    // The first variant has all segments. The others follow in the order of a binary counter, whose lowest bit is the
    // last optional segment.
    return (0..<(1 << optional.count)).map { bits in
      let absent = optional.indices.filter { bits >> (optional.count - 1 - $0) & 1 == 1 }.map { optional[$0] }
      return LinkPatternVariant(
        syntax, with: parameters, at: number, names: names, absent: Set(absent), ignoresCase: ignoresCase)
    }
  }
}

extension DeepLinkTable {
  /// Parses a URL and returns the tab, the path and the modals that it opens.
  ///
  /// - Parameters:
  ///   - url: A URL, or only its path.
  ///   - isFromApp: Whether the URL comes from the app itself, which may open internal links.
  ///   - selectedTab: The selected tab, for patterns with ``LinkPattern/inSelectedTab(among:)``.
  /// - Throws: ``LinkError`` if the URL is refused, or if no pattern accepts it.
  /// - Complexity: O(n), where n is the number of bytes of the URL. A pattern takes no time if one of its literal
  ///   segments, before any repeated parameter or wildcard, differs from the URL. The other patterns are tried one
  ///   after another. If no pattern matches, the search for the most similar one takes time in proportion to the number
  ///   of patterns and aliases.
  @inlinable
  public func parse(
    _ url: String, isFromApp: Bool = false, selectedTab: Tab? = nil
  ) throws(LinkError) -> DeepLink<Tab, Route> {
    var number = 0
    return try parse(url, isFromApp: isFromApp, selectedTab: selectedTab, pattern: &number)
  }

  /// Parses a URL, and sets `number` to the index of the pattern that matches it.
  @inlinable
  func parse(
    _ url: String, isFromApp: Bool, selectedTab: Tab?, pattern number: inout Int
  ) throws(LinkError) -> DeepLink<Tab, Route> {
    // The result is not a tuple, because tuple types are slow to create in generic code.
    var found = LinkPattern<Tab, Route>.ReadResult.screen(nil, under: [])
    number = try matcher.pattern(for: url, isFromApp: isFromApp) { match in
      found = patterns[match.pattern].read(match)
      return if case .failure(let failure) = found { failure } else { nil }
    }
    guard case .screen(let route, let under, let inModal) = found else { throw LinkError(.notFound(closest: nil)) }
    var link = DeepLink<Tab, Route>(
      tab: patterns[number].tab, path: patterns[number].placement == .root ? [] : under,
      placement: patterns[number].placement)
    if let selectedTab, patterns[number].prefers(selectedTab) { link.tab = selectedTab }
    if let route {
      if let style = patterns[number].style {
        let root = inModal.first
        link.modals = [
          .init(root ?? route, style: style, path: root == nil ? [] : Array(inModal.dropFirst()) + [route])
        ]
      } else {
        link.path.append(route)
      }
    }
    try matcher.checkRouteCount(link.path.count + link.modals.count + inModal.count)
    return link
  }
}

/// A result builder for the patterns of a ``DeepLinkTable``. It supports patterns, arrays of patterns, conditions and
/// loops.
@resultBuilder
public enum LinkBuilder<Tab: Hashable & Sendable, Route: Hashable & Sendable> {
  /// Adds a pattern.
  public static func buildExpression(_ pattern: LinkPattern<Tab, Route>) -> [LinkPattern<Tab, Route>] { [pattern] }
  /// Adds an array of patterns, for example the mounted patterns of another table.
  public static func buildExpression(_ patterns: [LinkPattern<Tab, Route>]) -> [LinkPattern<Tab, Route>] { patterns }
  /// Joins the patterns of a block.
  public static func buildBlock(_ patterns: [LinkPattern<Tab, Route>]...) -> [LinkPattern<Tab, Route>] {
    patterns.flatMap(\.self)
  }
  /// Adds the patterns of an `if` statement without `else`.
  public static func buildOptional(_ patterns: [LinkPattern<Tab, Route>]?) -> [LinkPattern<Tab, Route>] {
    patterns ?? []
  }
  /// Adds the patterns of the first branch of a condition.
  public static func buildEither(first patterns: [LinkPattern<Tab, Route>]) -> [LinkPattern<Tab, Route>] { patterns }
  /// Adds the patterns of the second branch of a condition.
  public static func buildEither(second patterns: [LinkPattern<Tab, Route>]) -> [LinkPattern<Tab, Route>] { patterns }
  /// Adds the patterns of a loop.
  public static func buildArray(_ patterns: [[LinkPattern<Tab, Route>]]) -> [LinkPattern<Tab, Route>] {
    patterns.flatMap(\.self)
  }
}

// MARK: - URLs of Foundation

extension DeepLinkTable {
  /// Parses a URL and returns the tab, the path and the modals that it opens; see
  /// ``parse(_:isFromApp:selectedTab:)-(String,_,_)``.
  public func parse(
    _ url: URL, isFromApp: Bool = false, selectedTab: Tab? = nil
  ) throws(LinkError) -> DeepLink<Tab, Route> {
    try parse(url.absoluteString, isFromApp: isFromApp, selectedTab: selectedTab)
  }
}

// MARK: - Mounting the links of a feature

extension DeepLinkTable {
  /// Returns the patterns of this feature's table for use in the app's table. The returned patterns have a prefix, and
  /// use the app's tabs and routes.
  ///
  /// ```swift
  /// DeepLinkTable<AppTab, AppRoute>(schemes: ["myapp"]) {
  ///   LinkPattern("home", in: .home)
  ///   Shop.links.mounted(
  ///     at: "shop", in: { _ in .shop }, make: AppRoute.shop,
  ///     match: { if case .shop(let route) = $0 { route } else { nil } })
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - prefix: The literal segments before the feature's paths, such as `shop` or `shop/eu`. The prefix may be empty.
  ///     Leading and trailing slashes are ignored.
  ///   - tab: Returns the app's tab for a tab of the feature.
  ///   - screens: The app's screens below the feature's screens on the path.
  ///   - make: Returns the app's route for a route of the feature.
  ///   - match: Returns the feature's route for a route of the app, or `nil` if the route belongs to another feature.
  public func mounted<AppTab, AppRoute>(
    at prefix: String, in tab: (Tab) -> AppTab, under screens: [AppRoute] = [],
    make: @escaping @Sendable (Route) -> AppRoute,
    match: @escaping @Sendable (AppRoute) -> Route?
  ) -> [LinkPattern<AppTab, AppRoute>] {
    guard !prefix.contains(where: { "?#".contains($0) }) else {
      fatalError(
        "A DeepLinkTable cannot be mounted at \"\(prefix)\". A prefix must not contain a query or a fragment."
      )
    }
    return patterns.map { pattern in
      var mounted = LinkPattern<AppTab, AppRoute>(
        Self.joined(prefix, pattern.text), tab: tab(pattern.tab), style: pattern.style,
        parameters: pattern.parameters
      ) { found in
        switch pattern.read(found) {
        case .screen(let route, let under, let inModal):
          .screen(
            route.map(make), under: route == nil ? [] : screens + under.map(make), inModal: inModal.map(make))
        case .failure(let failure): .failure(failure)
        }
      } write: { route in
        let own = route.map(match)
        // A route of another feature is not the root of a tab.
        if case .some(.none) = own { return nil }
        return pattern.write(own ?? nil)
      }
      mounted.copyChoices(of: pattern, tab: tab)
      return mounted.aliases(pattern.aliases.map { Self.joined(prefix, $0) })
    }
  }

  /// Returns the text of a pattern with a prefix. If the pattern has a host, the prefix follows the host. Slashes
  /// around the prefix and before the pattern are ignored.
  private static func joined(_ prefix: String, _ text: String) -> String {
    let prefix = prefix.drop { $0 == "/" }.reversed().drop { $0 == "/" }.reversed()
    let rest = text.drop { $0 == "/" }
    let isPath = !(rest.isEmpty || rest.hasPrefix("?") || rest.hasPrefix("#"))
    if text.hasPrefix("//") {
      let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
      return "//" + rest[..<end] + "/" + joined(String(prefix), String(rest[end...]))
    }
    return prefix.isEmpty ? text : String(prefix) + (isPath ? "/" : "") + rest
  }
}
