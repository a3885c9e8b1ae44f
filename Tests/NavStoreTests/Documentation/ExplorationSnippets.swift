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
      + [
        .navigation(.push(.song(7))), .navigation(.push(.settings)), .navigation(.back), .signOut,
        .sessionExpired,
      ]
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
    let violation = try #require(report.foundViolations.first)
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
    let chart = explorer(AppReducer()).explore(maxDepth: 4).mermaid { state in
      guard state.isSignedIn else { return "sign in" }
      return state.navigation.top.map { "\($0)" } ?? "\(state.navigation.selectedTab)"
    }
    // end
    #expect(chart.hasPrefix("flowchart LR\n  n0([\"home ×"))
    #expect(chart.contains("sign in"))
    #expect(!chart.contains("more["))
  }

  // snippet: explored without numbers
  /// The state of the app, compared without the numbers of its modals.
  struct Explored: Hashable, Sendable {
    var app = AppState()

    static func == (first: Explored, second: Explored) -> Bool {
      first.withoutModals == second.withoutModals && first.modals == second.modals
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(withoutModals)
      hasher.combine(modals)
    }

    private var withoutModals: AppState {
      var app = app
      app.navigation.dismissAll()
      return app
    }

    /// What the modals show, and in which style.
    private var modals: [[AnyHashable]] { app.navigation.modals.map { [$0.root, $0.path, $0.style] } }
  }

  @Test func `an exploration with sheets is complete`() {
    let sheets: [AppAction] = [
      .navigation(.deepLink(DeepLink(tab: .home, modals: [.init(.song(7))]))),
      .navigation(.deepLink(DeepLink(tab: .home, modals: [.init(.settings)]))),
      .navigation(.dismiss), .signOut, .signIn,
    ]
    let reducer = Reduce<Explored, AppAction> { explored, action in
      AppReducer().reduce(into: &explored.app, action: action)
    }
    let report = StateExplorer(initialState: Explored(), reducer: reducer, actions: sheets).explore()
    report.expectNoViolations()
    #expect(report.isComplete)
  }
  // end

  @Test func `the numbers of the modals make an exploration endless`() {
    let sheets: [AppAction] = [
      .navigation(.deepLink(DeepLink(tab: .home, modals: [.init(.song(7))]))),
      .navigation(.deepLink(DeepLink(tab: .home, modals: [.init(.settings)]))), .navigation(.dismiss),
    ]
    for depth in [4, 8] {
      let report = StateExplorer(initialState: AppState(), reducer: AppReducer(), actions: sheets)
        .explore(maxDepth: depth)
      #expect(report.end == .depth && report.untriedStates == 2)
    }
    // A sheet that is dismissed before the next one is presented has the same number again.
    let one = StateExplorer(initialState: AppState(), reducer: AppReducer()) { state in
      state.navigation.modals.isEmpty
        ? [AppAction.navigation(.present(.settings)), .navigation(.present(.song(7)))] : [.navigation(.dismiss)]
    }
    .explore()
    #expect(one.end == .complete && one.states == 3)
  }
}
