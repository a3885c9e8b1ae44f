/// The links of a ``DeepLinkTable`` without the app's types, for files that other systems read.
///
/// An export can be encoded, for example to pass it to `navtool links`.
public struct LinkTableExport: Hashable, Sendable, Codable {
  /// A pattern or an alias of a table, without the app's types.
  public struct Link: Hashable, Sendable, Codable {
    /// The pattern or alias as text, as in the declaration of a ``LinkPattern``.
    public var pattern: String
    /// Whether only the app itself may open the link.
    public var isInternal: Bool
    /// The names of the parameters that may be absent or repeated.
    public var optional: [String]
    /// The names of the parameters that accept only some texts.
    package var restricted: [String]
    /// The names of the parameters that refuse the empty text.
    package var nonempty: [String]
    /// The parameters in the order of the pattern, or `nil` for a link that was not exported from a table.
    var parameters: [LinkParameterDescriptor]?

    /// Creates a link whose parameters accept every text.
    public init(_ pattern: String, isInternal: Bool = false, optional: [String] = []) {
      self.init(pattern, isInternal: isInternal, optional: optional, restricted: [], nonempty: [])
    }

    init(
      _ pattern: String, isInternal: Bool, optional: [String], restricted: [String], nonempty: [String],
      parameters: [LinkParameterDescriptor]? = nil
    ) {
      self.pattern = pattern
      self.isInternal = isInternal
      self.optional = optional
      self.restricted = restricted
      self.nonempty = nonempty
      self.parameters = parameters
    }
  }

  /// The app's own schemes.
  public var schemes: [String]
  /// The hosts of the app's universal links.
  public var hosts: [String]
  var options: LinkOptions
  package var ignoresCase: Bool { options.ignoresCase }
  /// The links, the most specific ones first.
  public var links: [Link]
  /// The fragments with which a website keeps a URL in the browser, such as `no_universal_links`.
  ///
  /// A URL with one of these fragments is excluded from ``appleAppSiteAssociation(appIDs:host:otherApps:)``, whatever
  /// its path is. Android's filters cannot exclude fragments.
  public var excludedFragments: [String] = []

  /// Creates an export of a table.
  public init<Tab, Route>(_ table: DeepLinkTable<Tab, Route>) {
    schemes = table.matcher.prefixes.schemes
    hosts = table.matcher.prefixes.hosts
    options = table.options
    let spellings = table.matcher.spellings.map { spelling in
      func names(where isIncluded: (LinkParameterDescriptor) -> Bool) -> [String] {
        zip(spelling.names, spelling.parameters).filter { isIncluded($1) }.map(\.0)
      }
      let link = Link(
        spelling.syntax.completeText, isInternal: spelling.isInternal,
        optional: names { $0.isOptional || $0.isRepeated },
        restricted: names { $0.kind.rank != .any }, nonempty: names { $0.kind.isNeverEmpty },
        parameters: spelling.syntax.parameters.compactMap { name in
          spelling.names.firstIndex(of: name).map { spelling.parameters[$0] }
        })
      return (LinkPatternVariant(spelling).rank, link)
    }
    // The links are sorted again, because an alias can be more specific than its pattern. The sorting is stable.
    links = spellings.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
  }

  /// Creates an export of links that are not in a table, for example those of another app of the same website.
  ///
  /// - Parameters:
  ///   - hosts: The hosts of the app's universal links.
  ///   - links: The links, the most specific ones first.
  public init(hosts: [String], links: [Link]) {
    schemes = []
    self.hosts = hosts.map(\.lowercasedASCII)
    options = LinkOptions()
    self.links = links
  }

  /// Decodes an export. Options that an export of an earlier version lacks have their default values.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    schemes = try values.decode([String].self, forKey: .schemes)
    hosts = try values.decode([String].self, forKey: .hosts)
    options = try values.decodeIfPresent(LinkOptions.self, forKey: .options) ?? EarlierOptions(from: decoder).options
    links = try values.decode([Link].self, forKey: .links)
    excludedFragments = try values.decodeIfPresent([String].self, forKey: .excludedFragments) ?? []
  }

  func parsed() throws(DeclarationError) -> [(link: Link, syntax: PatternSyntax)] {
    var parsed: [(link: Link, syntax: PatternSyntax)] = []
    for link in links { parsed.append((link, try PatternSyntax(link.pattern))) }
    return parsed
  }
}

