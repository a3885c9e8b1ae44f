/// A state of which some things are never undone.
///
/// Undo puts an earlier state in the place of the present one. What only ever counts up must not fall back with it: a
/// view would scroll because a counter differs, or an identity would be given out a second time. ``NavigationState``
/// conforms; a state that contains one passes it on:
///
/// ```swift
/// extension LibraryState: UndoPreserving {
///   mutating func preserve(from current: LibraryState) {
///     navigation.preserve(from: current.navigation)
///   }
/// }
/// ```
public protocol UndoPreserving {
  /// Takes over from the state that is being left what is not undone. `self` is the state that undo or redo returns to.
  ///
  /// What is taken over should be no part of `==`, or else redo after undo does not return to an equal state.
  mutating func preserve(from current: Self)
}

extension UndoPreserving {
  /// Carries over between two states of this type, for a caller that does not know that it is theirs.
  // Not as `Any`: each of the states would be put into memory of its own for that.
  @usableFromInline
  static func preserve<State>(into state: inout State, from current: State) {
    guard var carrying = state as? Self, let current = current as? Self else { return }
    carrying.preserve(from: current)
    if let carried = carrying as? State { state = carried }
  }
}

extension NavigationState: UndoPreserving {
  /// Takes over the scroll-to-top counters and the number of the next modal.
  ///
  /// A sheet that redo presents again is the same presentation and has the identity it had; one that is presented after
  /// undo never gets the identity of one that was undone.
  public mutating func preserve(from current: NavigationState) {
    for index in entries.indices {
      let isSamePlace = index < current.entries.count && current.entries[index].tab == entries[index].tab
      let signal =
        isSamePlace ? current.entries[index].scrollSignal : current.scrollSignal(of: entries[index].tab)
      // The list of tabs is shared with the history, and is copied only where something differs.
      if signal > entries[index].scrollSignal { entries[index].scrollSignal = signal }
    }
    lastModalID = max(lastModalID, current.lastModalID)
  }
}
