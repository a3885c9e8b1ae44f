import NavStore
import Observation

typealias ShopNavigator = Navigator<ShopTab, ShopRoute>

/// The app without its views.
@MainActor @Observable final class ShopModel {
  let store: Store<ShopState, ShopAction>
  let navigator: ShopNavigator

  init() {
    store = Store(initialState: ShopState(), reducer: ShopReducer())
    navigator = Navigator(store.scope(state: \.navigation, action: ShopAction.navigation))
  }
}
