extension Int {
  /// The number with what it counts: `1 change`, `2 changes`.
  package func counting(_ noun: String) -> String {
    "\(self) \(noun)\(self == 1 ? "" : "s")"
  }
}

extension String {
  /// The text as a sentence, with one mark at its end: what others say, as a decoder, may have it already.
  package var asSentence: String {
    guard let last else { return "" }
    return ".…!?".contains(last) ? self : self + "."
  }
}

extension Collection<String> {
  /// The names in quotes as part of a sentence, of many the first five: `"a", "b" and "c"`. Nil if there is none.
  package var listing: String? {
    let shown = count > 5 ? 5 : count - 1
    let names = map { "\"\($0.printable(limit: 40))\"" }
    guard shown > 0, let last = names.last else { return names.first }
    return names.prefix(shown).joined(separator: ", ") + " and " + (count > 5 ? "\(count - 5) more" : last)
  }
}

/// The names of types in one message: short ones, or with their modules where two would read alike.
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
  /// What a decoder says of a value, short enough for a sentence and without what is not seen.
  package var decodingReason: String {
    switch self as? DecodingError {
    case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      context.debugDescription.printable(limit: 200)
    default: "\(self)".printable(limit: 200)
    }
  }

  /// What an encoder says of a value, in the same form.
  var encodingReason: String {
    guard case .invalidValue(_, let context)? = self as? EncodingError else { return "\(self)".printable(limit: 200) }
    return context.debugDescription.printable(limit: 200)
  }
}
