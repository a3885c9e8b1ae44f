/// A state with values that undo and redo do not change.
///
/// Undo replaces the present with an earlier state. This replacement must not decrease a counter in the state.
/// Otherwise, a view would scroll because its scroll-to-top counter has changed, or a new modal would get the identity
/// of an earlier one. `NavigationState` conforms to this protocol. A state that contains a `NavigationState` calls
/// `preserve(from:)` of that navigation:
///
/// ```swift
/// extension LibraryState: UndoPreserving {
///   mutating func preserve(from current: LibraryState) {
///     navigation.preserve(from: current.navigation)
///   }
/// }
/// ```
public protocol UndoPreserving {
  /// Copies the values that must not be undone.
  ///
  /// `self` is the state that undo or redo returns to. `==` should ignore the copied values. Otherwise, redo after undo
  /// does not return to an equal state.
  ///
  /// - Parameter current: The present that undo or redo replaces.
  mutating func preserve(from current: Self)
}

extension UndoPreserving {
  /// Copies the values that must not be undone, for generic code in which `State` is not known to conform to the
  /// protocol.
  // The parameters are generic, because the conversion of a state to `Any` allocates memory.
  static func preserve<State>(into state: inout State, from current: State) {
    guard var preserving = state as? Self, let current = current as? Self else { return }
    preserving.preserve(from: current)
    if let preserved = preserving as? State { state = preserved }
  }
}

extension NavigationState: UndoPreserving {
  /// Copies each scroll-to-top counter and the number of the last modal from `current` if they are greater there.
  ///
  /// A sheet that redo presents again is the same presentation and has the same identity. A new sheet never has the
  /// identity of a sheet whose presentation was undone.
  public mutating func preserve(from current: NavigationState) {
    for index in entries.indices {
      let isSamePlace = index < current.entries.count && current.entries[index].tab == entries[index].tab
      let signal =
        isSamePlace ? current.entries[index].scrollSignal : current.scrollSignal(of: entries[index].tab)
      // The list of tabs shares its buffer with the history, so an unnecessary write would copy the list.
      if signal > entries[index].scrollSignal { entries[index].scrollSignal = signal }
    }
    lastModalID = max(lastModalID, current.lastModalID)
  }
}
