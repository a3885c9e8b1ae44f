import NavStore

nonisolated struct ShopState: Hashable, Codable {
  var navigation = NavigationState<ShopTab, ShopRoute>(tabs: ShopTab.allCases)
  /// The name of the user, or `nil` while nobody is signed in.
  var account: String?
}

nonisolated enum ShopAction: Hashable {
  case navigation(NavigationAction<ShopTab, ShopRoute>)
  case signedIn(String)
  case signedOut
}

nonisolated struct ShopReducer: Reducer {
  func reduce(into state: inout ShopState, action: ShopAction) -> Effect<ShopAction> {
    switch action {
    case .navigation(let action):
      state.navigation.apply(action)
    case .signedIn(let name):
      state.account = name
      state.navigation.dismissAll()
    case .signedOut:
      state.account = nil
      state.navigation.reset()
    }
    return .none
  }
}
