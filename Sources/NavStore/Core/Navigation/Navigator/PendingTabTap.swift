/// The first write of a tap on the selected tab, until the turn of the main loop ends.
///
/// iOS 26 pops the tab's stack by itself. One tap may then write an empty path and the selected tab, in either order. The
/// first write means the tap, and the second one means nothing. A write is the second one of a tap only if the path is
/// still what the first one has left: otherwise something else happened in between.
struct PendingTabTap<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  enum Write: Sendable {
    /// The tab that is selected already.
    case selection
    /// An empty path of the selected tab.
    case emptyPath
  }

  let write: Write
  let tab: Tab
  /// The path of the tab after the write.
  let path: [Route]

  /// Returns whether another write of the same turn belongs to the same tap.
  func isCompleted(by write: Write, of tab: Tab, path: [Route]) -> Bool {
    write != self.write && tab == self.tab && path == self.path
  }
}
