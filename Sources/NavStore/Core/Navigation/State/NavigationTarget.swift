/// Which path an operation is about.
public enum NavigationTarget<Tab: Hashable & Sendable>: Hashable, Sendable {
  /// The top modal's path, or else the selected tab's.
  case focused
  /// The path of a tab, selected or not.
  case tab(Tab)
  /// The path of a modal.
  case modal(ModalID)
}

/// One stack of screens: a tab's or a modal's. A shell may keep its stacks by it.
public enum StackID<Tab: Hashable & Sendable>: Hashable, Sendable {
  /// The stack of a tab, selected or not.
  case tab(Tab)
  /// The stack in a modal.
  case modal(ModalID)

  /// The same stack as an action names it.
  public var target: NavigationTarget<Tab> {
    switch self {
    case .tab(let tab): .tab(tab)
    case .modal(let id): .modal(id)
    }
  }
}

extension StackID: CustomStringConvertible {
  /// The tab, or the number of the modal: `home`, `modal 3`.
  public var description: String {
    switch self {
    case .tab(let tab): "\(tab)"
    case .modal(let id): "modal \(id.rawValue)"
    }
  }
}
