#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension LinkTableExport {
  /// Returns the file `apple-app-site-association`, which says which URLs of a host open the app as universal links.
  ///
  /// The file contains each URL that the table opens, with or without a slash at the end and however its characters are
  /// percent-encoded. URLs with one of the ``excludedFragments`` are excluded. Internal links are excluded too, unless
  /// the file cannot distinguish them from public links, for example because they require a query key without a value.
  ///
  /// The file cannot say which texts a parameter accepts. Therefore, the system can open the app with a URL that the
  /// table refuses, such as `/item/x` where the table expects a number. Open such a URL in the browser. For the format
  /// of the file, see Apple's documentation of `applinks.Details.Components`.
  ///
  /// - Parameters:
  ///   - appIDs: The identifiers of the apps, each with its prefix: `ABCDE12345.com.example.app`.
  ///   - host: The host that serves the file.
  ///   - otherApps: The identifiers and the links of other apps of the same host.
  /// - Throws: `DeclarationError` if a pattern is not valid or an app has no links for the host.
  public func appleAppSiteAssociation(
    appIDs: [String], host: String, otherApps: [(appIDs: [String], links: LinkTableExport)] = []
  ) throws -> String {
    let details = try ([(appIDs: appIDs, links: self)] + otherApps).map { app in
      Association.Details(
        appIDs: app.appIDs, components: try app.links.components(of: host.lowercasedASCII),
        defaults: .init(caseSensitive: app.links.ignoresCase ? false : nil))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(Association(applinks: .init(details: details))), as: UTF8.self) + "\n"
  }

  private func components(of host: String) throws(DeclarationError) -> [Component] {
    let paths = try paths(on: host)
    guard !paths.isEmpty else {
      throw DeclarationError.host(host, "the table has no links for it, only for \(hosts.joined(separator: ", "))")
    }
    var components = excludedFragments.map { Component(fragment: $0.applePattern) }
    for (index, path) in paths.enumerated() {
      components += path.components(before: paths[(index + 1)...], ignoresCase)
    }
    // The system uses the first component that matches, so a second one with the same patterns has no effect.
    var seen: Set<Component.Patterns> = []
    return components.filter { seen.insert($0.patterns).inserted }
  }

  /// Returns the paths of the links for a host, in the order of the file: that of the table, except that a path with a
  /// wildcard follows the longer paths that the wildcard also matches, because the wildcards of the file match slashes.
  private func paths(on host: String) throws(DeclarationError) -> [AssociationPath] {
    // The sorting is stable.
    try parsed().filter { isPossible($0.syntax, on: host) }.flatMap(AssociationPath.paths)
      .sorted { $0.order.lexicographicallyPrecedes($1.order) }
  }

  private func isPossible(_ syntax: PatternSyntax, on host: String) -> Bool {
    guard syntax.hasHost else {
      return hosts.contains { $0 == host || $0.hasPrefix("*.") && host.hasSuffix($0.dropFirst()) }
    }
    return switch syntax.elements[0] {
    case .literal(let text): text == host
    case .parameter(_, _, let affixes): affixes.fit(host)
    case .repeated, .wildcard: false
    }
  }
}

private struct Association: Encodable {
  struct Links: Encodable {
    let details: [Details]
  }

  struct Details: Encodable {
    let appIDs: [String]
    let components: [Component]
    let defaults: Defaults
  }

  struct Defaults: Encodable {
    let caseSensitive: Bool?
    /// The system decodes a URL before it compares the URL with a component, as the table does.
    let percentEncoded = false

    private enum CodingKeys: CodingKey { case caseSensitive, percentEncoded }
  }

  let applinks: Links
}

/// One of the possible paths of a link.
private struct AssociationPath {
  let link: LinkTableExport.Link
  let syntax: PatternSyntax
  let path: ExportedPath
  let fragment: ExportedPath?

  static func paths(of link: LinkTableExport.Link, _ syntax: PatternSyntax) -> [AssociationPath] {
    let fragments: [ExportedPath?] = syntax.fragmentPath.map { ExportedPath.paths(of: $0) } ?? [nil]
    return ExportedPath.paths(of: syntax.elements.dropFirst(syntax.hasHost ? 1 : 0)).flatMap { path in
      fragments.map { AssociationPath(link: link, syntax: syntax, path: path, fragment: $0) }
    }
  }

