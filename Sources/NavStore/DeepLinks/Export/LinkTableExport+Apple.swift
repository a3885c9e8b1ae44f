#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension LinkTableExport {
  /// Returns the file `apple-app-site-association`, which says which URLs of a host open the app as universal links.
  ///
  /// Internal links are excluded, except those that require a query key without a value.
  ///
  /// The wildcards in the file also match slashes, and strings that a parameter does not accept. Therefore, the system
  /// can open the app with a URL that the table refuses. Open such a URL in the browser. For the format of the file,
  /// see Apple's documentation of `applinks.Details.Components`.
  ///
  /// - Parameters:
  ///   - appIDs: The identifiers of the apps, each with its prefix: `ABCDE12345.com.example.app`.
  ///   - host: The host that serves the file.
  /// - Throws: ``LinkTableError`` if a pattern is not valid or the table has no links for the host.
  public func appleAppSiteAssociation(appIDs: [String], host: String) throws -> String {
    let host = host.lowercasedASCII
    let patterns = try parsed().filter { isPossible($0.syntax, on: host) }
    guard !patterns.isEmpty else {
      throw LinkTableError(.host(host, "the table has no links for it, only for \(hosts.joined(separator: ", "))"))
    }
    let components = patterns.flatMap { link, syntax in
      ExportedPath.paths(of: syntax).compactMap { path in Component(link, syntax, path).map { (path, $0) } }
    }
    // A wildcard also matches slashes, so a longer path must precede a shorter one. Paths with the same number of
    // segments keep their order.
    let sorted = components.enumerated().sorted {
      ($1.element.0.segments.count, $0.offset) < ($0.element.0.segments.count, $1.offset)
    }
    let file = Association(
      applinks: .init(details: [
        .init(
          appIDs: appIDs, components: sorted.map(\.element.1),
          defaults: ignoresCase ? .init(caseSensitive: false) : nil)
      ]))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(file), as: UTF8.self) + "\n"
  }

  /// Returns whether a pattern can match a URL with the given host.
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
    let defaults: Defaults?
  }

  struct Defaults: Encodable {
    let caseSensitive: Bool
  }

  let applinks: Links
}

/// A rule for URLs. Matching URLs open the app or, if the rule is an exclusion, do not open the app.
private struct Component: Encodable {
  let path: String
  var query: [String: String] = [:]
  var fragment: String?
  let isExcluded: Bool
  let comment: String

  private enum CodingKeys: String, CodingKey {
    case path = "/"
    case query = "?"
    case fragment = "#"
    case isExcluded = "exclude"
    case comment
  }

  /// Creates a component. Returns `nil` for an internal link that requires a query key without a value, because the
  /// file cannot express that requirement. A component without the requirement would exclude other links too.
  init?(_ link: LinkTableExport.Link, _ syntax: PatternSyntax, _ path: ExportedPath) {
    self.path = "/" + path.segments.map(\.applePattern).joined(separator: "/")
    isExcluded = link.isInternal
    comment = link.pattern
    for item in syntax.query {
      switch item.value {
      case .literal(let text): query[item.key] = text.applePattern
      case .parameter(let name) where !link.optional.contains(name): query[item.key] = "?*"
      case .missing where isExcluded: return nil
      case .parameter, .missing: break
      }
    }
    switch syntax.fragment {
    case .literal(let text)?: fragment = text.applePattern
    case .parameter(let name)? where !link.optional.contains(name): fragment = "?*"
    case .parameter?, .missing?, nil: break
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path, forKey: .path)
    if !query.isEmpty { try container.encode(query, forKey: .query) }
    try container.encodeIfPresent(fragment, forKey: .fragment)
    if isExcluded { try container.encode(true, forKey: .isExcluded) }
    try container.encode(comment, forKey: .comment)
  }
}

extension ExportedPath.Segment {
  fileprivate var applePattern: String {
    switch self {
    case .literal(let text): text.applePattern
    case .parameter(let affixes): affixes.prefix.applePattern + "?*" + affixes.suffix.applePattern
    case .rest: "?*"
    }
  }
}

extension String {
  /// The string as a pattern in the file `apple-app-site-association`: percent-encoded as in a URL, with `?` in place
  /// of `*` and `$`, which have a special meaning in the file. `?` matches any character.
  fileprivate var applePattern: String {
    LinkCharacters.segment.encoded(self).replacing("*", with: "?").replacing("$", with: "?")
  }
}
