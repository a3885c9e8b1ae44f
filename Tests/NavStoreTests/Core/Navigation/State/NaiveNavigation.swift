import NavStore

/// A second, naive implementation of navigation with arrays and copies, without regard to cost.
///
/// It contains the values of a state and the effect of each action. A comparison with an earlier copy determines
/// whether an action changed anything. So each rule below only returns the outcome that applies if nothing changed.
struct NaiveNavigation<Tab: Hashable & Sendable, Route: Hashable & Sendable> {
  struct ModalParts: Hashable {
    var id: Int
    var style: ModalStyle
    var root: Route
    var path: [Route]
  }

  /// The values that are compared. `paths` is in the order of `tabs`.
  struct Parts: Hashable {
    var tabs: [Tab]
    var selected: Tab
    var paths: [[Route]]
    var visits: [Tab]
    var modals: [ModalParts]
    var initialTab: Tab
  }

  /// The outcome of an action that changes nothing.
  enum OutcomeIfUnchanged: Hashable {
    case unchanged(UnchangedReason)
    case exit
  }

  var parts: Parts
  var scrolls: [Tab: Int] = [:]
  var nextModal = 1
  var rules: NavigationRules<Tab, Route>
  /// The number of the next modal of `rules.initialState`.
  var initialNextModal = 1

  var canGoBack: Bool {
    var copy = self
    return copy.apply(.back) != .exit
  }

  mutating func apply(_ action: NavigationAction<Tab, Route>) -> NavigationOutcome {
    let before = self
    let outcomeIfUnchanged = perform(action)
    if parts == before.parts {
      switch outcomeIfUnchanged {
      case .unchanged(let reason): return .unchanged(reason)
      case .exit: return .exit
      }
    }
    guard case .setPath(let new, let target) = action, let old = before.path(target) else { return .changed }
    return .pathChanged(Self.compare(old, new))
  }

  private static func compare(_ old: [Route], _ new: [Route]) -> PathChange {
    var common = 0
    for (one, other) in zip(old, new) {
      if one != other { break }
      common += 1
    }
    let removed = old.count - common
    let added = new.count - common
    if removed == 0 { return .pushed(added) }
    if added == 0 { return .popped(removed) }
    return .replaced(removed: removed, added: added)
  }

  // MARK: Positions

  private func same(_ one: Route, _ other: Route) -> Bool {
    rules.sameRoute.map { $0(one, other) } ?? (one == other)
  }

  private func lastIndex(of route: Route, in path: [Route]) -> Int? {
    path.indices.reversed().first { same(path[$0], route) }
  }

  func path(_ target: NavigationTarget<Tab>) -> [Route]? {
    switch target {
    case .focused: parts.modals.last?.path ?? path(.tab(parts.selected))
    case .tab(let tab): parts.tabs.firstIndex(of: tab).map { parts.paths[$0] }
    case .modal(let id): parts.modals.first { $0.id == id.rawValue }?.path
    }
  }

  var focused: [Route] {
    get { path(.focused) ?? [] }
    set { set(newValue, .focused) }
  }

  private mutating func set(_ path: [Route], _ target: NavigationTarget<Tab>) {
    switch target {
    case .focused:
      if let modal = parts.modals.last {
        set(path, .modal(ModalID(rawValue: modal.id)))
      } else {
        set(path, .tab(parts.selected))
      }
    case .tab(let tab):
      for index in parts.tabs.indices where parts.tabs[index] == tab { parts.paths[index] = path }
    case .modal(let id):
      for index in parts.modals.indices where parts.modals[index].id == id.rawValue { parts.modals[index].path = path }
    }
  }

  private static func missing(_ target: NavigationTarget<Tab>) -> OutcomeIfUnchanged {
    if case .tab = target { return .unchanged(.unknownTab) }
    return .unchanged(.unknownModal)
  }

  // MARK: Visits

  /// Returns the visits after a tab was selected.
  private func visits(_ visits: [Tab], selecting tab: Tab) -> [Tab] {
    switch rules.backRule {
    case .history: return Self.collapsed(visits.filter { $0 != tab }) + [tab]
    case .fullHistory: return Array(Self.collapsed(visits + [tab]).suffix(max(1, rules.maxVisits)))
    case .order: return parts.tabs.prefix { $0 != tab } + [tab]
    case .firstTab: return Self.collapsed([parts.tabs[0], tab])
    case .initialTab:
      let start = parts.tabs.contains(parts.initialTab) ? parts.initialTab : parts.tabs[0]
      return Self.collapsed([start, tab])
    case .none: return [tab]
    }
  }

