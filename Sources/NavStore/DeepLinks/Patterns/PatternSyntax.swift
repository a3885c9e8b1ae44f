/// The parsed spelling of a link pattern: `search/:kind?/:path*?q=:text&page=:page#:section`.
struct PatternSyntax: Hashable, Sendable {
  enum Element: Hashable, Sendable {
    case literal(String)
    /// One segment.
    case parameter(String, isOptional: Bool)
    /// Any number of segments. `+` requires at least one.
    case repeated(String, isRequired: Bool)
    /// Any remaining path.
    case wildcard
  }

  enum Value: Hashable, Sendable {
    case literal(String)
    case parameter(String)
  }

  struct Item: Hashable, Sendable {
    let key: String
    let value: Value
  }

  /// The spelling.
  let text: String
  private(set) var elements: [Element] = []
  private(set) var query: [Item] = []
  private(set) var fragment: Value?

  init(_ text: String) throws(LinkTableError) {
    self.text = text
    var rest = text[...]
    if let hash = rest.firstIndex(of: "#") {
      let text = rest[rest.index(after: hash)...]
      if text.isEmpty { throw error("the fragment after # is empty") }
      fragment = try value(text)
      rest = rest[..<hash]
    }
    // A question mark at the end of a segment marks the segment as optional.
    if let question = rest.indices.first(where: { rest[$0] == "?" && !endsOptional(rest, $0) }) {
      for item in rest[rest.index(after: question)...].split(separator: "&", omittingEmptySubsequences: false) {
        let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else {
          throw error("a query item has the form key=:name or key=value")
        }
        query.append(Item(key: try decoded(parts[0]), value: try value(parts[1])))
      }
      rest = rest[..<question]
    }
    if rest.first == "/" { rest.removeFirst() }
    if rest.last == "/" { rest.removeLast() }
    if !rest.isEmpty {
      for segment in rest.split(separator: "/", omittingEmptySubsequences: false) {
        elements.append(try element(segment))
      }
    }
    try check()
  }

  /// The names of the parameters, in the order of the spelling.
  var parameters: [String] {
    let path: [String] = elements.compactMap { element in
      switch element {
      case .parameter(let name, _), .repeated(let name, _): name
      case .literal, .wildcard: nil
      }
    }
    let others: [String] = (query.map(\.value) + (fragment.map { [$0] } ?? [])).compactMap { value in
      if case .parameter(let name) = value { name } else { nil }
    }
    return path + others
  }

  private func endsOptional(_ text: Substring, _ index: Substring.Index) -> Bool {
    let next = text.index(after: index)
    guard next == text.endIndex || text[next] == "/" || text[next] == "?" else { return false }
    let segment = text[..<index].split(separator: "/", omittingEmptySubsequences: false).last
    return segment?.first == ":"
  }

  private func element(_ segment: Substring) throws(LinkTableError) -> Element {
    if segment.isEmpty { throw error("it has an empty segment") }
    if segment == "*" { return .wildcard }
    guard segment.first == ":" else {
      if segment.contains(":") {
        throw error("a parameter must be a whole segment, but \"\(segment)\" only contains one")
      }
      if segment.contains("*") { throw error("* must be the whole last segment or follow the name of a parameter") }
      let literal = try pathLiteral(segment)
      if literal == "." || literal == ".." { throw error("it has a dot segment, which a URL must not have") }
      return .literal(literal)
    }
    switch segment.last {
    case "?": return .parameter(try name(segment.dropLast()), isOptional: true)
    case "+": return .repeated(try name(segment.dropLast()), isRequired: true)
    case "*": return .repeated(try name(segment.dropLast()), isRequired: false)
    default: return .parameter(try name(segment), isOptional: false)
    }
  }

  private func value(_ text: Substring) throws(LinkTableError) -> Value {
    text.first == ":" ? .parameter(try name(text)) : .literal(try decoded(text))
  }

  private func name(_ parameter: Substring) throws(LinkTableError) -> String {
    let name = String(parameter.dropFirst())
    let isName = name.unicodeScalars.allSatisfy { $0 == "_" || $0 == "-" || $0.properties.isIDContinue }
    guard isName, !name.isEmpty else {
      throw error("\"\(parameter)\" is not a valid parameter: a name consists of letters, digits, - and _")
    }
    return name
  }

  /// Decodes a literal, which may use percent encoding.
  private func decoded(_ text: Substring) throws(LinkTableError) -> String {
    let decoded: String
    do throws(PercentDecoding.Failure) { decoded = try PercentDecoding.text(of: Array(text.utf8)[...]) } catch {
      throw self.error(error.reason)
    }
    if decoded.hasControlCharacter { throw error("\"\(text)\" has a control character") }
    return decoded
  }

  /// Decodes a literal of the path. Keys and values of the query may contain brackets, as in `filter[tag]`.
  private func pathLiteral(_ text: Substring) throws(LinkTableError) -> String {
    if text.contains(where: { #"()[]{}|^\"#.contains($0) }) {
      throw error(
        "\"\(text)\" looks like a regular expression, but a literal matches only itself: use a parameter for a part that "
          + "varies, such as :name with .string.matching(\"[a-z]+\"), and write a literal bracket with percent encoding, "
          + "such as %28 for a parenthesis")
    }
    return try decoded(text)
  }

  private func check() throws(LinkTableError) {
    let names = parameters
    for name in names where names.count(where: { $0 == name }) > 1 {
      throw error("it has two parameters named \(name)")
    }
    let keys = query.map(\.key)
    for key in keys where keys.count(where: { $0 == key }) > 1 { throw error("it has the key \(key) twice") }
    if let wildcard = elements.firstIndex(of: .wildcard), wildcard < elements.count - 1 {
      throw error("* must be the last segment")
    }
    let open = elements.count {
      if case .literal = $0 { false } else if case .parameter(_, false) = $0 { false } else { true }
    }
    let repeated = elements.indices.filter {
      if case .repeated = elements[$0] { true } else { elements[$0] == .wildcard }
    }
    if repeated.count > 1 {
      // A path can be divided in several ways even with a literal between the parts: /x/edit/edit/y.
      throw error(
        "it has two parts of any length, and "
          + (repeated[0] + 1 == repeated[1]
            ? "the end of the first one is ambiguous" : "a pattern can have at most one"))
    }
    if open > 4 { throw error("it has more than four optional parts") }
  }

  private func error(_ why: String) -> LinkTableError {
    LinkTableError(.syntax(pattern: text, why))
  }
}
