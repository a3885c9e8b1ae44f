import NavStore
import NavStoreTesting
import Testing

/// An app with the navigation as a part of its state, explored as the guide shows it.
@Suite struct ExplorationSnippets {
  // snippet: explored app
  struct AppState: Hashable, Sendable {
    var isSignedIn = true
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases, backRule: .history)
  }

  enum AppAction: Sendable {
    case navigation(NavigationAction<AppTab, Route>)
    case signIn, signOut
    case sessionExpired
  }

  struct AppReducer: Reducer {
    let navigation = NavigationReducer<AppTab, Route>(rules: NavigationRules(backRule: .history))
    var forgets = true

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .navigation(let action):
        return navigation.reduce(into: &state.navigation, action: action).map(AppAction.navigation)
      case .signIn:
        state.isSignedIn = true
        return .none
      case .signOut:
        state.isSignedIn = false
        return .send(.navigation(forgets ? .reset : .popToRoot))
      case .sessionExpired:
        return .send(.signOut)
      }
    }
  }

  // end

  // snippet: explorer
  func actions(in state: AppState) -> [AppAction] {
    guard state.isSignedIn else { return [.signIn] }
    return AppTab.allCases.map { .navigation(.tabTapped($0)) }
      + [.navigation(.push(.song(7))), .navigation(.push(.settings)), .navigation(.back), .signOut, .sessionExpired]
  }

  func explorer(_ reducer: AppReducer) -> StateExplorer<AppState, AppAction> {
    StateExplorer(initialState: AppState(), reducer: reducer, actions: actions)
      .invariant("signed out, nothing of the user is shown") { state in
        state.isSignedIn || state.navigation.tabs.allSatisfy { state.navigation.path(of: $0).isEmpty }
      }
      .transitionInvariant("signing in changes no screen") { before, action, after in
        guard case .signIn = action else { return true }
        return before.navigation == after.navigation
      }
      .alwaysReachable("the start") { $0 == AppState() }
      .printing(initialState: "AppState()", reducer: "AppReducer()")
  }

  @Test func `whatever the user does, a signed-out app shows nothing of the user`() {
    explorer(AppReducer()).explore(maxDepth: 4).expectNoViolations()
    explorer(AppReducer()).walk(count: 10, length: 30).expectNoViolations()
  }
  // end

  @Test func `a violation is reported with the shortest sequence of actions`() throws {
    let report = explorer(AppReducer(forgets: false)).explore(maxDepth: 4)
    let violation = try #require(report.violations.first)
    try SnippetTests.expectOutput("a counterexample", in: "Docs/HowTo/Tests/ExploringStates.md", "\(violation)")
    #expect(violation.name == "signed out, nothing of the user is shown")
    #expect(violation.actions.count == 3)
    #expect(violation.test.hasPrefix("@Test func `signed out, nothing of the user is shown`() {"))
    #expect(violation.test.contains("TestStore(initialState: AppState(), reducer: AppReducer())"))
    #expect(violation.after.navigation.path(of: .home) == [.song(7)])
    #expect(violation.after.navigation.selectedTab == .search)
  }

  @Test func `the screens of an app are drawn`() {
    // snippet: graph of screens
    let chart = explorer(AppReducer()).explore(maxDepth: 4).graph { state in
      guard state.isSignedIn else { return "sign in" }
      return state.navigation.top.map { "\($0)" } ?? "\(state.navigation.selectedTab)"
    }.mermaid()
    // end
    #expect(chart.hasPrefix("flowchart LR\n  n0([\"home ×"))
    #expect(chart.contains("sign in"))
    #expect(!chart.contains("more["))
  }
}
