/// Which path an operation is about.
public enum NavigationTarget<Tab: Hashable & Sendable>: Hashable, Sendable {
  /// The top modal's path, or else the selected tab's.
  case focused
  /// The path of a tab, selected or not.
  case tab(Tab)
  /// The path of a modal.
  case modal(ModalID)
}
