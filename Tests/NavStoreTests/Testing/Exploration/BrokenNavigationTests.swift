import NavStore
import NavStoreTesting
import Testing

/// Navigations with a bug. The explorer shows each bug with the shortest sequence of actions.
@Suite struct BrokenNavigationTests {
  typealias Laws = NavigationLaws<AppTab, Route>
  typealias State = Laws.State
  typealias Action = Laws.Action

  private struct Bug {
    let law: String
    let rule: BackRule
    let actions: [Action]
    let apply: @Sendable (inout State, Action, NavigationRules<AppTab, Route>) -> NavigationOutcome

    init(
      _ law: String, rule: BackRule = .history, after actions: [Action],
      apply: @escaping @Sendable (inout State, Action, NavigationRules<AppTab, Route>) -> NavigationOutcome
    ) {
      self.law = law
      self.rule = rule
      self.actions = actions
      self.apply = apply
    }
  }

  private static let twoScreens = Action.setPath([.song(1), .settings], in: .focused)

  private static let bugs = [
    Bug("visits follow the back rule", rule: .none, after: [.tabTapped(.search)]) { state, action, _ in
      state.apply(action, rules: NavigationRules(backRule: .history))
    },
    Bug(
      "a tab tapped twice is at its root",
      after: [.push(.song(1), in: .tab(.search)), .push(.song(1), in: .tab(.search))]
    ) { state, action, rules in
      if action == .tabTapped(state.selectedTab), state.depth > 1 { return state.pop() }
      return state.apply(action, rules: rules)
    },
    Bug("going back ends at an exit", rule: .fullHistory, after: [.tabTapped(.search)]) { state, action, rules in
      guard action == .back, state.depth == 0, state.visits.count > 1 else { return state.apply(action, rules: rules) }
      return state.selectTab(state.visits[state.visits.count - 2], rules: rules)
    },
    Bug("a path set to itself changes nothing", after: [twoScreens]) { state, action, rules in
      guard case .setPath(let path, let target) = action else { return state.apply(action, rules: rules) }
      return state.setPath(path.reversed(), in: target, rules: rules)
    },
    Bug("the selected tab selected changes nothing", after: [.present(.song(1))]) { state, action, rules in
      if case .selectTab = action { state.dismissAll() }
      return state.apply(action, rules: rules)
    },
    Bug("a reset navigation reset again is the same", after: []) { state, action, rules in
      let outcome = state.apply(action, rules: rules)
      if action == .reset { state.present(.settings) }
      return outcome
    },
    Bug("the same tabs set again change nothing", after: [.tabTapped(.search)]) { state, action, rules in
      let outcome = state.apply(action, rules: rules)
      if case .setTabs(let tabs) = action, let first = tabs.first { state.selectTab(first, rules: rules) }
      return outcome
    },
    Bug("an outcome is a change when the state differs", after: [.pop()]) { state, action, rules in
      let outcome = state.apply(action, rules: rules)
      return action == .pop() ? .changed : outcome
    },
    Bug("only what is about tabs selects another tab", after: [.tabTapped(.search), .push(.settings)]) {
      state, action, rules in
      if action == .push(.settings) { state.selectTab(.home, rules: rules) }
      return state.apply(action, rules: rules)
    },
    Bug(
      "an action changes the path of one tab",
      after: [.push(.song(1)), .push(.song(1), in: .tab(.search)), .popToRoot]
    ) { state, action, rules in
      guard action == .popToRoot else { return state.apply(action, rules: rules) }
      let before = state
      for tab in state.tabs { state.reset(tab) }
      return state == before ? .unchanged(.atRoot) : .changed
    },
    Bug("selecting a tab changes no path", after: [.push(.song(1)), .tabTapped(.search)]) { state, action, rules in
      if case .tabTapped(let tab) = action, tab != state.selectedTab { state.popToRoot() }
      return state.apply(action, rules: rules)
    },
    Bug("only setting the tabs changes the tabs", after: [.tabTapped(.library), .back]) { state, action, rules in
      if action == .back, state.selectedTab == .library { state.setTabs([.home, .library], rules: rules) }
      return state.apply(action, rules: rules)
    },
    Bug(
      "one is presented on top, and one dismissed from there",
      after: [.present(.song(1)), .present(.song(1)), .dismiss]
    ) {
      state, action, rules in
      if action == .dismiss { return state.dismissAll() }
      return state.apply(action, rules: rules)
    },
    Bug("going back removes one thing", after: [twoScreens, .back]) { state, action, rules in
      let outcome = state.apply(action, rules: rules)
      if action == .back, state.depth > 0 { state.pop() }
      return outcome
    },
  ]

  @Test func `each bug is shown by the shortest sequence of actions`() throws {
    for bug in Self.bugs {
      let rules = NavigationRules<AppTab, Route>(backRule: bug.rule)
      let laws = Laws(rules: rules) { bug.apply(&$0, $1, rules) }
      let explorer = laws.explorer(
        NavigationExplorationTests.initialState(bug.rule), actions: NavigationExplorationTests.all)
      let report = explorer.explore(maxDepth: max(2, bug.actions.count), maxStates: 1_000)
      let violation = try #require(report.foundViolations.first { $0.name == bug.law }, "\(bug.law): \(report)")
      #expect(violation.actions == bug.actions, "\(violation)")
    }
  }

  @Test func `a screen that no action leaves is reported`() {
    let explorer = StateExplorer(
      initialState: NavigationExplorationTests.initialState(.none),
      reducer: Reduce<State, Action> { state, action in
        if state.modals.first?.style != .cover { state.apply(action) }
        return .none
      }, actions: NavigationExplorationTests.all
    ).alwaysReachable("a root with nothing over it") { $0.depth == 0 && $0.modals.isEmpty }
    let report = explorer.explore(maxDepth: 2)
    #expect(report.foundViolations.map(\.actions) == [[.present(.settings, style: .cover)]])
  }
}
