/// A reducer that adds a ``ViewedHistory`` to an inner reducer: the routes that have become visible.
///
/// ```swift
/// let reducer = ViewedHistoryReducer(AppReducer(), navigation: \.navigation, action: AppAction.navigation, limit: 20)
/// let store = Store(initialState: ViewedHistoryState(AppState()), reducer: reducer)
/// store.send(.action(.navigation(.push(.song(7)))))
/// print(store.state.viewed.entries)  // song 7, in the home tab
/// store.send(.select(store.state.viewed.entries[0]))
/// ```
///
/// A route gets an entry if it is the `NavigationState.top` after a transaction, and if the top route or the selected
/// tab was different before the transaction. The root screen of a tab is not a route and has no entry. The route that
/// is visible initially has no entry.
///
/// After an action that changes the visible route, the reducer compares the new route with every entry, of which there
/// are at most `limit`. Any other action requires one comparison of two routes.
public struct ViewedHistoryReducer<Base: Reducer, Tab: Hashable & Sendable, Route: Hashable & Sendable>: Reducer {
  private typealias Entry = ViewedHistory<Tab, Route>.Entry

  package let base: Base
  package let limit: Int

  private let navigation: @Sendable (Base.State) -> NavigationState<Tab, Route>
  private let embed: @Sendable (NavigationAction<Tab, Route>) -> Base.Action
  private let sameRoute: (@Sendable (Route, Route) -> Bool)?

  /// Creates a reducer that adds a history of the routes that become visible in the navigation of an inner reducer.
  ///
  /// - Parameters:
  ///   - base: The inner reducer.
  ///   - navigation: Returns the navigation state in the inner state, for example `\.navigation`.
  ///   - action: Creates an action of the inner reducer from a navigation action, for example `AppAction.navigation`.
  ///   - limit: The maximum number of entries in the history, at least 0.
  ///   - sameRoute: Returns whether two routes are the same screen, as in `NavigationRules.sameRoute`. If the value
  ///     is `nil`, routes are compared with `==`.
  public init(
    _ base: Base, navigation: @escaping @Sendable (Base.State) -> NavigationState<Tab, Route>,
    action: @escaping @Sendable (NavigationAction<Tab, Route>) -> Base.Action, limit: Int = 50,
    sameRoute: (@Sendable (Route, Route) -> Bool)? = nil
  ) {
    guard limit >= 0 else {
      fatalError(
        "ViewedHistoryReducer received the limit \(limit). Pass the number of routes to store, or 0 for none.")
    }
    self.base = base
    self.navigation = navigation
    self.embed = action
    self.limit = limit
    self.sameRoute = sameRoute
  }

  /// Reduces an action, and adds an entry for the route that has become visible.
  ///
  /// The selection of an entry dismisses every modal, selects the tab of the entry, and navigates to its route. The
  /// inner reducer reduces these three actions in one transaction. If the navigation no longer contains the tab,
  /// nothing changes.
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

  /// Calls `update(_:)` of the inner reducer.
  public func update(
    _ state: inout ViewedHistoryState<Base.State, Tab, Route>
  ) -> Effect<ViewedHistoryAction<Base.Action, Tab, Route>> {
    base.update(&state.base).map(ViewedHistoryAction.action)
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
      if let begun = state.transaction?.value, begun.id == id {
        // The user has not seen a route that was on top only between two actions of the transaction.
        state.viewed = begun.viewed
        before = begun.top
      } else {
        state.transaction = Boxed((id, state.viewed, before))
      }
    }
    guard let top, top != before else { return }
    state.viewed.note(top.route, in: top.tab, limit: limit, sameRoute: sameRoute)
  }

  private func forget(
    in state: inout ViewedHistoryState<Base.State, Tab, Route>, _ body: (inout ViewedHistory<Tab, Route>) -> Void
  ) {
    body(&state.viewed)
    // Otherwise, a later action of the same transaction would restore the entries that this action removes.
    state.transaction = nil
  }
}

