/// How a navigation behaves where apps differ: the way back, limits, and when two routes are the same screen.
///
/// Rules belong to the reducer, not to the state, so they are neither saved nor compared. Every operation of
/// ``NavigationState`` takes them as a parameter with these defaults.
public struct NavigationRules<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  /// What `back` does at the root of a tab.
  public var backRule: BackRule

  /// The most routes a path may hold. What would make a path longer leaves the state as it is.
  public var maxDepth: Int

  /// The most visits that ``BackRule/fullHistory`` remembers; the oldest are forgotten first.
  public var maxVisits: Int

  /// What happens to a tab's path when the user taps another tab. A tab that is not listed keeps its path.
  public var onLeave: [Tab: LeavePolicy]

  /// When two routes are the same screen, or nil for `==`.
  ///
  /// An item that was fetched again may differ in its contents and still be the same screen: compare identifiers then.
  public var sameRoute: (@Sendable (Route, Route) -> Bool)?

  /// What `reset` returns to, or nil for every tab at its root and the initial tab selected.
  public var initialState: NavigationState<Tab, Route>?

  /// Rules with a limit of 100 visits, no limit of depth, and `==` as the comparison of routes.
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
