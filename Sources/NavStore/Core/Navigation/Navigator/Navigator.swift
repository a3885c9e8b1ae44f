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
  private let forwardViewChange: @Sendable (_ action: NavigationAction<Tab, Route>, _ isSent: Bool) -> Void
  @usableFromInline let parts = NavigatorObservations<Tab, Route>()
  /// The first write of a tap on the selected tab in this turn of the main loop.
  private let tabTap = Locked<PendingTabTap<Tab, Route>?>(nil)
  private let closingModals = Locked(ClosingModals<Route>())

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

extension Navigator {
  /// A binding of one of the settable properties and subscripts, for controls without a framework.
  ///
  /// ```swift
  /// let selection = navigator.binding(\.selectedTab)
  /// let path = navigator.binding(\.[pathOf: .home])
  /// ```
  public func binding<Value: Sendable>(
    _ part: any ReferenceWritableKeyPath<Navigator, Value> & Sendable
  ) -> ValueBinding<Value> {
    ValueBinding {
      self[keyPath: part]
    } set: { value in
      self[keyPath: part] = value
    }
  }

  // MARK: - Tabs

  /// The selected tab, for a tab bar: to set it is a tap, so that setting the selected one pops its path or scrolls.
  ///
  /// - Note: iOS 26 pops the stack of a tab by itself when the user taps the selected tab. If both the tab and an empty
  ///   path are set in one turn of the main loop, in either order, they are one tap: the path is popped once, and nothing
  ///   scrolls.
  public var selectedTab: Tab {
    @inlinable get { parts.selectedTab.value(shown.part(\.selectedTab) { $0.selectedTab }) }
    set {
      let isRetap = newValue == seen.selectedTab
      if isRetap, completesTap(.selection, of: newValue) { return }
      let mayPop = isRetap && !seen.path(of: newValue).isEmpty
      forwardViewChange(.tabTapped(newValue), true)
      if mayPop { beginTap(.selection, of: newValue) }
      confirm(\.selectedTab, is: newValue)
    }
  }

  /// The selected tab, for a sidebar or a split view, whose selection is optional and is written by the framework, too:
  /// to set it selects and never pops, and to set nil does nothing.
  public var sidebarSelection: Tab? {
    @inlinable get { parts.selectedTab.value(shown.part(\.selectedTab) { $0.selectedTab }) }
    set {
      guard let newValue, newValue != seen.selectedTab else { return }
      forwardViewChange(.selectTab(newValue), true)
      confirm(\.selectedTab, is: newValue)
    }
  }

  // MARK: - Paths

  /// The path of a tab, for a stack: what the user does there, the framework sets.
  ///
  /// Where a reducer refuses what is set, the readers of the path are notified in the next turn of the main loop, so
  /// that the framework shows the path of the state again.
  public subscript(pathOf tab: Tab) -> [Route] {
    @inlinable get { parts.paths.value(of: tab, shown.part(\.[pathOf: tab]) { $0.path(of: tab) }) }
    set {
      guard newValue != seen[pathOf: tab] else { return }
      let mayBeTap = newValue.isEmpty && tab == seen.selectedTab
      let completesTap = mayBeTap && completesTap(.emptyPath, of: tab)
      forwardViewChange(.setPath(newValue, in: .tab(tab)), !completesTap)
      if mayBeTap, !completesTap { beginTap(.emptyPath, of: tab) }
      confirm(\.[pathOf: tab], is: newValue)
    }
  }

  /// The path of a modal, for the stack in it.
  ///
  /// While a modal closes, this is the path that views read last: a framework reads it until the modal is off the screen.
  /// The paths of at most 16 such modals are kept. The path of any other modal that is not presented is empty, and to
  /// set it does nothing.
  public subscript(pathOf modal: ModalID) -> [Route] {
    get { self.modal(modal)?.path ?? [] }
    set {
      guard let path = seen[pathOf: modal], newValue != path else { return }
      forwardViewChange(.setPath(newValue, in: .modal(modal)), true)
      if seen[pathOf: modal] != newValue { notifyModalReaders() }
    }
  }

  /// The beginning of a tab's path that one type of routes covers, for a stack of that type alone: the longest one.
  ///
  /// To set it replaces that beginning. The routes above it stay only if it is what it was, so a set that changes
  /// nothing sends nothing.
  public subscript<Part: Hashable & Sendable>(pathOf tab: Tab, covering part: PathPart<Route, Part>) -> [Part] {
    get { part.prefix(of: self[pathOf: tab]) }
    set {
      if newValue != part.prefix(of: seen[pathOf: tab]) { self[pathOf: tab] = newValue.map(part.embed) }
    }
  }

