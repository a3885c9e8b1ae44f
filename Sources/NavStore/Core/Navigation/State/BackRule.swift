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
