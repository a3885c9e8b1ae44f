import NavStore

nonisolated struct ShopState: Hashable, Codable {
  var navigation = NavigationState<ShopTab, ShopRoute>(tabs: ShopTab.allCases)
  /// The name of the user, or `nil` while nobody is signed in.
  var account: String?
  /// The link that opens after sign-in.
  var remembered: ShopLink?
}

nonisolated enum ShopAction: Hashable {
  case navigation(NavigationAction<ShopTab, ShopRoute>)
  case signedIn(String)
  case signedOut
  case linkOpened(String)
  case linkResolved(ResolvedLink<ShopTab, ShopRoute>)
  case linkFailed
}

nonisolated struct ShopReducer: Reducer {
  func reduce(into state: inout ShopState, action: ShopAction) -> Effect<ShopAction> {
    switch action {
    case .navigation(let action):
      state.navigation.apply(action)
      if state.navigation.modals.isEmpty { state.remembered = nil }  // the user has closed the sheet
    case .signedIn(let name):
      state.account = name
      state.navigation.dismissAll()
      guard let link = state.remembered else { break }
      state.remembered = nil
      return shopResolver.opening(link, state, resolved: ShopAction.linkResolved, failed: { _ in .linkFailed })
    case .signedOut:
      state.account = nil
      state.navigation.reset()
    case .linkOpened(let url):
      return shopResolver.opening(url, state, resolved: ShopAction.linkResolved, failed: { _ in .linkFailed })
    case .linkResolved(let resolved):
      state.remembered = resolved.remembered
      if state.remembered != nil, !state.navigation.modals.isEmpty { break }  // the sign-in sheet is open already
      state.navigation.apply(resolved.action)
    case .linkFailed:
      break  // an app shows a message here
    }
    return .none
  }
}
