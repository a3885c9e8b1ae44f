import Foundation

/// A reader of the file `apple-app-site-association`, written after Apple's documentation of `applinks.Details` and
/// `applinks.Details.Components`.
///
/// The documentation does not say how a slash at the end of a path, an absent key and a repeated key are compared. The
/// facts are from the tables of measurements with `swcutil` in github.com/sergii-ziborov/blazingly-aasa
/// (`docs/parity.md`): an absent value equals the empty text, all values of a repeated key must match, and the slash at
/// the end does not matter. Older systems may compare the slash, so a URL must match in both ways.
struct AssociationFile {
  private let details: [[String: Any]]
  private let defaults: [String: Any]

  init(_ text: String) throws {
    let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let links = root?["applinks"] as? [String: Any]
    details = links?["details"] as? [[String: Any]] ?? []
    defaults = links?["defaults"] as? [String: Any] ?? [:]
  }

  /// Returns the apps that a URL opens, whether or not the slash at the end of its path matters. Returns `nil` if this
  /// makes a difference.
  func apps(for url: String) -> [String]? {
    let apps = [true, false].map { comparesSlash in
      details.filter { opens(url, $0, comparesSlash) }.flatMap { detail in
        detail["appIDs"] as? [String] ?? (detail["appID"] as? String).map { [$0] } ?? []
      }
    }
    return apps[0] == apps[1] ? apps[0] : nil
  }

  private func opens(_ url: String, _ detail: [String: Any], _ comparesSlash: Bool) -> Bool {
    let parts = URLParts(url)
    for component in detail["components"] as? [[String: Any]] ?? [] {
      func option(_ name: String) -> Bool {
        let own = detail["defaults"] as? [String: Any]
        return component[name] as? Bool ?? own?[name] as? Bool ?? defaults[name] as? Bool ?? true
      }
      let (isCaseSensitive, isEncoded) = (option("caseSensitive"), option("percentEncoded"))
      func matches(_ pattern: String, _ text: String) -> Bool {
        let text = isEncoded ? text : text.removingPercentEncoding ?? text
        return isCaseSensitive
          ? Self.matches(Array(pattern), Array(text))
          : Self.matches(Array(pattern.lowercased()), Array(text.lowercased()))
      }
      func trimmed(_ path: String) -> String {
        if comparesSlash { return path }
        return "/" + path.trimmingCharacters(in: CharacterSet(charactersIn: "/"))
      }
      let path = component["/"] as? String ?? "*"
      var isMatch = path == "*" || matches(trimmed(path), trimmed(parts.path.isEmpty ? "/" : parts.path))
      if !comparesSlash, path.hasSuffix("/*"), matches(trimmed(String(path.dropLast(2))), trimmed(parts.path)) {
        isMatch = true
      }
      guard isMatch, matches(component["#"] as? String ?? "*", parts.fragment) else { continue }
      if let query = component["?"] as? [String: String] {
        let isFound = query.allSatisfy { key, pattern in
          let values = parts.items.filter { (isEncoded ? $0.key : $0.key.removingPercentEncoding) == key }.map(\.value)
          return (values.isEmpty ? [""] : values).allSatisfy { matches(pattern, $0) }
        }
        guard isFound else { continue }
      } else if !matches(component["?"] as? String ?? "*", parts.query) {
        continue
      }
      return component["exclude"] as? Bool != true
    }
    return false
  }

  /// Returns whether a text matches a pattern, in which `*` is any text and `?` any character.
  private static func matches(_ pattern: [Character], _ text: [Character]) -> Bool {
    // The positions in the text at which the rest of the pattern may begin.
    var starts: Set<Int> = [0]
    for character in pattern {
      if character == "*" {
        starts = Set((starts.min() ?? text.count + 1)..<(text.count + 1))
      } else {
        starts = Set(
          starts.compactMap { $0 < text.count && (character == "?" || text[$0] == character) ? $0 + 1 : nil })
      }
      if starts.isEmpty { return false }
    }
    return starts.contains(text.count)
  }
}

/// The parts of a URL of a website, as they are written.
struct URLParts {
  var path: String
  var query = ""
  var fragment = ""
  var items: [(key: String, value: String)] {
    query.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return (parts[0], parts.count == 2 ? parts[1] : "")
    }
  }

  init(_ url: String) {
    var rest = url.drop { $0 != ":" }.dropFirst(3).drop { !"/?#".contains($0) }
    if let hash = rest.firstIndex(of: "#") {
      fragment = String(rest[hash...].dropFirst())
      rest = rest[..<hash]
    }
    if let question = rest.firstIndex(of: "?") {
      query = String(rest[question...].dropFirst())
      rest = rest[..<question]
    }
    path = String(rest)
  }
}

/// A reader of the paths of an intent filter, written after Android's documentation of the `data` element and of
/// `PatternMatcher`: `.` is any character and `[…]` one of a set; `*`, `+` and `{n,m}` repeat the character before
/// them, as often as possible and without going back; a backslash precedes a character without a special meaning. The
/// XML contains each backslash twice. Android compares the decoded path.
struct IntentFilter {
  private let patterns: [(text: String, isAdvanced: Bool)]

  init(_ xml: String) {
    patterns = xml.split(separator: "\n").compactMap { line in
      for (attribute, isAdvanced) in [("android:path=", false), ("android:pathAdvancedPattern=", true)] {
        guard let range = line.firstRange(of: attribute) else { continue }
        let text = line[range.upperBound...].dropFirst().prefix { $0 != "\"" }
        let plain = text.replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&amp;", with: "&")
        return (String(plain.replacing(#"\\"#, with: #"\"#)), isAdvanced)
      }
      return nil
    }
  }

  func opens(_ url: String) -> Bool {
    guard let path = URLParts(url).path.removingPercentEncoding else { return false }
    return patterns.contains { $0.isAdvanced ? Self.matches($0.text, path) : $0.text == path }
  }

  private static func matches(_ pattern: String, _ text: String) -> Bool {
    var pattern = Array(pattern)[...]
    var text = Array(text)[...]
    while let first = pattern.popFirst() {
      let accepts: (Character) -> Bool
      switch first {
      case ".": accepts = { _ in true }
      case "[":
        let set = pattern.prefix { $0 != "]" }
        pattern = pattern.dropFirst(set.count + 1)
        accepts = set.first == "^" ? { !set.dropFirst().contains($0) } : { set.contains($0) }
      case "\\":
        let literal = pattern.popFirst()
        accepts = { $0 == literal }
      default: accepts = { $0 == first }
      }
      let isRepeated = pattern.first == "*" || pattern.first == "+"
      let least = pattern.first == "*" ? 0 : 1
      if isRepeated { pattern.removeFirst() }
      let count = isRepeated ? text.prefix(while: accepts).count : text.first.map(accepts) == true ? 1 : 0
      if count < least { return false }
      text = text.dropFirst(count)
    }
    return text.isEmpty
  }
}
