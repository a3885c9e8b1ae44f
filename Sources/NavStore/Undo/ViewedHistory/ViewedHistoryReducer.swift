/// A reducer around a reducer, which keeps the routes that became visible; see ``ViewedHistory``.
///
/// ```swift
/// let reducer = ViewedHistoryReducer(AppReducer(), navigation: \.navigation, action: AppAction.navigation, limit: 20)
/// let store = Store(initialState: ViewedHistoryState(AppState()), reducer: reducer)
/// store.send(.action(.navigation(.push(.song(7)))))
/// print(store.state.viewed.entries)  // song 7, in the home tab
/// store.send(.select(store.state.viewed.entries[0]))
/// ```
///
/// A route becomes visible when it is the ``NavigationState/top`` after a transaction and was not before it, or was in
/// another tab. A root screen is no route and is not noted. What is visible at the start is noted if the history begins
/// with it: ``ViewedHistory/init(startingAt:)``.
///
/// An action that changes what is visible costs a comparison with every entry, so at most ``limit``; any other costs
/// one comparison of two routes.
public struct ViewedHistoryReducer<Base: Reducer, Tab: Hashable & Sendable, Route: Hashable & Sendable>: Reducer {
  /// A route that was seen, and where.
  public typealias Entry = ViewedHistory<Tab, Route>.Entry

  /// The inner reducer.
  public let base: Base
  /// How many routes are kept.
  public let limit: Int

  private let navigation: @Sendable (Base.State) -> NavigationState<Tab, Route>
  private let embed: @Sendable (NavigationAction<Tab, Route>) -> Base.Action
  private let sameRoute: (@Sendable (Route, Route) -> Bool)?

  /// A reducer that keeps what becomes visible in a navigation that `base` changes.
  ///
  /// - Parameters:
  ///   - base: The inner reducer.
  ///   - navigation: The navigation in its state, for example `\.navigation`.
  ///   - action: Makes its action from one of the navigation, for example `AppAction.navigation`.
  ///   - limit: How many routes are kept, at least 0.
  ///   - sameRoute: When two routes are the same, as in ``NavigationRules/sameRoute``; nil for `==`.
  public init(
    _ base: Base, navigation: @escaping @Sendable (Base.State) -> NavigationState<Tab, Route>,
    action: @escaping @Sendable (NavigationAction<Tab, Route>) -> Base.Action, limit: Int = 50,
    sameRoute: (@Sendable (Route, Route) -> Bool)? = nil
  ) {
    guard limit >= 0 else {
      fatalError("ViewedHistoryReducer was given the limit \(limit). Pass how many routes to keep, 0 for none.")
    }
    self.base = base
    self.navigation = navigation
    self.embed = action
    self.limit = limit
    self.sameRoute = sameRoute
  }

  /// Does what the action says and notes what has become visible.
  ///
  /// To select an entry is to dismiss every modal, to select the tab and to navigate to the route, by three actions of
  /// the inner reducer in one transaction. If the tab is gone, nothing happens.
  public func reduce(
    into state: inout ViewedHistoryState<Base.State, Tab, Route>, action: ViewedHistoryAction<Base.Action, Tab, Route>
  ) -> Effect<ViewedHistoryAction<Base.Action, Tab, Route>> {
    let before = top(of: state.base)
    let effect: Effect<Base.Action>
    switch action {
    case .action(let action):
      effect = base.reduce(into: &state.base, action: action)
    case .select(let entry):
      guard navigation(state.base).tabs.contains(entry.tab) else { return .none }
      let steps: [NavigationAction<Tab, Route>] = [.dismissAll, .selectTab(entry.tab), .navigate(to: entry.route)]
      effect = base.reduce(into: &state.base, actions: steps.map(embed))
    case .remove(let route):
      forget(in: &state) { $0.remove(route, sameRoute: sameRoute) }
      return .none
    case .clear:
      forget(in: &state) { $0.clear() }
      return .none
    }
    note(top(of: state.base), after: before, in: &state)
    return effect.map(ViewedHistoryAction.action)
  }

  private func top(of base: Base.State) -> Entry? {
    let navigation = navigation(base)
    return navigation.top.map { Entry($0, in: navigation.selectedTab) }
  }

  private func note(
    _ top: Entry?, after before: Entry?, in state: inout ViewedHistoryState<Base.State, Tab, Route>
  ) {
    guard top != before else { return }
    var before = before
    if let id = TransactionID.current {
      if let begun = state.transaction, begun.id == id {
        // What an earlier action of the transaction showed, nobody has seen.
        state.viewed = begun.viewed
        before = begun.top
      } else {
        state.transaction = (id, state.viewed, before)
      }
    }
    guard let top, top != before else { return }
    state.viewed.note(top.route, in: top.tab, limit: limit, sameRoute: sameRoute)
  }

  private func forget(
    in state: inout ViewedHistoryState<Base.State, Tab, Route>, _ body: (inout ViewedHistory<Tab, Route>) -> Void
  ) {
    body(&state.viewed)
    // What is visible then may become visible anew by a later action of the same transaction, and nothing else comes
    // back.
    state.transaction = nil
  }
}

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

private enum ViewedHistoryActionName: String, CodingKey, CaseIterable {
  case action = "do"
  case select, remove, clear
}

extension ViewedHistoryAction: Encodable where Base: Encodable, Tab: Encodable, Route: Encodable {
  /// Encodes the action as an object with one key over a list of arguments: `{"select":[<route>,<tab>]}`.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .action(let action): try encoder.encodeAction(ViewedHistoryActionName.action, action)
    case .select(let entry): try encoder.encodeAction(ViewedHistoryActionName.select, entry.route, entry.tab)
    case .remove(let route): try encoder.encodeAction(ViewedHistoryActionName.remove, route)
    case .clear: try encoder.encodeAction(ViewedHistoryActionName.clear)
    }
  }
}

extension ViewedHistoryAction: Decodable where Base: Decodable, Tab: Decodable, Route: Decodable {
  /// Decodes what was encoded. Throws a `DecodingError` for an unknown action, for more than one, and for missing,
  /// wrong or superfluous arguments.
  public init(from decoder: any Decoder) throws {
    var container = try ActionDecodingContainer<ViewedHistoryActionName>(from: decoder)
    switch container.name {
    case .action: self = .action(try container.arguments.decode(Base.self))
    case .select:
      let route = try container.arguments.decode(Route.self)
      self = .select(.init(route, in: try container.arguments.decode(Tab.self)))
    case .remove: self = .remove(try container.arguments.decode(Route.self))
    case .clear: self = .clear
    }
    try container.requireEnd()
  }
}

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
