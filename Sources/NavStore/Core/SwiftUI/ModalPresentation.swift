#if canImport(SwiftUI)
  public import SwiftUI

  /// What a navigation and its persistence ask of a view.
  extension View {
    /// Presents the sheets and covers of a navigation over this view, each by the one below it.
    ///
    /// ```swift
    /// TabView(selection: $navigator.selectedTab) { Text("Home").tag(AppTab.home) }
    ///   .modals(of: navigator) { modal in
    ///     NavigationStack(path: $navigator[pathOf: modal.id]) { screen(modal.root) }
    ///   }
    /// ```
    ///
    /// One such modifier at the root presents all modals. They find the navigator in their environment. A modal that the
    /// user swipes away is dismissed together with the modals above it. On macOS, which has no full-screen covers, a
    /// cover is a sheet.
    ///
    /// When several modals are dismissed, the lowest one is dismissed and those above it leave the screen with it. Each
    /// keeps its content until its view disappears. A framework may not follow when modals are dismissed and another one
    /// is presented in the same update; see ``SteppedNavigation``.
    ///
    /// - Parameters:
    ///   - navigator: The navigation.
    ///   - content: The view of a modal. Its path is `$navigator[pathOf: modal.id]`.
    public func modals<Tab, Route, Screen: View>(
      of navigator: Navigator<Tab, Route>, @ViewBuilder content: @escaping (Modal<Route>) -> Screen
    ) -> some View {
      modifier(ModalPresentation(navigator: navigator, base: nil, screen: content))
    }

    /// Presents a cover where the platform has one, else a sheet.
    fileprivate func cover<Item: Identifiable, Screen: View>(
      item: Binding<Item?>, @ViewBuilder content: @escaping (Item) -> Screen
    ) -> some View {
      #if os(macOS)
        sheet(item: item, content: content)
      #else
        fullScreenCover(item: item, content: content)
      #endif
    }
  }

  /// Presents what lies on one modal, or on the tabs.
  private struct ModalPresentation<Tab: Hashable & Sendable, Route: Hashable & Sendable, Screen: View>: ViewModifier {
    @Bindable var navigator: Navigator<Tab, Route>
    /// The modal that presents; nil for the tabs.
    let base: ModalID?
    let screen: (Modal<Route>) -> Screen

    func body(content: Content) -> some View {
      // A modifier's own body, so that a modal which comes or goes does not have the view below computed anew.
      //
      // Each binding is of one presentation, by its id: when the framework says late that this one has ended, its
      // successor stays. And it is a key path into the navigator, no pair of closures, so that the one of the next
      // update equals it.
      content
        .sheet(item: $navigator[presentation: navigator.presentation(over: base, as: .sheet)]) { modal in
          PresentedModal(navigator: navigator, modal: modal, screen: screen)
        }
        .cover(item: $navigator[presentation: navigator.presentation(over: base, as: .cover)]) { modal in
          PresentedModal(navigator: navigator, modal: modal, screen: screen)
        }
    }
  }

  /// A modal that presents the next one itself: the framework presents one at a time from each view.
  private struct PresentedModal<Tab: Hashable & Sendable, Route: Hashable & Sendable, Screen: View>: View {
    let navigator: Navigator<Tab, Route>
    let modal: Modal<Route>
    let screen: (Modal<Route>) -> Screen

    var body: some View {
      screen(modal)
        .modifier(ModalPresentation(navigator: navigator, base: modal.id, screen: screen))
        // A presentation is no child of the view that presents it: what it has of the environment is not the same on
        // all platforms.
        .environment(navigator)
        .onDisappear { navigator.modalDisappeared(modal.id) }
    }
  }
#endif
