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
