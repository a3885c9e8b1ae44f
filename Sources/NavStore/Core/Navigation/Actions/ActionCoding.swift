// The encoded form of an action is an object with one key. The key is the name of the action, and its value is the list
// of arguments, as in {"push":[<route>]}. Every encoder keeps the order of a list, whether it sorts keys or not.

extension Encoder {
  package func encodeAction(_ name: some CodingKey, _ arguments: any Encodable...) throws {
    var list = actionArguments(of: name)
    for argument in arguments { try list.encode(argument) }
  }

  /// Encodes the name of an action, and returns the container for the list of arguments.
  package func actionArguments<Name: CodingKey>(of name: Name) -> any UnkeyedEncodingContainer {
    var container = container(keyedBy: Name.self)
    return container.nestedUnkeyedContainer(forKey: name)
  }
}

/// The name of an encoded action, and the arguments that have not been decoded yet.
package struct ActionDecodingContainer<Name: CodingKey & CaseIterable> {
  package let name: Name
  package var arguments: any UnkeyedDecodingContainer

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyCodingKey.self)
    guard let key = container.allKeys.first, container.allKeys.count == 1, let name = Name(stringValue: key.stringValue)
    else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "An action must be an object with exactly one of these keys: "
            + Name.allCases.map { $0.stringValue }.joined(separator: ", ") + "."))
    }
    self.name = name
    arguments = try container.nestedUnkeyedContainer(forKey: key)
  }

  package func requireEnd() throws {
    guard arguments.isAtEnd else {
      throw DecodingError.dataCorruptedError(
        in: arguments, debugDescription: "The action \(name.stringValue) has too many arguments.")
    }
  }
}

/// A coding key with any name. A container whose keys are an enum hides unknown keys, so a misspelled key would look
/// like an absent one.
struct AnyCodingKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
