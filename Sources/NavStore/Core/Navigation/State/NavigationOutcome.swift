/// The result of an operation on a ``NavigationState``.
public enum NavigationOutcome: Hashable, Sendable {
  /// The state differs from the state before.
  case changed
  /// `setPath` has changed a path. The associated value describes how the new path differs from the old one.
  case pathChanged(PathChange)
  /// The state equals the state before. The associated value is the reason.
  case unchanged(UnchangedReason)
  /// `back` has no screen or tab to return to, and the state equals the state before. In response, an app may close, or
  /// a screen may end its flow.
  case exit

  @inlinable
  package var isChange: Bool {
    switch self {
    case .changed, .pathChanged: true
    case .unchanged, .exit: false
    }
  }
}

/// The reason why an operation left a ``NavigationState`` unchanged.
public enum UnchangedReason: String, Hashable, Sendable, Codable, CaseIterable {
  /// The requested tab was already selected.
  case alreadySelected
  /// The tab was at its root, and the operation increased the scroll-to-top counter of the tab. A comparison of two
  /// states ignores this counter.
  case scrolledToTop
  /// The requested tab does not exist.
  case unknownTab
  /// No modal with the requested identity is presented.
  case unknownModal
  /// No modal is presented.
  case noModal
  /// A path would contain more routes than `maxDepth` allows.
  case tooDeep
  /// The route was already on top.
  case alreadyOnTop
  /// The requested value equals the current one.
  case sameAsBefore
  /// The path was empty: only the root screen was shown.
  case atRoot
  /// No route of the path matches, or the expected route is not at the given position.
  case notFound
  /// The number of routes to remove is below 1, or the requested depth is negative or not below the current depth.
  case nothingToRemove
  /// The requested list of tabs is empty.
  case noTabs
}

/// The difference between two paths above their common prefix.
public enum PathChange: Hashable, Sendable {
  /// Routes were added at the top.
  case pushed(Int)
  /// Routes were removed from the top.
  case popped(Int)
  /// Routes at the top were replaced by other routes.
  case replaced(removed: Int, added: Int)

  /// Compares two paths. If they are equal, the result is `nil`.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the common prefix of the paths.
  @inlinable
  public init?<Route: Equatable>(from old: [Route], to new: [Route]) {
    var common = 0
    let shorter = min(old.count, new.count)
    while common < shorter, old[common] == new[common] { common += 1 }
    switch (old.count - common, new.count - common) {
    case (0, 0): return nil
    case (0, let added): self = .pushed(added)
    case (let removed, 0): self = .popped(removed)
    case (let removed, let added): self = .replaced(removed: removed, added: added)
    }
  }
}
