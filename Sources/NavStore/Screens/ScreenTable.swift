internal import NavStoreCore

/// The screens of a navigation: their identities in the arrangement of the stacks, and the state of each of them.
///
/// The table follows a `NavigationState` after each change. It stores the routes too, so that it can find the screens
/// that a change has kept.
struct ScreenTable<Tab: Hashable & Sendable, State: ScreenContent>: Sendable {
  typealias Route = State.Route

  struct Stack: Sendable {
    let id: StackID<Tab>
    /// The root of a modal, or `nil` for a tab.
    var root: Screen<Route>?
    var path: [Screen<Route>] = []

    /// The top screen; `nil` at the root of a tab.
    var top: Screen<Route>? { path.last ?? root }
  }

  struct Record: Sendable {
    var route: Route
    /// The state, or `nil` if the route has none.
    var state: State?
    /// The screen that receives the result of this one, or `nil` for the root of a tab.
    var opener: ScreenID?
    /// Whether the screen was reported as appeared. It is neither saved nor compared.
    var hasAppeared = false
    /// Whether effects of the screen may run. It is neither saved nor compared.
    var hasEffects = false
  }

  /// A screen that has left its stack.
  struct Departure: Sendable {
    let screen: Screen<Route>
    let state: State?
    let hasEffects: Bool
  }

  /// The stacks of the tabs in the order of the tabs, and then the stacks of the modals from the lowest to the top one.
  private(set) var stacks: [Stack] = []
  private(set) var tabCount = 0
  private(set) var records: [ScreenID: Record] = [:]
  private(set) var lastID = 0

  // MARK: Changes that the reducer has not reported

  /// The screens that have entered a stack. Some may have left since.
  private(set) var entered: [ScreenID] = []
  /// The screens that have appeared and have left their stack.
  private(set) var departed: [Departure] = []
  /// The screen that was reported as visible.
  private(set) var reportedVisible: ScreenID?
  /// The number of reports so far. It is 0 in a table that no reducer has reported, which therefore lists no changes.
  private(set) var reportCount = 0

  init(_ navigation: NavigationState<Tab, Route>) {
    follow(navigation)
  }

  // MARK: - Reading

  /// The visible screen; `nil` at the root of a tab.
  func visible(in navigation: NavigationState<Tab, Route>) -> Screen<Route>? {
    stacks.count > tabCount ? stacks[stacks.count - 1].top : stacks[navigation.selectedIndex].path.last
  }

  func stack(_ id: StackID<Tab>) -> Stack? {
    stacks.first { $0.id == id }
  }

  /// The stack that contains a screen, and the index of the screen in its path; `nil` for the root of a modal.
  ///
  /// - Complexity: O(*n*), where *n* is the number of screens.
  func place(of id: ScreenID) -> (stack: StackID<Tab>, index: Int?)? {
    guard records[id] != nil else { return nil }
    for stack in stacks.reversed() {
      if stack.root?.id == id { return (stack.id, nil) }
      if let index = stack.path.lastIndex(where: { $0.id == id }) { return (stack.id, index) }
    }
    return nil
  }

  // MARK: - States

  /// Moves the state of a screen out of the table, so that it can be changed in place. ``restore(_:of:)`` must follow.
  mutating func takeState(of id: ScreenID) -> (route: Route, state: State)? {
    guard let index = records.index(forKey: id) else { return nil }
    guard let state = records.values[index].state.take() else { return nil }
    return (records.values[index].route, state)
  }

  /// Stores the state of a screen, unless the screen does not exist.
  mutating func restore(_ state: State, of id: ScreenID) {
    if let index = records.index(forKey: id) { records.values[index].state = state }
  }

  /// Notes that effects of a screen may run.
  mutating func noteEffects(of id: ScreenID) {
    if let index = records.index(forKey: id) { records.values[index].hasEffects = true }
  }

  // MARK: - Following the navigation

  /// Follows an action that the navigation has applied.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - navigation: The navigation after the action.
  ///   - focused: The index of the focused stack before the action.
  ///   - areSame: Returns whether two routes are the same screen.
  mutating func follow(
    _ action: NavigationAction<Tab, Route>, to navigation: NavigationState<Tab, Route>, focused: Int,
    areSame: (Route, Route) -> Bool
  ) {
    switch action {
    case .setPath, .deepLink, .setTabs, .reset, .resetTab:
      follow(navigation, areSame: areSame)
    case .replaceTop(let route):
      guard let old = stacks[focused].path.last else { return }
      if areSame(old.route, route) {
        setRoute(route, at: stacks[focused].path.count - 1, of: focused)
      } else {
        cut(focused, to: stacks[focused].path.count - 1)
        followTops(navigation)
      }
    case .bringToFront(let route):
      if let index = stacks[focused].path.lastIndex(where: { areSame($0.route, route) }) {
        stacks[focused].path.append(stacks[focused].path.remove(at: index))
        setRoute(route, at: stacks[focused].path.count - 1, of: focused)
      } else {
        followTops(navigation)
      }
    case .refresh(_, let position, let target, let replacement?):
      if let stack = index(of: target, focused: focused) { setRoute(replacement, at: position, of: stack) }
    case .tabTapped, .selectTab, .push, .pushUnlessTop, .navigate, .pop, .popTo, .popToDepth, .popToRoot, .back,
      .present, .dismiss, .dismissModal, .dismissAll, .refresh(_, _, _, nil):
      followTops(navigation)
    }
  }

