/// A parsed link pattern, such as `search/:kind?/:path*?q=:text&page=:page#:section`, `//:host/@:name` or
/// `#/room/:id`.
struct PatternSyntax: Hashable, Sendable {
  enum Element: Hashable, Sendable {
    case literal(String)
    case parameter(String, isOptional: Bool, SegmentAffixes)
    /// A parameter for any number of segments. `:name+` requires at least one.
    case repeated(String, isRequired: Bool)
    case wildcard
  }

  enum Value: Hashable, Sendable {
    case literal(String)
    case parameter(String)
    case missing
  }

  struct Item: Hashable, Sendable {
    let key: String
    let value: Value
  }

  let text: String
  private(set) var hasHost = false
  private(set) var elements: [Element] = []
  private(set) var query: [Item] = []
  /// The name of the parameter for all keys that are not in ``query``, or `nil` if the pattern has no such parameter.
  private(set) var otherKeys: String?
  private(set) var fragment: Value?
  /// The segments of the fragment, or `nil` if the fragment does not begin with a slash.
  private(set) var fragmentPath: [Element]?

  init(_ text: String) throws(DeclarationError) {
    self.text = text
    var rest = text[...]
    if let hash = rest.firstIndex(of: "#") {
      let text = rest[rest.index(after: hash)...]
      if text.isEmpty { throw error("the fragment after # is empty") }
      if text.first == "/" {
        fragmentPath = try elements(of: text)
      } else {
        fragment = try value(text)
      }
      rest = rest[..<hash]
    }
    // A question mark at the end of a segment marks the segment as optional and does not begin the query.
    if let question = rest.indices.first(where: { rest[$0] == "?" && !endsOptional(rest, $0) }) {
      if rest[..<question].split(separator: "/").last?.contains(":") == true { try checkMark(after: rest[question...]) }
      for item in rest[rest.index(after: question)...].split(separator: "&", omittingEmptySubsequences: false) {
        if otherKeys != nil { throw error("*=:name must be the last item of the query") }
        let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard !parts[0].isEmpty, parts[0].first != ":" else {
          throw error("a query item has the form key=:name, key=value or key")
        }
        if parts[0] == "*" {
          guard parts.count == 2, parts[1].first == ":" else {
            throw error("the parameter for all other keys is written *=:name")
          }
          otherKeys = try name(parts[1])
        } else {
          query.append(
            Item(key: try decoded(parts[0]), value: parts.count == 2 ? try value(parts[1]) : .missing))
        }
      }
      rest = rest[..<question]
    }
    if rest.hasPrefix("//") {
      hasHost = true
      let end = rest.dropFirst(2).firstIndex(of: "/") ?? rest.endIndex
      elements.append(try host(rest[..<end].dropFirst(2)))
      rest = rest[end...]
    }
    elements += try elements(of: rest)
    try check()
  }

  /// The elements of the path. If the pattern has a path in its fragment, a literal with the text `fragmentMark` and
  /// the elements of that path follow.
  var allElements: [Element] {
    fragmentPath.map { elements + [.literal(ParsedURL.fragmentMark)] + $0 } ?? elements
  }

  /// The names of the parameters, in the order of the pattern: path, query, other keys, fragment.
  var parameters: [String] {
    func names(of elements: [Element]) -> [String] {
      elements.compactMap { element in
        switch element {
        case .parameter(let name, _, _), .repeated(let name, _): name
        case .literal, .wildcard: nil
        }
      }
    }
    func name(of value: Value) -> String? { if case .parameter(let name) = value { name } else { nil } }
    return names(of: elements) + query.compactMap { name(of: $0.value) }
      + [otherKeys, fragment.flatMap(name)].compactMap(\.self) + names(of: fragmentPath ?? [])
  }

  /// Returns the complete syntax of an alias: this syntax, and the parameters of the pattern's query and fragment that
  /// the alias does not name.
  func asAlias(of pattern: PatternSyntax) -> PatternSyntax {
    let own = Set(parameters)
    func isShared(_ value: Value) -> Bool {
      if case .parameter(let name) = value { !own.contains(name) } else { false }
    }
    var syntax = self
    syntax.query += pattern.query.filter { isShared($0.value) }
    if otherKeys == nil, let name = pattern.otherKeys, !own.contains(name) { syntax.otherKeys = name }
    if fragment == nil, let value = pattern.fragment, isShared(value) { syntax.fragment = value }
    return syntax
  }

