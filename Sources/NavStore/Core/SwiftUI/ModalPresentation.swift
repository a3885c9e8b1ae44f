#if canImport(SwiftUI)
  public import SwiftUI

  /// A view modifier that presents the modals of a navigation.
  extension View {
    /// Presents the sheets, covers and inspectors of a navigation over this view. Each modal is presented by the modal
    /// below it.
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
    /// so a cover is a sheet there. An inspector is a column beside this view, and a sheet on tvOS, watchOS and visionOS.
    /// A popover must point to a view: see ``popover(of:presenting:in:content:)``.
    ///
    /// When several modals are dismissed, SwiftUI dismisses the lowest one, and the modals above it leave the screen
    /// with it. A sheet or a cover keeps its content until its view disappears. If one update dismisses modals and
    /// presents another modal, SwiftUI may fail to show the change; see `SteppedNavigation`.
    ///
    /// - Parameters:
    ///   - navigator: The navigator.
    ///   - content: Returns the view of a modal. The binding to the modal's path is `$navigator[pathOf: modal.id]`.
    public func modals<Tab, Route, ModalView: View>(
      of navigator: Navigator<Tab, Route>, @ViewBuilder content: @escaping (Modal<Route>) -> ModalView
    ) -> some View {
      modifier(ModalPresentation(navigator: navigator, base: nil, screen: content))
    }

    /// Presents a popover of a navigation that points to this view, such as a button.
    ///
    /// ```swift
    /// Button("Settings") { navigator.present(.settings, style: .popover) }
    ///   .popover(of: navigator, presenting: .settings) { modal in
    ///     NavigationStack(path: $navigator[pathOf: modal.id]) { screen(modal.root) }
    ///   }
    /// ```
    ///
    /// The popover appears while the navigation presents the route in the style ``ModalStyle/popover`` directly over the
    /// stack that contains this view, and while this view is on the screen. While the view is not on the screen, the
    /// popover is not visible, but its path is still the focused one. So present a popover only from the view that it
    /// points to, and not by a link. On tvOS and watchOS, it is a sheet.
    ///
    /// - Parameters:
    ///   - navigator: The navigator.
    ///   - route: The root of the popover.
    ///   - modal: The modal that contains this view, or `nil` for the tabs.
    ///   - content: Returns the view of the popover, and of each modal above it.
    public func popover<Tab, Route, ModalView: View>(
      of navigator: Navigator<Tab, Route>, presenting route: Route, in modal: ModalID? = nil,
      @ViewBuilder content: @escaping (Modal<Route>) -> ModalView
    ) -> some View {
      modifier(PopoverPresentation(navigator: navigator, route: route, base: modal, screen: content))
    }

    fileprivate func popoverOrSheet<Item: Identifiable, ModalView: View>(
      item: Binding<Item?>, @ViewBuilder content: @escaping (Item) -> ModalView
    ) -> some View {
      #if os(tvOS) || os(watchOS)
        sheet(item: item, content: content)
      #else
        popover(item: item, content: content)
      #endif
    }

    fileprivate func inspectorOrSheet<Item: Identifiable, ModalView: View>(
      item: Binding<Item?>, @ViewBuilder content: @escaping (Item) -> ModalView
    ) -> some View {
      #if os(iOS) || os(macOS)
        inspector(
          isPresented: Binding {
            item.wrappedValue != nil
          } set: { isPresented in
            if !isPresented { item.wrappedValue = nil }
          }
        ) {
          // With the identity, another modal does not get the view state of this one.
          if let item = item.wrappedValue { content(item).id(item.id) }
        }
      #else
        sheet(item: item, content: content)
      #endif
    }

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

  /// The environment value that names the stack of a view.
  extension EnvironmentValues {
    /// The stack of screens that contains the view, or `nil` outside of a view with `.modals(of:)`.
    public var enclosingStack: EnclosingStack? {
      get { self[EnclosingStackKey.self] }
      set { self[EnclosingStackKey.self] = newValue }
    }
  }

  private struct EnclosingStackKey: EnvironmentKey {
    static var defaultValue: EnclosingStack? { nil }
  }

  /// A modifier that presents the modal directly above another modal or above the tabs.
  private struct ModalPresentation<Tab: Hashable & Sendable, Route: Hashable & Sendable, ModalView: View>: ViewModifier
  {
    @Bindable var navigator: Navigator<Tab, Route>
    let base: ModalID?
    let screen: (Modal<Route>) -> ModalView
    @State var appearance = ViewAppearance()

    func body(content: Content) -> some View {
      // The state is new if SwiftUI creates the tabs again, for example after a sign-out.
      if base == nil, appearance.isFirstUpdate() { navigator.tabBarAppears() }
      // The modals are read in the body of a modifier, so that presenting or dismissing a modal does not update the
      // view below that modal.
      //
      // Each binding contains the identity of the presented modal. If the framework reports late that this modal was
      // dismissed, the report therefore does not dismiss the next modal. The binding is a key path into the navigator
      // and not a pair of closures, so that the bindings of two updates are equal.
      return
        content
        .environment(\.enclosingStack, EnclosingStack(base, of: navigator))
        .sheet(item: $navigator[presentation: navigator.presentation(over: base, as: .sheet)]) { modal in
          PresentedModal(navigator: navigator, modal: modal, screen: screen)
        }
        .cover(item: $navigator[presentation: navigator.presentation(over: base, as: .cover)]) { modal in
          PresentedModal(navigator: navigator, modal: modal, screen: screen)
        }
        .inspectorOrSheet(item: $navigator[presentation: navigator.presentation(over: base, as: .inspector)]) { modal in
          PresentedModal(navigator: navigator, modal: modal, screen: screen)
        }
    }
  }

  /// A modifier that presents a popover directly above another modal or above the tabs.
  private struct PopoverPresentation<Tab: Hashable & Sendable, Route: Hashable & Sendable, ModalView: View>:
    ViewModifier
  {
    @Bindable var navigator: Navigator<Tab, Route>
    let route: Route
    let base: ModalID?
    let screen: (Modal<Route>) -> ModalView

    func body(content: Content) -> some View {
      let id = navigator.presentation(over: base, as: .popover)
      let isMeant = navigator[presentation: id]?.root == route
      content.popoverOrSheet(item: $navigator[presentation: isMeant ? id : nil]) { modal in
        PresentedModal(navigator: navigator, modal: modal, screen: screen)
      }
    }
  }

  /// The first update of a view, as an object that SwiftUI keeps as long as the view exists.
  @MainActor private final class ViewAppearance {
    private var isUpdated = false

    nonisolated init() {}

    func isFirstUpdate() -> Bool {
      defer { isUpdated = true }
      return !isUpdated
    }
  }

  /// The view of a modal. This view presents the next modal itself, because a view presents only one modal at a time.
  private struct PresentedModal<Tab: Hashable & Sendable, Route: Hashable & Sendable, ModalView: View>: View {
    let navigator: Navigator<Tab, Route>
    let modal: Modal<Route>
    let screen: (Modal<Route>) -> ModalView

    var body: some View {
      screen(modal)
        .modifier(ModalPresentation(navigator: navigator, base: modal.id, screen: screen))
        // A presentation is not a child of the view that presents it. Which environment values a presentation
        // inherits depends on the platform.
        .environment(navigator)
        .onDisappear { navigator.modalDisappeared(modal.id) }
    }
  }
#endif
