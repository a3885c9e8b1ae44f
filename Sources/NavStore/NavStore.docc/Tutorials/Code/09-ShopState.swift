import NavStore

nonisolated struct ShopState: Hashable, Codable {
  var screens = ScreenNavigation<ShopScreen>(NavigationState(tabs: ShopTab.allCases))
  /// The name of the user, or `nil` while nobody is signed in.
  var account: String?
  /// The link that opens after sign-in.
  var remembered: ShopLink?
}

nonisolated enum ShopAction: Hashable {
  case screens(ScreenNavigationAction<ShopTab, ShopRoute, ShopScreenAction>)
  case signedIn(String)
  case signedOut
  case linkOpened(String)
  case linkResolved(ResolvedLink<ShopTab, ShopRoute>)
  case linkFailed

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
      let effect = shopScreens.reduce(into: &state.screens, action: action)
      if state.screens.navigation.modals.isEmpty { state.remembered = nil }  // the user has closed the sheet
      return effect.map(ShopAction.screens)
    case .signedIn(let name):
      state.account = name
      state.screens.navigation.dismissAll()
      guard let link = state.remembered else { break }
      state.remembered = nil
      return shopResolver.opening(link, state, resolved: ShopAction.linkResolved, failed: { _ in .linkFailed })
    case .signedOut:
      state.account = nil
      state.screens.navigation.reset()
    case .linkOpened(let url):
      return shopResolver.opening(url, state, resolved: ShopAction.linkResolved, failed: { _ in .linkFailed })
    case .linkResolved(let resolved):
      state.remembered = resolved.remembered
      // A second link finds the sign-in sheet open.
      if state.remembered == nil || state.screens.navigation.modals.isEmpty {
        state.screens.navigation.apply(resolved.action)
      }
    case .linkFailed:
      break  // an app shows a message here
    }
    return .none
  }
}
