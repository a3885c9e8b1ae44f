public import Observation

/// An observable object through which views read and change the navigation. A view observes each part of the navigation
/// separately.
///
/// ```swift
/// let navigator = Navigator(store.scope(state: \.navigation, action: AppAction.navigation))
/// navigator.push(.song(7))
/// print(navigator.selectedTab)  // observers are notified when another tab is selected, and not of pushes
/// print(navigator[pathOf: .library])  // observers are notified when this path changes
/// ```
///
/// The settable properties and subscripts send actions. Except for ``selectedTab``, setting the current value sends no
/// action. A framework derives its bindings from the navigator by key path. For a framework without bindings, use
/// ``binding(_:)``.
///
/// Create a navigator next to the store and pass the navigator to the views. The navigator keeps the store alive. You
/// can use a navigator from any thread.
public final class Navigator<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  /// The store of the navigation, for operations that the navigator does not provide.
  public let store: ScopedStore<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>
  /// The store whose navigation the views show. Unless views follow the store step by step, this is the same as
  /// ``store``.
  @usableFromInline let shown: ScopedStore<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>
  /// Handles a change that a framework already shows and that corresponds to `action`. If `isSent` is `false`, the
  /// action is not sent, because an earlier write has sent an action for the same change.
  private let forwardViewChange: @Sendable (_ action: NavigationAction<Tab, Route>, _ isSent: Bool) -> Void
  @usableFromInline let observations = NavigatorObservations<Tab, Route>()
  private let tabBar = Locked(TabBarAppearance.unread)
  /// The first write for a tap on the selected tab, until the current turn of the main loop ends; otherwise, `nil`.
  private let tabTap = Locked<PendingTabTap<Tab, Route>?>(nil)
  private let closingModals = Locked(ClosingModals<Route>())
  private let guardedExits: ValueReader<GuardedExits>?

  /// Creates a navigator for the navigation in an app's state.
  public convenience init(_ store: ScopedStore<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>) {
    self.init(store, guardedExits: nil)
  }

  package convenience init(
    _ store: ScopedStore<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>,
    guardedExits: ValueReader<GuardedExits>?
  ) {
    self.init(store, showing: store, guardedExits: guardedExits) { action, isSent in
      if isSent { store.send(action) }
    }
  }

  package init(
    _ store: ScopedStore<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>,
    showing shown: ScopedStore<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>,
    guardedExits: ValueReader<GuardedExits>? = nil,
    forwardViewChange: @escaping @Sendable (_ action: NavigationAction<Tab, Route>, _ isSent: Bool) -> Void
  ) {
    self.store = store
    self.shown = shown
    self.guardedExits = guardedExits
    self.forwardViewChange = forwardViewChange
  }

  /// Creates a navigator with its own store, for previews and tests.
  public convenience init(
    _ state: NavigationState<Tab, Route>, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) {
    self.init(Store(initialState: state, reducer: NavigationReducer(rules: rules)))
  }

  /// Creates a navigator for a store whose state is a navigation.
  public convenience init(_ store: Store<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>) {
    self.init(store.wholeScope)
  }

  /// The current state of the store, for decisions and for saving. The Observation framework does not track this
  /// property: a view that reads it is not updated when the state changes.
  public var current: NavigationState<Tab, Route> { store.source.snapshot().state }

  // MARK: - Parts

  /// The tabs in the order of the tab bar.
  public var tabs: [Tab] { observations.tabs.value(shown.reader(of: \.tabs) { $0.tabs }) }

  /// The modals. The top modal is last.
  public var modals: [Modal<Route>] { observations.modals.value(shown.reader(of: \.modals) { $0.modals }) }

  /// The path of the top modal. If there is no modal, the path of the selected tab.
  public var focusedPath: [Route] { observations.focusedPath.value(shown.reader(of: \.focusedPath) { $0.focusedPath }) }

  /// The visible route. At the root of a tab, the value is `nil`.
  public var top: Route? { observations.top.value(shown.reader(of: \.top) { $0.top }) }

  /// A Boolean value that indicates whether there is a screen or a tab to which ``back()`` can return.
  public var canGoBack: Bool { observations.canGoBack.value(store.reader(of: \.canGoBack) { $0.canGoBack }) }

  /// A Boolean value that indicates whether a rule refuses to remove the visible screen, or asks the user first.
  /// Without rules, the value is `false`.
  ///
  /// While the value is `true`, hide the back button, and disable the gesture that swipes back. A framework shows the
  /// result of the gesture before a rule can refuse it.
  public var isBackGuarded: Bool { guardedExits?.value.includesBack ?? false }

  /// Returns whether a rule refuses to dismiss a modal or a modal above it, or asks the user first. While the result is
  /// `true`, disable the interactive dismissal. Without rules, the result is `false`.
  public func isDismissalGuarded(of modal: ModalID) -> Bool { guardedExits?.value.modals.contains(modal) ?? false }

  /// Returns the number of scroll-to-top requests that the root screen of a tab has received. When the number changes,
  /// a view scrolls to the top. If the tab does not exist, the result is 0.
  public func scrollSignal(of tab: Tab) -> Int {
    observations.scrollSignals.value(of: tab, store.reader(of: \.[scrollSignalOf: tab]) { $0.scrollSignal(of: tab) })
  }

  // MARK: - Actions

  /// Sends an action.
  @discardableResult
  public func send(_ action: NavigationAction<Tab, Route>, origin: ActionOrigin = .user) -> EffectHandle {
    store.send(action, origin: origin)
  }

  /// Pushes a route onto the path that `target` identifies, by default the focused path.
  public func push(_ route: Route, in target: NavigationTarget<Tab> = .focused) { send(.push(route, in: target)) }

  /// Selects a tab. No path changes. Setting ``selectedTab`` is a tap instead.
  public func selectTab(_ tab: Tab) { send(.selectTab(tab)) }

  /// Pushes a route onto the focused path unless the same screen is already visible. Therefore, a double tap pushes
  /// only one screen.
  public func pushUnlessTop(_ route: Route) { send(.pushUnlessTop(route)) }

  /// Goes back to a route in the focused path, or pushes the route if it is not in the path.
  public func navigate(to route: Route) { send(.navigate(to: route)) }

  /// Removes `count` routes from the top of the focused path. If the path contains fewer routes, all are removed.
  public func pop(_ count: Int = 1) { send(.pop(count)) }

  // This overload is disfavored, so that the compiler prefers the overload for a `StackEntry`, which compares
  // identities.
  /// Goes back to a route in the focused path.
  @_disfavoredOverload
  public func popTo(_ route: Route) { send(.popTo(route)) }

  /// Removes all routes from the focused path. For another tab, use `navigator[pathOf: .home] = []`.
  public func popToRoot() { send(.popToRoot) }

  /// Removes one of the ``NavigationState/screens`` of the current state. The screens above it stay.
  public func remove(_ screen: NavigationState<Tab, Route>.ScreenPosition) {
    send(.remove(screen.route, at: screen.position, in: screen.stack.target))
  }

  /// Goes back one step: pops a route, dismisses a modal, or returns to another tab. See ``NavigationAction/back``.
  public func back() { send(.back) }

  /// Presents a route over all other screens.
  public func present(_ route: Route, style: ModalStyle = .sheet) { send(.present(route, style: style)) }

  /// Dismisses the top modal that views show. If views follow the store step by step, a second call before the views
  /// have been updated does nothing.
  public func dismiss() {
    if let modal = seen.modals.last { dismiss(modal.id) }
  }

  /// Dismisses all modals.
  public func dismissAll() { send(.dismissAll) }

  /// Opens a deep link.
  public func open(_ link: DeepLink<Tab, Route>) { send(.deepLink(link), origin: .deepLink) }
}

