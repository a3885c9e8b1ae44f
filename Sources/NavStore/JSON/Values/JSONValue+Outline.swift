extension JSONValue {
  /// What a value is, for a message that says which one: a text in quotes, of an object its keys. What the keys stand
  /// for may be private and is left out.
  package var outline: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .unsigned, .number: "a number"
    case .string(let text): "\"\(text.printable(limit: Self.outlineLimit - 2))\""
    case .array: "a list"
    case .object(let members):
      "{\(members.keys.sorted().prefix(8).map { "\"\($0)\":…" }.joined(separator: ","))}"
        .printable(limit: Self.outlineLimit)
    }
  }

  /// How many characters an outline may have.
  package static let outlineLimit = 60
}