  // MARK: - What a framework has written

  /// Makes views read a part again if the store has not accepted what they set: the framework shows that already.
  private func confirm<Value: Equatable & Sendable>(
    _ part: any KeyPath<NavigationState<Tab, Route>, Value> & Sendable, is value: Value
  ) {
    if seen[keyPath: part] != value { inNextTurn { [shown] in shown.notifyReaders(of: part) } }
  }

  private func notifyModalReaders() {
    inNextTurn { [shown] in shown.notifyReaders(of: \.modals) }
  }

  /// Runs a closure in the next turn of the main loop; immediately where there is none. A framework that is notified
  /// while it writes compares the state with what it showed before the write, and sees no difference.
  private func inNextTurn(_ work: @escaping @Sendable () -> Void) {
    if let mainLoop { mainLoop.inNextTurn(work) } else { work() }
  }

  /// Returns whether a write is the second one of a tap on the selected tab.
  private func completesTap(_ write: PendingTabTap<Tab, Route>.Write, of tab: Tab) -> Bool {
    guard let mainLoop, mainLoop.isCurrent(), let tap = tabTap.withLock(\.self) else { return false }
    return tap.isCompleted(by: write, of: tab, path: current.path(of: tab))
  }

  /// Remembers a write as the first one of a tap until the turn ends.
  private func beginTap(_ write: PendingTabTap<Tab, Route>.Write, of tab: Tab) {
    guard let mainLoop, mainLoop.isCurrent() else { return }
    let isFirst = setTap(PendingTabTap(write: write, tab: tab, path: current.path(of: tab))) == nil
    if isFirst { mainLoop.inNextTurn { [weak self] in _ = self?.setTap(nil) } }
  }

  /// Replaces the tap, and returns the one before, which is released without the lock.
  private func setTap(_ tap: PendingTabTap<Tab, Route>?) -> PendingTabTap<Tab, Route>? {
    tabTap.withLock { current in
      defer { current = tap }
      return current
    }
  }

  private var mainLoop: MainLoop? { store.source.mainLoop }

  // MARK: - Modals

  /// A modal that is presented or that closes; `nil` for any other.
  ///
  /// A framework reads the content of a sheet until the sheet is off the screen, which is after the modal has left the
  /// state. Until then this is the modal as views read it last.
  func modal(_ id: ModalID) -> Modal<Route>? {
    // Read out of all modals: a part of its own would be kept for each modal that was ever presented.
    readModals().first { $0.id == id } ?? closingModals.withLock { $0.modal(id) }
  }

  /// Reads the modals, and notes which of them close.
  private func readModals() -> [Modal<Route>] {
    let modals = modals
    // Views read on the main loop. A thread that notes later what it has read earlier would mix up the order.
    if mainLoop?.isCurrent() ?? true { updateClosingModals { $0.update(modals) } }
    return modals
  }

  /// The view of a modal has disappeared.
  func modalDisappeared(_ id: ModalID) {
    updateClosingModals { $0.forget(id) }
  }