/// What an export of an earlier version contains instead of options.
private struct EarlierOptions: Decodable {
  let ignoresCase: Bool?

  var options: LinkOptions { LinkOptions(ignoresCase: ignoresCase ?? false) }
}

/// One of the possible paths of a pattern. Each part that may be absent is either included or left out.
struct ExportedPath: Hashable {
  enum Segment: Hashable {
    case literal(String)
    case parameter(SegmentAffixes)
    case rest
    /// Two or more segments in place of a parameter. The table does not open such a path. Without `hasStart`, the first
    /// of these segments is the fixed text before the parameter; without `hasEnd`, the last one is that after it.
    case several(SegmentAffixes, hasStart: Bool = true, hasEnd: Bool = true)

    var isOpen: Bool {
      switch self {
      case .rest, .several: true
      case .literal, .parameter: false
      }
    }
  }

  private(set) var segments: [Segment] = []
  /// The names of the parameters that are left out, apart from repeated ones.
  private(set) var absent: Set<String> = []

  var isOpen: Bool { segments.contains(where: \.isOpen) }

  /// Returns a path for each combination of present and absent parts, the longest path first.
  static func paths(of elements: some Sequence<PatternSyntax.Element>) -> [ExportedPath] {
    var paths = [ExportedPath()]
    for element in elements {
      let (segment, isOptional, name): (Segment, Bool, String?) =
        switch element {
        case .literal(let text): (.literal(text), false, nil)
        case .parameter(let name, let isOptional, let affixes): (.parameter(affixes), isOptional, name)
        case .repeated(_, let isRequired): (.rest, !isRequired, nil)
        case .wildcard: (.rest, true, nil)
        }
      paths = paths.flatMap { path in
        var (longer, shorter) = (path, path)
        longer.segments.append(segment)
        if let name { shorter.absent.insert(name) }
        return isOptional ? [longer, shorter] : [longer]
      }
    }
    return paths
  }

  /// The paths in which one parameter is replaced by several segments. A system whose wildcards match slashes confuses
  /// these paths with this one: `/x-?*` matches `/x-a/b` and `/x-/b`.
  var longerPaths: [ExportedPath] {
    segments.indices.flatMap { index -> [ExportedPath] in
      guard case .parameter(let affixes) = segments[index] else { return [] }
      return (affixes.prefix.isEmpty ? [true] : [true, false]).flatMap { hasStart in
        (affixes.suffix.isEmpty ? [true] : [true, false]).map { hasEnd in
          var path = self
          path.segments[index] = .several(affixes, hasStart: hasStart, hasEnd: hasEnd)
          return path
        }
      }
    }
  }

  /// The path that such a system confuses with this one if the URL has a slash at the end: `/x-?*` matches `/x-/`. The
  /// value is `nil` if the last segment does not end with a parameter after a fixed text.
  var pathWithFixedEnd: ExportedPath? {
    guard case .parameter(let affixes)? = segments.last, !affixes.prefix.isEmpty, affixes.suffix.isEmpty else {
      return nil
    }
    var path = self
    path.segments[segments.count - 1] = .literal(affixes.prefix)
    return path
  }

  /// Returns whether a URL may match both paths. The result can be `true` although no such URL exists.
  func canMeet(_ other: ExportedPath, ignoresCase: Bool) -> Bool {
    func compared(_ text: String) -> String { ignoresCase ? text.lowercasedASCII : text }
    for pair in zip(segments, other.segments) {
      switch pair {
      case (.literal(let one), .literal(let other)): if compared(one) != compared(other) { return false }
      case (.literal(let text), .parameter(let affixes)), (.parameter(let affixes), .literal(let text)):
        if !ignoresCase, !affixes.fit(text) { return false }
      case (.parameter, .parameter): break
      default: return true
      }
    }
    return segments.count == other.segments.count
  }
}
