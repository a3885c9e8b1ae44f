/// A decision about a screen that an action would remove.
public enum ExitDecision: Hashable, Sendable {
  /// The action is allowed to remove the screen.
  case allow
  /// The action is stored as the question of ``GuardedActions`` until the user answers.
  case ask
  /// The action is not performed, for a reason that the app can show.
  case refuse(String)
}

/// A decision about a tab or a screen that an action would open or show.
public indirect enum EntryDecision<Action: Sendable>: Sendable {
  /// The action is allowed to open or show the place.
  case allow
  /// The action is not performed, for a reason that the app can show.
  case refuse(String)
  /// Another action is performed first, for example one that presents a sign-in sheet. The original action is stored as
  /// the destination of ``GuardedActions``. The original action is performed when the screens that the other action has
  /// opened have been removed, if the rules then allow the original action.
  case first(Action)
}

extension EntryDecision: Equatable where Action: Equatable {}

/// A tab or a screen that an action would open or show.
public struct NavigationPlace<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  /// The tab that the action selects, or `nil` for a screen.
  public let tab: Tab?
  /// The route of the screen that the action opens, visible or not, or uncovers. `nil` for a tab.
  public let route: Route?
  /// The stack of the screen, or the stack of the tab that the action selects.
  public let stack: StackID<Tab>

  @inlinable
  init(tab: Tab) {
    (self.tab, route, stack) = (tab, nil, .tab(tab))
  }

  @inlinable
  init(screen: NavigationState<Tab, Route>.ScreenPosition) {
    (tab, route, stack) = (nil, screen.route, screen.stack)
  }
}

/// Rules that decide which screens may be left, and which tabs and screens may be shown.
///
/// ```swift
/// let guards = NavigationGuards<AppState, AppAction, AppTab, Route>(navigation: \.navigation) { screen, state in
///   screen.route == .editor && !state.draft.isEmpty ? .ask : .allow
/// } entering: { place, state in
///   place.tab == .account && !state.isSignedIn ? .first(.navigation(.present(.signIn))) : .allow
/// }
/// ```
///
/// The rules are asked about every change of the navigation, regardless of the action that causes the change. The
/// reducer that `guarded(by:storing:)` returns applies the rules. The rules can be asked about one action several times,
/// and must depend only on their arguments. A replay of the same actions then results in the same states.
public struct NavigationGuards<
  State: Sendable, Action: Sendable, Tab: Hashable & Sendable, Route: Hashable & Sendable
