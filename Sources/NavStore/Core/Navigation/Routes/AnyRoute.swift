/// A route of any type, for paths that mix route types.
///
/// ```swift
/// var path: [AnyRoute] = []
/// path.append(Book(id: 1))
/// path.append(Settings())
/// print(path.last?.as(Settings.self) == Settings())  // true
/// print(path == [Book(id: 1), Settings()])  // true
/// ```
///
/// Two routes are equal if their values have the same type and are equal. An encoder or a decoder of a route needs a
/// ``RouteRegistry`` that contains the type of the value.
public struct AnyRoute: Hashable, Sendable {
  package let base: any RegistrableRoute

  /// Creates a route from a value. If the value is an `AnyRoute`, the new route equals it.
  public init(_ value: some RegistrableRoute) {
    base = (value as? AnyRoute)?.base ?? value
  }

  /// Returns the value if its type is exactly `Value`, or else `nil`.
  public func `as`<Value: RegistrableRoute>(_ type: Value.Type) -> Value? {
    // The types are compared first, because a cast may convert a value: an optional to its wrapped value, and a number
    // on Apple platforms.
    Swift.type(of: base) == Value.self ? base as? Value : nil
  }

  /// Returns whether both routes contain equal values of the same type.
  public static func == (first: AnyRoute, second: AnyRoute) -> Bool {
    // `type(of:)` returns the dynamic types. The static type of a value may be a base class.
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
  public var description: String { ValueText.text(of: base) }
}

extension AnyRoute: Codable {
  private struct TypeName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Encodes an object with one key. The key is the registered name of the type, and its value is the encoded route.
  ///
  /// - Throws: An `EncodingError` if the encoder has no ``RouteRegistry``, or if the registry does not contain the
  ///   type. If the value cannot be encoded, the error that the value throws.
  public func encode(to encoder: any Encoder) throws {
    guard let registry = encoder.userInfo[.routeRegistry] as? RouteRegistry else {
      throw EncodingError.invalidValue(
        base,
        .init(
          codingPath: encoder.codingPath, debugDescription: Self.noRegistry, underlyingError: MissingRegistryError()))
    }
    try encode(to: encoder, namedBy: registry)
  }

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

  /// Decodes a route.
  ///
  /// - Throws: A `DecodingError` if the decoder has no ``RouteRegistry``, if the data is not an object with exactly one
  ///   key, if no type is registered under that key, or if the value cannot be decoded.
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
      throw corrupted("A route must be an object with exactly one key, the registered name of its type.")
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
    "An AnyRoute needs a RouteRegistry. Pass it to StateSchema(routes:) or ActionLogSchema(routes:), or store it in "
      + "the userInfo of your encoder or decoder under CodingUserInfoKey.routeRegistry"
  }
}

/// A type that is notified when a route cannot be decoded because the decoder has no ``RouteRegistry``.
package protocol MissingRegistryReporting: Sendable {
  func reportMissingRegistry()
}

extension CodingUserInfoKey {
  /// The key of the ``MissingRegistryReporting`` in the `userInfo` of a decoder that restores a saved navigation.
  package static let restoring = CodingUserInfoKey.named("navstore.restoring")
}

/// The underlying error of the `EncodingError` that is thrown if the encoder of an ``AnyRoute`` has no
/// ``RouteRegistry``.
private struct MissingRegistryError: Error {}

extension Error {
  var isMissingRegistryError: Bool {
    guard case .invalidValue(_, let context)? = self as? EncodingError else { return false }
    return context.underlyingError is MissingRegistryError
  }
}

/// Operations with values that are not wrapped in an ``AnyRoute``.
extension [AnyRoute] {
  /// Creates a path from values of different types.
  ///
  /// ```swift
  /// let link = DeepLink<AppTab, AnyRoute>(tab: .library, path: [AnyRoute](holding: [Book(id: 1), Song(id: 7)]))
  /// ```
  public init(holding values: [any RegistrableRoute]) {
    self = values.map { AnyRoute($0) }
  }

  /// Appends a value to the path.
  @_disfavoredOverload
  public mutating func append(_ value: some RegistrableRoute) {
    append(AnyRoute(value))
  }

  /// Returns whether a path contains exactly these values in this order, with the same types.
  public static func == (path: [AnyRoute], values: [any RegistrableRoute]) -> Bool {
    path == [AnyRoute](holding: values)
  }

  /// Returns whether a path differs from these values.
  public static func != (path: [AnyRoute], values: [any RegistrableRoute]) -> Bool {
    !(path == values)
  }
}

extension AnyRoute: CustomReflectable {
  /// A mirror whose only child is the value, without a label.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: [base], displayStyle: .struct)
  }
}
