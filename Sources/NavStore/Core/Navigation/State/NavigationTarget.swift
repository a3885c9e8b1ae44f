/// The path that an operation changes.
public enum NavigationTarget<Tab: Hashable & Sendable>: Hashable, Sendable {
  /// The path of the top modal. If there is no modal, the path of the selected tab.
  case focused
  /// The path of a tab, selected or not.
  case tab(Tab)
  /// The path of a modal.
  case modal(ModalID)
}

/// The identity of a stack of screens: the stack of a tab or of a modal. A user interface can use this identity as the
/// key under which it stores a stack.
public enum StackID<Tab: Hashable & Sendable>: Hashable, Sendable {
  /// The stack of a tab, selected or not.
  case tab(Tab)
  /// The stack in a modal.
  case modal(ModalID)

  package var target: NavigationTarget<Tab> {
    switch self {
    case .tab(let tab): .tab(tab)
    case .modal(let id): .modal(id)
    }
  }

  package var modal: ModalID? { if case .modal(let id) = self { id } else { nil } }
}

extension StackID: CustomStringConvertible {
  /// The tab, or the number of the modal: `home`, `modal 3`.
  public var description: String { text(ValueText.text) }

  fileprivate func text(_ describe: (Any) -> String) -> String {
    switch self {
    case .tab(let tab): describe(tab)
    case .modal(let id): "modal \(id.rawValue)"
    }
  }
}

extension StackID: Outlined {
  package var outline: String { text(ValueOutline.text) }
}