>: Sendable {
  typealias ScreenPosition = NavigationState<Tab, Route>.ScreenPosition

  let navigation: @Sendable (State) -> NavigationState<Tab, Route>
  @usableFromInline let changes: @Sendable (_ old: State, _ new: State) -> ScreenChanges<Tab, Route>?
  let apply: @Sendable (NavigationAction<Tab, Route>, BackRule, inout State) -> Void
  let returnToVisits: @Sendable ([Tab], inout State) -> Void
  let isSame: @Sendable (Route, Route) -> Bool
  /// Returns whether two routes are equal, regardless of their screens' identities.
  let hasEqualContent: @Sendable (Route, Route) -> Bool
  /// Whether the routes contain the identities of their screens. If not, a screen is identified by its position.
  let hasIdentities: Bool
  @usableFromInline let leaving: @Sendable (NavigationState<Tab, Route>.ScreenPosition, State) -> ExitDecision
  @usableFromInline let entering: @Sendable (NavigationPlace<Tab, Route>, State) -> EntryDecision<Action>

  /// Creates rules for a navigation.
  ///
  /// Screens with equal routes on one stack are regarded as the same screen. To distinguish such screens, use a
  /// ``ScreenNavigation``.
  ///
  /// - Parameters:
  ///   - navigation: The key path of the navigation in the state.
  ///   - leaving: Decides whether an action may remove a screen. The closure receives the state before the action.
  ///   - entering: Decides whether an action may select a tab, or open or uncover a screen. The closure receives the
  ///     state after the action.
  @inlinable
  public init(
    navigation: any WritableKeyPath<State, NavigationState<Tab, Route>> & Sendable,
    leaving:
      @escaping @Sendable (
        NavigationState<Tab, Route>.ScreenPosition, State
      ) -> ExitDecision = { _, _ in .allow },
    entering: @escaping @Sendable (NavigationPlace<Tab, Route>, State) -> EntryDecision<Action> = { _, _ in .allow }
  ) {
    // The app's module compiles the closure for its own types.
    self.init(navigation, leaving: leaving, entering: entering) { old, new in
      let (old, new) = (old[keyPath: navigation], new[keyPath: navigation])
      return old == new ? nil : ScreenChanges(from: old, to: new) { $0 }
    }
  }

  @usableFromInline
  init(
    _ navigation: any WritableKeyPath<State, NavigationState<Tab, Route>> & Sendable,
    leaving: @escaping @Sendable (NavigationState<Tab, Route>.ScreenPosition, State) -> ExitDecision,
    entering: @escaping @Sendable (NavigationPlace<Tab, Route>, State) -> EntryDecision<Action>,
    changes: @escaping @Sendable (_ old: State, _ new: State) -> ScreenChanges<Tab, Route>?
  ) {
    self.navigation = { $0[keyPath: navigation] }
    self.changes = changes
    apply = { $2[keyPath: navigation].apply($0, rules: NavigationRules(backRule: $1)) }
    returnToVisits = { $1[keyPath: navigation].returnTo($0) }
    isSame = { $0 == $1 }
    hasEqualContent = { $0 == $1 }
    hasIdentities = false
    self.leaving = leaving
    self.entering = entering
  }

  /// Creates rules for a ``ScreenNavigation``, which has a state for each screen. The routes that the rules receive
  /// contain the identities of the screens.
  ///
  /// - Parameters:
  ///   - screens: The key path of the navigation in the state.
  ///   - leaving: Decides whether an action may remove a screen. The closure receives the state before the action.
  ///   - entering: Decides whether an action may select a tab, or open or uncover a screen. The closure receives the
  ///     state after the action.
  public init<Content: ScreenContent>(
    screens: any WritableKeyPath<State, ScreenNavigation<Content>> & Sendable,
    leaving:
      @escaping @Sendable (
        NavigationState<Tab, Route>.ScreenPosition, State
      ) -> ExitDecision = { _, _ in .allow },
    entering: @escaping @Sendable (NavigationPlace<Tab, Route>, State) -> EntryDecision<Action> = { _, _ in .allow }
  ) where Tab == Content.Tab, Route == StackEntry<Content.Route> {
    navigation = { $0[keyPath: screens].identified }
    changes = { old, new in
      let (old, new) = (old[keyPath: screens], new[keyPath: screens])
      // A new screen has a new number, even if it replaces a screen with an equal route. An undo brings old numbers
      // back.
      let hasEqualScreens =
        old.table.lastID == new.table.lastID && old.table.pending.replacedCount == new.table.pending.replacedCount
      if hasEqualScreens, old.navigation == new.navigation { return nil }
      let (before, after) = (old.identified, new.identified)
      return ScreenChanges(from: before, to: after) { $0.id }
    }
    apply = { $2[keyPath: screens].navigation.apply($0.mapRoutes { $0.route }, rules: NavigationRules(backRule: $1)) }
    returnToVisits = { $1[keyPath: screens].navigation.returnTo($0) }
    isSame = { $0.id == $1.id }
    hasEqualContent = { $0.route == $1.route }
    hasIdentities = true
    self.leaving = leaving
    self.entering = entering
  }

  // MARK: - Asking

  /// Removes the open screens that the entering rules do not allow, together with the screens above them. If the
  /// selected tab is not allowed, the first allowed tab is selected, if there is one.
  ///
  /// Apart from this method, the rules are asked only about changes. Call this method where the state changes without
  /// an action, such as after a restore, and where an action changes what is allowed, such as a sign-out. The leaving
  /// rules are not asked.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - backRule: The back rule of the navigation, by which the selection of another tab records a visit.
  /// - Complexity: O(*n*), where *n* is the number of screens.
  public func closeRefusedScreens(in state: inout State, backRule: BackRule = .platformDefault) {
    let current = navigation(state)
    let refusedRoot = current.screens.first { $0.position == nil && !isAllowed(NavigationPlace(screen: $0), state) }
    if let modal = refusedRoot?.stack.modal { apply(.dismissModal(modal), backRule, &state) }
    var refused: Set<StackID<Tab>> = []
    for screen in navigation(state).screens {
      guard let position = screen.position, !refused.contains(screen.stack),
        !isAllowed(NavigationPlace(screen: screen), state)
      else {
        continue
      }
      refused.insert(screen.stack)
      let path = navigation(state).path(of: screen.stack).prefix(position)
      apply(.setPath(Array(path), in: screen.stack.target), backRule, &state)
    }
    guard !isAllowed(NavigationPlace(tab: current.selectedTab), state),
      let tab = current.tabs.first(where: { isAllowed(NavigationPlace(tab: $0), state) })
    else { return }
    apply(.selectTab(tab), backRule, &state)
  }

  func guardedExits(in state: State) -> GuardedExits {
    let navigation = navigation(state)
    guard !navigation.modals.isEmpty || !navigation.focusedPath.isEmpty else { return GuardedExits() }
    var exits = GuardedExits()
    for screen in navigation.screens {
      guard screen.isVisible || screen.stack.modal != nil, leaving(screen, state) != .allow else { continue }
      if screen.isVisible { exits.includesBack = true }
      // The dismissal of a modal also dismisses the modals above it.
      guard let modal = screen.stack.modal, let index = navigation.modals.firstIndex(where: { $0.id == modal }) else {
        continue
      }
      exits.modals.formUnion(navigation.modals[...index].map { $0.id })
    }
    return exits
  }

  private func isAllowed(_ place: NavigationPlace<Tab, Route>, _ state: State) -> Bool {
    if case .allow = entering(place, state) { true } else { false }
  }

  /// The answer of the rules to a change of the navigation.
  indirect enum Answer {
    case allow
    case ask(leaving: [Route])
    case refuse(String)
    case first(Action)
    /// The actions would now change other screens than when they were sent.
    case obsolete
  }

  /// The answers of the leaving rules that ``answer(from:to:leaving:)`` takes into account.
  enum ExitCheck {
    case all, none
    /// The refusals, and the questions about screens whose routes are not in the array.
    case allExcept([Route])

    func mustAsk(about route: Route) -> Bool {
      switch self {
      case .all: true
      case .none: false
      case .allExcept(let routes): !routes.contains(route)
      }
    }

    var isNone: Bool { if case .none = self { true } else { false } }
  }

  /// Returns whether each rule allows the change.
  @inlinable
  func allowsAll(from old: State, to new: State) -> Bool {
    guard let changes = changes(old, new) else { return true }
    return changes.left.allSatisfy { leaving($0, old) == .allow }
      && changes.places.allSatisfy { if case .allow = entering($0, new) { true } else { false } }
  }

  /// If the navigation has not changed, the answer is `allow`, and the changes are `nil`.
  func answer(from old: State, to new: State, leaving check: ExitCheck) -> (Answer, ScreenChanges<Tab, Route>?) {
    guard let changes = changes(old, new) else { return (.allow, nil) }
    var mustAsk = false
    for screen in changes.left where !check.isNone {
      switch leaving(screen, old) {
      case .allow: break
      case .ask: mustAsk = mustAsk || check.mustAsk(about: screen.route)
      case .refuse(let reason): return (.refuse(reason), changes)
      }
    }
    if mustAsk { return (.ask(leaving: changes.left.map({ $0.route })), changes) }
    for place in changes.places {
      switch entering(place, new) {
      case .allow: break
      case .refuse(let reason): return (.refuse(reason), changes)
      case .first(let action): return (.first(action), changes)
      }
    }
    return (.allow, changes)
  }
}

