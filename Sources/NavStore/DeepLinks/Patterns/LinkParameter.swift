/// A conversion between a value and its text in a URL, in both directions.
///
/// ```swift
/// LinkPattern(
///   "item/:id", .int, in: .home,
///   make: Route.item(id:), match: { if case .item(let id) = $0 { id } else { nil } })
/// LinkPattern(
///   "search?q=:text&page=:page", .string, .int.or(1), in: .home,
///   make: Route.search(text:page:),
///   match: { if case .search(let text, let page) = $0 { (text, page) } else { nil } })
/// LinkPattern(
///   "files/:path+", .segments, in: .home,
///   make: Route.file, match: { if case .file(let path) = $0 { path } else { nil } })
/// ```
///
/// Each value has one spelling. Numbers are canonical, so `007` is not an ``int``, and a default value is not printed.
public struct LinkParameter<Value: Sendable>: Sendable {
  let kind: LinkParameterKind
  let cardinality: LinkParameterCardinality
  /// Returns the value of the texts in a URL. It throws instead of returning an optional, because generic code creates
  /// optional types slowly.
  @usableFromInline let read: @Sendable (LinkParameterTexts) throws(InvalidLinkParameter) -> Value
  /// Returns the texts of a value, or `nil` if it cannot be printed.
  @usableFromInline let write: @Sendable (Value) -> [String]?

  init(
    _ kind: LinkParameterKind, cardinality: LinkParameterCardinality = .one,
    read: @escaping @Sendable (LinkParameterTexts) throws(InvalidLinkParameter) -> Value,
    write: @escaping @Sendable (Value) -> [String]?
  ) {
    self.kind = kind
    self.cardinality = cardinality
    self.read = read
    self.write = write
  }

  /// Creates a parameter with custom conversions.
  ///
  /// - Parameters:
  ///   - expected: A noun phrase for error messages: "a date".
  ///   - parse: Returns the value of a text, or `nil` if the text is not valid.
  ///   - print: Returns the text of a value, or `nil` if the value has no text.
  public init(
    _ expected: String, parse: @escaping @Sendable (String) -> Value?, print: @escaping @Sendable (Value) -> String?
  ) {
    self.init(LinkParameterKind(expected, rank: .restricted)) { texts throws(InvalidLinkParameter) in
      guard let value = parse(try texts.one()) else { throw InvalidLinkParameter() }
      return value
    } write: { value in
      print(value).map { [$0] }
    }
  }

  /// Returns the same parameter for values that satisfy a condition.
  ///
  /// A parameter with a condition is more specific than the same parameter without it. Declare the result as a static
  /// property. In the arguments of a ``LinkPattern``, the compiler does not accept the closure as `@Sendable`:
  ///
  /// ```swift
  /// extension LinkParameter where Value == Int {
  ///   static var even: LinkParameter { .int.matching("an even number") { $0.isMultiple(of: 2) } }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - expected: A noun phrase for error messages: "an even number".
  ///   - condition: Returns whether a value is accepted.
  public func matching(
    _ expected: String, _ condition: @escaping @Sendable (Value) -> Bool
  ) -> LinkParameter {
    LinkParameter(LinkParameterKind(expected, rank: .condition, form: kind.form), cardinality: cardinality) {
      texts throws(InvalidLinkParameter) in
      let value = try read(texts)
      guard condition(value) else { throw InvalidLinkParameter() }
      return value
    } write: { value in
      condition(value) ? write(value) : nil
    }
  }
}

extension LinkParameter {
  /// Returns a parameter for values of another type.
  ///
  /// The method changes the type of the parameter, which an expression that starts with a dot cannot do. Declare the
  /// result as a static property and use that property in a ``LinkPattern``. For a type with a raw value, use
  /// ``rawValue(_:_:)``.
  ///
  /// ```swift
  /// extension LinkParameter where Value == Kelvin {
  ///   static var kelvin: LinkParameter {
  ///     LinkParameter<Int>.int.map(to: { Kelvin(degrees: $0) }, from: { $0.degrees })
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - make: Returns the other value, or `nil` if the value has no counterpart.
  ///   - value: Returns the original value, or `nil` if the other value has no counterpart and therefore no URL.
  public func map<Other: Sendable>(
    to make: @escaping @Sendable (Value) -> Other?, from value: @escaping @Sendable (Other) -> Value?
  ) -> LinkParameter<Other> {
    // The conversion can reject some texts, so the parameter no longer accepts any text.
    let kind = kind.rank == .any ? LinkParameterKind(kind.expected, rank: .almostAny, form: kind.form) : kind
    return LinkParameter<Other>(kind, cardinality: cardinality) { texts throws(InvalidLinkParameter) in
      guard let other = make(try self.read(texts)) else { throw InvalidLinkParameter() }
      return other
    } write: { other in
      value(other).flatMap { self.write($0) }
    }
  }
}

