/// A state with the routes that were seen in it; the state of a ``ViewedHistoryReducer``.
public struct ViewedHistoryState<Base: Sendable, Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  /// The state of the inner reducer.
  public var base: Base
  /// What was seen, the newest first.
  public var viewed: ViewedHistory<Tab, Route>

  /// What the history was before the last transaction, so that a route which was on top only within one is not seen.
  var transaction: (id: TransactionID, viewed: ViewedHistory<Tab, Route>, top: ViewedHistory<Tab, Route>.Entry?)?

  /// A state with what was seen so far.
  public init(_ base: Base, viewed: ViewedHistory<Tab, Route> = ViewedHistory()) {
    self.base = base
    self.viewed = viewed
  }
}

extension ViewedHistoryState: Equatable where Base: Equatable {
  /// Whether the states and what was seen in them are equal.
  public static func == (first: ViewedHistoryState, second: ViewedHistoryState) -> Bool {
    first.base == second.base && first.viewed == second.viewed
  }
}

extension ViewedHistoryState: Hashable where Base: Hashable {
  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(base)
    hasher.combine(viewed)
  }
}

private enum ViewedHistoryStateKey: String, CodingKey {
  case base, viewed
}

extension ViewedHistoryState: Encodable where Base: Encodable, Tab: Encodable, Route: Encodable {
  /// Encodes the state and what was seen in it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ViewedHistoryStateKey.self)
    try container.encode(base, forKey: .base)
    try container.encode(viewed, forKey: .viewed)
  }
}

extension ViewedHistoryState: Decodable where Base: Decodable, Tab: Decodable, Route: Decodable {
  /// Decodes what was encoded. A state without a history has seen nothing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ViewedHistoryStateKey.self)
    self.init(
      try container.decode(Base.self, forKey: .base),
      viewed: try container.decodeIfPresent(ViewedHistory.self, forKey: .viewed) ?? ViewedHistory())
  }
}

extension ViewedHistoryState: UndoPreserving where Base: UndoPreserving {
  /// Carries over what the inner state does. What was seen is undone with the rest.
  public mutating func preserve(from current: ViewedHistoryState) {
    base.preserve(from: current.base)
  }
}

extension ViewedHistoryState: CustomReflectable {
  /// The public members.
  public var customMirror: Mirror {
    Mirror(self, children: ["base": base, "viewed": viewed], displayStyle: .struct)
  }
}
