import NavStore

/// The app of Docs/HowTo/Flows/SignInBeforeTabs.md. It is compiled with the views, too.
enum SignIn {
  // snippet: sign-in state
  nonisolated enum AppTab: String, Codable, CaseIterable { case home, orders }
  nonisolated enum Route: Hashable, Codable { case item(Int), order(Int), settings }

  nonisolated struct AppState: Codable, Equatable {
    enum Phase: String, Codable { case onboarding, signedOut, signedIn }

    var phase = Phase.onboarding
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    /// The link that opens after sign-in.
    var remembered: DeepLink<AppTab, Route>?
    var basket: [Int] = []

    /// Removes everything of the account. The navigation is reset and not replaced, so that no modal gets the
    /// identity of an earlier one.
    mutating func signOut() {
      var navigation = navigation
      navigation.reset()
      self = AppState(phase: .signedOut, navigation: navigation)
    }
  }

  nonisolated enum AppAction: Equatable {
    case onboardingDone, signedIn, signedOut
    case linkOpened(DeepLink<AppTab, Route>)
    case navigation(NavigationAction<AppTab, Route>)
    case addedToBasket(Int)
    case offersRequested, offersLoaded([Int])
  }
  // end

  // snippet: sign-in reducer
  nonisolated struct AppReducer: Reducer {
    /// The id of the effects that use the account.
    struct AccountWork: Hashable {}

    let navigation = NavigationReducer<AppTab, Route>()
    var loadOffers: @Sendable () async -> [Int] = { [] }

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .onboardingDone:
        state.phase = .signedOut
      case .signedIn:
        state.phase = .signedIn
        if let link = state.remembered { navigation.apply(.deepLink(link), to: &state.navigation) }
        state.remembered = nil
      case .signedOut:
        state.signOut()
        return .cancel(id: AccountWork())
      case .linkOpened(let link):
        guard state.phase == .signedIn else {
          state.remembered = link
          break
        }
        navigation.apply(.deepLink(link), to: &state.navigation)
      case .navigation(let action):
        guard state.phase == .signedIn else { break }  // a view that disappears may still write its binding
        navigation.apply(action, to: &state.navigation)
      case .addedToBasket(let item):
        state.basket.append(item)
      case .offersRequested:
        return .run(id: AccountWork()) { [loadOffers] context in
          context.send(.offersLoaded(await loadOffers()))
        }
      case .offersLoaded(let items):
        state.basket += items
      }
      return .none
    }
  }
  // end
}
