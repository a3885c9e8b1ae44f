internal import NavStore

/// The arguments of a command: options, as `--name value` or `--name=value`, and other words, in any order.
struct ArgumentList {
  enum Argument: Equatable {
    case option(String)
    case word(String)
  }

  private var rest: ArraySlice<String>
  private var option = ""
  /// The text after the equals sign of the option that was read last. `nil` if there is no such text, or if the caller
  /// has read it.
  private var attached: String?
  private var acceptsOnlyWords = false

  init(_ arguments: ArraySlice<String>) {
    rest = arguments
  }

  /// Returns the next argument, or `nil` after the last one.
  ///
  /// After `--`, every argument is returned as a `.word`, even if it begins with `-`. A single `-` is always a `.word`.
  ///
  /// - Throws: A ``UsageError`` if the previous option has a value after an equals sign, and the caller did not read
  ///   it.
  mutating func next() throws -> Argument? {
    try requireNoValue()
    guard let argument = rest.popFirst() else { return nil }
    if acceptsOnlyWords || argument == "-" || !argument.hasPrefix("-") { return .word(argument) }
    if argument == "--" {
      acceptsOnlyWords = true
      return try next()
    }
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    option = parts[0]
    attached = parts.count == 2 ? parts[1] : nil
    return .option(option)
  }

  func requireNoValue() throws {
    if let attached { throw UsageError("\(option) accepts no value, but has the value \"\(attached)\".") }
  }

  mutating func value() throws -> String {
    defer { attached = nil }
    guard let value = attached ?? rest.popFirst(), !value.isEmpty else { throw UsageError("\(option) needs a value.") }
    return value
  }

  mutating func number(atLeast least: Int) throws -> Int {
    let text = try value()
    guard let number = Int(text), number >= least else {
      throw UsageError("\(option) needs a whole number of at least \(least), but has the value \"\(text)\".")
    }
    return number
  }

  /// Returns the name of a type, such as `Route` or `Shop.Route`, which is inserted into source code.
  mutating func typeName() throws -> String {
    let name = try value()
    guard name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(Self.isIdentifier) else {
      throw UsageError(
        "\(option) needs the name of a type, such as Route or Shop.Route, but has the value \"\(name)\". "
          + "Declare a typealias for any other type.")
    }
    return name
  }

  private static func isIdentifier(_ name: Substring) -> Bool {
    let scalars = name.unicodeScalars
    guard let first = scalars.first, !keywords.contains(String(name)) else { return false }
    return (first == "_" && scalars.count > 1 || first.properties.isXIDStart)
      && scalars.allSatisfy { $0.properties.isXIDContinue && $0.isPrintable }
  }

  /// The words that cannot be the name of a declared type.
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
    "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  mutating func choice<Choice: RawRepresentable & CaseIterable>(_ type: Choice.Type) throws -> Choice
  where Choice.RawValue == String {
    let text = try value()
    let names = Choice.allCases.map(\.rawValue)
    guard let choice = Choice(rawValue: text) else {
      throw UsageError("\(option) needs one of \(names.joined(separator: ", ")), but has the value \"\(text)\".")
    }
    return choice
  }
}

package struct UsageError: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }

  init(unknown kind: String, _ name: String, among names: [String]) {
    let hint = ClosestName.to(name, among: names).map { " Did you mean \"\($0)\"?" } ?? ""
    self.init("unknown \(kind) \"\(name)\".\(hint)")
  }
}