  private static func collapsed(_ visits: [Tab]) -> [Tab] {
    var result: [Tab] = []
    for tab in visits where result.last != tab { result.append(tab) }
    return result
  }

  private mutating func select(_ tab: Tab) {
    parts.selected = tab
    parts.visits = visits(parts.visits, selecting: tab)
  }
}

extension NaiveNavigation {
  /// Performs an action, and returns the outcome that applies if nothing changed.
  private mutating func perform(_ action: NavigationAction<Tab, Route>) -> OutcomeIfUnchanged {
    switch action {
    case .tabTapped(let tab): tap(tab)
    case .selectTab(let tab): selectByCode(tab)
    case .push(let route, let target): push(route, target)
    case .pushUnlessTop(let route): pushUnlessTop(route)
    case .navigate(let route): navigate(route)
    case .bringToFront(let route): bringToFront(route)
    case .pop(let count): pop(count)
    case .popTo(let route): popTo(route)
    case .popToDepth(let depth): popTo(depth: depth)
    case .popToRoot: popToRoot()
    case .replaceTop(let route): replaceTop(route)
    case .setPath(let path, let target): setPath(path, target)
    case .replaceOrDrop(let route, let position, let target, let replacement):
      refresh(route, position, target, replacement)
    case .remove(let route, let position, let target): remove(route, position, target)
    case .back: back()
    case .present(let route, let style): present(route, style, [])
    case .dismiss: dismissTop()
    case .dismissModal(let id): dismiss(id)
    case .dismissAll: dismissAll()
    case .deepLink(let link): open(link)
    case .setTabs(let tabs): setTabs(tabs)
    case .reset: reset()
    case .resetTab(let tab): resetTab(tab)
    }
  }

  // MARK: Tabs

  private mutating func tap(_ tab: Tab) -> OutcomeIfUnchanged {
    guard let path = path(.tab(tab)) else { return .unchanged(.unknownTab) }
    if tab != parts.selected {
      if rules.onLeave[parts.selected] == .popToRoot { set([], .tab(parts.selected)) }
      select(tab)
    } else if path.isEmpty {
      scrolls[tab, default: 0] += 1
    } else {
      set([], .tab(tab))
    }
    return .unchanged(.scrolledToTop)
  }

  private mutating func selectByCode(_ tab: Tab) -> OutcomeIfUnchanged {
    guard parts.tabs.contains(tab) else { return .unchanged(.unknownTab) }
    if tab != parts.selected { select(tab) }
    return .unchanged(.alreadySelected)
  }

  private mutating func setTabs(_ wanted: [Tab]) -> OutcomeIfUnchanged {
    var tabs: [Tab] = []
    for tab in wanted where !tabs.contains(tab) { tabs.append(tab) }
    if tabs.isEmpty { return .unchanged(.noTabs) }
    if tabs == parts.tabs { return .unchanged(.sameAsBefore) }

    let paths = tabs.map { path(.tab($0)) ?? [] }
    parts.tabs = tabs
    parts.paths = paths
    parts.visits = Self.collapsed(parts.visits.filter { tabs.contains($0) })
    scrolls = scrolls.filter { tabs.contains($0.key) }
    select(tabs.contains(parts.selected) ? parts.selected : parts.visits.last ?? tabs[0])
    return .unchanged(.sameAsBefore)
  }

  // MARK: Paths

  private mutating func push(_ route: Route, _ target: NavigationTarget<Tab>) -> OutcomeIfUnchanged {
    guard let path = path(target) else { return Self.missing(target) }
    if path.count < rules.maxDepth { set(path + [route], target) }
    return .unchanged(.tooDeep)
  }

  private mutating func pushUnlessTop(_ route: Route) -> OutcomeIfUnchanged {
    if let top = focused.last ?? parts.modals.last?.root, same(top, route) { return .unchanged(.alreadyOnTop) }
    return push(route, .focused)
  }

  private mutating func navigate(_ route: Route) -> OutcomeIfUnchanged {
    guard let place = lastIndex(of: route, in: focused) else { return push(route, .focused) }
    focused = Array(focused.prefix(place + 1))
    return .unchanged(.alreadyOnTop)
  }