/// The number of texts that a parameter accepts in a URL.
enum LinkParameterCardinality: Hashable, Sendable {
  /// Exactly one text.
  case one
  /// One text or none.
  case optional
  /// Any number of texts.
  case many
  /// Any number of texts. No text means a default value.
  case manyOrNone

  var isOptional: Bool { self == .optional || self == .manyOrNone }
  var isRepeated: Bool { self == .many || self == .manyOrNone }
}

/// The properties of a parameter that do not depend on the type of its values.
struct LinkParameterKind: Hashable, Sendable {
  /// How restrictive a parameter is. Lower ranks are more restrictive and are tried first.
  enum Rank: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// Values that satisfy a condition of the app.
    case condition
    /// Some texts: numbers, names of cases.
    case restricted
    /// Any text with few exceptions.
    case almostAny
    /// Any text.
    case any

    static func < (first: Rank, second: Rank) -> Bool { first.rawValue < second.rawValue }
  }

  /// What the texts of a parameter are in a URL.
  enum Form: Hashable, Sendable {
    /// Texts without control characters.
    case text
    /// A text that may have line breaks.
    case lines
    /// A key without a value. The text is empty.
    case flag
    /// Keys and their values in turn.
    case items
  }

  /// A noun phrase for error messages: "an integer".
  let expected: String
  let rank: Rank
  let form: Form

  init(_ expected: String, rank: Rank, form: Form = .text) {
    self.expected = expected
    self.rank = rank
    self.form = form
  }
}

// MARK: - Optional and repeated parameters

extension LinkParameter where Value: Equatable {
  /// Returns the same parameter with a default value. The parameter may be absent, and the default value is not
  /// printed.
  public func or(_ value: Value) -> LinkParameter {
    LinkParameter(kind, cardinality: cardinality == .many ? .manyOrNone : cardinality == .one ? .optional : cardinality)
    {
      texts throws(InvalidLinkParameter) in
      texts.isEmpty ? value : try read(texts)
    } write: { printed in
      printed == value ? [] : write(printed)
    }
  }
}

extension LinkParameter {
  /// Returns a parameter that may be absent.
  public static func optional<Wrapped>(_ parameter: LinkParameter<Wrapped>) -> LinkParameter where Value == Wrapped? {
    LinkParameter(parameter.kind, cardinality: parameter.cardinality == .one ? .optional : parameter.cardinality) {
      texts throws(InvalidLinkParameter) in
      texts.isEmpty ? nil : try parameter.read(texts)
    } write: { value in
      value.map(parameter.write) ?? []
    }
  }

  /// Returns a parameter for any number of values: consecutive segments, or a repeated key of the query.
  public static func repeated<Element>(_ parameter: LinkParameter<Element>) -> LinkParameter where Value == [Element] {
    LinkParameter(parameter.kind, cardinality: .many) { texts throws(InvalidLinkParameter) in
      var values: [Element] = []
      for text in texts.all { values.append(try parameter.read(.one(text))) }
      return values
    } write: { values in
      var texts: [String] = []
      for value in values {
        guard let text = parameter.write(value), text.count == 1 else { return nil }
        texts += text
      }
      return texts
    }
  }
}

/// The texts of a parameter in a URL. The case of a single text avoids an array.
@usableFromInline
enum LinkParameterTexts: Sendable {
  case none
  case one(String)
  case many([String])

  init(_ texts: [String]) {
    switch texts.count {
    case 0: self = .none
    case 1: self = .one(texts[0])
    default: self = .many(texts)
    }
  }

  @usableFromInline var isEmpty: Bool { first == nil }

  @usableFromInline var first: String? {
    switch self {
    case .none: nil
    case .one(let text): text
    case .many(let texts): texts.first
    }
  }

  /// Returns the first text of a required parameter.
  @usableFromInline
  func one() throws(InvalidLinkParameter) -> String {
    guard let first else { throw InvalidLinkParameter() }
    return first
  }

  /// All texts in the order of the URL.
  @usableFromInline var all: [String] {
    switch self {
    case .none: []
    case .one(let text): [text]
    case .many(let texts): texts
    }
  }
}

/// The error for texts that a parameter does not accept.
@usableFromInline
struct InvalidLinkParameter: Error {
  @usableFromInline init() {}
}
