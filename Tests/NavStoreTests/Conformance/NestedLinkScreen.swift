import NavStore

/// A screen of a foreign configuration of links, in which screens hold screens.
struct NestedLinkScreen {
  /// Another path to the screen, which is never printed.
  struct Alias {
    let path: NestedLinkPath
    /// Whether the path is whole, and not behind those of the screens around.
    let isExact: Bool
    /// The conversions by the names of parameters.
    let parse: [String: JSONValue]
    /// Whether it says no more than a path: all else is as in the screen's own.
    let isPathAlone: Bool
  }

  let name: String
  /// Nil for a screen that adds nothing to the paths of those that it holds.
  let path: NestedLinkPath?
  /// Whether the path is whole, and not behind those of the screens around.
  let isExact: Bool
  /// The screen that lies under any other one that this one holds.
  let initial: String?
  let aliases: [Alias]
  /// The conversions by the names of parameters, from texts.
  let parse: [String: JSONValue]
  /// The conversions by the names of parameters, to texts.
  let print: [String: JSONValue]
  let screens: [NestedLinkScreen]

  init(_ name: String, _ json: JSONValue) {
    self.name = name
    path = json["path"]?.string.map(NestedLinkPath.init)
    isExact = json["exact"]?.bool ?? false
    initial = json["initial"]?.string
    let parse = json["parse"]?.object ?? [:]
    self.parse = parse
    print = json["print"]?.object ?? [:]
    aliases = (json["alias"]?.list ?? []).map { alias in
      Alias(
        path: NestedLinkPath(alias.string ?? alias["path"]?.string ?? ""), isExact: alias["exact"]?.bool ?? false,
        parse: alias.string == nil ? alias["parse"]?.object ?? [:] : parse, isPathAlone: alias.string != nil)
    }
    screens = Self.list(json["screens"])
  }

  /// The screens of an object, by their names: which one is declared first does not matter.
  static func list(_ json: JSONValue?) -> [NestedLinkScreen] {
    (json?.object ?? [:]).sorted { $0.key < $1.key }.map { NestedLinkScreen($0.key, $0.value) }
  }

  /// The names of the parameters in the path.
  var pathKeys: [String] { path?.parameters.map(\.key) ?? [] }

  /// The keys of the query that the screen declares: what it converts and does not have in its path.
  var queryKeys: [String] { Set(parse.keys).union(print.keys).subtracting(pathKeys).sorted() }

  /// Whether a path leads to the screen itself. Where one that it holds has the same path, that one is meant; a table
  /// refuses two patterns that fit the same URLs.
  var hasLinkOfItsOwn: Bool { path != nil && !screens.contains(where: \.isWithoutSegments) }

  private var isWithoutSegments: Bool {
    guard !isExact, path?.segments.isEmpty ?? true else { return false }
    return path != nil || screens.contains(where: \.isWithoutSegments)
  }
}

/// A foreign path, in its segments: `files/:kind([a-z]+)/:parts*`.
struct NestedLinkPath {
  struct Parameter: Hashable {
    let key: String
    /// The regular expression that restricts it.
    let expression: String?
    /// `?`, `+`, `*`, or nothing.
    let suffix: String
  }

  enum Segment: Hashable {
    /// A text that stands for itself, and `*`, which stands for the same in the patterns of a table.
    case text(String)
    case parameter(Parameter)
  }

  let segments: [Segment]

  init(_ text: String) {
    // A slash within a regular expression separates nothing.
    var depth = 0
    let parts = text.split { character in
      if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
      return character == "/" && depth == 0
    }
    segments = parts.map { part in
      guard part.first == ":", let last = part.last else { return .text(String(part)) }
      let suffix = "?+*".contains(last) ? String(last) : ""
      let body = part.dropFirst().dropLast(suffix.count)
      let key = body.prefix { $0 != "(" }
      let expression = body.dropFirst(key.count + 1).dropLast()
      return .parameter(
        Parameter(key: String(key), expression: expression.isEmpty ? nil : String(expression), suffix: suffix))
    }
  }

  var parameters: [Parameter] {
    segments.compactMap { if case .parameter(let parameter) = $0 { parameter } else { nil } }
  }
}
