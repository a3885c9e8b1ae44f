/// What happens to a tab's path when the user taps another tab.
///
/// Only a tap on the tab bar asks for it: selecting a tab by code, a deep link and `back` leave every other path alone.
public enum LeavePolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// The path stays as it is, so that a later tap returns to the same screen.
  case keepPath
  /// The tab is back at its root when the user returns.
  case popToRoot
}
