public import Observation

/// What a view has of a navigation: its parts, each observed by itself, and actions.
///
/// ```swift
/// let navigator = Navigator(store.scope(state: \.navigation, action: AppAction.navigation))
/// navigator.push(.song(7))
/// print(navigator.selectedTab)  // observers are notified when another tab is selected, and not of pushes
/// print(navigator[pathOf: .library])  // observers are notified when this path changes
/// ```
///
/// Its settable properties and subscripts send actions, and what changes nothing sends nothing. A framework's bindings
/// are derived from it by key path; others with ``binding(_:)``. Make one beside the store and pass it down: it keeps
/// the store alive. Use it from any thread.
public final class Navigator<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  /// The navigation, for what is not here.
  public let store: ScopedStore<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>
  /// The navigation as views have it: the store's, unless they get there step by step.
  @usableFromInline let shown: ScopedStore<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>
  /// Takes what a framework has done by itself, as the action that it means. The action is not sent if `isSent` is
  /// false, because an earlier write has sent what it means.
  let forwardViewChange: @Sendable (_ action: NavigationAction<Tab, Route>, _ isSent: Bool) -> Void
  @usableFromInline let parts = NavigatorObservations<Tab, Route>()
  /// The first write of a tap on the selected tab in this turn of the main loop.
  let tabTap = Locked<PendingTabTap<Tab, Route>?>(nil)
  let closingModals = Locked(ClosingModals<Route>())

  /// A navigator of the navigation in an app's state.
  public convenience init(_ store: ScopedStore<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>) {
    self.init(store, showing: store) { action, isSent in
      if isSent { store.send(action) }
    }
  }

  package init(
    _ store: ScopedStore<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>,
    showing shown: ScopedStore<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>,
    forwardViewChange: @escaping @Sendable (_ action: NavigationAction<Tab, Route>, _ isSent: Bool) -> Void
  ) {
    self.store = store
    self.shown = shown
    self.forwardViewChange = forwardViewChange
  }

  /// A navigator of a state, with a store of its own: for previews and tests.
  public convenience init(
    _ state: NavigationState<Tab, Route>, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) {
    self.init(Store(initialState: state, reducer: NavigationReducer(rules: rules)))
  }

  /// A navigator of a store that holds nothing but a navigation.
  public convenience init(_ store: Store<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>) {
    self.init(store.scope(state: \.self, action: { $0 }))
  }

  /// The state as it is now, for decisions and for saving. Observation does not see this read: a view that shows it is
  /// not computed anew.
  public var current: NavigationState<Tab, Route> { store.source.snapshot().state }

  // MARK: - Parts

  // Inlinable, so that the functions that read a part of a state are compiled for the app's types, as the reducer is.

  /// The tabs in order.
  @inlinable
  public var tabs: [Tab] { parts.tabs.value(shown.part(\.tabs) { $0.tabs }) }

  /// The modals, the one on top last.
  @inlinable
  public var modals: [Modal<Route>] { parts.modals.value(shown.part(\.modals) { $0.modals }) }

  /// The top modal's path, or else the selected tab's.
  @inlinable
  public var focusedPath: [Route] { parts.focusedPath.value(shown.part(\.focusedPath) { $0.focusedPath }) }

  /// The route that is shown; nil at the root of a tab.
  @inlinable
  public var top: Route? { parts.top.value(shown.part(\.top) { $0.top }) }

  /// Whether `back` leads anywhere.
  @inlinable
  public var canGoBack: Bool { parts.canGoBack.value(store.part(\.canGoBack) { $0.canGoBack }) }

  /// How often a tap asked a tab to scroll to its top: what it counts to says nothing, that it differs does.
  @inlinable
  public func scrollSignal(of tab: Tab) -> Int {
    parts.scrollSignals.value(of: tab, store.part(\.[scrollSignalOf: tab]) { $0.scrollSignal(of: tab) })
  }

  // MARK: - Actions

  /// Sends an action.
  @discardableResult
  public func send(_ action: NavigationAction<Tab, Route>, origin: ActionOrigin = .user) -> EffectHandle {
    store.send(action, origin: origin)
  }

  /// Puts a route on top of the focused path, or of a named tab's or modal's.
  public func push(_ route: Route, in target: NavigationTarget<Tab> = .focused) { send(.push(route, in: target)) }

  /// Puts a route on top of the focused path unless it is shown already: what a double tap sends is one screen.
  public func pushUnlessTop(_ route: Route) { send(.pushUnlessTop(route)) }

  /// Goes back to a route in the focused path, or puts it on top if it is not there.
  public func navigate(to route: Route) { send(.navigate(to: route)) }

  /// Takes routes from the focused path.
  public func pop(_ count: Int = 1) { send(.pop(count)) }

  /// Goes back to a route in the focused path.
  public func popTo(_ route: Route) { send(.popTo(route)) }

  /// Takes all routes from the focused path. Of a named tab: `navigator[pathOf: .home] = []`.
  public func popToRoot() { send(.popToRoot) }

  /// Pops, dismisses, or leads to another tab; see ``NavigationAction/back``.
  public func back() { send(.back) }

  /// Presents a route over what is shown.
  public func present(_ route: Route, style: ModalStyle = .sheet) { send(.present(route, style: style)) }

  /// Dismisses the modal on top of what is shown: a second tap does not dismiss the one beneath, if it comes after
  /// views have been drawn anew.
  public func dismiss() {
    if let modal = seen.modals.last { dismiss(modal.id) }
  }

  /// Dismisses all modals.
  public func dismissAll() { send(.dismissAll) }

  /// Goes to a place that a link leads to.
  public func open(_ link: DeepLink<Tab, Route>) { send(.deepLink(link), origin: .deepLink) }
}

extension Navigator: Observable {}
