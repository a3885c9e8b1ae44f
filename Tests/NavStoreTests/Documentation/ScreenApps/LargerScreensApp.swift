import NavStore

/// The app of Docs/HowTo/Flows/ScreensInAnApp.md.
enum LargerScreensApp {
  // snippet: larger screens state
  nonisolated enum AppTab: String, Codable, CaseIterable {
    case home, account

    static func available(isSignedIn: Bool) -> [AppTab] { isSignedIn ? allCases : [.home] }
  }

  nonisolated enum Route: Hashable, Codable { case product(Int), review, about, signIn }

  nonisolated enum AppScreen: ScreenContent, Codable, Equatable {
    typealias Tab = AppTab

    case product(title: String?)
    case review(text: String)

    init?(route: Route) {
      switch route {
      case .product: self = .product(title: nil)
      case .review: self = .review(text: "")
      case .about, .signIn: return nil  // screens without a state
      }
    }
  }

  nonisolated enum ScreenAction: Codable, Equatable {
    case loaded(String), addToCartTapped
    case textChanged(String), sendTapped
    case reviewed(String)
  }

  typealias Screens = ScreenNavigation<AppScreen>
  typealias ScreensAction = ScreenNavigationAction<AppTab, Route, ScreenAction>
  typealias ScreensReducer = ScreenNavigationReducer<AppScreen, ScreenAction>

  nonisolated struct AppState: Codable, Equatable {
    var shop = Screens(NavigationState(tabs: AppTab.available(isSignedIn: false)))
    var account: String?
    var cart: [Int] = []
    /// The action that would discard a review, until the user has answered, and the action that opens a
    /// review, until the user has signed in.
    var guarded = GuardedActions<AppTab, StackEntry<Route>, AppAction>()

    /// The question whether to discard a review.
    var prompt: Prompt<AppAction>? {
      guarded.question?.prompt(
        "Discard your review?", message: "It is not sent yet.", leave: "Discard Review", stay: "Keep Editing"
      ).map(AppAction.guards)
    }

    /// What is saved: all but a question and a refusal, which must not return after a restart.
    var saved: AppState {
      get {
        var saved = self
        saved.guarded = guarded.saved
        return saved
      }
      set { self = newValue }
    }
  }

  nonisolated enum AppAction: Codable, Equatable {
    case shop(ScreensAction)
    case signedIn(String), signedOut
    /// The user discards a review, or keeps it.
    case guards(GuardAction<AppAction>)
  }
  // end

  // snippet: larger screens reducer
  nonisolated struct AppReducer: Reducer {
    let screens: ScreensReducer

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .shop(.screen(let id, .addToCartTapped)):
        // The action of a screen that changes the state of the app.
        if case .product(let product)? = state.shop.route(of: id) { state.cart.append(product) }
      case .shop(let action):
        return screens.reduce(into: &state.shop, action: action).map(AppAction.shop)

      case .signedIn(let name):
        state.account = name
        // Not `dismiss()`, which would dismiss any other sheet that is on top.
        if let sheet = state.shop.navigation.modals.last(where: { $0.root == .signIn }) {
          state.shop.navigation.dismiss(sheet.id)
        }
        state.shop.navigation.setTabs(AppTab.available(isSignedIn: true))
        return screens.update(&state.shop).map(AppAction.shop)
      case .signedOut:
        state.account = nil
        state.cart = []
        state.shop.navigation.reset()
        state.shop.navigation.setTabs(AppTab.available(isSignedIn: false))
        return screens.update(&state.shop).map(AppAction.shop)

      case .guards:
        break
      }
      return .none
    }
  }
  // end

  // snippet: larger screens guard
  nonisolated static let guards = NavigationGuards<AppState, AppAction, AppTab, StackEntry<Route>>(
    screens: \.shop
  ) { screen, state in
    if case .review(let text)? = state.shop[screen.route.id], !text.isEmpty { .ask } else { .allow }
  } entering: { place, state in
    // The route of the place is a `StackEntry`, which contains the route of the app.
    place.route?.route == .review && state.account == nil
      ? .first(.shop(.navigation(.present(.signIn)))) : .allow
  }

  /// The reducer of the store.
  nonisolated static func reducer(_ screens: ScreensReducer) -> some Reducer<AppState, AppAction> {
    AppReducer(screens: screens).guarded(by: guards, storing: \.guarded) { action in
      if case .shop(.screen(_, .sendTapped)) = action { true } else { false }
    } answer: { action in
      if case .guards(let answer) = action { answer } else { nil }
    }
  }
  // end
}

extension LargerScreensApp {
  /// The reducer of the screens.
  nonisolated static func screens(load: @escaping @Sendable (Int) async -> String) -> ScreensReducer {
    ScreensReducer { screen, action in
      switch (screen.state, action) {
      case (.product, .loaded(let title)):
        screen.state = .product(title: title)
      case (.review, .textChanged(let text)):
        screen.state = .review(text: text)
      case (.review(let text), .sendTapped):
        screen.finish(with: .reviewed(text))
      default:
        break
      }
      return .none
    } lifecycle: { screen, phase in
      guard phase == .appeared, case .product(let id) = screen.route, case .product(nil) = screen.state else {
        return .none
      }
      return .run { context throws(CancellationError) in context.send(.loaded(await load(id))) }
    }
  }
}

extension LargerScreensApp {
  // snippet: larger screens model
  /// Create it once, before the first view.
  @MainActor struct AppModel {
    let store: Store<AppState, AppAction>
    let navigator: Navigator<AppTab, StackEntry<Route>>
    let screenStores: ScreenStores<AppScreen, ScreenAction>
    let persistence: Persistence<AppState>

    init(file: any StateStorage, load: @escaping @Sendable (Int) async -> String) {
      let restored = Persistence.load(AppState(), from: file, saving: \.saved)
      store = Store(initialState: restored.state, reducer: reducer(screens(load: load)))
      store.send(.shop(.start), origin: .restore)  // the restored screens appear
      screenStores = ScreenStores(store.scope(state: \.shop, action: AppAction.shop))
      navigator = Navigator(
        store.scope(state: \.shop.identified, action: { AppAction.shop(.identified($0)) }),
        guardedBy: guards, in: store)
      persistence = Persistence(of: store, to: file, saving: \.saved)
    }
  }
  // end
}
