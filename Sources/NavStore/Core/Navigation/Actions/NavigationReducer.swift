/// The reducer of a navigation: it does what the action says, by its rules, and has no effects.
///
/// ```swift
/// let store = Store(
///   initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases),
///   reducer: NavigationReducer(rules: NavigationRules(backRule: .history)))
/// store.send(.push(.song(7)))
/// ```
public struct NavigationReducer<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Reducer {
  /// How the navigation behaves where apps differ.
  public let rules: NavigationRules<Tab, Route>

  /// What is told of actions that changed something, if anything is.
  @usableFromInline let note: (@Sendable (NavigationAction<Tab, Route>) -> Void)?

  /// A reducer that follows `rules`.
  @inlinable
  public init(rules: NavigationRules<Tab, Route> = NavigationRules()) {
    self.init(rules: rules, note: nil)
  }

  @usableFromInline
  init(rules: NavigationRules<Tab, Route>, note: (@Sendable (NavigationAction<Tab, Route>) -> Void)?) {
    self.rules = rules
    self.note = note
  }

  /// Does what the action says, by the rules of this reducer, and returns the outcome.
  ///
  /// A reducer of an app calls it to act on an outcome, for example on ``NavigationOutcome/exit``.
  @inlinable
  @discardableResult
  public func apply(
    _ action: NavigationAction<Tab, Route>, to state: inout NavigationState<Tab, Route>
  ) -> NavigationOutcome {
    let outcome = state.apply(action, rules: rules)
    if let note, outcome.isChange { note(action) }
    return outcome
  }

  /// Does what the action says. The cost is that of the operation; see ``NavigationState``.
  @inlinable
  public func reduce(
    into state: inout NavigationState<Tab, Route>, action: NavigationAction<Tab, Route>
  ) -> Effect<NavigationAction<Tab, Route>> {
    apply(action, to: &state)
    return .none
  }
}
