#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The links of an app: from a URL to the screen it names, and back.
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
/// Of the patterns that fit a URL the most specific one counts, segment by segment, whatever the order of declaration:
/// a literal, a parameter with a condition, one that takes some texts, one that takes any, a part of any length, a
/// wildcard.
///
/// A URL is `scheme://item/42` with a scheme of the app's, `https://host/item/42` with a host of its universal links,
/// or the path alone. What is in it is decoded once. It comes from outside, so it is bounded by ``LinkLimits``, and
/// what could mean two things is refused: see ``LinkError/Reason/refused(_:)``. Nothing of it stops the program.
public struct DeepLinkTable<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  /// What is looked at of a URL.
  public let limits: LinkLimits
  /// The patterns, the most specific ones first.
  public let patterns: [LinkPattern<Tab, Route>]

  @usableFromInline let matcher: LinkMatcher
  /// The spelling of each pattern.
  var syntaxes: [PatternSyntax] { matcher.syntaxes }
  /// The numbers of the patterns as they are asked to print: those that anyone may open before those that only the app
  /// may.
  let printingOrder: [Int]

  /// A table that is declared in source. What is wrong with it stops the program, with a message that says what to do.
  ///
  /// Keep it in a `static let`: it takes time in proportion to the number of patterns to make one, and no more to use
  /// it. Such a constant is made when it is first used: a test that uses it, for example by ``check(_:)``, finds what
  /// is wrong before a user does.
  ///
  /// - Parameters:
  ///   - schemes: The app's own schemes, without `://`.
  ///   - hosts: The hosts of its universal links: `example.com`, `localhost:8080`, or `*.example.com` for every name
  ///     below it.
  ///   - limits: How much of a URL is looked at.
  ///   - file: The file that the message names, by default the caller's.
  ///   - line: The line in that file.
  ///   - patterns: The links.
  public init(
    schemes: [String] = [], hosts: [String] = [], limits: LinkLimits = LinkLimits(),
    file: StaticString = #fileID, line: UInt = #line,
    @LinkBuilder<Tab, Route> _ patterns: () -> [LinkPattern<Tab, Route>]
  ) {
    do {
      try self.init(validating: patterns(), schemes: schemes, hosts: hosts, limits: limits)
    } catch {
      fatalError("A DeepLinkTable cannot be made. \(error)", file: file, line: line)
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
    for (pattern, syntax) in declared { try pattern.check(syntax, names: syntax.parameters) }
    declared = Self.inOrder(declared)
    self.patterns = declared.map(\.pattern)
    printingOrder =
      declared.indices.filter { !declared[$0].pattern.isInternal }
      + declared.indices.filter { declared[$0].pattern.isInternal }
    var variants: [LinkPatternVariant] = []
    var spellings: [LinkSpelling] = []
    for (number, (pattern, syntax)) in declared.enumerated() {
      variants += pattern.variants(of: syntax, at: number, names: syntax.parameters)
      spellings.append(LinkSpelling(pattern: number, syntax: syntax))
      for alias in pattern.aliases {
        let other = try PatternSyntax(alias)
        try pattern.check(other, names: syntax.parameters)
        variants += pattern.variants(of: other, at: number, names: syntax.parameters)
        spellings.append(LinkSpelling(pattern: number, syntax: other))
      }
    }
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
    let tree = LinkTree(variants)
    // A spelling with optional segments is reached as long as one of its variants is.
    let hidden = Dictionary(grouping: tree.unreachable) {
      LinkSpelling(pattern: $0.variant.pattern, syntax: $0.variant.syntax)
    }
    for spelling in spellings {
      if let found = hidden[spelling], found.count == variants.count(where: { spelling.isSpelling(of: $0) }) {
        throw LinkTableError(.unreachable(name(of: found[0].variant), behind: name(of: found[0].behind)))
      }
    }
    matcher = LinkMatcher(
      prefixes: prefixes, limits: limits, tree: tree, syntaxes: declared.map(\.syntax),
      parameters: self.patterns.map(\.parameters), isInternal: self.patterns.map(\.isInternal), spellings: spellings)
  }
}

