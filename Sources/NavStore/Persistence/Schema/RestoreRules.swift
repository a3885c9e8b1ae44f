/// The rules for restoring a navigation: which tabs it has, and how much of it is restored.
public struct RestoreRules: Hashable, Sendable {
  /// Which tabs a restored navigation has.
  public enum Tabs: Hashable, Sendable {
    /// The tabs of the initial state, in their order. Other saved tabs are dropped, and tabs that were not saved are
    /// added.
    case ofInitialState
    /// The saved tabs that can be decoded, in their order. Use this case if the users of the app choose their tabs.
    case asSaved
  }

  package let tabs: Tabs
  /// The largest number of routes in a restored path. The routes above them are dropped.
  package let maxDepth: Int
  package let maxModals: Int
  /// The largest number of restored tabs, unless the app starts with more.
  package let maxTabs: Int
  /// The largest number of restored visits. The oldest ones are dropped.
  package let maxVisits: Int
  /// The rule that creates visits if no saved ones can be used.
  package let backRule: BackRule

  /// Creates rules.
  ///
  /// The program stops if a maximum is negative, or if `maxTabs` or `maxVisits` is 0, because a navigation has at least
  /// one tab and one visit.
  ///
  /// - Parameters:
  ///   - tabs: Which tabs a restored navigation has.
  ///   - maxDepth: The largest number of routes in a restored path.
  ///   - maxModals: The largest number of restored modals.
  ///   - maxTabs: The largest number of restored tabs, unless the app starts with more.
  ///   - maxVisits: The largest number of restored visits. Pass at least `NavigationRules.maxVisits`.
  ///   - backRule: The rule that creates visits if no saved ones can be used. Pass the rule of the reducer.
  public init(
    tabs: Tabs = .ofInitialState, maxDepth: Int = 10_000, maxModals: Int = 100, maxTabs: Int = 1_000,
    maxVisits: Int = 1_000, backRule: BackRule = .platformDefault
  ) {
    guard maxDepth >= 0, maxModals >= 0 else {
      fatalError("RestoreRules(maxDepth: \(maxDepth), maxModals: \(maxModals)): both must be at least 0.")
    }
    guard maxTabs >= 1, maxVisits >= 1 else {
      fatalError("RestoreRules(maxTabs: \(maxTabs), maxVisits: \(maxVisits)): both must be at least 1.")
    }
    self.tabs = tabs
    self.maxDepth = maxDepth
    self.maxModals = maxModals
    self.maxTabs = maxTabs
    self.maxVisits = maxVisits
    self.backRule = backRule
  }
}