  /// The index of the focused stack.
  func focusedIndex(in navigation: NavigationState<Tab, Route>) -> Int {
    stacks.count > tabCount ? stacks.count - 1 : navigation.selectedIndex
  }

  /// Follows any change. The screens of the longest common prefix of each path keep their identities.
  ///
  /// - Complexity: O(*n*), where *n* is the number of routes.
  mutating func follow(
    _ navigation: NavigationState<Tab, Route>, areSame: (Route, Route) -> Bool = { $0 == $1 }
  ) {
    var modals = stacks[tabCount...]
    stacks.removeSubrange(tabCount...)
    followTabs(navigation)
    for (index, entry) in navigation.entries.enumerated() { followPath(entry.path, of: index, areSame: areSame) }
    for modal in navigation.presented {
      guard let old = modals.firstIndex(where: { $0.id == .modal(modal.id) }) else {
        addModal(modal, over: navigation)
        continue
      }
      stacks.append(modals.remove(at: old))
      setRoute(modal.root, at: nil, of: stacks.count - 1)
      followPath(modal.routes, of: stacks.count - 1, areSame: areSame)
    }
    for modal in modals.reversed() { leave(modal) }
  }

  /// Follows a change that has only removed or added routes at the top of paths, and modals at the top.
  ///
  /// - Complexity: O(*n*), where *n* is the number of tabs, modals and changed routes.
  private mutating func followTops(_ navigation: NavigationState<Tab, Route>) {
    while stacks.count - tabCount > navigation.presented.count { leave(stacks.removeLast()) }
    for index in navigation.entries.indices { followTop(navigation.entries[index].path, of: index) }
    for (index, modal) in navigation.presented.enumerated() {
      if tabCount + index < stacks.count {
        followTop(modal.routes, of: tabCount + index)
      } else {
        addModal(modal, over: navigation)
      }
    }
  }

  private mutating func followTop(_ path: [Route], of stack: Int) {
    if path.count == stacks[stack].path.count { return }
    cut(stack, to: path.count)
    append(path, to: stack)
  }

  private mutating func followPath(_ path: [Route], of stack: Int, areSame: (Route, Route) -> Bool) {
    var common = 0
    while common < path.count, common < stacks[stack].path.count,
      areSame(stacks[stack].path[common].route, path[common])
    {
      setRoute(path[common], at: common, of: stack)
      common += 1
    }
    cut(stack, to: common)
    append(path, to: stack)
  }

  /// Arranges the stacks of the tabs, without the modals, in the order of the tabs of the navigation.
  private mutating func followTabs(_ navigation: NavigationState<Tab, Route>) {
    tabCount = navigation.entries.count
    if stacks.elementsEqual(navigation.entries, by: { $0.id == .tab($1.tab) }) { return }
    var old = Dictionary(stacks.map { ($0.id, $0) }) { first, _ in first }
    stacks = navigation.entries.map { old.removeValue(forKey: .tab($0.tab)) ?? Stack(id: .tab($0.tab)) }
    // A dictionary has no order, and screens leave in the order of their numbers.
    for stack in old.values.sorted(by: { ($0.path.first?.id.rawValue ?? 0) < ($1.path.first?.id.rawValue ?? 0) }) {
      leave(stack)
    }
  }

  private mutating func addModal(_ modal: Modal<Route>, over navigation: NavigationState<Tab, Route>) {
    let opener = visible(in: navigation)?.id
    stacks.append(Stack(id: .modal(modal.id), root: enter(modal.root, opener: opener)))
    append(modal.routes, to: stacks.count - 1)
  }

  /// Removes the screens above the first `count` ones, from the top.
  private mutating func cut(_ stack: Int, to count: Int) {
    while stacks[stack].path.count > count { leave(stacks[stack].path.removeLast().id) }
  }

  /// Adds screens for the routes above those that the stack already has.
  private mutating func append(_ path: [Route], to stack: Int) {
    for index in stacks[stack].path.count..<max(path.count, stacks[stack].path.count) {
      stacks[stack].path.append(enter(path[index], opener: stacks[stack].top?.id))
    }
  }