/// An action of a ``ViewedHistoryReducer``: an action of the inner reducer, or a change of the viewed routes.
///
/// Action logs contain actions in their encoded form, which does not change in later versions of the library.
public enum ViewedHistoryAction<Base: Sendable, Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  /// Reduces an action of the inner reducer.
  case action(Base)
  /// Dismisses every modal, selects the tab of an entry, and navigates to the entry's route. If the navigation does not
  /// contain the tab, nothing changes.
  case select(ViewedHistory<Tab, Route>.Entry)
  /// Removes the entry of a route.
  case remove(Route)
  /// Removes every entry.
  case clear
}

extension ViewedHistoryAction: Equatable where Base: Equatable {}
extension ViewedHistoryAction: Hashable where Base: Hashable {}

private enum ViewedHistoryActionName: String, CodingKey, CaseIterable {
  case action = "do"
  case select, remove, clear
}

extension ViewedHistoryAction: Encodable where Base: Encodable, Tab: Encodable, Route: Encodable {
  /// Encodes the action as an object with one key. The key is the name of the action, and its value is the list of
  /// arguments: `{"select":[<route>,<tab>]}`.
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
  /// Decodes an action from the form that ``encode(to:)`` encodes.
  ///
  /// - Throws: A `DecodingError` if the name is unknown, if there are several names, or if an argument is missing,
  ///   wrong or superfluous.
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

/// The state of a ``ViewedHistoryReducer``: an inner state and the viewed routes.
public struct ViewedHistoryState<Base: Sendable, Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  /// The state of the inner reducer.
  public var base: Base
  /// The viewed routes, the newest first.
  public var viewed: ViewedHistory<Tab, Route>

  /// The last transaction that changed the visible route, and the viewed routes and the visible route
  /// before that transaction.
  ///
  /// With this value, the reducer adds no entry for a route that was on top only between two actions of a transaction.
  var transaction: Boxed<(id: TransactionID, viewed: ViewedHistory<Tab, Route>, top: ViewedHistory<Tab, Route>.Entry?)>?

  /// Creates a state from an inner state and the viewed routes; by default, there are none.
  public init(_ base: Base, viewed: ViewedHistory<Tab, Route> = ViewedHistory()) {
    self.base = base
    self.viewed = viewed
  }
}

extension ViewedHistoryState: Equatable where Base: Equatable {
  /// Returns whether the inner states and the viewed routes are equal.
  public static func == (first: ViewedHistoryState, second: ViewedHistoryState) -> Bool {
    first.base == second.base && first.viewed == second.viewed
  }
}

extension ViewedHistoryState: Hashable where Base: Hashable {
  /// Hashes the inner state and the viewed routes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(base)
    hasher.combine(viewed)
  }
}

private enum ViewedHistoryStateKey: String, CodingKey {
  case base, viewed
}

extension ViewedHistoryState: Encodable where Base: Encodable, Tab: Encodable, Route: Encodable {
  /// Encodes the inner state and the viewed routes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ViewedHistoryStateKey.self)
    try container.encode(base, forKey: .base)
    try container.encode(viewed, forKey: .viewed)
  }
}

extension ViewedHistoryState: Decodable where Base: Decodable, Tab: Decodable, Route: Decodable {
  /// Decodes the inner state and the viewed routes. If the viewed routes are absent, the history is empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ViewedHistoryStateKey.self)
    self.init(
      try container.decode(Base.self, forKey: .base),
      viewed: try container.decodeIfPresent(ViewedHistory.self, forKey: .viewed) ?? ViewedHistory())
  }
}

extension ViewedHistoryState: UndoPreserving where Base: UndoPreserving {
  /// Forwards the call to the inner state. The viewed routes are not preserved: undo and redo change them.
  public mutating func preserve(from current: ViewedHistoryState) {
    base.preserve(from: current.base)
  }
}

extension ViewedHistoryState: CustomReflectable {
  /// A mirror of the public members.
  public var customMirror: Mirror {
    Mirror(self, children: ["base": base, "viewed": viewed], displayStyle: .struct)
  }
}
