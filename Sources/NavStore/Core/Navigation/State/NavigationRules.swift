/// The navigation behavior that each app chooses: back navigation, limits, and which routes are the same screen.
///
/// The rules are stored in the reducer and not in the state, so they are neither saved nor compared. Each operation of
/// ``NavigationState`` that depends on rules has a parameter for the rules, whose default value is `NavigationRules()`.
public struct NavigationRules<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  /// The rule for `back` at the root of a tab.
  public var backRule: BackRule

  /// The maximum number of routes in a path. An operation that would exceed it leaves the state unchanged.
  @usableFromInline package var maxDepth: Int

  /// The maximum number of visits that ``BackRule/fullHistory`` stores. The oldest visits are dropped first.
  public var maxVisits: Int

  /// The policies for the path of the selected tab when the user taps another tab. A tab without a policy keeps its
  /// path.
  public var onLeave: [Tab: LeavePolicy]

  /// A function that returns whether two routes are the same screen. If it is `nil`, the routes are compared by `==`.
  ///
  /// When an item is fetched again, its contents may have changed although its route still shows the same screen. For
  /// such items, compare identifiers.
  @usableFromInline package var sameRoute: (@Sendable (Route, Route) -> Bool)?

  /// The state that `reset` restores. If it is `nil`, `reset` dismisses all modals, pops each tab to its root, and
  /// selects the initial tab.
  @usableFromInline package var initialState: NavigationState<Tab, Route>?

  /// Creates rules. By default, the limit is 100 visits, the depth is unlimited, and routes are compared by `==`.
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
  package func areSame(_ first: Route, _ second: Route) -> Bool {
    guard let sameRoute else { return first == second }
    return sameRoute(first, second)
  }
}

/// The rule for `back` at the root of a tab: the tabs that `back` returns through, and their order.
///
/// A rule determines `visits` when a tab is selected. `back` drops the last visit and selects the
/// visit before it. When only one visit is left, the outcome of `back` is ``NavigationOutcome/exit``.
public enum BackRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// `back` returns through the visited tabs, the most recently visited tab first, and visits each tab once.
  case history
  /// `back` returns through all visits, up to the limit `maxVisits`.
  case fullHistory
  /// `back` returns to the tab before the selected tab in the tab bar, until the first tab is selected.
  case order
  /// `back` returns to the first tab of the tab bar.
  case firstTab
  /// `back` returns to the tab that was selected at the start, or to the first tab if that tab no longer exists.
  case initialTab
  /// `back` does not return to another tab.
  case none

  /// The default rule of the platform: `none` on Apple platforms, whose tab bars have no back navigation, and
  /// `initialTab` elsewhere, as Android's navigation guide recommends.
  public static var platformDefault: BackRule {
    #if canImport(Darwin)
      .none
    #else
      .initialTab
    #endif
  }
}

/// What happens to the path of the selected tab when the user taps another tab.
///
/// Only a tap on the tab bar applies the policy. If code, a deep link or `back` selects another tab, the path of the
/// previous tab does not change.
public enum LeavePolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// The path does not change. A later tap on the tab returns to the same screen.
  case keepPath
  /// The path is popped to the root.
  case popToRoot
}
