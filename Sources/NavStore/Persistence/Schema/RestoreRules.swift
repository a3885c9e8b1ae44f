/// How a saved navigation becomes one of today's app: which tabs it gets, and how much of it is let in.
public struct RestoreRules: Hashable, Sendable {
  /// Which tabs a restored navigation has.
  public enum Tabs: Hashable, Sendable {
    /// Those of the initial state, in their order: saved ones that it does not have are dropped, and those that were
    /// not saved are added.
    case ofInitialState
    /// Those that were saved and can still be decoded, in their order: for apps whose users choose their tabs.
    case asSaved
  }

  /// Which tabs a restored navigation has.
  public let tabs: Tabs
  /// The longest path that is restored; what lies above it is dropped.
  public let maxDepth: Int
  /// How many modals are restored at most.
  public let maxModals: Int
  /// How many saved tabs are restored at most, if the app itself starts with no more.
  public let maxTabs: Int
  /// How many visits are restored at most, the newest of them.
  public let maxVisits: Int
  /// The rule by which visits are made where no saved ones can be used.
  public let backRule: BackRule

  /// Rules.
  ///
  /// Stops the program if a number is negative, or 0 for tabs or visits, of which a navigation has one at least.
  ///
  /// - Parameters:
  ///   - tabs: Which tabs a restored navigation has.
  ///   - maxDepth: The longest path that is restored.
  ///   - maxModals: How many modals are restored at most.
  ///   - maxTabs: How many saved tabs are restored at most, if the app itself starts with no more.
  ///   - maxVisits: How many visits are restored at most; not less than ``NavigationRules/maxVisits``.
  ///   - backRule: The rule by which visits are made where no saved ones can be used; the reducer's.
  public init(
    tabs: Tabs = .ofInitialState, maxDepth: Int = 10_000, maxModals: Int = 100, maxTabs: Int = 1_000,
    maxVisits: Int = 1_000, backRule: BackRule = .platformDefault
  ) {
    guard maxDepth >= 0, maxModals >= 0 else {
      fatalError("RestoreRules(maxDepth: \(maxDepth), maxModals: \(maxModals)): pass numbers from 0 on.")
    }
    guard maxTabs >= 1, maxVisits >= 1 else {
      fatalError("RestoreRules(maxTabs: \(maxTabs), maxVisits: \(maxVisits)): pass numbers from 1 on.")
    }
    self.tabs = tabs
    self.maxDepth = maxDepth
    self.maxModals = maxModals
    self.maxTabs = maxTabs
    self.maxVisits = maxVisits
    self.backRule = backRule
  }
}
