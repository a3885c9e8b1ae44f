/// A route of any type, for paths that mix types.
///
/// ```swift
/// var path: [AnyRoute] = []
/// path.append(Book(id: 1))
/// path.append(Settings())
/// print(path.last?.as(Settings.self) == Settings())  // true
/// print(path == [Book(id: 1), Settings()])  // true
/// ```
///
/// Two are equal when they hold equal values of the same type. To encode and decode one, give the coder a
/// ``RouteRegistry`` with the type.
public struct AnyRoute: Hashable, Sendable {
  /// The value.
  public let base: any RegistrableRoute

  /// A route that holds a value. One that holds an `AnyRoute` is that route itself.
  public init(_ value: some RegistrableRoute) {
    base = (value as? AnyRoute)?.base ?? value
  }

  /// The value if it is of this very type, else nil.
  public func `as`<Value: RegistrableRoute>(_ type: Value.Type) -> Value? {
    // The types are compared first, because a cast may convert: an optional to what it holds, and a number on Apple
    // platforms.
    Swift.type(of: base) == Value.self ? base as? Value : nil
  }

  /// Whether both hold equal values of the same type.
  public static func == (first: AnyRoute, second: AnyRoute) -> Bool {
    // The types of the values and not of how they are held: a subclass may be held as its base class.
    func isEqual<Value: RegistrableRoute>(_ value: Value) -> Bool { second.base as? Value == value }
    return type(of: first.base) == type(of: second.base) && isEqual(first.base)
  }

  /// Hashes the type and the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: base)))
    hasher.combine(base)
  }
}

extension AnyRoute: CustomStringConvertible {
  /// The description of the value.
  public var description: String { "\(base)" }
}

extension AnyRoute: Codable {
  private struct TypeName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Encodes an object whose one key is the registered name and whose value is the route.
  ///
  /// Throws an `EncodingError` when the encoder has no ``RouteRegistry``, or one without the type.
  public func encode(to encoder: any Encoder) throws {
    guard let registry = encoder.userInfo[.routeRegistry] as? RouteRegistry else {
      throw EncodingError.invalidValue(
        base,
        .init(
          codingPath: encoder.codingPath, debugDescription: Self.noRegistry, underlyingError: MissingRegistryError()))
    }
    try encode(to: encoder, namedBy: registry)
  }

  /// Encodes the route by the names of a registry, whether the encoder has one or not.
  func encode(to encoder: any Encoder, namedBy registry: RouteRegistry) throws {
    guard let name = registry.name(of: type(of: base)) else {
      throw EncodingError.invalidValue(
        base,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "The type \(type(of: base)) has no name in the RouteRegistry. Add .route(…, named:) for it."
        ))
    }
    var container = encoder.container(keyedBy: TypeName.self)
    try container.encode(base, forKey: TypeName(stringValue: name))
  }

  /// Decodes what was encoded.
  ///
  /// Throws a `DecodingError` when the decoder has no ``RouteRegistry``, when no type has the name, and when the value
  /// does not decode.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TypeName.self)
    func corrupted(_ reason: String) -> DecodingError {
      .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
    }
    guard let registry = decoder.userInfo[.routeRegistry] as? RouteRegistry else {
      (decoder.userInfo[.restoring] as? any MissingRegistryReporting)?.reportMissingRegistry()
      throw corrupted(Self.noRegistry)
    }
    guard let key = container.allKeys.first, container.allKeys.count == 1 else {
      throw corrupted("A route is an object with one key, the name of its type.")
    }
    guard let type = registry.type(named: key.stringValue) else {
      throw corrupted("No type is registered as \"\(key.stringValue)\".")
    }
    func decode<Value: RegistrableRoute>(_ type: Value.Type) throws -> AnyRoute {
      AnyRoute(try container.decode(Value.self, forKey: key))
    }
    self = try decode(type)
  }

  static var noRegistry: String {
    "An AnyRoute needs a RouteRegistry. Give routes: to what loads, saves or records it. A coder of your own has it in "
      + "its userInfo, under CodingUserInfoKey.routeRegistry"
  }
}

/// A type that is notified when a route cannot be decoded because the decoder has no ``RouteRegistry``.
package protocol MissingRegistryReporting: Sendable {
  /// A route could not be decoded because the decoder has no registry.
  func reportMissingRegistry()
}

extension CodingUserInfoKey {
  /// Where a decoder that restores a saved navigation has its ``MissingRegistryReporting``.
  package static let restoring = CodingUserInfoKey.named("navstore.restoring")
}

/// Marks the error of an encoder that has no ``RouteRegistry``.
private struct MissingRegistryError: Error {}

extension Error {
  /// Whether an ``AnyRoute`` was encoded without a ``RouteRegistry``.
  var isMissingRegistryError: Bool {
    guard case .invalidValue(_, let context)? = self as? EncodingError else { return false }
    return context.underlyingError is MissingRegistryError
  }
}

// Each of these is disfavored by the compiler, so that an `AnyRoute` goes to what the array has by itself.

/// What a path that mixes types takes without wrapping each value.
extension [AnyRoute] {
  /// A path of values of any types.
  ///
  /// ```swift
  /// let link = DeepLink<AppTab, AnyRoute>(tab: .library, path: [AnyRoute](holding: [Book(id: 1), Song(id: 7)]))
  /// ```
  public init(holding values: [any RegistrableRoute]) {
    self = values.map { AnyRoute($0) }
  }

  /// Puts a value on top of the path.
  @_disfavoredOverload
  public mutating func append(_ value: some RegistrableRoute) {
    append(AnyRoute(value))
  }

  /// Whether a path holds these values and no others, each of the same type.
  public static func == (path: [AnyRoute], values: [any RegistrableRoute]) -> Bool {
    path == [AnyRoute](holding: values)
  }

  /// Whether a path differs from these values.
  public static func != (path: [AnyRoute], values: [any RegistrableRoute]) -> Bool {
    !(path == values)
  }
}

extension [AnyRoute] {
  /// Whether a path has a value.
  @_disfavoredOverload
  public func contains(_ value: some RegistrableRoute) -> Bool { contains(AnyRoute(value)) }
}

extension AnyRoute: CustomReflectable {
  /// The value, without a label, as in the initializer.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: [base], displayStyle: .struct)
  }
}
