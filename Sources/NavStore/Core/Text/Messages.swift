extension Int {
  package func counting(_ noun: String) -> String {
    "\(self) \(noun)\(self == 1 ? "" : "s")"
  }
}

extension String {
  /// The string with a full stop at the end. A string that already ends with a punctuation mark, such as the message of
  /// some decoders, is unchanged.
  package var asSentence: String {
    guard let last else { return "" }
    return ".…!?".contains(last) ? self : self + "."
  }
}

extension Collection<String> {
  /// The names in quotes for a sentence, `"a", "b" and "c"`, or `nil` if there are no names. If there are more than
  /// five names, the value contains the first five and the number of other names.
  package var listing: String? {
    let shown = count > 5 ? 5 : count - 1
    let names = map { "\"\($0.printable(limit: 40))\"" }
    guard shown > 0, let last = names.last else { return names.first }
    return names.prefix(shown).joined(separator: ", ") + " and " + (count > 5 ? "\(count - 5) more" : last)
  }
}

/// The names of types in one message: the short names, or the names with modules where two short names are equal.
struct TypeNames {
  private var types: [String: Set<ObjectIdentifier>] = [:]

  init(_ types: [any Any.Type]) {
    for type in types { self.types["\(type)", default: []].insert(ObjectIdentifier(type)) }
  }

  subscript(type: any Any.Type) -> String {
    let name = "\(type)"
    return types[name, default: []].count > 1 ? String(reflecting: type) : name
  }
}

extension Error {
  package var decodingReason: String {
    switch self as? DecodingError {
    // The compiler writes this for an enumeration that is encoded as an object with the name of a case as its key.
    case .typeMismatch(let type, let context) where context.debugDescription.hasPrefix("Invalid number of keys found"):
      "\(type) has no such case.".printable(limit: 200)
    case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      context.debugDescription.printable(limit: 200)
    default: "\(self)".printable(limit: 200)
    }
  }

  /// The message of an encoder's error, in printable characters and short enough for a sentence. It does not describe
  /// the value that could not be encoded. Of an app's own error, it contains what ``ValueOutline`` specifies.
  package var encodingReason: String {
    guard case .invalidValue(_, let context)? = self as? EncodingError else { return ValueOutline.text(of: self) }
    return context.debugDescription.printable(limit: 200)
  }
}
