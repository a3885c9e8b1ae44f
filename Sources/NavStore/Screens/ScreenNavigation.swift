public import NavStoreCore

/// A navigation with a state for each of its screens.
///
/// Every route on a path and every root of a modal is a screen. A screen has an identity and a state from the moment it
/// enters its stack until it leaves:
///
/// - Pushes above it, other tabs, ``NavigationAction/refresh(_:at:in:as:)`` and
///   ``NavigationAction/bringToFront(_:)`` keep it.
/// - A path that is set as a whole, as by a swipe back or a deep link, keeps the screens of the longest common prefix.
/// - A pop removes it. A later push of an equal route creates another screen.
///
/// ```swift
/// var shop = ScreenNavigation<ShopTab, ShopScreen>(NavigationState(tabs: ShopTab.allCases))
/// shop.navigation.push(.product(7))
/// shop.navigation.push(.product(7))
/// let ids = shop.screens(of: .home).map(\.id)
/// print(ids)  // [screen 1, screen 2]
/// ```
///
/// The states follow the navigation after every change. A ``ScreenNavigationReducer`` reduces the actions of the
/// screens, and runs their effects.
///
/// Two values are equal if their navigations and the states of their screens are equal. Identities are not compared.
public struct ScreenNavigation<Tab: Hashable & Sendable, State: ScreenContent>: Sendable {
  /// The routes of the app.
  public typealias Route = State.Route

  private(set) var current: NavigationState<Tab, Route>
  private(set) var table: ScreenTable<Tab, State>

  /// Creates a navigation. Each of its screens has its initial state.
  public init(_ navigation: NavigationState<Tab, Route>) {
    current = navigation
    table = ScreenTable(navigation)
  }

  /// The tabs, paths and modals.
  ///
  /// After a change, the screens of the longest common prefix of each path keep their identities and states.
  ///
  /// - Complexity: O(1) to read. A change is O(*n*), where *n* is the number of screens. Actions that a
  ///   ``ScreenNavigationReducer`` reduces have the complexity of the operation.
  public var navigation: NavigationState<Tab, Route> {
    get { current }
    _modify {
      defer { table.follow(current) }
      yield &current
    }
  }

  // MARK: - Screens

  /// The visible screen. At the root of a tab, the value is `nil`.
  public var visibleScreen: Screen<Route>? { table.visible(in: current) }

  /// Returns the screens above the root of a tab. The visible one is last. If the tab does not exist, the result is
  /// empty.
  public func screens(of tab: Tab) -> [Screen<Route>] { table.stack(.tab(tab))?.path ?? [] }

  /// Returns the screens of a modal, from its root to the visible one. If the modal is not presented, the result is
  /// empty.
  public func screens(of modal: ModalID) -> [Screen<Route>] {
    guard let stack = table.stack(.modal(modal)) else { return [] }
    return [stack.root].compactMap(\.self) + stack.path
  }

  /// Returns the route of a screen, or `nil` if no screen has the identity.
  ///
  /// - Complexity: O(1).
  public func route(of screen: ScreenID) -> Route? { table.records[screen]?.route }

  /// The state of a screen. The value is `nil` if no screen has the identity, or if the route of the screen has no
  /// state. Setting it for such a screen does nothing, and setting `nil` does nothing.
  ///
  /// - Complexity: O(1).
  public subscript(screen: ScreenID) -> State? {
    get { table.records[screen]?.state }
    _modify {
      let old = table.takeState(of: screen)?.state
      var state = old
      defer { if let old { table.restore(state ?? old, of: screen) } }
      yield &state
    }
  }
}

// MARK: - Changes by the reducer

extension ScreenNavigation {
  /// The receiver of the result of a screen.
  enum Opener {
    case screen(ScreenID)
    case root(Tab)
  }

  /// Applies an action to the navigation, and updates the screens.
  mutating func apply(_ action: NavigationAction<Tab, Route>, rules: NavigationRules<Tab, Route>) {
    let focused = table.focusedIndex(in: current)
    guard current.apply(action, rules: rules).isChange else { return }
    table.follow(action, to: current, focused: focused, areSame: rules.areSame)
  }

  /// Returns the receiver of a screen's result; `nil` if no screen has the identity.
  func opener(of id: ScreenID) -> Opener? {
    guard let record = table.records[id] else { return nil }
    if let opener = record.opener { return .screen(opener) }
    if case .tab(let tab) = table.place(of: id)?.stack { return .root(tab) }
    return .root(current.selectedTab)
  }

  /// Removes a screen together with the screens above it.
  mutating func remove(_ id: ScreenID) {
    switch table.place(of: id) {
    case (.tab(let tab), let index?)?: navigation.setPath(Array(current.path(of: tab)[..<index]), in: .tab(tab))
    case (.modal(let modal), let index?)?:
      navigation.setPath(Array(current.path(of: modal)?[..<index] ?? []), in: .modal(modal))
    case (.modal(let modal), nil)?: navigation.dismiss(modal)
    case (.tab, nil)?, nil: break
    }
  }

  mutating func takeState(of id: ScreenID) -> (route: Route, state: State)? { table.takeState(of: id) }
  mutating func restore(_ state: State, of id: ScreenID) { table.restore(state, of: id) }
  mutating func noteEffects(of id: ScreenID) { table.noteEffects(of: id) }
  mutating func takeReport() -> ScreenTable<Tab, State>.Report? { table.takeReport(for: current) }
  mutating func forgetReports() { table.forgetReports() }
}

// MARK: - Comparing

extension ScreenNavigation: Equatable where State: Equatable {
  /// Returns whether two values have equal navigations, and equal states at equal positions.
  ///
  /// - Complexity: O(*n*), where *n* is the number of screens.
  public static func == (first: ScreenNavigation, second: ScreenNavigation) -> Bool {
    first.current == second.current && first.table.hasEqualStates(to: second.table)
  }
}

extension ScreenNavigation: Hashable where State: Hashable {
  /// Hashes the values that `==` compares.
  ///
  /// - Complexity: O(*n*), where *n* is the number of screens.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(current)
    for state in table.statesInOrder { hasher.combine(state) }
  }
}

extension ScreenNavigation: UndoPreserving {
  /// Keeps the identities that were used, and the work of the screens that undo or redo does not remove.
  public mutating func preserve(from current: ScreenNavigation) {
    self.current.preserve(from: current.current)
    table.continueReports(of: current.table)
  }
}
