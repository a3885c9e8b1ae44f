/// What an operation on a ``NavigationState`` did.
public enum NavigationOutcome: Hashable, Sendable {
  /// The state differs from before.
  case changed
  /// A path was set and differs from before, in the way that comparing the two shows.
  case pathChanged(PathChange)
  /// The state equals the one before, for a reason.
  case unchanged(UnchangedReason)
  /// `back` found nothing left to go back to. An app may close, a screen may end the flow; the state is as before.
  case exit

  /// Whether the state differs from before.
  @inlinable
  public var isChange: Bool {
    switch self {
    case .changed, .pathChanged: true
    case .unchanged, .exit: false
    }
  }
}

/// Why an operation left a ``NavigationState`` as it was.
public enum UnchangedReason: String, Hashable, Sendable, Codable, CaseIterable {
  /// The tab is selected already.
  case alreadySelected
  /// The tab was at its root, so its scroll-to-top counter was raised; the counter is not part of what is compared.
  case scrolledToTop
  /// There is no such tab.
  case unknownTab
  /// There is no such modal, or no more.
  case unknownModal
  /// No modal is presented.
  case noModal
  /// The path would be longer than the limit.
  case tooDeep
  /// The route is on top already.
  case alreadyOnTop
  /// What was asked for is what is there.
  case sameAsBefore
  /// The path is empty: only the root screen is there.
  case atRoot
  /// No route of the path fits.
  case notFound
  /// A count below one, or a depth that is negative or not below the present one: nothing to remove.
  case nothingToRemove
  /// A tab bar without tabs was asked for.
  case noTabs
}

/// How one path became another, told by their common beginning.
public enum PathChange: Hashable, Sendable {
  /// Routes were added on top.
  case pushed(Int)
  /// Routes were removed from the top.
  case popped(Int)
  /// Routes were removed from the top and others put in their place.
  case replaced(removed: Int, added: Int)

  /// Compares two paths; nil when they are equal. The cost grows with the length of their common beginning.
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
