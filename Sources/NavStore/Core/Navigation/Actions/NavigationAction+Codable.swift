extension NavigationAction: Encodable where Tab: Encodable, Route: Encodable {
  /// Encodes the action as an object with one key. The key is the name of the action, and its value is the list of
  /// arguments.
  ///
  /// Later versions of the library keep this form.
  public func encode(to encoder: any Encoder) throws {
    var visitor = NavigationActionEncodingVisitor<Tab, Route, ContainerOutput>(ContainerOutput(encoder))
    try accept(&visitor)
  }
}

extension NavigationAction: Decodable where Tab: Decodable, Route: Decodable {
  /// Decodes an action from the form that ``encode(to:)`` encodes.
  ///
  /// - Throws: A `DecodingError` if the object does not have exactly one key, if the key is not the name of an action,
  ///   or if an argument is missing, wrong or superfluous. A newer version of the library may have added names or
  ///   arguments, and a replay that ignored them would produce a wrong state.
  public init(from decoder: any Decoder) throws {
    var container = try ActionDecodingContainer<NavigationActionName>(from: decoder)
    self = try NavigationAction(container.name, from: &container)
    try container.requireEnd()
  }
}

extension ActionDecodingContainer: NavigationActionReader {
  package mutating func firstArgument<Value: Decodable>() throws -> Value { try arguments.decode(Value.self) }
  package mutating func nextArgument<Value: Decodable>() throws -> Value { try arguments.decode(Value.self) }

  package mutating func nextArgumentIfPresent<Value: Decodable>() throws -> Value? {
    arguments.isAtEnd ? nil : try arguments.decode(Value.self)
  }

  package mutating func nextTargetIfPresent<Tab: Decodable>() throws -> NavigationTarget<Tab> {
    arguments.isAtEnd ? .focused : try arguments.decode(NavigationTarget<Tab>.self)
  }

  package mutating func nextPosition() throws -> Int? {
    try arguments.decodeNil() ? nil : try arguments.decode(Int.self)
  }
}

/// An output that writes the arguments to an unkeyed container of any encoder.
private struct ContainerOutput: NavigationActionOutput {
  private let encoder: any Encoder
  private var arguments: (any UnkeyedEncodingContainer)?

  init(_ encoder: any Encoder) {
    self.encoder = encoder
  }

  mutating func begin(_ name: NavigationActionName) {
    arguments = encoder.actionArguments(of: name)
  }

  mutating func encode(_ argument: some Encodable) throws { try arguments?.encode(argument) }
  mutating func encodeNil() throws { try arguments?.encodeNil() }
}

// MARK: - For encoders

package protocol NavigationActionOutput {
  mutating func begin(_ name: NavigationActionName) throws
  mutating func encode(_ argument: some Encodable) throws
  mutating func encodeNil() throws
}

package struct NavigationActionEncodingVisitor<
  Tab: Hashable & Sendable & Encodable, Route: Hashable & Sendable & Encodable, Output: NavigationActionOutput
>: NavigationActionVisitor {
  package typealias Failure = any Error

  package var output: Output

  package init(_ output: Output) {
    self.output = output
  }

  package mutating func begin(_ name: NavigationActionName) throws { try output.begin(name) }
  package mutating func tab(_ tab: Tab) throws { try output.encode(tab) }
  package mutating func tabs(_ tabs: [Tab]) throws { try output.encode(tabs) }
  package mutating func route(_ route: Route, _ role: NavigationRouteRole) throws { try output.encode(route) }
  package mutating func replacement(_ route: Route?) throws { if let route { try output.encode(route) } }
  package mutating func path(_ path: [Route]) throws { try output.encode(path) }

  package mutating func target(_ target: NavigationTarget<Tab>, _ presence: NavigationTargetPresence) throws {
    // The target is matched by a pattern, because `==` is slow for a type that is not known at compile time.
    if presence != .required, case .focused = target { return }
    try output.encode(target)
  }

  package mutating func number(_ number: Int) throws { try output.encode(number) }

  package mutating func position(_ position: Int?) throws {
    if let position { try output.encode(position) } else { try output.encodeNil() }
  }

  package mutating func style(_ style: ModalStyle) throws { try output.encode(style) }
  package mutating func modal(_ id: ModalID) throws { try output.encode(id) }
  package mutating func link(_ link: DeepLink<Tab, Route>) throws { try output.encode(link) }
}

// MARK: - Targets

extension NavigationTarget: Encodable where Tab: Encodable {
  /// Encodes `{"tab":…}`, `{"modal":…}` or, for the focused path, an empty object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyCodingKey.self)
    switch self {
    case .focused: break
    case .tab(let tab): try container.encode(tab, forKey: AnyCodingKey(stringValue: "tab"))
    case .modal(let id): try container.encode(id, forKey: AnyCodingKey(stringValue: "modal"))
    }
  }
}

extension NavigationTarget: Decodable where Tab: Decodable {
  /// Decodes a target from the form that ``encode(to:)`` encodes.
  ///
  /// - Throws: A `DecodingError` for any other form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyCodingKey.self)
    let keys = container.allKeys
    switch keys.map({ $0.stringValue }) {
    case []: self = .focused
    case ["tab"]: self = .tab(try container.decode(Tab.self, forKey: keys[0]))
    case ["modal"]: self = .modal(try container.decode(ModalID.self, forKey: keys[0]))
    default:
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "A target must be an empty object, or have exactly one of these keys: tab, modal."))
    }
  }
}
