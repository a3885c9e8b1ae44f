/// The links of a ``DeepLinkTable`` without the app's types, for files that other systems read.
///
/// An export can be encoded, for example to pass it to `navstore links`.
public struct LinkTableExport: Hashable, Sendable, Codable {
  /// A pattern or an alias of a table, without the app's types.
  public struct Link: Hashable, Sendable, Codable {
    /// The pattern or alias as text, as in the declaration of a ``LinkPattern``.
    public var pattern: String
    /// Whether only the app itself may open the link.
    public var isInternal: Bool
    /// The names of the parameters that may be absent or repeated.
    public var optional: [String]

    /// Creates a link.
    public init(_ pattern: String, isInternal: Bool = false, optional: [String] = []) {
      self.pattern = pattern
      self.isInternal = isInternal
      self.optional = optional
    }
  }

  /// The app's own schemes.
  public var schemes: [String]
  /// The hosts of the app's universal links.
  public var hosts: [String]
  /// Whether literals match regardless of the case of the letters A to Z.
  public var ignoresCase: Bool
  /// The links, the most specific ones first.
  public var links: [Link]

  /// Creates an export of a table.
  public init<Tab, Route>(_ table: DeepLinkTable<Tab, Route>) {
    schemes = table.matcher.prefixes.schemes
    hosts = table.matcher.prefixes.hosts
    ignoresCase = table.matcher.options.contains(.caseInsensitivePaths)
    let spellings = table.matcher.spellings.map { spelling in
      let (pattern, syntax) = (table.patterns[spelling.pattern], table.syntaxes[spelling.pattern])
      let optional = zip(syntax.parameters, pattern.parameters).filter { $1.isOptional || $1.isRepeated }.map(\.0)
      let rank = LinkPatternVariant(
        spelling.syntax, of: pattern, at: 0, names: syntax.parameters, absent: [], ignoresCase: false
      ).rank
      return (rank, Link(spelling.syntax.completeText, isInternal: pattern.isInternal, optional: optional))
    }
    // The links are sorted again, because an alias can be more specific than its pattern. The sorting is stable.
    links = spellings.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
  }

  /// Returns the links, each with the syntax of its pattern.
  ///
  /// - Throws: ``LinkTableError`` if a pattern is not valid.
  func parsed() throws(LinkTableError) -> [(link: Link, syntax: PatternSyntax)] {
    var parsed: [(link: Link, syntax: PatternSyntax)] = []
    for link in links { parsed.append((link, try PatternSyntax(link.pattern))) }
    return parsed
  }
}

/// One of the possible paths of a pattern. Each part that may be absent is either included or left out.
struct ExportedPath: Hashable {
  enum Segment: Hashable {
    case literal(String)
    case parameter(SegmentAffixes)
    /// One or more segments, for a repeated parameter or a wildcard.
    case rest
  }

  private(set) var segments: [Segment] = []

  /// Returns a path for each combination of present and absent parts of a pattern. The longest path is first.
  static func paths(of syntax: PatternSyntax) -> [ExportedPath] {
    var paths = [ExportedPath()]
    for element in syntax.elements.dropFirst(syntax.hasHost ? 1 : 0) {
      let (segment, isOptional): (Segment, Bool) =
        switch element {
        case .literal(let text): (.literal(text), false)
        case .parameter(_, let isOptional, let affixes): (.parameter(affixes), isOptional)
        case .repeated(_, let isRequired): (.rest, !isRequired)
        case .wildcard: (.rest, true)
        }
      paths = paths.flatMap { path in
        var longer = path
        longer.segments.append(segment)
        return isOptional ? [longer, path] : [longer]
      }
    }
    return paths
  }
}
