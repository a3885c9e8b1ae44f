/// A conversion between a value and the string that represents the value in a URL, in both directions.
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
/// Each value is printed in one way, and a default value is not printed. An ``int`` is read only in the form in which
/// it is printed, so `007` is not accepted.
public struct LinkParameter<Value: Sendable>: Sendable {
  let descriptor: LinkParameterDescriptor
  /// Returns the value for the parameter's strings. The closure throws instead of returning an optional, because
  /// optional types are slow to create in generic code.
  @usableFromInline let read: @Sendable (LinkParameterTexts) throws(InvalidLinkParameter) -> Value
  /// Returns the strings for a value, or `nil` if the value cannot be printed.
  @usableFromInline let write: @Sendable (Value) -> [String]?

  init(
    _ descriptor: LinkParameterDescriptor,
    read: @escaping @Sendable (LinkParameterTexts) throws(InvalidLinkParameter) -> Value,
    write: @escaping @Sendable (Value) -> [String]?
  ) {
    self.descriptor = descriptor
    self.read = read
    self.write = write
  }

  init(
    _ kind: LinkParameterKind, isOptional: Bool = false, isRepeated: Bool = false,
    read: @escaping @Sendable (LinkParameterTexts) throws(InvalidLinkParameter) -> Value,
    write: @escaping @Sendable (Value) -> [String]?
  ) {
    let descriptor = LinkParameterDescriptor(kind: kind, isOptional: isOptional, isRepeated: isRepeated)
    self.init(descriptor, read: read, write: write)
  }

  var kind: LinkParameterKind { descriptor.kind }

  /// Creates a parameter with custom conversions.
  ///
  /// - Parameters:
  ///   - expected: A noun phrase for error messages, such as "a date".
  ///   - parse: Returns the value for a string in a URL, or `nil` if the string is not valid.
  ///   - print: Returns the string for a value, or `nil` if the value cannot be printed.
  public init(
    _ expected: String, parse: @escaping @Sendable (String) -> Value?, print: @escaping @Sendable (Value) -> String?
  ) {
    self.init(LinkParameterKind(expected, rank: .restricted, isExact: false)) { texts throws(InvalidLinkParameter) in
      guard let value = parse(try texts.one()) else { throw InvalidLinkParameter() }
      return value
    } write: { value in
      print(value).map { [$0] }
    }
  }

