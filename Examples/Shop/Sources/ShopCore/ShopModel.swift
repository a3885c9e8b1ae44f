import NavStore
import Observation

/// The app without its views: one store, what views read and set, and what saves it.
package final class ShopModel: Observable, Sendable {
  package let store: Store<ShopState, ShopAction>
  /// Views follow in steps, because the checkout may come in the place of the sign-in sheet.
  package let stepped: SteppedNavigation<ShopTab, ShopRoute>
  package let persistence: Persistence<ShopState>
  /// What was found in the storage, for a log.
  package let report: RestoreReport

  // Made once, so that a view gets the same binding in each update.
  package let query: ValueBinding<String>
  package let name: ValueBinding<String>
  package let checkout: ValueBinding<Checkout>
  package let isAsking: ValueBinding<Bool>
  package let hasMessage: ValueBinding<Bool>

  /// How the state is saved. The tabs are those that were saved, because they depend on the account that was.
  package static let schema = StateSchema(
    version: 1, restoring: RestoreRules(tabs: .asSaved), maxUnfinishedRestores: 2)

  /// The app as it was left.
  package init(
    savingTo storage: any StateStorage,
    placeOrder: @escaping @Sendable ([Product.ID], Checkout) async throws -> Order.ID
  ) {
    let restored = Persistence.load(ShopState(), from: storage, schema: Self.schema)
    var state = restored.state
    // What another version of the app has saved may have other tabs than this one.
    state.navigation.setTabs(ShopTab.available(isSignedIn: state.isSignedIn))
    store = Store(initialState: state, reducer: ShopReducer(placeOrder: placeOrder))
    stepped = SteppedNavigation(of: store.scope(state: \.navigation, action: ShopAction.navigation))
    persistence = Persistence(of: store, to: storage, schema: Self.schema)
    report = restored.report

    query = store.binding(of: \.query, send: ShopAction.queryChanged)
    name = store.binding(of: \.name, send: ShopAction.nameEdited)
    checkout = store.binding(of: \.checkout, send: ShopAction.checkoutChanged)
    isAsking = store.binding(of: \.isAsking) { _ in .questionDismissed }
    hasMessage = store.binding(of: \.hasMessage) { _ in .messageSeen }
  }

  package var navigator: ShopNavigator { stepped.navigator }
}

extension ShopState {
  fileprivate var isAsking: Bool { question != nil }
  fileprivate var hasMessage: Bool { message != nil }
}
