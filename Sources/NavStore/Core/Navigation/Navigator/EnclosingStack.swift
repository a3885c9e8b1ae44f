/// The stack of screens that contains a view, as the environment of the view names it.
///
/// While the user swipes a sheet away, the sheet stays in the navigation until the framework reports that the sheet has
/// closed. A push onto the focused path then pushes onto the closing sheet, and the screen is lost. A view that names
/// its own stack pushes onto that stack:
///
/// ```swift
/// struct SongButton: View {
///   @Environment(Navigator<AppTab, Route>.self) private var navigator
///   @Environment(\.enclosingStack) private var stack
///
///   var body: some View {
///     Button("Song 7") { navigator.push(.song(7), in: navigator.target(from: stack)) }
///   }
/// }
/// ```
///
/// `.modals(of:)` sets the value for the views below it and for the modals. A `RouteLink` reads it. For a sheet that
/// you present yourself, set the value on the content of the sheet.
public struct EnclosingStack: Hashable, Sendable {
  /// The navigator of the modal. Another navigator may have a modal with the same identity.
  fileprivate let navigator: ObjectIdentifier
  fileprivate let modal: ModalID?

  /// Creates the value for the views of a modal or, if `modal` is `nil`, for the views of the tabs.
  ///
  /// - Parameters:
  ///   - modal: The modal that contains the views.
  ///   - navigator: The navigator of the views.
  public init<Tab, Route>(_ modal: ModalID? = nil, of navigator: Navigator<Tab, Route>) {
    self.navigator = ObjectIdentifier(navigator)
    self.modal = modal
  }
}

extension Navigator {
  /// Returns the target of an action that a view sends, for the stack that contains the view.
  ///
  /// For a view of the tabs, the target is the tab that views show as selected. If the stack is `nil` or belongs to
  /// another navigator, the target is the focused path.
  public func target(from stack: EnclosingStack?) -> NavigationTarget<Tab> {
    guard let stack, stack.navigator == ObjectIdentifier(self) else { return .focused }
    return stack.modal.map { .modal($0) } ?? .tab(shown.source.snapshot().state.selectedTab)
  }
}