  /// Replaces the route of a screen. The index is `nil` for the root of a modal.
  private mutating func setRoute(_ route: Route, at index: Int?, of stack: Int) {
    let id: ScreenID
    if let index {
      guard stacks[stack].path.indices.contains(index), stacks[stack].path[index].route != route else { return }
      stacks[stack].path[index].route = route
      id = stacks[stack].path[index].id
    } else {
      guard let root = stacks[stack].root, root.route != route else { return }
      stacks[stack].root?.route = route
      id = root.id
    }
    records[id]?.route = route
  }

  private func index(of target: NavigationTarget<Tab>, focused: Int) -> Int? {
    switch target {
    case .focused: focused
    case .tab(let tab): stacks.firstIndex { $0.id == .tab(tab) }
    case .modal(let id): stacks.firstIndex { $0.id == .modal(id) }
    }
  }

  // MARK: - Entering and leaving

  private mutating func enter(_ route: Route, opener: ScreenID?) -> Screen<Route> {
    lastID += 1
    let id = ScreenID(rawValue: lastID)
    records[id] = Record(route: route, state: State(route: route), opener: opener)
    if reportCount > 0 { entered.append(id) }
    return Screen(id: id, route: route)
  }

  private mutating func leave(_ id: ScreenID) {
    guard let record = records.removeValue(forKey: id), record.hasAppeared else { return }
    departed.append(
      Departure(
        screen: Screen(id: id, route: record.route), state: record.state, hasEffects: record.hasEffects))
  }

  /// Removes the screens of a stack, from the top.
  private mutating func leave(_ stack: Stack) {
    for screen in stack.path.reversed() { leave(screen.id) }
    if let root = stack.root { leave(root.id) }
  }

  // MARK: - Reporting

  /// The changes since the last report.
  struct Report: Sendable {
    /// Whether the table was not reported before, so that effects of the screens of another table may run.
    let isFirst: Bool
    let departed: [Departure]
    let appeared: [ScreenID]
    let hidden: ScreenID?
    let shown: ScreenID?
  }

  /// Returns the changes since the last report, and begins the next one. Returns `nil` if nothing has changed.
  mutating func takeReport(for navigation: NavigationState<Tab, Route>) -> Report? {
    let shown = visible(in: navigation)?.id
    let isFirst = reportCount == 0
    if !isFirst, entered.isEmpty, departed.isEmpty, shown == reportedVisible { return nil }
    let candidates = isFirst ? stacks.flatMap { ([$0.root].compactMap { $0 } + $0.path).map(\.id) } : entered
    var appeared: [ScreenID] = []
    for id in candidates where records[id]?.hasAppeared == false {
      records[id]?.hasAppeared = true
      appeared.append(id)
    }
    let report = Report(
      isFirst: isFirst, departed: departed, appeared: appeared,
      hidden: shown == reportedVisible ? nil : reportedVisible.flatMap { records[$0] == nil ? nil : $0 },
      shown: shown == reportedVisible ? nil : shown)
    entered.removeAll(keepingCapacity: true)
    departed.removeAll(keepingCapacity: true)
    reportedVisible = shown
    reportCount += 1
    return report
  }

  /// Begins anew: the next report contains every screen.
  mutating func forgetReports() {
    entered = []
    departed = []
    reportedVisible = nil
    reportCount = 0
    for id in records.keys {
      records[id]?.hasAppeared = false
      records[id]?.hasEffects = false
    }
  }

  /// Continues the reports of a table that this one replaces, as undo does.
  mutating func continueReports(of current: ScreenTable) {
    lastID = max(lastID, current.lastID)
    reportedVisible = current.reportedVisible
    reportCount = current.reportCount
    departed = current.departed
    entered = []
    for id in records.keys.sorted() {
      records[id]?.hasAppeared = current.records[id]?.hasAppeared ?? false
      records[id]?.hasEffects = current.records[id]?.hasEffects ?? false
      if reportCount > 0, records[id]?.hasAppeared == false { entered.append(id) }
    }
    for id in current.records.keys.sorted().reversed() where records[id] == nil {
      guard let record = current.records[id], record.hasAppeared else { continue }
      departed.append(
        Departure(screen: Screen(id: id, route: record.route), state: record.state, hasEffects: record.hasEffects))
    }
  }
}

extension ScreenTable {
  /// The screens in the order of the stacks.
  var screensInOrder: some Sequence<Screen<Route>> {
    stacks.lazy.flatMap { stack in [stack.root].lazy.compactMap(\.self) + stack.path }
  }

  /// The states in the order of the stacks, with `nil` for a screen without a state.
  var statesInOrder: some Sequence<State?> { screensInOrder.lazy.map { records[$0.id]?.state } }

  /// Returns whether the states at equal positions are equal. The stacks must have equal routes.
  func hasEqualStates(to other: ScreenTable) -> Bool where State: Equatable {
    statesInOrder.elementsEqual(other.statesInOrder)
  }
}
