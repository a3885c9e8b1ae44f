/// Rules for the behavior of a navigation: the way back, limits, and the comparison of routes.
///
/// Rules belong to the reducer and not to the state, so they are neither saved nor compared. The operations of
/// ``NavigationState`` that depend on them have a parameter for them, with these defaults.
public struct NavigationRules<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  /// The rule for `back` at the root of a tab.
  public var backRule: BackRule

  /// The maximum number of routes in a path. An action that would exceed it leaves the state unchanged.
  public var maxDepth: Int

  /// The maximum number of visits that ``BackRule/fullHistory`` stores. The oldest visits are removed first.
  public var maxVisits: Int

  /// The policy for the path of a tab when the user taps another tab. A tab without a policy keeps its path.
  public var onLeave: [Tab: LeavePolicy]

  /// Returns whether two routes are the same screen; nil for `==`.
  ///
  /// If an item can be fetched again with other contents, compare identifiers, because it is still the same screen.
  public var sameRoute: (@Sendable (Route, Route) -> Bool)?

  /// The state that `reset` returns to; nil for a state with every tab at its root and the initial tab selected.
  public var initialState: NavigationState<Tab, Route>?

  /// Creates rules.
  ///
  /// By default, at most 100 visits are stored, a path may have any number of routes, and `==` compares routes.
  @inlinable
  public init(
    backRule: BackRule = .platformDefault,
    maxDepth: Int = .max,
    maxVisits: Int = 100,
    onLeave: [Tab: LeavePolicy] = [:],
    sameRoute: (@Sendable (Route, Route) -> Bool)? = nil,
    initialState: NavigationState<Tab, Route>? = nil
  ) {
    self.backRule = backRule
    self.maxDepth = maxDepth
    self.maxVisits = maxVisits
    self.onLeave = onLeave
    self.sameRoute = sameRoute
    self.initialState = initialState
  }

  @inlinable
  func areSame(_ first: Route, _ second: Route) -> Bool {
    guard let sameRoute else { return first == second }
    return sameRoute(first, second)
  }
}