extension Navigator: Observable {}

extension Navigator {
  /// Returns a binding to a settable property or subscript, for controls whose framework has no bindings of its own.
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

  /// The selected tab, for a tab bar. Setting this property is handled as a tap on the tab: setting the selected tab
  /// again pops its path or, at the root, scrolls the root screen to the top.
  ///
  /// While a tab bar appears for the first time, a framework may set its first tab although the user has tapped
  /// nothing. On Apple platforms, a write in the turn of the main loop in which the selection is first read is
  /// therefore ignored, and the readers are notified in the next turn. The same applies to the turn in which a view
  /// with `.modals(of:)` is created again, for example after a sign-out. A write before the first read selects the tab
  /// and is not handled as a tap.
  ///
  /// The first read counts as that of the tab bar. If code outside of the tab bar reads this property or
  /// ``sidebarSelection`` in an earlier turn or on another thread, no write is ignored.
  ///
  /// - Note: On iOS 26, the system pops the stack of the selected tab when the user taps that tab. If both the tab and
  ///   an empty path are set in one turn of the main loop, in either order, both writes are handled as one tap: the
  ///   path is popped once, and nothing scrolls.
  public var selectedTab: Tab {
    get { observations.selectedTab.value(selectionReader()) }
    set {
      if handleBeforeTabBar(newValue) { return }
      let isRetap = newValue == seen.selectedTab
      if isRetap, completesTap(.selection, of: newValue) { return }
      let mayPop = isRetap && !seen.path(of: newValue).isEmpty
      forwardViewChange(.tabTapped(newValue), true)
      if mayPop { beginTap(.selection, of: newValue) }
      confirm(\.selectedTab, is: newValue)
    }
  }