  var order: [Int] { specificity.prefix(2) + [-path.segments.count] + specificity }

  /// The sort key of the path in the table; a lower key is more specific. Patterns with a path in their fragment
  /// precede the others. In both groups, patterns with a fixed host precede the patterns without a host, and patterns
  /// that read the host follow them.
  private var specificity: [Int] {
    let parameters = syntax.parameters.map { name in
      LinkParameterDescriptor(
        kind: LinkParameterKind("", rank: link.restricted.contains(name) ? .restricted : .any),
        isOptional: link.optional.contains(name), isRepeated: false)
    }
    let variant = LinkPatternVariant(
      LinkSpelling(syntax, parameters: parameters), absent: path.absent.union(fragment?.absent ?? []))
    return [syntax.fragmentPath != nil ? 0 : 1, syntax.host != nil ? 0 : syntax.hasHost ? 2 : 1] + variant.rank
  }

  /// Whether a URL can have this path although a parameter of the path refuses its text.
  private var isRestricted: Bool {
    syntax.elements.contains { element in
      switch element {
      case .parameter(let name, _, _), .repeated(let name, _): link.restricted.contains(name)
      case .literal, .wildcard: false
      }
    }
  }

  /// Returns the components for this path. `following` are the paths that follow in the file. No component may exclude
  /// the URLs of the public ones.
  func components(before following: ArraySlice<AssociationPath>, _ ignoresCase: Bool) -> [Component] {
    let others = following.filter { !$0.link.isInternal }
    func isNeeded(by longer: ExportedPath) -> Bool {
      others.contains {
        ($0.path.isOpen || $0.path.segments.count > path.segments.count)
          && longer.canMeet($0.path, ignoresCase: ignoresCase)
      }
    }
    let comment = "longer than \(link.pattern)"
    let end = path.pathWithFixedEnd
    let isEndPublic = end.flatMap { Self.first(of: following, for: $0, ignoresCase) }.map { !$0.link.isInternal }
    func patterns(
      _ text: (String) -> String, withEnd hasEnd: Bool, where isIncluded: (ExportedPath) -> Bool
    ) -> [String] {
      path.longerPaths.filter(isIncluded).flatMap { $0.spellings(text) }
        + (hasEnd ? end?.spellings(text).filter { $0.hasSuffix("/") } ?? [] : [])
    }
    if link.isInternal {
      let hasPublicPath = others.contains { path.canMeet($0.path, ignoresCase: ignoresCase) }
      if hasPublicPath && isRestricted || syntax.query.contains(where: { $0.value == .missing }) { return [] }
      // A path with fewer segments can be more specific, for example `a/*` beside `:x/b/:y`.
      let preferred = others.filter {
        $0.specificity.lexicographicallyPrecedes(specificity) && path.canMeet($0.path, ignoresCase: ignoresCase)
      }
      let included = patterns(\.applePattern, withEnd: isEndPublic == true, where: isNeeded)
      return preferred.flatMap(\.own) + included.map { Component($0, comment: comment) } + own
    }
    if path.isOpen { return own }
    let excluded = patterns(Self.encoded(.segment), withEnd: isEndPublic != true) { !isNeeded(by: $0) }
    return excluded.map { Component($0, isExcluded: true, comment: comment) } + own
  }

  /// Returns the first path, in the order of the table, that may match the URLs of another path; `nil` if none does. An
  /// internal path counts only if it certainly matches.
  private static func first(
    of paths: ArraySlice<AssociationPath>, for path: ExportedPath, _ ignoresCase: Bool
  ) -> AssociationPath? {
    paths.filter { other in
      let isCertain =
        !other.isRestricted && !other.path.isOpen && !ignoresCase && other.syntax.query.isEmpty
        && other.syntax.fragment == nil && other.fragment == nil
      return other.path.canMeet(path, ignoresCase: ignoresCase) && (!other.link.isInternal || isCertain)
    }.min { $0.specificity.lexicographicallyPrecedes($1.specificity) }
  }

