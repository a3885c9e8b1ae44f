/// Options for restoring a navigation: which tabs it has, and how much of it is restored.
public struct RestoreOptions: Hashable, Sendable {
  package let keepsSavedTabs: Bool
  /// The maximum number of routes in a restored path. The routes above them are dropped.
  package let maxDepth: Int
  package let maxModals: Int
  /// The largest number of restored tabs, unless the app starts with more.
  package let maxTabs: Int
  /// The maximum number of restored visits. The oldest visits are dropped.
  package let maxVisits: Int
  /// The rule that creates visits if no saved ones can be used.
  package let backRule: BackRule

  /// Creates options.
  ///
  /// The program stops if a maximum is negative, or if `maxTabs` or `maxVisits` is 0, because a navigation has at least
  /// one tab and one visit.
  ///
  /// - Parameters:
  ///   - keepsSavedTabs: Whether a restored navigation has the saved tabs that can be decoded, in their order. Pass
  ///     `true` if the users of the app choose their tabs. Otherwise, a restored navigation has the tabs of the initial
  ///     state, in their order: other saved tabs are dropped, and tabs that were not saved are added.
  ///   - maxDepth: The largest number of routes in a restored path.
  ///   - maxModals: The largest number of restored modals.
  ///   - maxTabs: The largest number of restored tabs, unless the app starts with more.
  ///   - maxVisits: The largest number of restored visits. Pass at least `NavigationRules.maxVisits`.
  ///   - backRule: The rule that creates visits if no saved ones can be used. Pass the rule of the reducer.
  public init(
    keepsSavedTabs: Bool = false, maxDepth: Int = 10_000, maxModals: Int = 100, maxTabs: Int = 1_000,
    maxVisits: Int = 1_000, backRule: BackRule = .platformDefault
  ) {
    guard maxDepth >= 0, maxModals >= 0 else {
      fatalError("RestoreOptions(maxDepth: \(maxDepth), maxModals: \(maxModals)): both must be at least 0.")
    }
    guard maxTabs >= 1, maxVisits >= 1 else {
      fatalError("RestoreOptions(maxTabs: \(maxTabs), maxVisits: \(maxVisits)): both must be at least 1.")
    }
    self.keepsSavedTabs = keepsSavedTabs
    self.maxDepth = maxDepth
    self.maxModals = maxModals
    self.maxTabs = maxTabs
    self.maxVisits = maxVisits
    self.backRule = backRule
  }
}
