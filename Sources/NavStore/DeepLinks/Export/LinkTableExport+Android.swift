extension LinkTableExport {
  /// Returns the intent filters with which an Android app declares the links, as elements for the app's manifest.
  ///
  /// Internal links are excluded. The filters describe hosts and paths, but not queries and fragments. A path with
  /// parameters requires Android 12. A filter for one of the app's own schemes accepts every URL with that scheme; the
  /// table then refuses URLs that no pattern matches. For the syntax, see Android's documentation of the `data`
  /// element.
  ///
  /// If the host of a pattern is a parameter, Android can verify the filter only if the text after the parameter begins
  /// with a dot, as in `//:user.example.com`. For other host parameters, such as `//:host`, Android asks the user which
  /// app opens the URL.
  ///
  /// - Throws: ``LinkTableError`` if a pattern is not valid.
  public func androidIntentFilters() throws -> String {
    let patterns = try parsed().filter { !$0.link.isInternal }
    var filters: [(data: [String], isVerified: Bool)] = []
    let common = patterns.filter { !$0.syntax.hasHost }
    if !hosts.isEmpty, !common.isEmpty { filters.append((web(hosts, common.map(\.syntax)), true)) }
    for (link, syntax) in patterns where syntax.hasHost {
      switch syntax.elements[0] {
      case .literal(let host): filters.append((web([host], [syntax]), true))
      case .parameter(_, _, let affixes):
        // Android accepts a wildcard only at the beginning of a host, and verifies the name after `*.`.
        filters.append((web(["*" + affixes.suffix], [syntax]), affixes.suffix.hasPrefix(".")))
      case .repeated, .wildcard: throw LinkTableError(.syntax(pattern: link.pattern, "its host is not valid"))
      }
    }
    let own = Set(schemes.map { $0.prefix { $0 != ":" } }).sorted()
    if !own.isEmpty { filters.append((own.map { "<data android:scheme=\"\($0)\" />" }, false)) }
    return filters.map { data, isVerified in
      """
      <intent-filter\(isVerified ? " android:autoVerify=\"true\"" : "")>
        <action android:name="android.intent.action.VIEW" />
        <category android:name="android.intent.category.DEFAULT" />
        <category android:name="android.intent.category.BROWSABLE" />
      \(data.map { "  \($0)\n" }.joined())</intent-filter>

      """
    }.joined()
  }

  /// Returns the `data` elements for hosts and paths. Android combines each host with each path.
  private func web(_ hosts: [String], _ syntaxes: [PatternSyntax]) -> [String] {
    var seen: Set<String> = []
    let paths = syntaxes.flatMap(ExportedPath.paths).map(\.androidAttribute).filter { seen.insert($0).inserted }
    return ["https", "http"].map { "<data android:scheme=\"\($0)\" />" } + hosts.map(Self.host)
      + paths.map { "<data android:\($0) />" }
  }

  private static func host(_ text: String) -> String {
    let parts = text.split(separator: ":", maxSplits: 1)
    let port = parts.count == 2 ? " android:port=\"\(parts[1])\"" : ""
    return "<data android:host=\"\(parts[0])\"\(port) />"
  }
}

extension ExportedPath {
  fileprivate var androidAttribute: String {
    let isFixed = segments.allSatisfy { if case .literal = $0 { true } else { false } }
    let path = segments.map { segment in
      switch segment {
      case .literal(let text): isFixed ? text : text.androidPattern
      case .parameter(let affixes): affixes.prefix.androidPattern + "[^/]+" + affixes.suffix.androidPattern
      case .rest: ".+"
      }
    }
    return "\(isFixed ? "path" : "pathAdvancedPattern")=\"/\(path.joined(separator: "/").xmlAttribute)\""
  }
}

extension String {
  /// The string, escaped for an Android path pattern. Android removes one backslash when it reads the XML, and another
  /// one when it reads the pattern.
  fileprivate var androidPattern: String {
    reduce(into: "") { text, character in
      text += ".[]{}*+^\\".contains(character) ? "\\\\\(character)" : String(character)
    }
  }

  fileprivate var xmlAttribute: String {
    replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
  }
}