  /// The selected tab, for a sidebar or a split view. The selection of such a view is optional, and the framework may
  /// set the selection without a tap. Setting a tab selects that tab and never pops its path. Setting `nil` does
  /// nothing.
  public var sidebarSelection: Tab? {
    get { observations.selectedTab.value(selectionReader()) }
    set {
      guard let newValue, newValue != seen.selectedTab, !handleBeforeTabBar(newValue) else { return }
      forwardViewChange(.selectTab(newValue), true)
      confirm(\.selectedTab, is: newValue)
    }
  }

  /// Returns the reader of the selection. It is called for the first read, when the reader is not cached yet.
  func selectionReader() -> ValueReader<Tab> {
    tabBarAppears()
    return shown.reader(of: \.selectedTab) { $0.selectedTab }
  }

  func tabBarAppears() {
    guard let mainLoop, mainLoop.isCurrent() else { return tabBar.withLock { $0 = .visible } }
    tabBar.withLock { $0 = .appearing }
    mainLoop.inNextTurn { [weak self] in self?.tabBar.withLock { $0 = .visible } }
  }

  /// Handles a selection that is set before the tab bar is visible; see ``selectedTab``.
  ///
  /// - Returns: Whether the selection was handled. If not, the user has set it.
  private func handleBeforeTabBar(_ selection: Tab) -> Bool {
    guard let mainLoop, mainLoop.isCurrent() else { return false }
    switch tabBar.withLock(\.self) {
    case .visible: return false
    case .unread: if selection != seen.selectedTab { forwardViewChange(.selectTab(selection), true) }
    case .appearing: confirm(\.selectedTab, is: selection)
    }
    return true
  }

  // MARK: - Paths

  /// The path of a tab, for a navigation stack. The framework sets this path when the user changes the stack.
  ///
  /// If the reducer rejects the new path, the readers of the path are notified in the next turn of the main loop, or
  /// immediately if there is no main loop, so that the framework shows the path in the state again.
  ///
  /// A framework may set the path of a stack that the user cannot see any more, and bring back screens that an action
  /// has removed. While another tab is selected or a cover is presented, a path is therefore ignored if a path that
  /// views have read begins with it and the path in the state does not. To set such a path from code, send
  /// ``NavigationAction/setPath(_:in:)``.
  public subscript(pathOf tab: Tab) -> [Route] {
    @inlinable get {
      observations.paths.value(of: tab, shown.reader(of: \.[pathOf: tab]) { $0.path(of: tab) }) { isVisible(tab) }
    }
    set {
      guard newValue != seen[pathOf: tab] else { return }
      if isLate(newValue, of: tab) { return confirm(\.[pathOf: tab], is: newValue) }
      let mayBeTap = newValue.isEmpty && tab == seen.selectedTab
      let completesTap = mayBeTap && completesTap(.emptyPath, of: tab)
      forwardViewChange(change(of: seen[pathOf: tab], to: newValue, in: .tab(tab)), !completesTap)
      if mayBeTap, !completesTap { beginTap(.emptyPath, of: tab) }
      observations.paths.viewSet(seen[pathOf: tab], of: tab)
      confirm(\.[pathOf: tab], is: newValue)
    }
  }