  /// Returns the same parameter, restricted to values that satisfy a condition.
  ///
  /// A parameter with a condition is more specific than the same parameter without a condition. Declare the result as a
  /// static property, because in the arguments of a ``LinkPattern``, the compiler does not accept the closure as
  /// `@Sendable`:
  ///
  /// ```swift
  /// extension LinkParameter where Value == Int {
  ///   static var even: LinkParameter { .int.matching("an even number") { $0.isMultiple(of: 2) } }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - expected: A noun phrase for error messages, such as "an even number".
  ///   - condition: Returns whether a value is accepted.
  public func matching(
    _ expected: String, _ condition: @escaping @Sendable (Value) -> Bool
  ) -> LinkParameter {
    var descriptor = descriptor
    descriptor.kind = kind.restricted(to: .condition, expected)
    return LinkParameter(descriptor) { texts throws(InvalidLinkParameter) in
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
  /// Declare the result as a static property and use that property in a ``LinkPattern``. An expression that starts with
  /// a dot, such as `.int.map(…)`, does not compile, because the method changes the type. For a type with a raw value,
  /// use ``rawValue(_:_:)``.
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
  ///   - make: Returns the value of the other type, or `nil` if the value of this type is not accepted.
  ///   - value: Returns the value of this type, or `nil` if the value of the other type cannot be printed.
  public func map<Other: Sendable>(
    to make: @escaping @Sendable (Value) -> Other?, from value: @escaping @Sendable (Other) -> Value?
  ) -> LinkParameter<Other> {
    // The conversion can reject some strings, so the new parameter does not accept every string.
    var descriptor = descriptor
    descriptor.kind = kind.restricted(to: min(kind.rank, .almostAny), kind.expected)
    return LinkParameter<Other>(descriptor) { texts throws(InvalidLinkParameter) in
      guard let other = make(try self.read(texts)) else { throw InvalidLinkParameter() }
      return other
    } write: { other in
      value(other).flatMap { self.write($0) }
    }
  }
}

/// The properties of a parameter that do not depend on the type of its values.
@usableFromInline
struct LinkParameterDescriptor: Hashable, Sendable, Codable {
  var kind: LinkParameterKind
  var isOptional = false
  var isRepeated = false
}

/// Which strings a parameter accepts.
struct LinkParameterKind: Hashable, Sendable, Codable {
  /// How restrictive a parameter is. Lower ranks are more restrictive and are tried first.
  enum Rank: Int, Hashable, Sendable, Codable, Comparable, CaseIterable {
    /// Values that satisfy a condition of the app.
    case condition
    /// Some strings, such as numbers or the names of cases.
    case restricted
    case almostAny
    case any

    static func < (first: Rank, second: Rank) -> Bool { first.rawValue < second.rawValue }
  }

  enum Form: String, Hashable, Sendable, Codable {
    /// Strings without control characters.
    case text
    /// Strings that may contain line breaks.
    case lines
    /// A key without a value. The string is empty.
    case flag
    /// Keys and values, alternating. A value has an equals sign before it, or is empty if the item has no equals sign.
    /// Each key occurs once.
    case items
    /// Keys and values as in ``items``. A key can occur several times.
    case repeatedItems
  }

  /// The strings that a parameter accepts, as far as the library knows them.
  enum Values: Hashable, Sendable, Codable {
    case any, integers, unsignedIntegers, truthValues, numbers, uuids
    /// Only the empty string.
    case nothing
    case choices([String])
  }

  /// A noun phrase for error messages, such as "an integer".
  let expected: String
  let rank: Rank
  let form: Form
  /// Whether the parameter is known to refuse the empty string.
  let isNeverEmpty: Bool
  let values: Values
  /// Whether the parameter accepts each of the values. If `false`, a function of the app can refuse some of them.
  let isExact: Bool

  init(
    _ expected: String, rank: Rank, form: Form = .text, isNeverEmpty: Bool = false, values: Values = .any,
    isExact: Bool = true
  ) {
    self.expected = expected
    self.rank = rank
    self.form = form
    self.isNeverEmpty = isNeverEmpty
    self.values = values
    self.isExact = isExact
  }

  /// Returns the kind of the same parameter with an additional function of the app, which can refuse values.
  func restricted(to rank: Rank, _ expected: String) -> LinkParameterKind {
    LinkParameterKind(
      expected, rank: rank, form: form, isNeverEmpty: isNeverEmpty, values: values, isExact: false)
  }
}

extension LinkParameterKind {
  // Two parameters with the same form and description are equal, so that patterns with them are ambiguous. What an
  // export knows of their values does not matter.

  static func == (first: Self, second: Self) -> Bool {
    first.expected == second.expected && first.rank == second.rank && first.form == second.form
      && first.isNeverEmpty == second.isNeverEmpty
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(expected)
    hasher.combine(rank)
    hasher.combine(form)
    hasher.combine(isNeverEmpty)
  }
}

// MARK: - Optional and repeated parameters

extension LinkParameter where Value: Equatable {
  /// Returns the same parameter with a default value for URLs that omit the parameter. The default value is not
  /// printed.
  public func or(_ value: Value) -> LinkParameter {
    LinkParameter(kind, isOptional: true, isRepeated: descriptor.isRepeated) { texts throws(InvalidLinkParameter) in
      texts.isEmpty ? value : try read(texts)
    } write: { printed in
      printed == value ? [] : write(printed)
    }
  }
}

extension LinkParameter {
  /// Returns a parameter that may be absent. The value of an absent parameter is `nil`.
  public static func optional<Wrapped>(_ parameter: LinkParameter<Wrapped>) -> LinkParameter where Value == Wrapped? {
    var descriptor = parameter.descriptor
    if !descriptor.isRepeated { descriptor.isOptional = true }
    return LinkParameter(descriptor) { texts throws(InvalidLinkParameter) in
      texts.isEmpty ? nil : try parameter.read(texts)
    } write: { value in
      value.map(parameter.write) ?? []
    }
  }

  /// Returns a parameter for any number of values: consecutive segments, or a repeated key of the query.
  public static func repeated<Element>(_ parameter: LinkParameter<Element>) -> LinkParameter where Value == [Element] {
    LinkParameter(parameter.kind, isRepeated: true) { texts throws(InvalidLinkParameter) in
      var values: [Element] = []
      for text in texts.all {
        do throws(InvalidLinkParameter) { values.append(try parameter.read(.one(text))) } catch {
          throw InvalidLinkParameter(text: values.count)
        }
      }
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

/// The strings of a parameter in a URL. A single string is stored without an array, because an array would be slower.
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

  var isEmpty: Bool { first == nil }

  var first: String? {
    switch self {
    case .none: nil
    case .one(let text): text
    case .many(let texts): texts.first
    }
  }

  func one() throws(InvalidLinkParameter) -> String {
    guard let first else { throw InvalidLinkParameter() }
    return first
  }

  var all: [String] {
    switch self {
    case .none: []
    case .one(let text): [text]
    case .many(let texts): texts
    }
  }
}

/// The error for strings that a parameter does not accept.
@usableFromInline
struct InvalidLinkParameter: Error {
  /// The index of the parameter in its pattern, which sets the index.
  @usableFromInline var number = 0
  /// The index of the string that a repeated parameter does not accept, or `nil` if it accepts each one alone.
  let text: Int?

  init(text: Int? = nil) { self.text = text }

  @usableFromInline init() { text = nil }

  @usableFromInline
  func of(_ number: Int) -> InvalidLinkParameter {
    var error = self
    error.number = number
    return error
  }
}