extension DeepLinkTable {
  /// The patterns, the most specific first. What the parts do not tell apart, the spelling does, and what the
  /// parameters want; the order of declaration says nothing.
  private static func inOrder(
    _ declared: [(pattern: LinkPattern<Tab, Route>, syntax: PatternSyntax)]
  ) -> [(pattern: LinkPattern<Tab, Route>, syntax: PatternSyntax)] {
    declared.map { pattern, syntax in
      let rank = LinkPatternVariant(syntax, of: pattern, at: 0, names: syntax.parameters, absent: []).rank
      return (rank, pattern, syntax)
    }.sorted { first, second in
      if first.0 != second.0 { return first.0.lexicographicallyPrecedes(second.0) }
      if first.1.text != second.1.text { return first.1.text < second.1.text }
      return first.1.parameters.map(\.kind.expected).lexicographicallyPrecedes(second.1.parameters.map(\.kind.expected))
    }.map { ($0.1, $0.2) }
  }
}

// MARK: - Checking a pattern

extension LinkPattern {
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
      case .repeated(let name, let isRequired):
        let parameter = parameters[names.firstIndex(of: name) ?? 0]
        if !parameter.isRepeated {
          throw wrong("\(name) is any number of segments, so its parameter is .segments or .repeated(…)")
        }
        if isRequired, parameter.isOptional { throw wrong("\(name) may be absent, so it is written :\(name)*") }
      case .literal, .wildcard:
        break
      }
    }
    if case .parameter(let name)? = syntax.fragment, parameters[names.firstIndex(of: name) ?? 0].isRepeated {
      throw wrong("\(name) is a list, and there is one fragment")
    }
  }

  /// The ways in which a path can fit a spelling.
  fileprivate func variants(of syntax: PatternSyntax, at number: Int, names: [String]) -> [LinkPatternVariant] {
    let optional: [String] = syntax.elements.compactMap { element in
      if case .parameter(let name, true) = element { name } else { nil }
    }
    // The first ones are there sooner than the last ones: the fewest that are absent come first.
    return (0..<(1 << optional.count)).map { bits in
      let absent = optional.indices.filter { bits >> (optional.count - 1 - $0) & 1 == 1 }.map { optional[$0] }
      return LinkPatternVariant(syntax, of: self, at: number, names: names, absent: Set(absent))
    }
  }
}

extension DeepLinkTable {
  /// The place in the app that a URL names.
  ///
  /// Throws ``LinkError``. The cost is O(n) in the bytes of the URL, which are bounded, and does not grow with the
  /// number of patterns that a literal segment before any part of any length tells apart. Of others those are asked
  /// that fit, and where none fits, the closest of all is looked for.
  ///
  /// - Parameters:
  ///   - url: The URL, or the path of one.
  ///   - isFromApp: Whether it comes from the app itself, which may open internal links.
  @inlinable
  public func parse(_ url: String, isFromApp: Bool = false) throws(LinkError) -> DeepLink<Tab, Route> {
    // No tuple: for types that are not known until the program runs, making one takes longer than reading.
    var found = LinkPattern<Tab, Route>.ReadResult.failure(0)
    let number = try matcher.pattern(for: url, isFromApp: isFromApp) { match in
      found = patterns[match.pattern].read(match)
      return if case .failure(let parameter) = found { parameter } else { nil }
    }
    guard case .screen(let route, let under) = found else { throw LinkError(.notFound(closest: nil)) }
    var link = DeepLink<Tab, Route>(tab: patterns[number].tab, path: under)
    if let route {
      if let style = patterns[number].style {
        link.modals = [.init(route, style: style)]
      } else {
        link.path.append(route)
      }
    }
    guard link.path.count + link.modals.count <= limits.routes else {
      throw LinkError(.tooMany("routes", limit: limits.routes))
    }
    return link
  }
}

