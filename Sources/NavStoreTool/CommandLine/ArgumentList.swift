internal import NavStore

/// Reads the arguments of a command: options in any order, `--name value` and `--name=value`, and what is no option.
struct ArgumentList {
  enum Argument: Equatable {
    case option(String)
    case word(String)
  }

  private var rest: ArraySlice<String>
  private var option = ""
  /// What stands behind the equals sign of the option.
  private var attached: String?
  private var takesWordsOnly = false

  init(_ arguments: ArraySlice<String>) {
    rest = arguments
  }

  /// The next argument. After `--` no argument is an option, and `-` alone never is.
  mutating func next() throws -> Argument? {
    try requireNoValue()
    guard let argument = rest.popFirst() else { return nil }
    if takesWordsOnly || argument == "-" || !argument.hasPrefix("-") { return .word(argument) }
    if argument == "--" {
      takesWordsOnly = true
      return try next()
    }
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    option = parts[0]
    attached = parts.count == 2 ? parts[1] : nil
    return .option(option)
  }

  /// Throws a ``UsageError`` if the option that was read last has a value that nothing has read.
  func requireNoValue() throws {
    if let attached { throw UsageError("\(option) takes no value, and was given \"\(attached)\".") }
  }

  /// The value of the option that was read last.
  mutating func value() throws -> String {
    defer { attached = nil }
    guard let value = attached ?? rest.popFirst(), !value.isEmpty else { throw UsageError("\(option) needs a value.") }
    return value
  }

  /// The value as a number of at least `least`.
  mutating func number(atLeast least: Int) throws -> Int {
    let text = try value()
    guard let number = Int(text), number >= least else {
      throw UsageError("\(option) needs a whole number, \(least) or more, and was given \"\(text)\".")
    }
    return number
  }

  /// The value as the name of a Swift type, which becomes part of a source.
  mutating func typeName() throws -> String {
    let name = try value()
    guard name.unicodeScalars.allSatisfy(\.isPrintable) else {
      throw UsageError("\(option) needs the name of a type, and was given \"\(name)\".")
    }
    return name
  }

  /// The value as one of several names.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(_ type: Choice.Type) throws -> Choice
  where Choice.RawValue == String {
    let text = try value()
    let names = Choice.allCases.map(\.rawValue)
    guard let choice = Choice(rawValue: text) else {
      throw UsageError("\(option) is one of \(names.joined(separator: ", ")), and was given \"\(text)\".")
    }
    return choice
  }
}

/// Arguments that mean nothing, as a message.
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
