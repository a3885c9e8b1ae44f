import NavStore
import Observation

typealias ShopNavigator = Navigator<ShopTab, StackEntry<ShopRoute>>

/// The app without its views.
@MainActor @Observable final class ShopModel {
  let store: Store<ShopState, ShopAction>
  let navigator: ShopNavigator
  let screens: ScreenStores<ShopScreen, ShopScreenAction>

  init() {
    store = Store(initialState: ShopState(), reducer: ShopReducer())
    navigator = Navigator(
      store.scope(state: \.screens.identified, action: { ShopAction.screens(.identified($0)) }))
    screens = ScreenStores(store.scope(state: \.screens, action: ShopAction.screens))
  }
}
