/// A state of which some things are never undone.
///
/// Undo puts an earlier state in the place of the present one. What only ever counts up must not fall back with it: a
/// view would scroll because a counter differs, or an identity would be given out a second time. ``NavigationState``
/// conforms; a state that contains one passes it on:
///
/// ```swift
/// extension AppState: UndoCarrying {
///   mutating func carry(from current: AppState) {
///     navigation.carry(from: current.navigation)
///   }
/// }
/// ```
public protocol UndoCarrying {
  /// Takes over from the state that is being left what is not undone. `self` is the state that undo or redo returns to.
  ///
  /// What is taken over should be no part of `==`, or else redo after undo does not return to an equal state.
  mutating func carry(from current: Self)
}

extension UndoCarrying {
  /// This state with what another one carries over, if that is of the same type.
  func carrying(from current: Any) -> Self {
    var copy = self
    if let current = current as? Self { copy.carry(from: current) }
    return copy
  }
}

extension NavigationState: UndoCarrying {
  /// Takes over the scroll-to-top counters and the number of the next modal.
  ///
  /// A sheet that redo presents again is the same presentation and has the identity it had; one that is presented after
  /// undo never gets the identity of one that was undone.
  public mutating func carry(from current: NavigationState) {
    for index in entries.indices {
      entries[index].scrollSignal = max(entries[index].scrollSignal, current.scrollSignal(of: entries[index].tab))
    }
    lastModalID = max(lastModalID, current.lastModalID)
  }
}
