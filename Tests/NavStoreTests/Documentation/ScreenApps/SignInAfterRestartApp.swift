import NavStore

/// The app of Docs/HowTo/Flows/SignInAfterRestart.md.
enum SignInAfterRestart {
  // snippet: sign-in after a restart state
  nonisolated enum AppTab: String, Codable, CaseIterable { case home, account }
  nonisolated enum Route: Hashable, Codable { case product(Int), review, signIn }

  nonisolated enum AppScreen: ScreenContent, Codable, Equatable {
    case review(text: String)

    init?(route: Route) {
      guard route == .review else { return nil }
      self = .review(text: "")
    }
  }

  nonisolated enum ScreenAction: Codable, Equatable { case textChanged(String) }

  typealias Shop = ScreenNavigation<AppTab, AppScreen>

  nonisolated struct AppState: Codable, Equatable {
    var shop = Shop(NavigationState(tabs: AppTab.allCases))
    var account: String?
    var guarded = GuardedActions<Screen<Route>, AppAction>()
  }

  nonisolated enum AppAction: Codable, Equatable {
    case shop(ScreenNavigationAction<AppTab, Route, ScreenAction>)
    case signedIn(String)
    /// Opens the screens of the last run, with their states.
    case resumed(Shop)
    case guards(GuardAction<AppAction>)
  }
  // end

  // snippet: sign-in after a restart reducer
  nonisolated static let guards = NavigationGuards<AppState, AppAction, AppTab, Screen<Route>>(
    screens: \.shop,
    entering: { place, state in
      place.route?.route == .review && state.account == nil ? .first(.shop(.navigation(.present(.signIn)))) : .allow
    })

  nonisolated struct AppReducer: Reducer {
    let screens = ScreenNavigationReducer<AppTab, AppScreen, ScreenAction> { screen, action in
      if case .textChanged(let text) = action { screen.state = .review(text: text) }
      return .none
    }

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .shop(let action):
        return screens.reduce(into: &state.shop, action: action).map(AppAction.shop)
      case .signedIn(let name):
        state.account = name
        dismissSignIn(in: &state.shop)
      case .resumed(var shop):
        dismissSignIn(in: &shop)
        shop.preserve(from: state.shop)  // so that no identity of a screen or a sheet is used twice
        state.shop = shop
      case .guards:
        return .none
      }
      return screens.update(&state.shop).map(AppAction.shop)
    }

    private func dismissSignIn(in shop: inout Shop) {
      guard let sheet = shop.navigation.modals.last(where: { $0.root == .signIn }) else { return }
      shop.navigation.dismiss(sheet.id)
    }
  }

  /// The reducer of the store.
  nonisolated static func reducer() -> some Reducer<AppState, AppAction> {
    AppReducer().guarded(by: guards, storing: \.guarded) { action in
      if case .guards(let answer) = action { answer } else { nil }
    }
  }
  // end

  // snippet: sign-in after a restart start
  /// Creates the store with the state of the last run. `account` is `nil` if the session has ended.
  static func makeStore(restoring file: any StateStorage, account: String?) -> Store<AppState, AppAction> {
    var state = Persistence.load(AppState(), from: file).state
    state.account = account
    let saved = state.shop
    guards.closeRefusedScreens(in: &state)
    let isComplete = state.shop == saved

    let store = Store(initialState: state, reducer: reducer())
    store.send(.shop(.start), origin: .restore)
    if !isComplete { store.send(.resumed(saved), origin: .restore) }  // presents the sheet for sign-in
    if let account { store.send(.signedIn(account), origin: .restore) }  // dismisses a restored sheet for sign-in
    return store
  }
  // end
}
