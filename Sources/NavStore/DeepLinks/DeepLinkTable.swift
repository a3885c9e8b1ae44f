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
/// app, ``LinkOptions`` limits their size, the table refuses ambiguous URLs with a ``LinkError``, and no URL stops
/// the program.
public struct DeepLinkTable<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  /// The patterns, the most specific ones first.
  @usableFromInline package let patterns: [LinkPattern<Tab, Route>]

  @usableFromInline let matcher: LinkMatcher
  package var options: LinkOptions { matcher.options }
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
  ///   - options: Options for how the table reads URLs, and limits for URLs.
  ///   - file: The file that the message about a mistake names. The default is the file of the caller.
  ///   - line: The line in that file. The default is the line of the caller.
  ///   - patterns: The patterns of the table.
  public init(
    schemes: [String] = [], hosts: [String] = [], options: LinkOptions = LinkOptions(),
    file: StaticString = #fileID, line: UInt = #line,
    @LinkBuilder<Tab, Route> _ patterns: () -> [LinkPattern<Tab, Route>]
  ) {
    do {
      try self.init(validating: patterns(), schemes: schemes, hosts: hosts, options: options)
    } catch {
      fatalError("The DeepLinkTable is not valid. \(error)", file: file, line: line)
    }
  }

  /// Creates a table from patterns that may have mistakes: patterns that are created at run time, or patterns in a test
  /// that expects a mistake.
  ///
  /// - Throws: `DeclarationError` if the declaration has a mistake.
  public init(
    validating patterns: [LinkPattern<Tab, Route>], schemes: [String] = [], hosts: [String] = [],
    options: LinkOptions = LinkOptions()
  ) throws(DeclarationError) {
    var declared: [(pattern: LinkPattern<Tab, Route>, spelling: LinkSpelling)] = []
    for pattern in patterns {
      let spelling = try LinkSpelling(
        parsing: pattern.text, parameters: pattern.parameters, isInternal: pattern.isInternal)
      declared.append((pattern, spelling))
    }
    let ranked = declared.map { (rank: LinkPatternVariant($0.spelling).rank, link: $0) }
    declared = ranked.sorted { first, second in
      first.rank == second.rank
        ? first.link.spelling.precedes(second.link.spelling) : first.rank.lexicographicallyPrecedes(second.rank)
    }.map(\.link)
    self.patterns = declared.map(\.pattern)
    printingOrder = LinkPrintingOrder(self.patterns)
    var aliases: [[LinkSpelling]] = []
    for (pattern, spelling) in declared {
      var spellings: [LinkSpelling] = []
      for alias in pattern.aliases {
        spellings.append(
          try LinkSpelling(
            parsing: alias, parameters: pattern.parameters, isInternal: pattern.isInternal, aliasOf: spelling))
      }
      aliases.append(spellings)
    }
    let hosted = (declared.map(\.spelling) + aliases.joined()).map(\.syntax).filter(\.hasHost)
    let prefixes = try LinkPrefixes(
      schemes: schemes, hosts: hosts, patternHosts: hosted.isEmpty ? nil : hosted.compactMap(\.host))
    matcher = try LinkMatcher(
      prefixes: prefixes, options: options, patterns: declared.map(\.spelling), aliases: aliases)
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

  /// Parses a URL, and returns the index of its pattern in `number`.
  @inlinable
  package func parse(
    _ url: String, isFromApp: Bool, selectedTab: Tab?, pattern number: inout Int
  ) throws(LinkError) -> DeepLink<Tab, Route> {
    // The pattern that is read last is the one that the URL opens.
    var screens = LinkPattern<Tab, Route>.Screens(nil)
    number = try matcher.pattern(for: url, isFromApp: isFromApp) { match throws(InvalidLinkParameter) in
      screens = try patterns[match.pattern].read(match)
      return patterns[match.pattern].count(of: screens)
    }
    return patterns[number].link(to: screens, selectedTab: selectedTab)
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
      ) { match throws(InvalidLinkParameter) in
        let read = try pattern.read(match)
        return .init(
          read.route.map(make), under: read.route == nil ? [] : screens + read.under.map(make),
          inModal: read.inModal.map(make))
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
