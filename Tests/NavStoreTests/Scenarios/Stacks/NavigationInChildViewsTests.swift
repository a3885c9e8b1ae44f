import NavStore
import NavStoreTesting
import Testing

/// How do I pass the navigation to child views? How does a child view that knows only its part open another screen?
///
/// Pass the `Navigator` to a child view that may open any screen. Pass a scoped store to a child view that must not
/// know the app. It sends an action that describes what happened, and the parent's reducer opens the screen.
@Suite struct NavigationInChildViewsTests {
  enum AppTab: CaseIterable { case shop, orders }
  enum AppRoute: Hashable { case product(Int), order(Int) }

  // MARK: - The basket, without tabs and routes

  struct Basket: Equatable { var products: [Int] = [] }

  enum BasketAction: Equatable { case added(Int), productTapped(Int), ordered }

  struct BasketReducer: Reducer {
    func reduce(into basket: inout Basket, action: BasketAction) -> Effect<BasketAction> {
      switch action {
      case .added(let product): basket.products.append(product)
      case .ordered: basket.products = []
      case .productTapped: break  // the parent opens the screen
      }
      return .none
    }
  }

  struct BasketView {
    let store: ScopedStore<Basket, BasketAction>

    func tapFirstProduct() { store.send(.productTapped(store.state.products[0])) }
  }

  // MARK: - The app that contains the basket

  struct AppState: Equatable {
    var navigation = NavigationState<AppTab, AppRoute>(tabs: AppTab.allCases)
    var basket = Basket()
  }

  enum AppAction: Equatable { case navigation(NavigationAction<AppTab, AppRoute>), basket(BasketAction) }

  struct AppReducer: Reducer {
    let navigation = NavigationReducer<AppTab, AppRoute>()

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .navigation(let action):
        return navigation.reduce(into: &state.navigation, action: action).map(AppAction.navigation)
      case .basket(let action):
        switch action {
        case .productTapped(let product): navigation.apply(.push(.product(product)), to: &state.navigation)
        case .ordered: navigation.apply(.deepLink(DeepLink(tab: .orders)), to: &state.navigation)
        case .added: break
        }
        return BasketReducer().reduce(into: &state.basket, action: action).map(AppAction.basket)
      }
    }
  }

  @Test func `a child with the navigator opens any screen`() {
    struct ProductRow {
      let navigator: Navigator<AppTab, AppRoute>
      let product: Int

      func tap() { navigator.push(.product(product)) }
    }
    let store = Store(initialState: AppState(), reducer: AppReducer())
    let navigator = Navigator(store.scope(state: \.navigation, action: AppAction.navigation))
    ProductRow(navigator: navigator, product: 7).tap()
    #expect(store.state.navigation.top == .product(7))
  }

  @Test func `a child with a scoped store sends what happened, and the parent opens the screen`() {
    let store = Store(initialState: AppState(basket: Basket(products: [7])), reducer: AppReducer())
    BasketView(store: store.scope(state: \.basket, action: AppAction.basket)).tapFirstProduct()
    #expect(store.state.navigation.top == .product(7))
  }

  @Test func `an order empties the basket and shows the orders in one change`() {
    let store = TestStore(initialState: AppState(), reducer: AppReducer())
    store.send(.basket(.added(7))) { $0.basket.products = [7] }
    store.send(.basket(.ordered)) {
      $0.basket.products = []
      $0.navigation.selectTab(.orders)
    }
  }

  @Test func `the child works without the app, in a preview or a test`() {
    let store = Store(initialState: Basket(products: [7]), reducer: BasketReducer())
    BasketView(store: store.scope(state: \.self, action: { $0 })).tapFirstProduct()
    #expect(store.state.products == [7])
  }
}
