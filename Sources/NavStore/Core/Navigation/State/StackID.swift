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
