/// A state with values that undo and redo do not change.
///
/// Undo replaces the present with an earlier state. This must not decrease a counter: a view would scroll because the
/// counter differs, or a second modal would get the identity of an earlier one. `NavigationState` conforms to this
/// protocol. A state that contains a navigation forwards the call:
///
/// ```swift
/// extension LibraryState: UndoPreserving {
///   mutating func preserve(from current: LibraryState) {
///     navigation.preserve(from: current.navigation)
///   }
/// }
/// ```
public protocol UndoPreserving {
  /// Copies, from the state that undo or redo leaves, the values that must not be undone.
  ///
  /// `self` is the state that undo or redo returns to. `==` should ignore the copied values. Otherwise, redo after undo
  /// does not return to an equal state.
  mutating func preserve(from current: Self)
}

extension UndoPreserving {
  /// Copies the values that are not undone, for a caller that does not know the type of the states statically.
  // The parameters are generic, because the conversion of a state to `Any` allocates memory.
  @usableFromInline
  static func preserve<State>(into state: inout State, from current: State) {
    guard var preserving = state as? Self, let current = current as? Self else { return }
    preserving.preserve(from: current)
    if let preserved = preserving as? State { state = preserved }
  }
}

extension NavigationState: UndoPreserving {
  /// Copies the scroll-to-top counters and the number of the last modal.
  ///
  /// A sheet that redo presents again is the same presentation and has the same identity. A sheet that is presented
  /// after an undo never has the identity of an undone sheet.
  public mutating func preserve(from current: NavigationState) {
    for index in entries.indices {
      let isSamePlace = index < current.entries.count && current.entries[index].tab == entries[index].tab
      let signal =
        isSamePlace ? current.entries[index].scrollSignal : current.scrollSignal(of: entries[index].tab)
      // The history shares the list of tabs, so an unnecessary write would copy it.
      if signal > entries[index].scrollSignal { entries[index].scrollSignal = signal }
    }
    lastModalID = max(lastModalID, current.lastModalID)
  }
}
