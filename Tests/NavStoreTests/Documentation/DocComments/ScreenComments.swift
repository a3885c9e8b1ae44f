import NavStore

// The code of the comments in NavStore/Screens. It is compiled and not run.

private enum ScreenComments {
  enum ShopTab: String, CaseIterable { case home }
  enum ShopRoute: Hashable { case product(Int), checkout, settings }
  struct ProductState: Codable, Equatable { var color = "red" }
  struct CheckoutDraft: Codable, Equatable {}

  // snippet: comment of ScreenContent
  enum ShopScreen: ScreenContent, Codable, Equatable {
    case product(ProductState)
    case checkout(CheckoutDraft)

    init?(route: ShopRoute) {
      switch route {
      case .product: self = .product(ProductState())
      case .checkout: self = .checkout(CheckoutDraft())
      case .settings: return nil
      }
    }
  }
  // end

  static func identities() {
    // snippet: comment of ScreenNavigation
    var shop = ScreenNavigation<ShopTab, ShopScreen>(NavigationState(tabs: ShopTab.allCases))
    shop.navigation.push(.product(7))
    shop.navigation.push(.product(7))
    let ids = shop.screens(of: .home).map(\.id)
    print(ids)  // [screen 1, screen 2]
    // end
  }

  enum ShopScreenAction: Sendable { case loaded(ProductState), picked(color: String) }

  static func reducer(load: @escaping @Sendable (Int) async -> ProductState) {
    // snippet: comment of ScreenNavigationReducer
    let reducer = ScreenNavigationReducer<ShopTab, ShopScreen, ShopScreenAction> { screen, action in
      switch (action, screen.state) {
      case (.loaded(let product), .product): screen.state = .product(product)
      case (.picked(let color), .product(var product)):
        product.color = color
        screen.state = .product(product)
      default: break
      }
      return .none
    } lifecycle: { screen, phase in
      guard phase == .appeared, case .product(let id) = screen.route else { return .none }
      return .run { context throws(CancellationError) in context.send(.loaded(await load(id))) }
    }
    // end
    _ = reducer
  }

  struct AppState { var shop: ScreenNavigation<ShopTab, ShopScreen> }
  enum AppAction: Sendable {
    case signedOut
    case shop(ScreenNavigationAction<ShopTab, ShopRoute, ShopScreenAction>)
  }

  static func update(
    _ state: inout AppState, _ action: AppAction,
    screens: ScreenNavigationReducer<ShopTab, ShopScreen, ShopScreenAction>
  ) -> Effect<AppAction> {
    switch action {
    // snippet: comment of ScreenNavigationReducer.update
    case .signedOut:
      state.shop.navigation.reset()
      return screens.update(&state.shop).map(AppAction.shop)
    // end
    case .shop(let action):
      return screens.reduce(into: &state.shop, action: action).map(AppAction.shop)
    }
  }
}
