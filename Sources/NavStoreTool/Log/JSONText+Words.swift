internal import NavStore

extension JSONText {
  /// The value as a person would write it: a text without quotes, an enum's case as in source, `song(7)`, and anything
  /// else as JSON. At most 60 characters, and none that a terminal would act on.
  var words: String {
    guard let value = try? JSONValue(parsing: utf8) else { return description.printable(limit: 60) }
    let words = if case .string(let text) = value { text } else { value.words }
    return words.printable(limit: 60)
  }

  /// The name of an enum's case, or of a registered type; the whole value where it is neither.
  var caseName: String {
    guard let value = try? JSONValue(parsing: utf8) else { return description.printable(limit: 60) }
    if case .object(let members) = value, members.count == 1, let name = members.keys.first {
      return name.printable(limit: 60)
    }
    return words
  }
}

extension JSONValue {
  fileprivate var words: String {
    switch self {
    case .object(let members):
      guard members.count == 1, let (name, value) = members.first else { break }
      return name + value.argumentWords
    case .array(let elements):
      return "[" + elements.map(\.words).joined(separator: ", ") + "]"
    default:
      break
    }
    return (try? canonicalBytes).map { String(decoding: $0, as: UTF8.self) } ?? "?"
  }

  /// What stands in the parentheses behind the name of a case.
  private var argumentWords: String {
    guard case .object(let members) = self else { return "(\(words))" }
    if members.isEmpty { return "" }
    // Those without a label are named by their places, and come first.
    let arguments = members.sorted { first, second in
      let (hasLabel, otherHasLabel) = (!first.key.hasPrefix("_"), !second.key.hasPrefix("_"))
      return hasLabel == otherHasLabel ? first.key < second.key : otherHasLabel
    }
    return "(" + arguments.map { ($0.hasPrefix("_") ? "" : "\($0): ") + $1.words }.joined(separator: ", ") + ")"
  }
}
