#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension LinkParameter where Value == String {
  /// Any string without control characters. In the path, slashes in the string are percent-encoded, and the string must
  /// not be empty and must not contain `.` or `..` as a segment.
  public static var string: LinkParameter {
    LinkParameter(LinkParameterKind("a string", rank: .any)) { texts throws(InvalidLinkParameter) in
      try texts.one()
    } write: {
      [$0]
    }
  }

  /// Any string without a slash. A percent-encoded slash is not accepted either.
  package static var segment: LinkParameter {
    LinkParameter(LinkParameterKind("a string without a slash", rank: .almostAny, isExact: false)) {
      texts throws(InvalidLinkParameter) in
      let text = try texts.one()
      if text.utf8.contains(UInt8(ascii: "/")) { throw InvalidLinkParameter() }
      return text
    } write: { text in
      text.utf8.contains(UInt8(ascii: "/")) ? nil : [text]
    }
  }
}

extension LinkParameter where Value == String {
  /// Any string in a query or a fragment, with or without line breaks.
  public static var multilineString: LinkParameter {
    LinkParameter(LinkParameterKind("a string", rank: .any, form: .lines)) { texts throws(InvalidLinkParameter) in
      try texts.one()
    } write: {
      [$0]
    }
  }
}

extension LinkParameter where Value == Bool {
  /// A Boolean value that indicates whether a key without a value occurs in the query. `?debug=:isDebug` matches
  /// `?debug`, `?debug=` and a URL without the key.
  public static var flag: LinkParameter {
    LinkParameter(LinkParameterKind("no value", rank: .restricted, form: .flag, values: .nothing), isOptional: true) {
      texts throws(InvalidLinkParameter) in
      guard texts.first?.isEmpty != false else { throw InvalidLinkParameter() }
      return !texts.isEmpty
    } write: { isPresent in
      isPresent ? [""] : []
    }
  }
}

extension LinkParameter where Value == [String: String] {
  /// The keys of the query that the pattern does not declare, with their values, for example in `?q=:text&*=:others`.
  ///
  /// A key without a value has an empty string as its value. A value without a key is skipped. A key must not be
  /// repeated; ``LinkParameter/otherItems`` accepts repeated keys. The keys are printed in alphabetical order.
  public static var otherKeys: LinkParameter {
    LinkParameter(LinkParameterKind("keys that occur once", rank: .any, form: .items), isRepeated: true) {
      texts throws(InvalidLinkParameter) in
      let texts = texts.all
      var values: Value = [:]
      for index in stride(from: 0, to: texts.count - 1, by: 2) {
        let value = texts[index + 1].valueOfItem ?? ""
        guard values.updateValue(value, forKey: texts[index]) == nil else { throw InvalidLinkParameter() }
      }
      return values
    } write: { values in
      values.sorted { $0.key < $1.key }.flatMap { [$0.key, "=" + $0.value] }
    }
  }
}

extension LinkParameter where Value == [String: [String?]] {
  /// The keys of the query that the pattern does not declare, each with all of its values in the order of the URL, for
  /// example in `?q=:text&*=:others`.
  ///
  /// `?a=1&a=2&debug` results in `["a": ["1", "2"], "debug": [nil]]`. A value without a key is skipped. The keys are
  /// printed in alphabetical order. A key with an empty list of values cannot be printed.
  public static var otherItems: LinkParameter {
    LinkParameter(LinkParameterKind("keys with values", rank: .any, form: .repeatedItems), isRepeated: true) {
      texts throws(InvalidLinkParameter) in
      let texts = texts.all
      var values: Value = [:]
      for index in stride(from: 0, to: texts.count - 1, by: 2) {
        values[texts[index], default: []].append(texts[index + 1].valueOfItem)
      }
      return values
    } write: { values in
      if values.contains(where: \.value.isEmpty) { return nil }
      return values.sorted { $0.key < $1.key }.flatMap { key, values in
        values.flatMap { [key, $0.map { "=" + $0 } ?? ""] }
      }
    }
  }
}

extension LinkParameter where Value: Comparable {
  /// Returns the same parameter, restricted to a range of values: `.int.in(1...12)`.
  public func `in`(_ range: ClosedRange<Value>) -> LinkParameter {
    matching("\(kind.expected) from \(range.lowerBound) to \(range.upperBound)") { range.contains($0) }
  }
}

extension LinkParameter where Value: Comparable {
  /// Returns the same parameter, restricted to values that are at least the given lower bound: `.int.in(1...)`.
  public func `in`(_ range: PartialRangeFrom<Value>) -> LinkParameter {
    matching("\(kind.expected) of at least \(range.lowerBound)") { range.contains($0) }
  }
}

