#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension LinkParameter where Value == String {
  /// Any text. A slash in it is encoded; an empty one can stand in a query alone.
  public static var string: LinkParameter {
    LinkParameter(LinkParameterKind("a text", rank: .any)) { texts throws(InvalidLinkParameter) in
      try texts.one()
    } write: {
      [$0]
    }
  }

  /// Any text without a slash, also an encoded one.
  public static var segment: LinkParameter {
    LinkParameter(LinkParameterKind("a text without a slash", rank: .almostAny)) { texts throws(InvalidLinkParameter) in
      let text = try texts.one()
      if text.utf8.contains(UInt8(ascii: "/")) { throw InvalidLinkParameter() }
      return text
    } write: { text in
      text.utf8.contains(UInt8(ascii: "/")) ? nil : [text]
    }
  }
}

extension LinkParameter where Value: Comparable {
  /// The same parameter, for values in a range: `.int.in(1...12)`.
  public func `in`(_ range: ClosedRange<Value>) -> LinkParameter {
    matching("\(kind.expected) from \(range.lowerBound) to \(range.upperBound)") { range.contains($0) }
  }
}

extension LinkParameter where Value: Comparable {
  /// The same parameter, for values from one on: `.int.in(1...)`.
  public func `in`(_ range: PartialRangeFrom<Value>) -> LinkParameter {
    matching("\(kind.expected) of at least \(range.lowerBound)") { range.contains($0) }
  }
}

extension LinkParameter where Value == String {
  /// The same parameter, for texts that a regular expression fits as a whole: `.string.matching("[a-z]+")`.
  ///
  /// Stops the program if it is no regular expression; ``matching(validating:)`` throws. The texts come from outside,
  /// and are as long as the table's limit: an expression that tries a text in many ways, as `(a+)+` does, never ends
  /// with some of 30 letters, and whoever parses waits for it. `\d` is a digit of any script, `[0-9]` one of ASCII.
  public func matching(_ expression: String) -> LinkParameter {
    do { return try matching(validating: expression) } catch {
      fatalError("A link's parameter was to match \"\(expression)\", which is no regular expression. \(error)")
    }
  }

  /// The same as ``matching(_:)``, for an expression that is made at run time. Throws what `Regex` does if it is none.
  public func matching(validating expression: String) throws -> LinkParameter {
    // One thread at a time, because an expression may compile itself when it is first used.
    let regex = Locked(try Regex(expression))
    return matching("\(kind.expected) like \(expression)") { text in
      regex.withLock { text.wholeMatch(of: $0) != nil }
    }
  }
}

extension LinkParameter where Value == [String] {
  /// Any number of segments, for `:path+` and `:path*`.
  public static var segments: LinkParameter { .repeated(.string) }
}

extension LinkParameter where Value: LosslessStringConvertible {
  /// A value that is spelled as its description, and only so.
  fileprivate static func canonical(_ expected: String) -> LinkParameter {
    LinkParameter(LinkParameterKind(expected, rank: .restricted)) { texts throws(InvalidLinkParameter) in
      let text = try texts.one()
      guard let value = Value(text), value.description == text else { throw InvalidLinkParameter() }
      return value
    } write: { value in
      [value.description]
    }
  }

  /// A value of a type that is made from its description.
  public static func lossless(_ type: Value.Type = Value.self) -> LinkParameter {
    canonical("a value of \(Value.self)")
  }
}

extension LinkParameter where Value == Int {
  /// An integer: `42`, `-7`. `+7` and `007` are none.
  public static var int: LinkParameter { canonical("an integer") }
}

extension LinkParameter where Value == UInt {
  /// An integer that is not negative.
  public static var uint: LinkParameter { canonical("an integer that is not negative") }
}

extension LinkParameter where Value == Bool {
  /// `true` or `false`.
  public static var bool: LinkParameter { canonical("true or false") }
}

