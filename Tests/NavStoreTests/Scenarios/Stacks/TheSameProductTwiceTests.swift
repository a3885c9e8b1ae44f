import NavStore
import Testing

/// How do I show the same product twice on one stack, each with a state of its own?
///
/// A `ScreenNavigation` counts its screens, so two screens with equal routes have two identities and two states. A
/// view framework that shows a path of `StackEntry` values keeps a view for each of them.
@Suite struct TheSameProductTwiceTests {
  enum AppTab: CaseIterable { case shop }
  enum Route: Hashable { case product(Int) }

  struct Product: ScreenContent, Equatable {
    typealias Tab = AppTab

    var quantity = 1

    init?(route: Route) {}
  }

  enum ProductAction: Equatable { case quantityChanged(Int) }

  typealias Shop = ScreenNavigation<Product>
  typealias ShopAction = ScreenNavigationAction<AppTab, Route, ProductAction>

  private static func makeStore() -> Store<Shop, ShopAction> {
    Store(
      initialState: Shop(NavigationState(tabs: AppTab.allCases)),
      reducer: ScreenNavigationReducer<Product, ProductAction> { screen, action in
        switch action {
        case .quantityChanged(let quantity): screen.state.quantity = quantity
        }
        return .none
      })
  }

  @Test func `two screens of one product have two states, and the lower one keeps its state after a pop`() {
    let store = Self.makeStore()
    store.send(.navigation(.push(.product(7))))
    store.send(.navigation(.push(.product(7))))
    let screens = store.state.screens(of: .shop)
    #expect(screens.map(\.route) == [.product(7), .product(7)])
    store.send(.screen(screens[0].id, .quantityChanged(2)))
    store.send(.screen(screens[1].id, .quantityChanged(5)))
    #expect(screens.map { store.state[$0.id]?.quantity } == [2, 5])
    store.send(.navigation(.pop()))
    #expect(store.state[screens[0].id]?.quantity == 2)
    #expect(store.state[screens[1].id] == nil)
  }
}