  /// Routes that are no longer kept are released without the lock, because that may be the user's code.
  private func updateClosingModals(_ update: (inout ClosingModals<Route>) -> Void) {
    let old = closingModals.withLock { closing in
      let old = closing
      update(&closing)
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// The modal that lies on another one, or on the tabs; nil if there is none, or one of another style.
  ///
  /// A view that shows a modal asks for what is presented on that, and so on, so that each is presented by the one
  /// below.
  public func presented(over modal: ModalID? = nil, as style: ModalStyle = .sheet) -> Modal<Route>? {
    let modals = modals
    let index = modal.map { id in modals.firstIndex { $0.id == id }.map { $0 + 1 } ?? modals.count } ?? 0
    return index < modals.count && modals[index].style == style ? modals[index] : nil
  }

  /// A modal by its identity, for a presentation of an optional item; nil when it is gone, and for no identity.
  ///
  /// To set nil dismisses that modal and those above it, and does nothing if it is gone: a framework that says late
  /// that a presentation has ended does not end its successor. To set another value does nothing, because a modal is
  /// presented by an action.
  public subscript(modal id: ModalID?) -> Modal<Route>? {
    get { id.flatMap { id in modals.first { $0.id == id } } }
    set {
      if newValue == nil { frameworkEnded(id) }
    }
  }

  /// The modal that views present over another one, or over the tabs.
  ///
  /// Unlike ``presented(over:as:)`` this includes a modal that closes because the one below it does. Its presentation
  /// stays: the framework dismisses the lowest one, and those above it leave the screen together with it.
  func presentation(over base: ModalID?, as style: ModalStyle) -> ModalID? {
    let modals = readModals()
    guard let base, !modals.contains(where: { $0.id == base }) else { return presented(over: base, as: style)?.id }
    let modal = closingModals.withLock { $0.modal(over: base) }
    return modal?.style == style ? modal?.id : nil
  }

  /// The item of ``presentation(over:as:)``, for the binding of a presentation.
  subscript(presentation id: ModalID?) -> Modal<Route>? {
    get {
      guard let id else { return nil }
      return readModals().first { $0.id == id } ?? closingModals.withLock { $0.modalClosingWithBase(id) }
    }
    set {
      if newValue == nil { frameworkEnded(id) }
    }
  }

  /// Whether a modal is there, for a presentation by a Boolean.
  ///
  /// To set false dismisses it, as ``subscript(modal:)``; to set true does nothing.
  public subscript(isPresented id: ModalID?) -> Bool {
    get { self[modal: id] != nil }
    set {
      if !newValue { frameworkEnded(id) }
    }
  }

  /// Whether a route is presented over the tabs or over any modal, for a switch or a toggle.
  ///
  /// To set true presents it if it is not there, to set false dismisses the one on top of those with that root. For
  /// what a framework dismisses by itself take ``subscript(isPresented:)``, which knows the presentation and not only
  /// the route.
  public subscript(isPresenting route: Route, as style: ModalStyle = .sheet) -> Bool {
    get {
      parts.presentations.value(
        of: PresentationKey(root: route, style: style),
        shown.part(\.[isPresenting: route, as: style]) { $0[isPresenting: route, as: style] })
    }
    set {
      let modal = current.modals.last { $0.root == route && $0.style == style }
      switch (modal, newValue) {
      case (nil, true): present(route, style: style)
      case (let modal?, false): dismiss(modal.id)
      default: break
      }
      if current[isPresenting: route, as: style] != newValue {
        inNextTurn { [shown] in shown.notifyReaders(of: \.[isPresenting: route, as: style]) }
      }
    }
  }

  /// Dismisses a modal and those above it, if it is there.
  public func dismiss(_ id: ModalID) {
    if current.modals.contains(where: { $0.id == id }) { send(.dismiss(id)) }
  }

  private func frameworkEnded(_ id: ModalID?) {
    guard let id, seen.path(of: id) != nil else { return }
    forwardViewChange(.dismissModal(id), true)
    if seen.path(of: id) != nil { notifyModalReaders() }
  }

  /// What views show as it is now. Observation does not see this read.
  private var seen: NavigationState<Tab, Route> { shown.source.snapshot().state }
}

extension NavigationState {
  fileprivate subscript(isPresenting route: Route, as style: ModalStyle) -> Bool {
    modals.contains { $0.root == route && $0.style == style }
  }
}

extension Navigator where Route == AnyRoute {
  /// Puts a value on top of the focused path, or of a named tab's or modal's.
  @_disfavoredOverload
  public func push(_ value: some RegistrableRoute, in target: NavigationTarget<Tab> = .focused) {
    push(AnyRoute(value), in: target)
  }

  /// Puts a value on top of the focused path unless it is shown already.
  @_disfavoredOverload
  public func pushUnlessTop(_ value: some RegistrableRoute) { pushUnlessTop(AnyRoute(value)) }

  /// Goes back to a value in the focused path, or puts it on top if it is not there.
  @_disfavoredOverload
  public func navigate(to value: some RegistrableRoute) { navigate(to: AnyRoute(value)) }

  /// Goes back to a value in the focused path.
  @_disfavoredOverload
  public func popTo(_ value: some RegistrableRoute) { popTo(AnyRoute(value)) }

  /// Presents a value over what is shown.
  @_disfavoredOverload
  public func present(_ value: some RegistrableRoute, style: ModalStyle = .sheet) {
    present(AnyRoute(value), style: style)
  }
}

/// The first write of a tap on the selected tab, until the turn of the main loop ends.
///
/// iOS 26 pops the tab's stack by itself. One tap may then write an empty path and the selected tab, in either order. The
/// first write means the tap, and the second one means nothing. A write is the second one of a tap only if the path is
/// still what the first one has left: otherwise something else happened in between.
private struct PendingTabTap<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  enum Write: Sendable {
    /// The tab that is selected already.
    case selection
    /// An empty path of the selected tab.
    case emptyPath
  }

  let write: Write
  let tab: Tab
  /// The path of the tab after the write.
  let path: [Route]

  /// Returns whether another write of the same turn belongs to the same tap.
  func isCompleted(by write: Write, of tab: Tab, path: [Route]) -> Bool {
    write != self.write && tab == self.tab && path == self.path
  }
}
