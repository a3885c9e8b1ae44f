import NavStore
import NavStoreInspection

typealias NumberState = NavigationState<Int, Int>
typealias NumberAction = NavigationAction<Int, Int>
typealias NumberRules = NavigationRules<Int, Int>

/// Random rules, start states and actions. Tabs are 0 to 6, and a state has some of them. Routes are 0 to 11.
struct RandomNavigation {
  var random: SplitMix64

  static let tabs = 0..<7

  mutating func tab() -> Int { random.below(Self.tabs.count) }

  mutating func route() -> Int { random.below(12) }

  mutating func path() -> [Int] { random.list(below: 6) { $0.below(12) } }

  mutating func style() -> ModalStyle { random.pick(.sheet, .cover, .popover, .inspector) }

  mutating func backRule() -> BackRule { BackRule.allCases[random.below(BackRule.allCases.count)] }

  mutating func modal() -> ModalID {
    ModalID(rawValue: random.once(in: 10) ? random.pick(Int.min, -1, .max) : random.below(12))
  }

  mutating func target() -> NavigationTarget<Int> {
    switch random.below(3) {
    case 0: .focused
    case 1: .tab(tab())
    default: .modal(modal())
    }
  }

  mutating func rules() -> NumberRules {
    var rules = NumberRules(
      backRule: backRule(),
      maxDepth: random.pick(-1, 0, 1, 2, 3, 4, 6, .max, .max, .max),
      maxVisits: random.pick(-1, 0, 1, 2, 3, 5, 100, 100))
    for tab in Self.tabs where random.once(in: 3) { rules.onLeave[tab] = random.pick(.keepPath, .popToRoot) }
    if random.once(in: 2) { rules.sameRoute = { $0 % 4 == $1 % 4 } }
    return rules
  }

  mutating func start(rules: NumberRules) -> NumberState {
    let tabs = Array(Self.tabs.shuffled(using: &random).prefix(1 + random.below(5)))
    var paths: [Int: [Int]] = [:]
    for tab in tabs where random.once(in: 2) { paths[tab] = path() }
    return NumberState(
      tabs: tabs, selectedTab: tabs[random.below(tabs.count)], paths: paths,
      backRule: random.once(in: 4) ? backRule() : rules.backRule)
  }

  /// Returns a state after some actions.
  mutating func state(rules: NumberRules) -> NumberState {
    var state = start(rules: rules)
    for _ in 0..<random.below(20) { state.apply(action(), rules: rules) }
    return state
  }

  mutating func link() -> DeepLink<Int, Int> {
    DeepLink(
      tab: tab(), path: path(),
      modals: random.once(in: 2)
        ? []
        : random.list(below: 3) { random in
          .init(
            random.below(12), style: random.pick(.sheet, .cover, .popover, .inspector),
            path: random.list(below: 4) { $0.below(12) })
        },
      placement: random.pick(.replace, .push))
  }

  /// Returns a link to the selected tab of a state with the presented modals. Some routes may have other contents.
  mutating func sameModals(in state: NumberState) -> DeepLink<Int, Int> {
    let isSame = random.once(in: 2)
    func refetched(_ route: Int) -> Int { isSame ? route : (route + 4) % 12 }
    return DeepLink(
      tab: state.selectedTab, path: random.once(in: 3) ? path() : state.path(of: state.selectedTab),
      modals: state.modals.map { .init(refetched($0.root), style: $0.style, path: $0.path.map(refetched)) },
      placement: random.pick(.replace, .replace, .push))
  }

  /// Returns an action that refreshes a route. The route is mostly one of the state.
  mutating func refresh(in state: NumberState?) -> NumberAction {
    let replacement = random.once(in: 3) ? nil : route()
    guard let state, !random.once(in: 4) else {
      return .replaceOrDrop(
        route(), at: random.pick(nil, 0, 1, 2, -1, .min, .max), in: target(), with: replacement)
    }
    var places: [(Int, Int?, NavigationTarget<Int>)] = []
    for tab in state.tabs {
      for (place, route) in state.path(of: tab).enumerated() { places.append((route, place, .tab(tab))) }
    }
    for modal in state.modals {
      places.append((modal.root, nil, .modal(modal.id)))
      for (place, route) in modal.path.enumerated() { places.append((route, place, .modal(modal.id))) }
    }
    for (place, route) in state.focusedPath.enumerated() { places.append((route, place, .focused)) }
    if let top = state.modals.last { places.append((top.root, nil, .focused)) }
    guard !places.isEmpty else { return refresh(in: nil) }
    let (there, position, target) = places[random.below(places.count)]
    return .replaceOrDrop(there, at: position, in: target, with: replacement)
  }

  /// Returns an action that removes a route. The route is mostly one of the state.
  mutating func removal(in state: NumberState?) -> NumberAction {
    guard case .replaceOrDrop(let route, let position, let target, _) = refresh(in: state) else { return .pop() }
    return .remove(route, at: position, in: target)
  }

  /// Returns a random action. Some actions refer to the routes or modals of the given state.
  mutating func action(in state: NumberState? = nil) -> NumberAction {
    switch random.below(31) {
    case 0, 1: .tabTapped(tab())
    case 2, 3: .selectTab(tab())
    case 4, 5, 6: .push(route(), in: .focused)
    case 7: .push(route(), in: target())
    case 8: .pushUnlessTop(route())
    case 9: .navigate(to: route())
    case 10: .bringToFront(route())
    case 11: .pop(random.pick(1, 1, 2, 3, 0, -1, .min, .max))
    case 12: .popTo(route())
    case 13: .popToDepth(random.pick(0, 1, 2, 3, -1, .min, .max))
    case 14: .popToRoot
    case 15: .replaceTop(route())
    case 16, 17: .setPath(path(), in: target())
    case 18, 19: .back
    case 20: .present(route(), style: style())
    case 21: .dismiss
    case 22: .dismissModal(modal())
    case 23: random.once(in: 3) ? .dismissAll : .present(route(), style: style())
    case 24: .deepLink(state.map { random.once(in: 2) ? sameModals(in: $0) : link() } ?? link())
    case 25: random.once(in: 2) ? .setTabs(random.list(below: 8) { $0.below(7) }) : .back
    case 28: refresh(in: state)
    case 29, 30: removal(in: state)
    case 26: random.once(in: 2) ? .reset : .selectTab(tab())
    default: .resetTab(tab())
    }
  }
}
