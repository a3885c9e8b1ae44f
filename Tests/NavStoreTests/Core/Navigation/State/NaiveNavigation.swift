import NavStore

/// The table of navigation, once more, as simply as it can be written: arrays, copies, and no thought of cost.
///
/// It knows what a state holds and what each action asks for. Whether something changed is found by comparing with a
/// copy from before, so each rule below only has to say why, should nothing have changed.
struct NaiveNavigation<Tab: Hashable & Sendable, Route: Hashable & Sendable> {
  struct ModalParts: Hashable {
    var id: Int
    var style: ModalStyle
    var root: Route
    var path: [Route]
  }

  /// What two states are compared by. `paths` stand in the order of `tabs`.
  struct Parts: Hashable {
    var tabs: [Tab]
    var selected: Tab
    var paths: [[Route]]
    var visits: [Tab]
    var modals: [ModalParts]
    var initialTab: Tab
  }

  /// What to answer if nothing changed.
  enum Note: Hashable {
    case because(UnchangedReason)
    case nothingToGoBackTo
  }

  var parts: Parts
  var scrolls: [Tab: Int] = [:]
  var nextModal = 1
  var rules: NavigationRules<Tab, Route>
  /// The number that the next modal of `rules.initialState` would get.
  var initialNextModal = 1

  var canGoBack: Bool {
    var copy = self
    return copy.apply(.back) != .exit
  }

  mutating func apply(_ action: NavigationAction<Tab, Route>) -> NavigationOutcome {
    let before = self
    let note = perform(action)
    if parts == before.parts {
      switch note {
      case .because(let reason): return .unchanged(reason)
      case .nothingToGoBackTo: return .exit
      }
    }
    guard case .setPath(let new, let target) = action, let old = before.path(target) else { return .changed }
    return .pathChanged(Self.compare(old, new))
  }

  static func compare(_ old: [Route], _ new: [Route]) -> PathChange {
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

  // MARK: Where things are

  func same(_ one: Route, _ other: Route) -> Bool {
    rules.sameRoute.map { $0(one, other) } ?? (one == other)
  }

  func lastPlace(of route: Route, in path: [Route]) -> Int? {
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

  mutating func set(_ path: [Route], _ target: NavigationTarget<Tab>) {
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

  static func missing(_ target: NavigationTarget<Tab>) -> Note {
    if case .tab = target { return .because(.unknownTab) }
    return .because(.unknownModal)
  }

  // MARK: Visits

  /// The visits after selecting a tab.
  func visits(_ visits: [Tab], selecting tab: Tab) -> [Tab] {
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

  static func collapsed(_ visits: [Tab]) -> [Tab] {
    var result: [Tab] = []
    for tab in visits where result.last != tab { result.append(tab) }
    return result
  }

  mutating func select(_ tab: Tab) {
    parts.selected = tab
    parts.visits = visits(parts.visits, selecting: tab)
  }
}

extension NaiveNavigation.Parts {
  /// What a state shows of itself.
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