  /// The path of a modal, for its navigation stack.
  ///
  /// While a modal closes, the value is the last path that views read, because a framework reads the path until the
  /// modal is off the screen. The paths of at most 16 closing modals are kept. For any other modal that is not
  /// presented, the value is empty. Setting the path of a modal that is not presented does nothing.
  public subscript(pathOf modal: ModalID) -> [Route] {
    get { self.modal(modal)?.path ?? [] }
    set {
      guard let path = seen[pathOf: modal], newValue != path else { return }
      forwardViewChange(change(of: path, to: newValue, in: .modal(modal)), true)
      if seen[pathOf: modal] != newValue { notifyModalReaders() }
    }
  }

  /// The longest prefix of a tab's path whose routes belong to `part`, for a navigation stack of the part's routes.
  ///
  /// Setting a new prefix replaces the current prefix and removes the routes above it. Setting the current prefix sends
  /// no action, and the routes above the prefix stay.
  public subscript<Part: Hashable & Sendable>(pathOf tab: Tab, covering part: PathPart<Route, Part>) -> [Part] {
    get { part.prefix(of: self[pathOf: tab]) }
    set {
      if newValue != part.prefix(of: seen[pathOf: tab]) { self[pathOf: tab] = newValue.map(part.embed) }
    }
  }

  // MARK: - Writes of a framework

  /// Returns whether the user can see the stack of a tab. On another thread than that of the main loop, the result is
  /// `nil`, because views read and write on the main loop.
  @usableFromInline
  func isVisible(_ tab: Tab) -> Bool? {
    guard mainLoop?.isCurrent() ?? true else { return nil }
    let seen = seen
    return tab == seen.selectedTab && !seen.modals.contains { $0.style == .cover }
  }

  /// Returns whether a hidden stack writes a path that it showed before an action removed screens from it.
  private func isLate(_ path: [Route], of tab: Tab) -> Bool {
    // A path that only removes screens may be the end of a swipe back that began before the stack was hidden.
    guard isVisible(tab) == false, !current.path(of: tab).starts(with: path) else { return false }
    return seen.path(of: tab).starts(with: path) || observations.paths.contains(path, of: tab)
  }

  private func change(
    of old: [Route], to new: [Route], in target: NavigationTarget<Tab>
  ) -> NavigationAction<Tab, Route> {
    // Two screens may have equal routes. A `setPath` action then does not show which of them the user removed from
    // below the top. A `remove` action contains the position of the removed screen.
    guard Route.self is any RouteWrapper.Type, new.count == old.count - 1,
      let index = new.indices.first(where: { new[$0] != old[$0] }), new[index...].elementsEqual(old[(index + 1)...])
    else { return .setPath(new, in: target) }
    return .remove(old[index], at: index, in: target)
  }

  /// Notifies the readers of `part` if the store has rejected `value`, which a framework has set and already shows. The
  /// framework then reads the part again.
  private func confirm<Value: Equatable & Sendable>(
    _ part: any KeyPath<NavigationState<Tab, Route>, Value> & Sendable, is value: Value
  ) {
    if seen[keyPath: part] != value { inNextTurn { [shown] in shown.notifyReaders(of: part) } }
  }

  private func notifyModalReaders() {
    inNextTurn { [shown] in shown.notifyReaders(of: \.modals) }
  }

  /// Runs a closure in the next turn of the main loop, or immediately if there is no main loop.
  ///
  /// When the store rejects a value that SwiftUI sets, a notification during that write is lost: SwiftUI compares the
  /// state with the value before the write, finds no difference, and does not update the view.
  private func inNextTurn(_ work: @escaping @Sendable () -> Void) {
    if let mainLoop { mainLoop.inNextTurn(work) } else { work() }
  }

  private func completesTap(_ write: PendingTabTap<Tab, Route>.Write, of tab: Tab) -> Bool {
    guard let mainLoop, mainLoop.isCurrent(), let tap = tabTap.withLock({ $0 }) else { return false }
    return tap.isCompleted(by: write, of: tab, path: current.path(of: tab))
  }