extension LinkParameter where Value == String {
  /// Returns the same parameter, restricted to strings that match a regular expression from start to end:
  /// `.string.matching("[a-z]+")`.
  ///
  /// The strings come from outside the app and can be as long as the `maxBytes` of ``LinkOptions`` allow. With nested
  /// repetition, as in `(a+)+`, the match takes practically forever for some strings of 30 letters and blocks the
  /// thread that parses the URL. `\d` matches digits of all scripts, and `[0-9]` matches only ASCII digits.
  ///
  /// - Precondition: The expression is valid. Use ``matching(validating:)`` for an expression that may be invalid.
  public func matching(_ expression: String) -> LinkParameter {
    do { return try matching(validating: expression) } catch {
      fatalError("A link parameter cannot match \"\(expression)\", which is not a valid regular expression. \(error)")
    }
  }

  /// Returns the same parameter as ``matching(_:)``, for an expression that is created at run time.
  ///
  /// - Throws: The error that `Regex` throws if the expression is not valid.
  public func matching(validating expression: String) throws -> LinkParameter {
    // The lock is necessary because a `Regex` may compile itself at its first use.
    let regex = Locked(try Regex(expression))
    return matching("\(kind.expected) that matches \(expression)") { text in
      regex.withLock { text.wholeMatch(of: $0) != nil }
    }
  }
}

extension LinkParameter where Value == [String] {
  /// The strings of any number of segments, for `:path+` and `:path*`.
  public static var segments: LinkParameter { .repeated(.string) }
}

extension LinkParameter where Value: LosslessStringConvertible {
  /// Returns a parameter whose values are known if `values` is not `nil`. Then it refuses the empty string.
  fileprivate static func canonical(_ expected: String, _ values: LinkParameterKind.Values? = nil) -> LinkParameter {
    LinkParameter(
      LinkParameterKind(
        expected, rank: .restricted, isNeverEmpty: values != nil, values: values ?? .any, isExact: values != nil)
    ) { texts throws(InvalidLinkParameter) in
      let text = try texts.one()
      guard let value = Value(text), value.description == text else { throw InvalidLinkParameter() }
      return value
    } write: { value in
      [value.description]
    }
  }

  package static func lossless(_ type: Value.Type = Value.self) -> LinkParameter {
    canonical("a value of \(Value.self)")
  }
}

extension LinkParameter where Value == Int {
  /// An integer such as `42` or `-7`. `+7` and `007` are not accepted.
  public static var int: LinkParameter { canonical("an integer", .integers) }
}

extension LinkParameter where Value == UInt {
  /// A nonnegative integer. `+7` and `007` are not accepted.
  package static var uint: LinkParameter { canonical("an integer that is not negative", .unsignedIntegers) }
}

extension LinkParameter where Value == Bool {
  /// `true` or `false`.
  public static var bool: LinkParameter { canonical("true or false", .truthValues) }
}

extension LinkParameter where Value == Double {
  /// A finite number, printed as its `description`.
  public static var double: LinkParameter {
    LinkParameter(LinkParameterKind("a number", rank: .restricted, isNeverEmpty: true, values: .numbers)) {
      texts throws(InvalidLinkParameter) in
      let text = try texts.one()
      guard let value = Double(text), value.isFinite, text.isPlainNumber else { throw InvalidLinkParameter() }
      return value
    } write: { value in
      value.isFinite ? [value.description] : nil
    }
  }
}

extension LinkParameter where Value == UUID {
  /// A UUID in uppercase or lowercase letters. It is printed in lowercase.
  public static var uuid: LinkParameter {
    LinkParameter(LinkParameterKind("a UUID", rank: .restricted, isNeverEmpty: true, values: .uuids)) {
      texts throws(InvalidLinkParameter) in
      guard let value = UUID(uuidString: try texts.one()) else { throw InvalidLinkParameter() }
      return value
    } write: { value in
      [value.uuidString.lowercasedASCII]
    }
  }
}

extension LinkParameter where Value: RawRepresentable, Value.RawValue: LosslessStringConvertible {
  fileprivate static func raw() -> LinkParameter {
    LinkParameter(LinkParameterKind("a value of \(Value.self)", rank: .restricted, isExact: false)) {
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
  /// Returns a parameter for values with a raw value that another parameter reads and prints.
  ///
  /// Use this parameter for typed identifiers: `.rawValue(ItemID.self, .int.in(1...))`, `.rawValue(NoteID.self,
  /// .uuid)`.
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
  /// Returns a parameter for values with a raw value, such as an integer or a string: `.rawValue(ItemID.self)`.
  ///
  /// A raw value that is an integer or a string is read and printed by ``int`` or ``string``, and another one by its
  /// description. To restrict the raw values, pass another parameter to ``rawValue(_:_:)``.
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
  /// A case of an enum, read and printed as its raw value. Error messages list all cases.
  public static var choice: LinkParameter {
    let names = Value.allCases.map(\.rawValue.description)
    let raw = raw()
    return LinkParameter(
      LinkParameterKind("one of \(names.joined(separator: ", "))", rank: .restricted, values: .choices(names)),
      read: raw.read, write: raw.write)
  }
}

extension String {
  var valueOfItem: String? {
    utf8.first == UInt8(ascii: "=") ? String(decoding: utf8.dropFirst(), as: UTF8.self) : nil
  }

  /// Whether the string is a plain decimal number. Names such as `nan`, and numbers that start with a point or a plus
  /// sign, are excluded.
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
