#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Presents an alert or a confirmation dialog while a state has a ``Prompt``.
    ///
    /// ```swift
    /// RootView(navigator: navigator)
    ///   .prompt(of: navigator) {
    ///     store.value(of: \.prompt)
    ///   } send: {
    ///     store.send($0)
    ///   }
    ///   .modals(of: navigator) { modal in
    ///     screen(modal.root)
    ///       .prompt(of: navigator, in: modal.id) {
    ///         store.value(of: \.prompt)
    ///       } send: {
    ///         store.send($0)
    ///       }
    ///   }
    /// ```
    ///
    /// Only the view on top can present a prompt. Apply this modifier to the tabs and to the content of each modal. The
    /// modifier of the top modal presents the prompt.
    ///
    /// A tapped button sends its action. The framework also reports the end of the prompt, before or after it runs the
    /// button's action. If the state still has an equal prompt then, ``Prompt/dismissal`` is sent. Therefore, a prompt
    /// that follows another one must differ from it, for example in its message.
    ///
    /// - Parameters:
    ///   - navigator: The navigator, which knows the top modal.
    ///   - modal: The modal that contains this view, or `nil` for the tabs.
    ///   - prompt: Returns the prompt in the state, if any. The modifier observes what the closure reads.
    ///   - send: Sends an action of the prompt.
    public func prompt<Tab, Route, Action: Equatable>(
      of navigator: Navigator<Tab, Route>, in modal: ModalID? = nil,
      _ prompt: @escaping @MainActor () -> Prompt<Action>?, send: @escaping @MainActor (Action) -> Void
    ) -> some View {
      modifier(PromptPresentation(navigator: navigator, modal: modal, read: prompt, send: send))
    }
  }

  private struct PromptPresentation<Tab: Hashable & Sendable, Route: Hashable & Sendable, Action: Equatable & Sendable>:
    ViewModifier
  {
    let navigator: Navigator<Tab, Route>
    let modal: ModalID?
    let read: @MainActor () -> Prompt<Action>?
    let send: @MainActor (Action) -> Void

    func body(content: Content) -> some View {
      let prompt = navigator.modals.last?.id == modal ? read() : nil
      let title = Text(prompt?.title ?? "")
      return
        content
        .alert(title, isPresented: isPresented(prompt, .alert), presenting: prompt, actions: buttons, message: message)
        .confirmationDialog(
          title, isPresented: isPresented(prompt, .dialog), titleVisibility: .visible, presenting: prompt,
          actions: buttons, message: message)
    }

    private func isPresented(_ prompt: Prompt<Action>?, _ style: PromptStyle) -> Binding<Bool> {
      Binding {
        prompt?.style == style
      } set: { [read, send] isPresented in
        // A button may have replaced the prompt by the next one.
        if !isPresented, let prompt, read() == prompt { send(prompt.dismissal) }
      }
    }

    private func buttons(of prompt: Prompt<Action>) -> some View {
      ForEach(prompt.buttons.indices, id: \.self) { index in
        let button = prompt.buttons[index]
        Button(button.title, role: button.role?.forSwiftUI) { send(prompt.action(of: button)) }
      }
    }

    @ViewBuilder private func message(of prompt: Prompt<Action>) -> some View {
      if let message = prompt.message { Text(message) }
    }
  }

  extension PromptRole {
    fileprivate var forSwiftUI: ButtonRole {
      switch self {
      case .cancel: .cancel
      case .destructive: .destructive
      }
    }
  }
#endif