  private var own: [Component] {
    func text(_ characters: LinkCharacters) -> (String) -> String {
      link.isInternal ? Self.encoded(characters) : \.applePattern
    }
    var query: [String: String] = [:]
    for item in syntax.query {
      let key = link.isInternal ? LinkCharacters.query.encoded(item.key) : item.key
      switch item.value {
      case .literal(let value): query[key] = text(.query)(value)
      case .parameter(let name): query[key] = pattern(of: name)
      case .missing: break
      }
    }
    let fragments: [String?] =
      switch syntax.fragment {
      case .literal(let value)?: [text(.fragment)(value)]
      case .parameter(let name)?: [pattern(of: name)]
      case .missing?, nil: fragment?.spellings(text(.segment)) ?? [nil]
      }
    return path.spellings(text(.segment)).flatMap { path in
      fragments.map {
        Component(path, query: query, fragment: $0, isExcluded: link.isInternal, comment: link.pattern)
      }
    }
  }

  /// Returns a function for the texts of an exclusion, which the system compares with the URL as it is written. In a
  /// decoded URL, an encoded slash would separate segments, and the exclusion would match other links.
  private static func encoded(_ characters: LinkCharacters) -> (String) -> String {
    { characters.encoded($0).replacing("*", with: "%2A").replacing("$", with: "%24") }
  }

  /// Returns the pattern for a required value, or `nil` for a value that may be absent or empty. The system does not
  /// distinguish an absent value from an empty one. An internal link is excluded only if the value is not empty.
  private func pattern(of parameter: String) -> String? {
    if link.optional.contains(parameter) { return nil }
    return link.isInternal || link.nonempty.contains(parameter) ? "?*" : nil
  }
}

/// A rule for URLs. Matching URLs open the app or, if the rule is an exclusion, do not open the app.
private struct Component: Encodable {
  struct Patterns: Hashable {
    let path: String?
    let query: [String: String]
    let fragment: String?
    /// Whether the system compares the URL as it is written.
    let isEncoded: Bool
  }

  let patterns: Patterns
  let isExcluded: Bool
  let comment: String

  private enum CodingKeys: String, CodingKey {
    case path = "/"
    case query = "?"
    case fragment = "#"
    case isExcluded = "exclude"
    case isEncoded = "percentEncoded"
    case comment
  }

  init(
    _ path: String, query: [String: String] = [:], fragment: String? = nil, isExcluded: Bool = false, comment: String
  ) {
    patterns = Patterns(path: path, query: query, fragment: fragment, isEncoded: isExcluded)
    self.isExcluded = isExcluded
    self.comment = comment
  }

  init(fragment: String) {
    patterns = Patterns(path: nil, query: [:], fragment: fragment, isEncoded: false)
    isExcluded = true
    comment = "stays in the browser"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(patterns.path, forKey: .path)
    if !patterns.query.isEmpty { try container.encode(patterns.query, forKey: .query) }
    try container.encodeIfPresent(patterns.fragment, forKey: .fragment)
    if isExcluded { try container.encode(true, forKey: .isExcluded) }
    if patterns.isEncoded { try container.encode(true, forKey: .isEncoded) }
    try container.encode(comment, forKey: .comment)
  }
}

extension ExportedPath {
  /// The patterns with and without a slash at the end. `?*` at the end also matches the slash.
  fileprivate func spellings(_ text: (String) -> String) -> [String] {
    let pattern = pattern(text)
    return segments.isEmpty || pattern.hasSuffix("?*") ? [pattern] : [pattern, pattern + "/"]
  }

  private func pattern(_ text: (String) -> String) -> String {
    "/"
      + segments.map { segment in
        switch segment {
        case .literal(let literal): text(literal)
        case .parameter(let affixes): text(affixes.prefix) + "?*" + text(affixes.suffix)
        case .rest: "?*"
        case .several(let affixes, let hasStart, let hasEnd):
          text(affixes.prefix) + (hasStart ? "?*" : "") + "/" + (hasEnd ? "?*" : "") + text(affixes.suffix)
        }
      }.joined(separator: "/")
  }
}

extension String {
  /// The string as a pattern in the file `apple-app-site-association`: with `?`, which matches any character, in place
  /// of `*` and `$`, which have a special meaning in the file, and in place of a space, which a query can contain as
  /// `+`.
  fileprivate var applePattern: String {
    replacing("*", with: "?").replacing("$", with: "?").replacing(" ", with: "?")
  }
}
