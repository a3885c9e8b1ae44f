/// The encoded form of an action while it is being decoded: one key, which names it, over a list of its arguments.
struct ActionForm<Key: CodingKey & CaseIterable & RawRepresentable> where Key.RawValue == String {
  let key: Key
  var arguments: any UnkeyedDecodingContainer

  /// Throws a `DecodingError` unless there is exactly one key and it is a known one.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyName.self)
    guard let name = container.allKeys.first, container.allKeys.count == 1, let key = Key(rawValue: name.stringValue)
    else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "An action is an object with one key out of "
            + Key.allCases.map(\.rawValue).joined(separator: ", ") + "."))
    }
    self.key = key
    arguments = try container.nestedUnkeyedContainer(forKey: name)
  }

  /// Throws a `DecodingError` if there are more arguments than were decoded.
  func end() throws {
    guard arguments.isAtEnd else {
      throw DecodingError.dataCorruptedError(
        in: arguments, debugDescription: "The action \(key.rawValue) has more arguments than it takes.")
    }
  }
}

/// A key of any name. A coding key that is an enum hides the keys it does not have, and what is misspelt looks absent.
private struct AnyName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