  private mutating func bringToFront(_ route: Route) -> OutcomeIfUnchanged {
    guard let place = lastIndex(of: route, in: focused) else { return push(route, .focused) }
    var path = focused
    path.remove(at: place)
    focused = path + [route]
    return .unchanged(.alreadyOnTop)
  }

  private mutating func pop(_ count: Int) -> OutcomeIfUnchanged {
    if count < 1 { return .unchanged(.nothingToRemove) }
    if focused.isEmpty { return .unchanged(.atRoot) }
    focused = Array(focused.prefix(focused.count - min(count, focused.count)))
    return .unchanged(.nothingToRemove)
  }

  private mutating func popTo(_ route: Route) -> OutcomeIfUnchanged {
    guard let place = lastIndex(of: route, in: focused) else { return .unchanged(.notFound) }
    focused = Array(focused.prefix(place + 1))
    return .unchanged(.alreadyOnTop)
  }

  private mutating func popTo(depth: Int) -> OutcomeIfUnchanged {
    if depth >= 0 { focused = Array(focused.prefix(depth)) }
    return .unchanged(.nothingToRemove)
  }

  private mutating func popToRoot() -> OutcomeIfUnchanged {
    focused = []
    return .unchanged(.atRoot)
  }

  private mutating func replaceTop(_ route: Route) -> OutcomeIfUnchanged {
    if focused.isEmpty { return .unchanged(.atRoot) }
    focused = Array(focused.dropLast()) + [route]
    return .unchanged(.sameAsBefore)
  }

  private mutating func setPath(_ new: [Route], _ target: NavigationTarget<Tab>) -> OutcomeIfUnchanged {
    guard let old = path(target) else { return Self.missing(target) }
    if new.count > rules.maxDepth, new.count > old.count { return .unchanged(.tooDeep) }
    set(new, target)
    return .unchanged(.sameAsBefore)
  }

  private mutating func refresh(
    _ route: Route, _ position: Int?, _ target: NavigationTarget<Tab>, _ replacement: Route?
  ) -> OutcomeIfUnchanged {
    guard let path = path(target) else { return Self.missing(target) }
    if let position {
      guard path.indices.contains(position), path[position] == route else { return .unchanged(.notFound) }
      let above = path.suffix(path.count - position - 1)
      set(path.prefix(position) + (replacement.map { [$0] + above } ?? []), target)
      return .unchanged(.sameAsBefore)
    }
    let modal: ModalID
    switch target {
    case .tab: return .unchanged(.notFound)
    case .modal(let id): modal = id
    case .focused:
      guard let top = parts.modals.last else { return .unchanged(.notFound) }
      modal = ModalID(rawValue: top.id)
    }
    for index in parts.modals.indices where parts.modals[index].id == modal.rawValue {
      guard parts.modals[index].root == route else { return .unchanged(.notFound) }
      guard let replacement else { return dismiss(modal) }
      parts.modals[index].root = replacement
    }
    return .unchanged(.sameAsBefore)
  }

  private mutating func remove(
    _ route: Route, _ position: Int?, _ target: NavigationTarget<Tab>
  ) -> OutcomeIfUnchanged {
    guard let path = path(target) else { return Self.missing(target) }
    if let position {
      guard path.indices.contains(position), path[position] == route else { return .unchanged(.notFound) }
      set(path.prefix(position) + path.suffix(path.count - position - 1), target)
      return .unchanged(.sameAsBefore)
    }
    let modal: ModalID
    switch target {
    case .tab: return .unchanged(.notFound)
    case .modal(let id): modal = id
    case .focused:
      guard let top = parts.modals.last else { return .unchanged(.notFound) }
      modal = ModalID(rawValue: top.id)
    }
    for index in parts.modals.indices where parts.modals[index].id == modal.rawValue {
      guard parts.modals[index].root == route else { return .unchanged(.notFound) }
      guard let root = parts.modals[index].path.first else { return dismiss(modal) }
      parts.modals[index].root = root
      parts.modals[index].path.removeFirst()
      return .unchanged(.sameAsBefore)
    }
    return .unchanged(.unknownModal)
  }

  // MARK: Back, modals, links

  private mutating func back() -> OutcomeIfUnchanged {
    if !focused.isEmpty {
      focused = Array(focused.dropLast())
    } else if !parts.modals.isEmpty {
      parts.modals.removeLast()
    } else if parts.visits.count > 1 {
      parts.visits.removeLast()
      parts.selected = parts.visits.last ?? parts.selected
    }
    return .exit
  }

