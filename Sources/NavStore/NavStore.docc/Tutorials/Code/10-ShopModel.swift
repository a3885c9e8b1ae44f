import NavStore
import Observation

typealias ShopNavigator = Navigator<ShopTab, ShopRoute>

/// The app without its views.
@MainActor @Observable final class ShopModel {
  let store: Store<ShopState, ShopAction>
  let navigator: ShopNavigator
  let persistence: Persistence<ShopState>

  init(savingTo storage: any StateStorage) {
    let restored = Persistence.load(ShopState(), from: storage)
    store = Store(initialState: restored.state, reducer: ShopReducer())
    navigator = Navigator(store.scope(state: \.navigation, action: ShopAction.navigation))
    persistence = Persistence(of: store, to: storage)
  }
}
