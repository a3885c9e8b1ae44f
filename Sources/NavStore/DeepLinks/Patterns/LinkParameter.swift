/// What stands in a URL for a value, in both directions.
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
/// A value has one spelling: numbers are canonical, so `007` is no ``int``, and a default is not printed.
public struct LinkParameter<Value: Sendable>: Sendable {
  let kind: LinkParameterKind
  let cardinality: LinkParameterCardinality
  /// The value of the texts that stand there. It throws and returns no optional, whose type takes long to find in
  /// generic code.
  @usableFromInline let read: @Sendable (LinkParameterTexts) throws(InvalidLinkParameter) -> Value
  /// The texts of a value; nil if it cannot be printed.
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

  /// A parameter of your own.
  ///
  /// - Parameters:
  ///   - expected: What it wants, for messages: "a date".
  ///   - parse: The value of a text; nil if it is none.
  ///   - print: The text of a value; nil if it has none.
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

  /// The same parameter, for values that satisfy a condition.
  ///
  /// It is more specific than the same one without a condition. Make it a property of its own, because in the arguments
  /// of a ``LinkPattern`` the compiler takes no closure for one that any thread may call:
  ///
  /// ```swift
  /// extension LinkParameter where Value == Int {
  ///   static var even: LinkParameter { .int.matching("an even number") { $0.isMultiple(of: 2) } }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - expected: What it wants, for messages: "an even number".
  ///   - condition: What must be true of a value.
  public func matching(
    _ expected: String, _ condition: @escaping @Sendable (Value) -> Bool
  ) -> LinkParameter {
    LinkParameter(LinkParameterKind(expected, rank: .condition), cardinality: cardinality) {
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
  /// The same parameter for values of another type.
  ///
  /// It changes the type of the parameter, which a chain that begins with a dot cannot do. So declare a property, and
  /// use that in a ``LinkPattern``. For a type with a raw value there is ``rawValue(_:_:)``.
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
  ///   - make: Returns the other value; nil if there is none for the value.
  ///   - value: Returns the value of the other one; nil if it has none, and then no URL.
  public func map<Other: Sendable>(
    to make: @escaping @Sendable (Value) -> Other?, from value: @escaping @Sendable (Other) -> Value?
  ) -> LinkParameter<Other> {
    // What makes no value of some texts does not take any text.
    let kind = kind.rank == .any ? LinkParameterKind(kind.expected, rank: .almostAny) : kind
    return LinkParameter<Other>(kind, cardinality: cardinality) { texts throws(InvalidLinkParameter) in
      guard let other = make(try self.read(texts)) else { throw InvalidLinkParameter() }
      return other
    } write: { other in
      value(other).flatMap { self.write($0) }
    }
  }
}

/// How the value of a parameter stands in a URL.
enum LinkParameterCardinality: Hashable, Sendable {
  /// One text that must be there.
  case one
  /// One text or none.
  case optional
  /// Any number of texts.
  case many
  /// Any number of texts, of which none stand for a default.
  case manyOrNone

  var isOptional: Bool { self == .optional || self == .manyOrNone }
  var isRepeated: Bool { self == .many || self == .manyOrNone }
}

/// What is known of a parameter without the type of its values.
struct LinkParameterKind: Hashable, Sendable {
  /// How much a parameter narrows what fits; lower ones come first.
  enum Rank: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// A condition of the app's.
    case condition
    /// Some texts: numbers, names of cases.
    case restricted
    /// Any text but a few.
    case almostAny
    /// Any text.
    case any

    static func < (first: Rank, second: Rank) -> Bool { first.rawValue < second.rawValue }
  }

  /// For messages: "an integer".
  let expected: String
  let rank: Rank

  init(_ expected: String, rank: Rank) {
    self.expected = expected
    self.rank = rank
  }
}

// MARK: - None, one or many

extension LinkParameter where Value: Equatable {
  /// The same parameter, which may be absent: then it has a value, which is not printed either.
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
  /// A parameter that may be absent.
  public static func optional<Wrapped>(_ parameter: LinkParameter<Wrapped>) -> LinkParameter where Value == Wrapped? {
    LinkParameter(parameter.kind, cardinality: parameter.cardinality == .one ? .optional : parameter.cardinality) {
      texts throws(InvalidLinkParameter) in
      texts.isEmpty ? nil : try parameter.read(texts)
    } write: { value in
      value.map(parameter.write) ?? []
    }
  }

  /// Any number of values: segments that follow each other, or a key of the query that is there more than once.
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

/// The texts that stand in a URL for a parameter. Mostly they are one, which needs no array.
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

  /// The first one, of a parameter that must have one.
  @usableFromInline
  func one() throws(InvalidLinkParameter) -> String {
    guard let first else { throw InvalidLinkParameter() }
    return first
  }

  /// All of them, in the order in which they stand there.
  @usableFromInline var all: [String] {
    switch self {
    case .none: []
    case .one(let text): [text]
    case .many(let texts): texts
    }
  }
}

/// The texts of a parameter are no value of its.
@usableFromInline
struct InvalidLinkParameter: Error {
  @usableFromInline init() {}
}
