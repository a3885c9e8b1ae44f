import NavStore

/// A screen of an outside link configuration with nested screens.
struct NestedLinkScreen {
  /// Another path to the screen, which is never printed.
  struct Alias {
    let path: NestedLinkPath
    /// Whether the path is absolute, and not relative to the outer screens.
    let isExact: Bool
    /// The conversions by the names of parameters.
    let parse: [String: JSONValue]
    /// Whether the alias has only a path, and otherwise the properties of the screen.
    let isPathAlone: Bool
  }

  let name: String
  /// The path of the screen. It is nil if the screen adds nothing to the paths of its nested screens.
  let path: NestedLinkPath?
  /// Whether the path is absolute, and not relative to the outer screens.
  let isExact: Bool
  /// The nested screen that is below each of the other nested screens.
  let initial: String?
  let aliases: [Alias]
  /// The conversions from strings, by the names of parameters.
  let parse: [String: JSONValue]
  /// The conversions to strings, by the names of parameters.
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

  /// Returns the screens of an object, sorted by name, because the order of declaration does not matter.
  static func list(_ json: JSONValue?) -> [NestedLinkScreen] {
    (json?.object ?? [:]).sorted { $0.key < $1.key }.map { NestedLinkScreen($0.key, $0.value) }
  }

  /// The names of the parameters in the path.
  var pathKeys: [String] { path?.parameters.map(\.key) ?? [] }

  /// The query keys that the screen declares: those with a conversion that are not in its path.
  var queryKeys: [String] { Set(parse.keys).union(print.keys).subtracting(pathKeys).sorted() }

  /// Whether a path opens the screen itself. If a nested screen has the same path, the path opens that screen, because
  /// a table refuses two patterns that match the same URLs.
  var hasSeparateLink: Bool { path != nil && !screens.contains(where: \.isWithoutSegments) }

  private var isWithoutSegments: Bool {
    guard !isExact, path?.segments.isEmpty ?? true else { return false }
    return path != nil || screens.contains(where: \.isWithoutSegments)
  }
}

/// The segments of a path of an outside case: `files/:kind([a-z]+)/:parts*`.
struct NestedLinkPath {
  struct Parameter: Hashable {
    let key: String
    /// The regular expression that restricts the parameter.
    let expression: String?
    /// `?`, `+`, `*`, or the empty string.
    let suffix: String
  }

  enum Segment: Hashable {
    /// A literal segment, or `*`, which has the same meaning in the patterns of a table.
    case text(String)
    case parameter(Parameter)
  }

  let segments: [Segment]

  init(_ text: String) {
    // A slash inside a regular expression does not separate segments.
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
