/// What can be done to a state with the routes that were seen in it.
///
/// The encoded form is stable and is what action logs hold.
public enum ViewedHistoryAction<Base: Sendable, Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  /// Do this to the inner state.
  case action(Base)
  /// Go to a route that was seen, in the tab where it was seen.
  case select(ViewedHistory<Tab, Route>.Entry)
  /// Forget that a route was seen.
  case remove(Route)
  /// Forget everything that was seen.
  case clear
}

extension ViewedHistoryAction: Equatable where Base: Equatable {}
extension ViewedHistoryAction: Hashable where Base: Hashable {}

private enum ViewedHistoryKey: String, CodingKey, CaseIterable {
  case action = "do"
  case select, remove, clear
}

extension ViewedHistoryAction: Encodable where Base: Encodable, Tab: Encodable, Route: Encodable {
  /// Encodes the action as an object with one key over a list of arguments: `{"select":[<route>,<tab>]}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ViewedHistoryKey.self)
    func encode(_ key: ViewedHistoryKey, _ arguments: (any Encodable)...) throws {
      var list = container.nestedUnkeyedContainer(forKey: key)
      for argument in arguments { try list.encode(argument) }
    }
    switch self {
    case .action(let action): try encode(.action, action)
    case .select(let entry): try encode(.select, entry.route, entry.tab)
    case .remove(let route): try encode(.remove, route)
    case .clear: try encode(.clear)
    }
  }
}

extension ViewedHistoryAction: Decodable where Base: Decodable, Tab: Decodable, Route: Decodable {
  /// Decodes what was encoded. Throws a `DecodingError` for an unknown action, for more than one, and for missing,
  /// wrong or superfluous arguments.
  public init(from decoder: any Decoder) throws {
    var form = try ActionForm<ViewedHistoryKey>(from: decoder)
    switch form.key {
    case .action: self = .action(try form.arguments.decode(Base.self))
    case .select:
      let route = try form.arguments.decode(Route.self)
      self = .select(.init(route, in: try form.arguments.decode(Tab.self)))
    case .remove: self = .remove(try form.arguments.decode(Route.self))
    case .clear: self = .clear
    }
    try form.end()
  }
}
