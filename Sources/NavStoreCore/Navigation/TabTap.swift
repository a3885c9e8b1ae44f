/// What a framework writes when the user taps the tab that is selected.
///
/// iOS 26 pops the tab's stack by itself, so that one tap writes an empty path and the same tab, in either order and in
/// one turn of the main loop. The first write of a turn means the tap. The second one means nothing.
struct TabTap<Tab: Hashable & Sendable>: Sendable {
  private enum Write {
    case tab(Tab), emptyPath(of: Tab)
  }

  /// The first write of the tap in this turn.
  private var first: Write?

  /// Whether the turn has a write to forget.
  var isEmpty: Bool { first == nil }

  /// The framework selects the tab that is selected already. Returns whether that is a tap of its own.
  ///
  /// - Parameter isAtRoot: Whether the tab's path is empty. Then the framework has no path to write.
  mutating func select(_ tab: Tab, isAtRoot: Bool) -> Bool {
    if case .emptyPath(of: tab) = first { return false }
    if !isAtRoot { first = .tab(tab) }
    return true
  }

  /// The framework empties the path of the selected tab. Returns whether that is a tap of its own.
  mutating func emptyPath(of tab: Tab) -> Bool {
    if case .tab(tab) = first { return false }
    first = .emptyPath(of: tab)
    return true
  }

  /// The turn of the main loop ends.
  mutating func endTurn() {
    first = nil
  }
}
