#if canImport(SwiftUI)
  public import SwiftUI

  /// View modifiers that present the modals of a navigation.
  extension View {
    /// Presents the sheets and covers of a navigation over this view. Each modal is presented by the modal below it.
    ///
    /// ```swift
    /// TabView(selection: $navigator.selectedTab) { Text("Home").tag(AppTab.home) }
    ///   .modals(of: navigator) { modal in
    ///     NavigationStack(path: $navigator[pathOf: modal.id]) { screen(modal.root) }
    ///   }
    /// ```
    ///
    /// One modifier at the root presents all modals. The views of the modals find the navigator in their environment. A
    /// modal that the user swipes away is dismissed together with the modals above it. macOS has no full-screen covers,
    /// so a cover is a sheet there.
    ///
    /// When several modals are dismissed, SwiftUI dismisses the lowest one, and the modals above it leave the screen
    /// with it. Each modal keeps its content until its view disappears. SwiftUI may not follow when modals are
    /// dismissed and another one is presented in the same update; see `SteppedNavigation`.
    ///
    /// - Parameters:
    ///   - navigator: The navigator.
    ///   - content: Returns the view of a modal. The binding to its path is `$navigator[pathOf: modal.id]`.
    public func modals<Tab, Route, ModalView: View>(
      of navigator: Navigator<Tab, Route>, @ViewBuilder content: @escaping (Modal<Route>) -> ModalView
    ) -> some View {
      modifier(ModalPresentation(navigator: navigator, base: nil, screen: content))
    }

    /// Presents a full-screen cover, or a sheet on a platform without covers.
    fileprivate func cover<Item: Identifiable, ModalView: View>(
      item: Binding<Item?>, @ViewBuilder content: @escaping (Item) -> ModalView
    ) -> some View {
      #if os(macOS)
        sheet(item: item, content: content)
      #else
        fullScreenCover(item: item, content: content)
      #endif
    }
  }

  /// Presents the modal directly above another modal or above the tabs.
  private struct ModalPresentation<Tab: Hashable & Sendable, Route: Hashable & Sendable, ModalView: View>: ViewModifier
  {
    @Bindable var navigator: Navigator<Tab, Route>
    /// The modal that presents, or `nil` for the tabs.
    let base: ModalID?
    let screen: (Modal<Route>) -> ModalView

    func body(content: Content) -> some View {
      // This is the body of a modifier, so that presenting or dismissing a modal does not update the view below it.
      //
      // Each binding belongs to one presentation, by its identity: when the framework reports the end of this
      // presentation late, the next presentation stays. The binding is a key path into the navigator and not a pair of
      // closures, so that it equals the binding of the next update.
      content
        .sheet(item: $navigator[presentation: navigator.presentation(over: base, as: .sheet)]) { modal in
          PresentedModal(navigator: navigator, modal: modal, screen: screen)
        }
        .cover(item: $navigator[presentation: navigator.presentation(over: base, as: .cover)]) { modal in
          PresentedModal(navigator: navigator, modal: modal, screen: screen)
        }
    }
  }

  /// A modal that presents the next modal itself, because a view presents only one modal at a time.
  private struct PresentedModal<Tab: Hashable & Sendable, Route: Hashable & Sendable, ModalView: View>: View {
    let navigator: Navigator<Tab, Route>
    let modal: Modal<Route>
    let screen: (Modal<Route>) -> ModalView

    var body: some View {
      screen(modal)
        .modifier(ModalPresentation(navigator: navigator, base: modal.id, screen: screen))
        // A presentation is not a child of the view that presents it. Which environment values it inherits depends on
        // the platform.
        .environment(navigator)
        .onDisappear { navigator.modalDisappeared(modal.id) }
    }
  }
#endif