// MARK: - Changes of a navigation

/// The screens that a change of a navigation removes, and the places that it opens or shows.
@usableFromInline
struct ScreenChanges<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  @usableFromInline typealias ScreenPosition = NavigationState<Tab, Route>.ScreenPosition

  @usableFromInline var left: [ScreenPosition] = []
  /// The screens that were added or have a new route, in the order of the stacks.
  @usableFromInline var entered: [ScreenPosition] = []
  /// The newly selected tab, the screens in `entered`, and the screen that was uncovered.
  @usableFromInline var places: [NavigationPlace<Tab, Route>] = []

  /// `identity` returns the same value for two routes on one stack if they belong to the same screen.
  @inlinable
  init(
    from old: NavigationState<Tab, Route>, to new: NavigationState<Tab, Route>, identity: (Route) -> some Hashable
  ) {
    new.forEachChangedStack(since: old) { stack, common, hasLeft, hasEntered in
      let removed = hasLeft ? old.screens(of: stack, from: common) : []
      let added = hasEntered ? new.screens(of: stack, from: common) : []
      let gone = Self.screens(removed, missingIn: added, identity)
      // A refreshed screen stays, but the rules may decide differently about its new route.
      let opened = Self.screens(added, missingIn: removed) { $0 }
      // Most actions change one stack, whose arrays are not copied.
      left = left.isEmpty ? gone : left + gone
      entered = entered.isEmpty ? opened : entered + opened
    }
    places = entered.map { NavigationPlace(screen: $0) }
    if new.selectedTab != old.selectedTab { places.insert(NavigationPlace(tab: new.selectedTab), at: 0) }
    guard !entered.contains(where: { $0.isVisible }), let visible = new.visibleScreen else { return }
    let before = old.visibleScreen
    if before?.stack != visible.stack || before?.route != visible.route {
      places.append(NavigationPlace(screen: visible))
    }
  }

  @inlinable
  static func screens<ID: Hashable>(
    _ screens: [ScreenPosition], missingIn others: [ScreenPosition], _ identity: (Route) -> ID
  ) -> [ScreenPosition] {
    if screens.isEmpty || others.isEmpty { return screens }
    var counts: [ID: Int] = [:]
    for other in others { counts[identity(other.route), default: 0] += 1 }
    return screens.filter { screen in
      let id = identity(screen.route)
      guard let count = counts[id], count > 0 else { return true }
      counts[id] = count - 1
      return false
    }
  }
}

extension NavigationState {
  mutating func returnTo(_ visits: [Tab]) {
    guard visits != visited, let tab = visits.last, let index = entries.firstIndex(where: { $0.tab == tab }) else {
      return
    }
    selectedIndex = index
    visited = visits.reduce(into: []) { existing, tab in
      if tab != existing.last, entries.contains(where: { $0.tab == tab }) { existing.append(tab) }
    }
  }

  fileprivate func path(of stack: StackID<Tab>) -> [Route] {
    switch stack {
    case .tab(let tab): path(of: tab)
    case .modal(let id): path(of: id) ?? []
    }
  }
}
