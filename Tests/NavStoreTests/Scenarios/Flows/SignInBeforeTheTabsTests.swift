import NavStore
import NavStoreTesting
import Testing

/// How do I show onboarding and sign-in before the `TabView`, and go back to sign-in when the user signs out?
///
/// The phase is part of the app's state, next to the navigation, and the root view switches over it. While the tabs
/// are not visible, the reducer ignores navigation actions and stores a link for later. On sign-out it resets the tabs.
@Suite struct SignInBeforeTheTabsTests {
  enum AppTab: String, Codable, CaseIterable { case home, orders }
  enum Route: Hashable, Codable { case item(Int), order(Int), settings }

  struct AppState: Equatable {
    enum Phase { case onboarding, signedOut, signedIn }

    var phase = Phase.onboarding
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var remembered: DeepLink<AppTab, Route>?
  }

  enum AppAction: Equatable {
    case onboardingDone, signedIn, signedOut
    case linkOpened(DeepLink<AppTab, Route>)
    case navigation(NavigationAction<AppTab, Route>)
  }

  static let reducer = Reduce<AppState, AppAction> { state, action in
    switch action {
    case .onboardingDone:
      state.phase = .signedOut
    case .signedIn:
      state.phase = .signedIn
      if let link = state.remembered { state.navigation.deepLink(link) }
      state.remembered = nil
    case .signedOut:
      state.phase = .signedOut
      state.navigation.reset()
      state.remembered = nil
    case .linkOpened(let link):
      if state.phase == .signedIn { state.navigation.deepLink(link) } else { state.remembered = link }
    case .navigation(let action):
      if state.phase == .signedIn { state.navigation.apply(action) }
    }
    return .none
  }

  let link = DeepLink<AppTab, Route>(tab: .orders, path: [.order(3)])

  @Test func `onboarding leads to sign-in, and sign-in leads to the tabs`() {
    let store = TestStore(initialState: AppState(), reducer: Self.reducer)
    store.send(.onboardingDone) { $0.phase = .signedOut }
    store.send(.signedIn) { $0.phase = .signedIn }
    #expect(store.state.navigation.selectedTab == .home)
  }

  @Test func `signing out resets all tabs and dismisses all sheets`() {
    let store = TestStore(initialState: AppState(phase: .signedIn), reducer: Self.reducer)
    store.exhaustivity = .off
    store.send(.navigation(.push(.item(1))))
    store.send(.navigation(.tabTapped(.orders)))
    store.send(.navigation(.push(.order(3))))
    store.send(.navigation(.present(.settings)))
    store.send(.signedOut)
    #expect(store.state == AppState(phase: .signedOut))
  }

  @Test func `a stack that writes its path after the tabs have disappeared changes nothing`() {
    let store = Store(initialState: AppState(phase: .signedIn), reducer: Self.reducer)
    let navigator = Navigator(store.scope(state: \.navigation, action: AppAction.navigation))
    navigator.push(.order(3))
    store.send(.signedOut)
    navigator[pathOf: .home] = [.order(3)]  // the view writes the binding
    #expect(store.state == AppState(phase: .signedOut))
  }

  @Test func `a link that arrives before sign-in is opened after it, once`() {
    let store = TestStore(initialState: AppState(), reducer: Self.reducer)
    store.send(.linkOpened(link), origin: .deepLink) { $0.remembered = link }
    store.send(.onboardingDone) { $0.phase = .signedOut }
    store.send(.signedIn) {
      $0.phase = .signedIn
      $0.navigation.deepLink(link)
      $0.remembered = nil
    }
    store.send(.signedOut) {
      $0.phase = .signedOut
      $0.navigation.reset()
    }
    store.send(.signedIn) { $0.phase = .signedIn }  // without the order of the previous user
  }
}
