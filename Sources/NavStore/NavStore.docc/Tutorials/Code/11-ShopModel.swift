import NavStore
import Observation

typealias ShopNavigator = Navigator<ShopTab, StackEntry<ShopRoute>>

/// The app without its views.
@MainActor @Observable final class ShopModel {
  let store: Store<ShopState, ShopAction>
  let navigator: ShopNavigator
  let screens: ScreenStores<ShopScreen, ShopScreenAction>
  let persistence: Persistence<ShopState>

  init(savingTo storage: any StateStorage) {
    let restored = Persistence.load(ShopState(), from: storage)
    store = Store(initialState: restored.state, reducer: ShopReducer())
    store.send(.screens(.start), origin: .restore)
    navigator = Navigator(
      store.scope(state: \.screens.identified, action: { ShopAction.screens(.identified($0)) }))
    screens = ScreenStores(store.scope(state: \.screens, action: ShopAction.screens))
    persistence = Persistence(of: store, to: storage)
  }
}