  private mutating func present(_ root: Route, _ style: ModalStyle, _ path: [Route]) -> OutcomeIfUnchanged {
    parts.modals.append(ModalParts(id: nextModal, style: style, root: root, path: path))
    nextModal += 1
    return .unchanged(.sameAsBefore)
  }

  private mutating func dismissTop() -> OutcomeIfUnchanged {
    parts.modals = Array(parts.modals.dropLast())
    return .unchanged(.noModal)
  }

  private mutating func dismiss(_ id: ModalID) -> OutcomeIfUnchanged {
    parts.modals = Array(parts.modals.prefix { $0.id != id.rawValue })
    return .unchanged(.unknownModal)
  }

  private mutating func dismissAll() -> OutcomeIfUnchanged {
    parts.modals = []
    return .unchanged(.noModal)
  }

  private mutating func open(_ link: DeepLink<Tab, Route>) -> OutcomeIfUnchanged {
    guard let old = path(.tab(link.tab)) else { return .unchanged(.unknownTab) }
    func isSame(_ first: [Route], _ second: [Route]) -> Bool {
      first.count == second.count && zip(first, second).allSatisfy { same($0, $1) }
    }
    let isShown = link.placement == .push && isSame(Array(old.suffix(link.path.count)), link.path)
    let new = link.placement == .push ? old.dropLast(isShown ? link.path.count : 0) + link.path : link.path
    let asked = isShown ? [] : [new]
    for path in asked + link.modals.map(\.path) where path.count > rules.maxDepth { return .unchanged(.tooDeep) }

    if link.tab != parts.selected { select(link.tab) }
    set(new, .tab(link.tab))
    var presented = parts.modals
    parts.modals = []
    for modal in link.modals {
      if let first = presented.first, first.style == modal.style, same(first.root, modal.root) {
        parts.modals.append(ModalParts(id: first.id, style: modal.style, root: modal.root, path: modal.path))
        presented.removeFirst()
      } else {
        presented = []
        _ = present(modal.root, modal.style, modal.path)
      }
    }
    return .unchanged(.sameAsBefore)
  }

  // MARK: Reset

  private mutating func reset() -> OutcomeIfUnchanged {
    if let initial = rules.initialState {
      let (before, next) = (parts, nextModal)
      parts = Parts(initial)
      nextModal = max(nextModal, initialNextModal)
      scrolls = scrolls.filter { parts.tabs.contains($0.key) }
      renumberModals(unlessStillThere: before.modals)
      // A reset without a change also leaves the numbers of later modals unchanged.
      if parts == before { nextModal = next }
    } else {
      parts.paths = parts.tabs.map { _ in [] }
      parts.modals = []
      parts.visits = []
      select(parts.tabs.contains(parts.initialTab) ? parts.initialTab : parts.tabs[0])
    }
    return .unchanged(.sameAsBefore)
  }

  /// Presents modals with new identities, except those that are still presented. No identity is used twice.
  private mutating func renumberModals(unlessStillThere old: [ModalParts]) {
    let wanted = parts.modals
    parts.modals = []
    for (place, modal) in wanted.enumerated() {
      let lowerModalsAreUnchanged = parts.modals.map(\.id) == old.prefix(place).map(\.id)
      if lowerModalsAreUnchanged, place < old.count, old[place].root == modal.root, old[place].style == modal.style {
        parts.modals.append(ModalParts(id: old[place].id, style: modal.style, root: modal.root, path: modal.path))
      } else {
        _ = present(modal.root, modal.style, modal.path)
      }
    }
  }

  private mutating func resetTab(_ tab: Tab) -> OutcomeIfUnchanged {
    guard parts.tabs.contains(tab) else { return .unchanged(.unknownTab) }
    set(rules.initialState?.path(of: tab) ?? [], .tab(tab))
    return .unchanged(.sameAsBefore)
  }
}

extension NaiveNavigation.Parts {
  /// Creates the values of a state.
  init(_ state: NavigationState<Tab, Route>) {
    tabs = state.tabs
    selected = state.selectedTab
    paths = state.tabs.map { state.path(of: $0) }
    visits = state.visits
    modals = state.modals.map {
      NaiveNavigation.ModalParts(id: $0.id.rawValue, style: $0.style, root: $0.root, path: $0.path)
    }
    initialTab = state.initialTab
  }
}