/// Collects the patterns of a ``DeepLinkTable``, which may be written one after the other, as lists, and under
/// conditions.
@resultBuilder
public enum LinkBuilder<Tab: Hashable & Sendable, Route: Hashable & Sendable> {
  /// One pattern.
  public static func buildExpression(_ pattern: LinkPattern<Tab, Route>) -> [LinkPattern<Tab, Route>] { [pattern] }
  /// A list of patterns, for example those of another table.
  public static func buildExpression(_ patterns: [LinkPattern<Tab, Route>]) -> [LinkPattern<Tab, Route>] { patterns }
  /// All of them.
  public static func buildBlock(_ patterns: [LinkPattern<Tab, Route>]...) -> [LinkPattern<Tab, Route>] {
    patterns.flatMap(\.self)
  }
  /// Those under a condition.
  public static func buildOptional(_ patterns: [LinkPattern<Tab, Route>]?) -> [LinkPattern<Tab, Route>] {
    patterns ?? []
  }
  /// The first of two branches.
  public static func buildEither(first patterns: [LinkPattern<Tab, Route>]) -> [LinkPattern<Tab, Route>] { patterns }
  /// The second of two branches.
  public static func buildEither(second patterns: [LinkPattern<Tab, Route>]) -> [LinkPattern<Tab, Route>] { patterns }
  /// Those of a loop.
  public static func buildArray(_ patterns: [[LinkPattern<Tab, Route>]]) -> [LinkPattern<Tab, Route>] {
    patterns.flatMap(\.self)
  }
}

// MARK: - URLs of Foundation

extension DeepLinkTable {
  /// The place in the app that a URL names; see ``parse(_:isFromApp:)-(String,_)``.
  public func parse(_ url: URL, isFromApp: Bool = false) throws(LinkError) -> DeepLink<Tab, Route> {
    try parse(url.absoluteString, isFromApp: isFromApp)
  }
}

// MARK: - Mounting the links of a feature

extension DeepLinkTable {
  /// The patterns of a feature's table for the table of an app: under a prefix, in the app's tab and with the app's
  /// routes.
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
  ///   - prefix: The literal segments before the feature's paths: `shop`, `shop/eu`. Empty or `/` for none. Slashes
  ///     around it are ignored.
  ///   - tab: The app's tab for one of the feature's.
  ///   - screens: The app's screens that lie under all of the feature's.
  ///   - make: The app's route of one of the feature's.
  ///   - match: The feature's route of one of the app's; nil if it is another's.
  public func mounted<AppTab, AppRoute>(
    at prefix: String, in tab: (Tab) -> AppTab, under screens: [AppRoute] = [],
    make: @escaping @Sendable (Route) -> AppRoute,
    match: @escaping @Sendable (AppRoute) -> Route?
  ) -> [LinkPattern<AppTab, AppRoute>] {
    guard !prefix.contains(where: { "?#".contains($0) }) else {
      fatalError(
        "A DeepLinkTable is mounted at \"\(prefix)\". What stands before a feature's paths has no query or fragment."
      )
    }
    return patterns.map { pattern in
      var mounted = LinkPattern<AppTab, AppRoute>(
        Self.joined(prefix, pattern.text), tab: tab(pattern.tab), style: pattern.style,
        parameters: pattern.parameters
      ) { found in
        switch pattern.read(found) {
        case .screen(let route, let under):
          .screen(route.map(make), under: route == nil ? [] : screens + under.map(make))
        case .failure(let number): .failure(number)
        }
      } write: { route in
        let own = route.map(match)
        // A route of another feature's is not the root of a tab.
        if case .some(.none) = own { return nil }
        return pattern.write(own ?? nil)
      }
      mounted.set(aliases: pattern.aliases.map { Self.joined(prefix, $0) }, isInternal: pattern.isInternal)
      return mounted
    }
  }

  /// Returns a pattern with a prefix. Slashes around the prefix and before the pattern are ignored.
  private static func joined(_ prefix: String, _ text: String) -> String {
    let prefix = prefix.drop { $0 == "/" }.reversed().drop { $0 == "/" }.reversed()
    let rest = text.drop { $0 == "/" }
    let isPath = !(rest.isEmpty || rest.hasPrefix("?") || rest.hasPrefix("#"))
    return prefix.isEmpty ? text : String(prefix) + (isPath ? "/" : "") + rest
  }
}
