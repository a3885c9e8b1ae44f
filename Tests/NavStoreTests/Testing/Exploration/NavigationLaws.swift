import NavStore
import NavStoreTesting

/// The invariants of every navigation.
///
/// The benchmarks explore with these laws too, so this file uses only the public interface.
struct NavigationLaws<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  typealias State = NavigationState<Tab, Route>
  typealias Action = NavigationAction<Tab, Route>

  let rules: NavigationRules<Tab, Route>
  /// Applies an action by the rules of the design, or as a test replaces them.
  let apply: @Sendable (inout State, Action) -> NavigationOutcome

  init(
    rules: NavigationRules<Tab, Route>,
    apply: (@Sendable (inout State, Action) -> NavigationOutcome)? = nil
  ) {
    self.rules = rules
    self.apply = apply ?? { $0.apply($1, rules: rules) }
  }

  /// Returns an explorer that checks every law.
  func explorer(_ initialState: State, actions: [Action]) -> StateExplorer<State, Action> {
    let reducer = Reduce<State, Action> { state, action in
      _ = apply(&state, action)
      return .none
    }
    var explorer = StateExplorer(initialState: initialState, reducer: reducer, actions: actions)
    for (name, holds) in states { explorer = explorer.invariant(name, holds) }
    for (name, holds) in transitions { explorer = explorer.transitionInvariant(name, holds) }
    return
      explorer
      .alwaysReachable("a root with nothing over it") { $0.depth == 0 && $0.modals.isEmpty }
      .alwaysReachable("the initial tab") { $0.selectedTab == $0.initialTab }
  }

  private func after(_ actions: Action..., from state: State) -> State {
    actions.reduce(into: state) { _ = apply(&$0, $1) }
  }
}

// MARK: - States

extension NavigationLaws {
  var states: [(String, @Sendable (State) -> Bool)] {
    [
      ("there is a tab, and none twice", { !$0.tabs.isEmpty && Set($0.tabs).count == $0.tabs.count }),
      ("the selected tab exists", { $0.tabs.contains($0.selectedTab) }),
      (
        "visits hold existing tabs, the selected one last",
        { state in state.visits.last == state.selectedTab && state.visits.allSatisfy(state.tabs.contains) }
      ),
      ("visits follow the back rule", { visitsFollowRule($0) }),
      ("modals have rising identities", { zip($0.modals, $0.modals.dropFirst()).allSatisfy { $0.id < $1.id } }),
      (
        "the focused path is the top modal's, else the selected tab's",
        { $0.focusedPath == ($0.modals.last?.path ?? $0.path(of: $0.selectedTab)) && $0.depth == $0.focusedPath.count }
      ),
      (
        "a tab tapped twice is at its root",
        { state in
          state.tabs.allSatisfy { tab in
            let tapped = after(.tabTapped(tab), .tabTapped(tab), from: state)
            return tapped.selectedTab == tab && tapped.path(of: tab).isEmpty
          }
        }
      ),
      ("going back ends at an exit", { backEnds($0) }),
      (
        "a path set to itself changes nothing",
        { state in
          state.tabs.allSatisfy { after(.setPath(state.path(of: $0), in: .tab($0)), from: state) == state }
            && state.modals.allSatisfy { after(.setPath($0.path, in: .modal($0.id)), from: state) == state }
        }
      ),
      ("the selected tab selected changes nothing", { after(.selectTab($0.selectedTab), from: $0) == $0 }),
      ("a reset navigation reset again is the same", { after(.reset, from: $0) == after(.reset, .reset, from: $0) }),
      ("the same tabs set again change nothing", { after(.setTabs($0.tabs), from: $0) == $0 }),
    ]
  }

  private func visitsFollowRule(_ state: State) -> Bool {
    let visits = state.visits
    return switch rules.backRule {
    case .none: visits.count == 1
    case .firstTab, .initialTab: visits.count <= 2 && Set(visits).count == visits.count
    case .order: visits == Array(state.tabs.prefix { $0 != state.selectedTab }) + [state.selectedTab]
    case .history: Set(visits).count == visits.count
    case .fullHistory: zip(visits, visits.dropFirst()).allSatisfy { $0 != $1 } && visits.count <= rules.maxVisits
    }
  }