extension LinkParameter where Value == Double {
  /// A finite number, written as Swift does.
  public static var double: LinkParameter {
    LinkParameter(LinkParameterKind("a number", rank: .restricted)) { texts throws(InvalidLinkParameter) in
      let text = try texts.one()
      guard let value = Double(text), value.isFinite, text.isPlainNumber else { throw InvalidLinkParameter() }
      return value
    } write: { value in
      value.isFinite ? [value.description] : nil
    }
  }
}

extension LinkParameter where Value == UUID {
  /// A UUID, with letters in any case. It is printed in small ones.
  public static var uuid: LinkParameter {
    LinkParameter(LinkParameterKind("a UUID", rank: .restricted)) { texts throws(InvalidLinkParameter) in
      guard let value = UUID(uuidString: try texts.one()) else { throw InvalidLinkParameter() }
      return value
    } write: { value in
      [value.uuidString.lowercasedASCII]
    }
  }
}

extension LinkParameter where Value: RawRepresentable, Value.RawValue: LosslessStringConvertible {
  /// A value that is spelled as its raw value.
  public static func raw(_ type: Value.Type = Value.self) -> LinkParameter {
    LinkParameter(LinkParameterKind("a value of \(Value.self)", rank: .restricted)) {
      texts throws(InvalidLinkParameter) in
      let text = try texts.one()
      guard let raw = Value.RawValue(text), raw.description == text, let value = Value(rawValue: raw) else {
        throw InvalidLinkParameter()
      }
      return value
    } write: { value in
      [value.rawValue.description]
    }
  }
}

extension LinkParameter where Value: RawRepresentable, Value.RawValue: Sendable {
  /// A value of a type with a raw value, which another parameter reads and prints.
  ///
  /// Use it for typed identifiers: `.rawValue(ItemID.self, .int.in(1...))`, `.rawValue(NoteID.self, .uuid)`.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - parameter: The parameter for the raw values.
  public static func rawValue(
    _ type: Value.Type = Value.self, _ parameter: LinkParameter<Value.RawValue>
  ) -> LinkParameter {
    parameter.map(to: { Value(rawValue: $0) }, from: { $0.rawValue })
  }
}

extension LinkParameter where Value: RawRepresentable, Value.RawValue: LosslessStringConvertible & Sendable {
  /// A value of a type with a raw value, an integer or a text for example: `.rawValue(ItemID.self)`.
  ///
  /// The raw value is read as ``int``, ``uint``, ``string`` and ``lossless(_:)`` read it. To restrict it, pass the
  /// parameter: see ``rawValue(_:_:)``.
  public static func rawValue(_ type: Value.Type = Value.self) -> LinkParameter {
    func known<Raw>(_ parameter: LinkParameter<Raw>) -> LinkParameter<Value.RawValue>? {
      parameter as? LinkParameter<Value.RawValue>
    }
    return rawValue(
      type,
      known(LinkParameter<Int>.int) ?? known(LinkParameter<UInt>.uint) ?? known(LinkParameter<String>.string)
        ?? .lossless())
  }
}

extension LinkParameter
where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue: LosslessStringConvertible {
  /// A case of an enum, by its raw value. Messages name all of them.
  public static func choice(_ type: Value.Type = Value.self) -> LinkParameter {
    let names = Value.allCases.map(\.rawValue.description).joined(separator: ", ")
    let raw = raw()
    return LinkParameter(LinkParameterKind("one of \(names)", rank: .restricted), read: raw.read, write: raw.write)
  }

  /// A case of an enum, by its raw value.
  public static var choice: LinkParameter { choice() }
}

extension String {
  /// Whether it has digits, signs, a point and an exponent alone, as numbers have that are no names. A plus is the
  /// exponent's.
  fileprivate var isPlainNumber: Bool {
    utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "e"):
        true
      default: false
      }
    } && utf8.first != UInt8(ascii: ".") && utf8.first != UInt8(ascii: "+")
  }
}