  private func beginTap(_ write: PendingTabTap<Tab, Route>.Write, of tab: Tab) {
    guard let mainLoop, mainLoop.isCurrent() else { return }
    let isFirst = setTap(PendingTabTap(write: write, tab: tab, path: current.path(of: tab))) == nil
    if isFirst { mainLoop.inNextTurn { [weak self] in _ = self?.setTap(nil) } }
  }

  /// Replaces the pending tap and returns the previous one, which is released without the lock, because releasing the
  /// routes of a tap may run the user's code.
  private func setTap(_ tap: PendingTabTap<Tab, Route>?) -> PendingTabTap<Tab, Route>? {
    tabTap.withLock { current in
      defer { current = tap }
      return current
    }
  }

  private var mainLoop: MainLoop? { store.source.mainLoop }

  // MARK: - Modals

  /// Returns the modal with an identity if the modal is presented or closing, or else `nil`.
  ///
  /// A framework reads the content of a sheet until the sheet is off the screen. However, a closing modal is no longer
  /// in the state. For a closing modal, the result is therefore the last value of the modal that views have read.
  func modal(_ id: ModalID) -> Modal<Route>? {
    // The modal is searched for in the list of all modals. If each modal were observed as a separate part, the
    // observation of each modal that was ever presented would be kept.
    readModals().first { $0.id == id } ?? closingModals.withLock { $0.modal(id) }
  }

  private func readModals() -> [Modal<Route>] {
    let modals = modals
    // Only reads on the main loop are recorded, because views read there. Another thread could record an older value
    // after a newer one.
    if mainLoop?.isCurrent() ?? true { updateClosingModals { $0.update(modals) } }
    return modals
  }

  func modalDisappeared(_ id: ModalID) {
    updateClosingModals { $0.forget(id) }
  }