  private func backEnds(_ state: State) -> Bool {
    var state = state
    let paths = state.tabs.reduce(0) { $0 + state.path(of: $1).count }
    let modals = state.modals.reduce(0) { $0 + 1 + $1.path.count }
    for _ in 0..<(paths + modals + state.visits.count) {
      let before = state
      let canGoBack = state.canGoBack
      guard apply(&state, .back) != .exit else { return state == before && !canGoBack }
      guard state != before, canGoBack else { return false }
    }
    return false
  }
}

// MARK: - Transitions

extension NavigationLaws {
  var transitions: [(String, @Sendable (State, Action, State) -> Bool)] {
    [
      (
        "an outcome is a change when the state differs",
        { before, action, after in
          var state = before
          let isChange =
            switch apply(&state, action) {
            case .changed, .pathChanged: true
            case .unchanged, .exit: false
            }
          return isChange == (before != after) && state == after
        }
      ),
      (
        "only what is about tabs selects another tab",
        { before, action, after in
          switch action {
          case .tabTapped, .selectTab, .back, .deepLink, .setTabs, .reset: true
          default: before.selectedTab == after.selectedTab
          }
        }
      ),
      (
        "an action changes the path of one tab",
        { before, action, after in
          if case .reset = action { return true }
          return changedPaths(before, after) <= 1
        }
      ),
      (
        "selecting a tab changes no path",
        { before, action, after in
          switch action {
          case .selectTab, .setTabs, .present, .dismiss, .dismissAll, .dismissModal: changedPaths(before, after) == 0
          case .tabTapped(let tab): tab == before.selectedTab || changedPaths(before, after) == 0
          default: true
          }
        }
      ),
      (
        "only setting the tabs changes the tabs",
        { before, action, after in
          if case .setTabs = action { return true }
          return before.tabs == after.tabs
        }
      ),
      (
        "one is presented on top, and one dismissed from there",
        { before, action, after in
          switch action {
          case .present: after.modals.dropLast() == before.modals[...] && after.modals.count == before.modals.count + 1
          case .dismiss: after.modals[...] == before.modals.dropLast()
          default: true
          }
        }
      ),
      (
        "going back removes one thing",
        { before, action, after in
          guard case .back = action, before.canGoBack else { return true }
          return size(of: before) - size(of: after) == 1
        }
      ),
    ]
  }

  private func changedPaths(_ before: State, _ after: State) -> Int {
    before.tabs.count { after.tabs.contains($0) && before.path(of: $0) != after.path(of: $0) }
  }

  private func size(of state: State) -> Int {
    state.tabs.reduce(0) { $0 + state.path(of: $1).count } + state.modals.reduce(0) { $0 + 1 + $1.path.count }
      + state.visits.count
  }
}

// MARK: - Actions

extension NavigationLaws {
  /// The frequent actions of users, for every tab and route.
  static func coreActions(_ tabs: [Tab], _ routes: [Route]) -> [Action] {
    tabs.map { .tabTapped($0) }
      + routes.flatMap { [.push($0), .navigate(to: $0), .replaceTop($0)] }
      + [.pop(), .popToRoot, .back, .reset]
  }

  /// Every kind of action: for every tab or route if it has one, otherwise with arguments that lead to different
  /// results.
  static func allActions(_ tabs: [Tab], _ routes: [Route]) -> [Action] {
    let (first, last, route, other) = (tabs[0], tabs[tabs.count - 1], routes[0], routes[routes.count - 1])
    let firstModal = ModalID(rawValue: 1)
    return coreActions(tabs, routes)
      + tabs.flatMap { [.selectTab($0), .reset($0), .push(route, in: .tab($0))] }
      + routes.flatMap { [.pushUnlessTop($0), .bringToFront($0), .popTo($0)] }
      + [
        .replaceOrDrop(route, at: 0, in: .focused, with: other),
        .replaceOrDrop(other, at: 0, in: .tab(first), with: nil),
        .replaceOrDrop(route, at: nil, in: .modal(firstModal), with: other),
        .replaceOrDrop(other, at: nil, in: .focused, with: nil),
      ]
      + [
        .pop(2), .popTo(depth: 1),
        .setPath([route, other], in: .focused), .setPath([], in: .tab(first)),
        .setPath([other], in: .modal(firstModal)),
        .present(route), .present(other, style: .cover), .dismiss, .dismiss(firstModal), .dismissAll,
        .deepLink(DeepLink(tab: last, path: [other, route])),
        .deepLink(DeepLink(tab: tabs[1], path: [route], modals: [.init(other, path: [route])], placement: .push)),
        .setTabs(tabs), .setTabs([first, last, first]), .setTabs(tabs.reversed()),
      ]
  }
}
