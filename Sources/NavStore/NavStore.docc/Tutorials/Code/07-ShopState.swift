import NavStore

nonisolated struct ShopState: Hashable, Codable {
  var screens = ScreenNavigation<ShopScreen>(NavigationState(tabs: ShopTab.allCases))
  /// The name of the user, or `nil` while nobody is signed in.
  var account: String?
}

nonisolated enum ShopAction: Hashable {
  case screens(ScreenNavigationAction<ShopTab, ShopRoute, ShopScreenAction>)
  case signedIn(String)
  case signedOut

  static func navigation(_ action: NavigationAction<ShopTab, ShopRoute>) -> ShopAction {
    .screens(.navigation(action))
  }
}

nonisolated struct ShopReducer: Reducer {
  func reduce(into state: inout ShopState, action: ShopAction) -> Effect<ShopAction> {
    let effect = change(&state, by: action)
    // The other actions change the navigation, too: the effects of the screens that they close end here.
    return .merge(effect, shopScreens.update(&state.screens).map(ShopAction.screens))
  }

  private func change(_ state: inout ShopState, by action: ShopAction) -> Effect<ShopAction> {
    switch action {
    case .screens(let action):
      return shopScreens.reduce(into: &state.screens, action: action).map(ShopAction.screens)
    case .signedIn(let name):
      state.account = name
      state.screens.navigation.dismissAll()
    case .signedOut:
      state.account = nil
      state.screens.navigation.reset()
    }
    return .none
  }
}