  /// Updates the closing modals. Routes that are no longer kept are released after the lock is released, because
  /// releasing a route may run the user's code.
  private func updateClosingModals(_ update: (inout ClosingModals<Route>) -> Void) {
    let old = closingModals.withLock { closing in
      let old = closing
      update(&closing)
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Returns the modal directly above a modal or, if `modal` is `nil`, directly above the tabs. If there is no such
  /// modal, or if its style is not `style`, the result is `nil`.
  ///
  /// The view of a modal calls this method with the identity of its own modal, and presents the modal that the method
  /// returns. The root view passes `nil`.
  public func presented(over modal: ModalID? = nil, as style: ModalStyle = .sheet) -> Modal<Route>? {
    let modals = modals
    let index = modal.map { id in modals.firstIndex { $0.id == id }.map { $0 + 1 } ?? modals.count } ?? 0
    return index < modals.count && modals[index].style == style ? modals[index] : nil
  }

  /// The modal with the given identity, for a presentation that takes an optional item, such as `sheet(item:)`. If the
  /// modal is not presented, or if the identity is `nil`, the value is `nil`.
  ///
  /// Setting `nil` dismisses the modal and the modals above it. If the modal is not presented, setting `nil` does
  /// nothing: when a framework reports late that a presentation has ended, a newer presentation stays. Setting a modal
  /// does nothing, because only an action can present a modal.
  public subscript(modal id: ModalID?) -> Modal<Route>? {
    get { id.flatMap { id in modals.first { $0.id == id } } }
    set {
      if newValue == nil { frameworkEnded(id) }
    }
  }

  /// Returns the identity of the modal that views present over a modal or, if `base` is `nil`, over the tabs. If there
  /// is no such modal, or if its style is not `style`, the result is `nil`.
  ///
  /// Unlike ``presented(over:as:)``, this method also finds a modal that closes together with the modal below it. The
  /// views continue to present such a modal: the framework dismisses the lowest modal, and the modals above it leave
  /// the screen at the same time.
  func presentation(over base: ModalID?, as style: ModalStyle) -> ModalID? {
    let modals = readModals()
    guard let base, !modals.contains(where: { $0.id == base }) else { return presented(over: base, as: style)?.id }
    let modal = closingModals.withLock { $0.modal(over: base) }
    return modal?.style == style ? modal?.id : nil
  }

  subscript(presentation id: ModalID?) -> Modal<Route>? {
    get {
      guard let id else { return nil }
      return readModals().first { $0.id == id } ?? closingModals.withLock { $0.modalClosingWithBase(id) }
    }
    set {
      if newValue == nil { frameworkEnded(id) }
    }
  }

  /// A Boolean value that indicates whether a route is presented over the tabs or over any modal, for a switch or a
  /// toggle.
  ///
  /// Setting `true` presents the route if no modal has this root and style. Setting `false` dismisses the top modal
  /// that has this root and style, and the modals above it. For a presentation that a framework dismisses, use
  /// ``subscript(modal:)``, which identifies the presentation and not only the route.
  public subscript(isPresenting route: Route, as style: ModalStyle = .sheet) -> Bool {
    get {
      observations.presentations.value(
        of: PresentationKey(root: route, style: style),
        shown.reader(of: \.[isPresenting: route, as: style]) { $0[isPresenting: route, as: style] })
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

  /// Dismisses a modal and the modals above it. If the modal is not presented, this method does nothing.
  public func dismiss(_ id: ModalID) {
    if current.modals.contains(where: { $0.id == id }) { send(.dismiss(id)) }
  }

  private func frameworkEnded(_ id: ModalID?) {
    guard let id, seen.path(of: id) != nil else { return }
    forwardViewChange(.dismissModal(id), true)
    if seen.path(of: id) != nil { notifyModalReaders() }
  }

  /// The state that views show. The Observation framework does not track this property.
  private var seen: NavigationState<Tab, Route> { shown.source.snapshot().state }
}

extension NavigationState {
  fileprivate subscript(isPresenting route: Route, as style: ModalStyle) -> Bool {
    modals.contains { $0.root == route && $0.style == style }
  }
}

extension Navigator where Route == AnyRoute {
  /// Pushes a value onto the path that `target` identifies, by default the focused path.
  @_disfavoredOverload
  public func push(_ value: some RegistrableRoute, in target: NavigationTarget<Tab> = .focused) {
    push(AnyRoute(value), in: target)
  }

  /// Presents a value over all other screens.
  @_disfavoredOverload
  public func present(_ value: some RegistrableRoute, style: ModalStyle = .sheet) {
    present(AnyRoute(value), style: style)
  }
}

/// Whether views have shown the selection of the tabs yet.
private enum TabBarAppearance {
  case unread
  case appearing
  case visible
}

/// The first write for a tap on the selected tab. The tap is pending until the turn of the main loop ends.
///
/// On iOS 26, the system pops the stack of the tab. For one tap, the framework may then set both the empty path and the
/// selected tab, in either order. The navigator handles the first write as the tap and ignores the second one. A write
/// is the second write for the tap only if the path still equals the path after the first write. Otherwise, the
/// navigation has changed between the two writes.
private struct PendingTabTap<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  enum Write: Sendable {
    case selection
    case emptyPath
  }

  let write: Write
  let tab: Tab
  let path: [Route]

  func isCompleted(by write: Write, of tab: Tab, path: [Route]) -> Bool {
    write != self.write && tab == self.tab && path == self.path
  }
}

/// The observed parts of a navigation that a navigator has read.
///
/// In generic code, each use of a key path creates the key path again, which takes tens of times as long as a read.
/// This object stores the observations, so that each key path is created only once. A read through a navigator and a
/// read by key path observe the same part.
@usableFromInline
final class NavigatorObservations<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  let tabs = CachedObservation<[Tab]>()
  let selectedTab = CachedObservation<Tab>()
  let modals = CachedObservation<[Modal<Route>]>()
  let focusedPath = CachedObservation<[Route]>()
  let top = CachedObservation<Route?>()
  let canGoBack = CachedObservation<Bool>()
  @usableFromInline let paths = ObservedPaths<Tab, Route>()
  let scrollSignals = CachedObservations<Tab, Int>()
  fileprivate let presentations = CachedObservations<PresentationKey<Route>, Bool>()
}

/// The root and the style of a presentation that `Navigator.subscript(isPresenting:as:)` observes.
private struct PresentationKey<Route: Hashable & Sendable>: Hashable, Sendable {
  let root: Route
  let style: ModalStyle
}

/// The back navigation and the dismissals that rules refuse or allow only after a question.
package struct GuardedExits: Equatable, Sendable {
  /// Whether a rule refuses to remove the visible screen, or asks the user first.
  package var includesBack = false
  package var modals: Set<ModalID> = []

  package init() {}
}
