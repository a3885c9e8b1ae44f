extension LinkTableExport {
  /// Returns the intent filters with which an Android app declares the links, as elements for the app's manifest.
  ///
  /// Internal links are excluded. The filters contain each URL that the table opens, with two exceptions: Android
  /// decodes a path before it compares the path, so a URL with an encoded slash (`%2F`) in a parameter stays in the
  /// browser, and a path with parameters requires Android 12.
  ///
  /// The filters also contain URLs that the table refuses, because they describe no queries, no fragments and no text
  /// after a parameter or a part of any length. A filter for one of the app's own schemes accepts every URL with that
  /// scheme. For the syntax, see Android's documentation of the `data` element.
  ///
  /// If the host of a pattern is a parameter, Android can verify the filter only if the text after the parameter begins
  /// with a dot, as in `//:user.example.com`. For other host parameters, such as `//:host`, Android asks the user which
  /// app opens the URL.
  ///
  /// - Throws: `DeclarationError` if a pattern is not valid.
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
      case .repeated, .wildcard: throw DeclarationError.pattern(link.pattern, "its host is not valid")
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
    let paths = syntaxes.flatMap { ExportedPath.paths(of: $0.elements.dropFirst($0.hasHost ? 1 : 0)) }
      .flatMap { $0.androidAttributes(ignoresCase: ignoresCase) }.filter { seen.insert($0).inserted }
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
  /// The attributes of `data` elements that match the path, with and without a slash at the end.
  ///
  /// Android compares the decoded path, and its patterns do not go back: `.+` and `[^/]+` match as much as possible.
  /// Therefore, the text after a parameter in its segment, and all segments after a part of any length, are left out.
  fileprivate func androidAttributes(ignoresCase: Bool) -> [String] {
    func pattern(_ text: String) -> String { text.androidPattern(ignoresCase: ignoresCase) }
    if segments.isEmpty { return [#"path="/""#, #"pathAdvancedPattern="/*""#] }
    let isFixed = !ignoresCase && segments.allSatisfy { if case .literal = $0 { true } else { false } }
    var path = ""
    for segment in segments {
      switch segment {
      case .literal(let text): path += "/" + (isFixed ? text.replacing("\\", with: #"\\"#) : pattern(text))
      case .parameter(let affixes), .several(let affixes, _, _): path += "/" + pattern(affixes.prefix) + "[^/]+"
      case .rest: return ["pathAdvancedPattern=\"\(path.xmlAttribute)/.+\""]
      }
    }
    let name = isFixed ? "path" : "pathAdvancedPattern"
    return ["", "/"].map { "\(name)=\"\(path.xmlAttribute)\($0)\"" }
  }
}

extension String {
  /// The string, escaped for an Android path pattern. Android removes one backslash when it reads the XML, and another
  /// one when it reads the pattern.
  fileprivate func androidPattern(ignoresCase: Bool) -> String {
    reduce(into: "") { text, character in
      if ignoresCase, character.isASCII, character.isLetter {
        text += "[\(character.lowercased())\(character.uppercased())]"
      } else if #".[]{}*+^\"#.contains(character) {
        text += #"\\"# + (character == "\\" ? #"\\"# : String(character))
      } else {
        text.append(character)
      }
    }
  }

  fileprivate var xmlAttribute: String {
    replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
  }
}
