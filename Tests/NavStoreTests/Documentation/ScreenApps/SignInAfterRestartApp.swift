import NavStore

/// The app of Docs/HowTo/Flows/SignInAfterRestart.md.
enum SignInAfterRestart {
  // snippet: sign-in after a restart state
  nonisolated enum AppTab: String, Codable, CaseIterable { case home, account }
  nonisolated enum Route: Hashable, Codable { case product(Int), review, signIn }

  nonisolated enum AppScreen: ScreenContent, Codable, Equatable {
    typealias Tab = AppTab

    case product(title: String?), review(text: String)

    init?(route: Route) {
      switch route {
      case .product: self = .product(title: nil)
      case .review: self = .review(text: "")
      case .signIn: return nil
      }
    }
  }

  nonisolated enum ScreenAction: Codable, Equatable { case loaded(String), unauthorized, textChanged(String) }

  typealias Shop = ScreenNavigation<AppScreen>

  nonisolated struct AppState: Codable, Equatable {
    var shop = Shop(NavigationState(tabs: AppTab.allCases))
    var account: String?
    var guarded = GuardedActions<AppTab, StackEntry<Route>, AppAction>()
  }

  nonisolated enum AppAction: Codable, Equatable {
    case shop(ScreenNavigationAction<AppTab, Route, ScreenAction>)
    case signedIn(String)
    /// A request was refused, because the session has ended while the app runs.
    case sessionExpired
    /// Opens the screens that the user had open, with their states.
    case resumed(Shop)
    case guards(GuardAction<AppAction>)
  }
  // end

  // snippet: sign-in after a restart reducer
  nonisolated static let guards = NavigationGuards<AppState, AppAction, AppTab, StackEntry<Route>>(
    screens: \.shop,
    entering: { place, state in
      place.route?.route == .review && state.account == nil
        ? .first(.shop(.navigation(.present(.signIn)))) : .allow
    })

  nonisolated struct AppReducer: Reducer {
    let screens = ScreenNavigationReducer<AppScreen, ScreenAction> { screen, action in
      switch (action, screen.state) {
      case (.loaded(let title), .product): screen.state = .product(title: title)
      case (.textChanged(let text), .review): screen.state = .review(text: text)
      default: break
      }
      return .none
    }

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .shop(.screen(_, .unauthorized)):
        return .send(.sessionExpired)  // a request of a screen was refused
      case .shop(let action):
        return screens.reduce(into: &state.shop, action: action).map(AppAction.shop)
      case .signedIn(let name):
        state.account = name
        dismissSignIn(in: &state.shop)
      case .sessionExpired:
        guard state.account != nil else { return .none }  // a second request was refused, too
        let open = state.shop
        state.account = nil
        guards.closeRefusedScreens(in: &state)
        let update = screens.update(&state.shop).map(AppAction.shop)
        return state.shop == open ? update : .merge(update, .send(.resumed(open)))
      case .resumed(var shop):
        dismissSignIn(in: &shop)
        shop.preserve(from: state.shop)  // so that no identity of a screen or a sheet is used twice
        // A screen that stayed open has a newer state than its copy.
        for screen in state.shop.identified.screens { shop[screen.route.id] = state.shop[screen.route.id] }
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
    AppReducer().guarded(by: guards, storing: \.guarded, ignoringLeavingRulesFor: { $0 == .sessionExpired }) {
      action in
      if case .guards(let answer) = action { answer } else { nil }
    }
  }
  // end

  // snippet: sign-in after a restart question
  /// The rules, with one that asks before the user loses reviews that wait for sign-in.
  nonisolated static let askingGuards = NavigationGuards<AppState, AppAction, AppTab, StackEntry<Route>>(
    screens: \.shop,
    leaving: { screen, state in
      guard screen.route.route == .signIn, case .resumed(let hidden)? = state.guarded.destination?.action else {
        return .allow
      }
      let losesReview = hidden.identified.screens.contains { screen in
        guard case .review(let text)? = hidden[screen.route.id], !text.isEmpty else { return false }
        return state.shop.route(of: screen.route.id) == nil  // the review is hidden
      }
      return losesReview ? .ask : .allow
    },
    entering: { place, state in
      place.route?.route == .review && state.account == nil
        ? .first(.shop(.navigation(.present(.signIn)))) : .allow
    })

  /// The reducer of the store. `signedIn` dismisses the sheet without a question.
  nonisolated static func askingReducer() -> some Reducer<AppState, AppAction> {
    AppReducer().guarded(by: askingGuards, storing: \.guarded) { action in
      if case .signedIn = action { true } else { action == .sessionExpired }
    } answer: { action in
      if case .guards(let answer) = action { answer } else { nil }
    }
  }
  // end

  // snippet: sign-in after a restart start
  /// Loads the state of the last run. `account` is `nil` if the session has ended.
  ///
  /// - Returns: The state without the screens that are not allowed, and the screens of the last run if any
  ///   is missing.
  static func loadState(from file: any StateStorage, account: String?) -> (state: AppState, hidden: Shop?) {
    var state = Persistence.load(AppState(), from: file).state
    state.account = account
    let saved = state.shop
    guards.closeRefusedScreens(in: &state)
    return (state, hidden: state.shop == saved ? nil : saved)
  }

  /// Sends the first actions. Before the call, create what must see them, such as a recorder.
  static func start(_ store: Store<AppState, AppAction>, resuming hidden: Shop?) {
    store.send(.shop(.start), origin: .restore)
    if let hidden { store.send(.resumed(hidden), origin: .restore) }  // presents the sheet for sign-in
    guard let account = store.state.account else { return }
    store.send(.signedIn(account), origin: .restore)  // dismisses a restored sheet for sign-in
  }
  // end
}