  /// The pattern as text, with all keys and the fragment. The result differs from ``text`` only for an alias to which
  /// ``asAlias(of:)`` has added parameters.
  var completeText: String {
    guard let own = try? PatternSyntax(text), own != self else { return text }
    var (path, ending) = (text[...], text[text.endIndex...])
    if let hash = text.firstIndex(of: "#") { (path, ending) = (text[..<hash], text[hash...]) }
    var items = query.dropFirst(own.query.count).map { item in
      guard case .parameter(let name) = item.value else { return LinkCharacters.patternKey.encoded(item.key) }
      return "\(LinkCharacters.patternKey.encoded(item.key))=:\(name)"
    }
    if let name = otherKeys {
      if own.otherKeys != nil { path = path.dropLast("*=:\(name)".count) }
      items.append("*=:\(name)")
    }
    if own.fragment == nil, case .parameter(let name)? = fragment { ending = "#:\(name)" }
    let hasSeparator = own.otherKeys != nil
    let hasQuery = !own.query.isEmpty || hasSeparator
    let separator = items.isEmpty || hasSeparator ? "" : hasQuery ? "&" : "?"
    return path + separator + items.joined(separator: "&") + ending
  }

  var host: String? { if hasHost, case .literal(let host)? = elements.first { host } else { nil } }

  func declares(_ key: String) -> Bool { query.contains { $0.key == key } }

  private func endsOptional(_ text: Substring, _ index: Substring.Index) -> Bool {
    let next = text.index(after: index)
    guard next == text.endIndex || text[next] == "/" || text[next] == "?" else { return false }
    let segment = text[..<index].split(separator: "/", omittingEmptySubsequences: false).last
    return segment?.contains(":") == true
  }

  /// Throws an error if a question mark after a parameter is followed by another mark, as in `:path?+`. `:id?*=:rest`
  /// begins a query.
  private func checkMark(after question: Substring) throws(DeclarationError) {
    let rest = question.dropFirst()
    if rest.first == "+" || rest.first == "*" && rest.dropFirst().first != "=" {
      throw error("\"\(question.prefix(2))\" follows a parameter, which can have one of ?, + and *")
    }
  }

  private func elements(of path: Substring) throws(DeclarationError) -> [Element] {
    var path = path
    if path.first == "/" { path.removeFirst() }
    if path.last == "/" { path.removeLast() }
    var elements: [Element] = []
    if path.isEmpty { return elements }
    for segment in path.split(separator: "/", omittingEmptySubsequences: false) {
      elements.append(try element(segment))
    }
    return elements
  }

  private func element(_ segment: Substring) throws(DeclarationError) -> Element {
    if segment.isEmpty { throw error("it has an empty segment") }
    if segment == "*" { return .wildcard }
    guard let colon = segment.firstIndex(of: ":") else {
      if segment.contains("*") { throw error("* must be the whole last segment or follow the name of a parameter") }
      let literal = try pathLiteral(segment)
      if literal == "." || literal == ".." { throw error("it has a dot segment, which a URL must not have") }
      return .literal(literal)
    }
    let mark = segment.last.flatMap { "?+*".contains($0) ? $0 : nil }
    let rest = segment[segment.index(after: colon)...].dropLast(mark == nil ? 0 : 1)
    let end = rest.firstIndex { !$0.isPartOfParameterName } ?? rest.endIndex
    guard rest.startIndex < end else {
      throw error("\"\(segment)\" has a colon without a name: a name consists of letters, digits, - and _")
    }
    if rest[end...].contains(":") { throw error("\"\(segment)\" has two parameters, but a segment can have one") }
    if let other = rest[end...].first, "?+*".contains(other) {
      throw error(
        "\"\(segment)\" has text after the \(other) of a parameter. Write ?, + or * only at the end of a segment, and "
          + "write \(other) in a text with percent encoding.")
    }
    if segment[..<colon].contains("*") || rest[end...].contains("*") {
      throw error("* must be the whole last segment or follow the name of a parameter")
    }
    let name = String(rest[..<end])
    let affixes = SegmentAffixes(
      prefix: try pathLiteral(segment[..<colon]), suffix: try pathLiteral(rest[end...]))
    guard mark == nil || mark == "?" else {
      if !affixes.isEmpty { throw error("\(name) is repeated, so it must be the whole segment") }
      return .repeated(name, isRequired: mark == "+")
    }
    return .parameter(name, isOptional: mark == "?", affixes)
  }

