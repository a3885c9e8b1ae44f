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

/// What `back` does at the root of a tab: the tabs it returns through, and in which order.
///
/// A rule says what ``NavigationState/visits`` holds after a tab was selected. `back` drops the last visit and selects
/// the one before it; when one visit is left, there is nothing to go back to and the outcome is
/// ``NavigationOutcome/exit``.
public enum BackRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// Back through the tabs in the order of their last visit, each tab once.
  case history
  /// Back through every visit, a tab as often as it was visited, as far as ``NavigationRules/maxVisits`` reaches.
  case fullHistory
  /// Back to the tab before this one in the tab bar, until the first.
  case order
  /// Back to the first tab of the tab bar.
  case firstTab
  /// Back to the tab that was selected at the start, or to the first one if that is gone.
  case initialTab
  /// Nowhere: at the root of any tab there is nothing left to go back to.
  case none

  /// `none` on Apple platforms, whose tab bars know no way back, and `initialTab` elsewhere, as Android's guide to
  /// navigation asks for.
  @inlinable
  public static var platformDefault: BackRule {
    #if canImport(Darwin)
      .none
    #else
      .initialTab
    #endif
  }
}

/// What happens to a tab's path when the user taps another tab.
///
/// Only a tap on the tab bar asks for it: selecting a tab by code, a deep link and `back` leave every other path alone.
public enum LeavePolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// The path stays as it is, so that a later tap returns to the same screen.
  case keepPath
  /// The tab is back at its root when the user returns.
  case popToRoot
}