  private func host(_ text: Substring) throws(DeclarationError) -> Element {
    let literal = text.lowercased()
    if LinkPrefixes.isHost(literal), !literal.hasPrefix("*") { return .literal(literal) }
    guard text.contains(":"), case .parameter(let name, false, var affixes) = try element(text) else {
      throw error("\"//\" must be followed by a host, such as //help.example.com, //:host or //:name.example.com")
    }
    affixes.prefix = affixes.prefix.lowercasedASCII
    affixes.suffix = affixes.suffix.lowercasedASCII
    return .parameter(name, isOptional: false, affixes)
  }

  private func value(_ text: Substring) throws(DeclarationError) -> Value {
    text.first == ":" ? .parameter(try name(text)) : .literal(try decoded(text))
  }

  private func name(_ parameter: Substring) throws(DeclarationError) -> String {
    let name = String(parameter.dropFirst())
    guard !name.isEmpty, name.allSatisfy(\.isPartOfParameterName) else {
      throw error("\"\(parameter)\" is not a valid parameter: a name consists of letters, digits, - and _")
    }
    return name
  }

  private func decoded(_ text: Substring) throws(DeclarationError) -> String {
    let decoded: String
    do throws(PercentDecoding.Failure) { decoded = try PercentDecoding.text(of: Array(text.utf8)[...]) } catch {
      throw self.error(error.reason)
    }
    if decoded.hasControlCharacter { throw error("\"\(text)\" has a control character") }
    return decoded
  }

  /// Decodes a literal of the path, which must not contain brackets. Keys and values of the query may contain them, as
  /// in `filter[tag]`.
  private func pathLiteral(_ text: Substring) throws(DeclarationError) -> String {
    if text.contains(where: { #"()[]{}|^\"#.contains($0) }) {
      throw error(
        "\"\(text)\" looks like a regular expression, but a literal matches only itself: use a parameter for a part "
          + "that varies, such as :name with .string.matching(\"[a-z]+\"), and write a literal bracket with percent "
          + "encoding, such as %28 for a parenthesis")
    }
    return try decoded(text)
  }

  private func check() throws(DeclarationError) {
    let names = parameters
    for name in names where names.count(where: { $0 == name }) > 1 {
      throw error("it has two parameters named \(name)")
    }
    let keys = query.map(\.key)
    for key in keys where keys.count(where: { $0 == key }) > 1 { throw error("it has the key \(key) twice") }
    let elements = allElements
    if let wildcard = elements.firstIndex(of: .wildcard), wildcard < elements.count - 1 {
      throw error("* must be the last segment")
    }
    let open = elements.count {
      if case .literal = $0 { false } else if case .parameter(_, false, _) = $0 { false } else { true }
    }
    let repeated = elements.indices.filter {
      if case .repeated = elements[$0] { true } else { elements[$0] == .wildcard }
    }
    if repeated.count > 2 { throw error("it has more than two parts of any length") }
    if repeated.count == 2 {
      let hasLiteral = elements[repeated[0]..<repeated[1]].contains { if case .literal = $0 { true } else { false } }
      if !hasLiteral { throw error("it has two parts of any length without a literal between them") }
    }
    if open > 4 { throw error("it has more than four optional or repeated parts") }
  }

  private func error(_ why: String) -> DeclarationError {
    DeclarationError.pattern(text, why)
  }
}

extension Character {
  fileprivate var isPartOfParameterName: Bool {
    unicodeScalars.allSatisfy { $0 == "_" || $0 == "-" || $0.properties.isIDContinue }
  }
}

/// The fixed text before and after a parameter in its segment, such as `@` in `@:name`.
///
/// The prefix and the suffix are compared as bytes. If they were compared as characters, `@` would not match the start
/// of a segment in which a combining mark follows the `@`.
struct SegmentAffixes: Hashable, Sendable {
  var prefix = ""
  var suffix = ""

  static func == (first: SegmentAffixes, second: SegmentAffixes) -> Bool {
    first.prefix.utf8.elementsEqual(second.prefix.utf8) && first.suffix.utf8.elementsEqual(second.suffix.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for text in [prefix, suffix] { hasher.combine(Array(text.utf8)) }
  }

  static let none = SegmentAffixes()

  var isEmpty: Bool { prefix.isEmpty && suffix.isEmpty }
  /// The number of bytes of the prefix and the suffix. A parameter with more of these bytes is more specific.
  var count: Int { prefix.utf8.count + suffix.utf8.count }

  func fit(_ segment: String) -> Bool {
    isEmpty
      || segment.utf8.count > count && segment.utf8.starts(with: prefix.utf8)
        && segment.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  /// Returns the parameter's part of a segment for which ``fit(_:)`` returns `true`.
  func parameter(in segment: String) -> String {
    isEmpty
      ? segment
      : String(decoding: segment.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count), as: UTF8.self)
  }
}
