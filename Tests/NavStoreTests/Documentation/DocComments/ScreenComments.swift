import NavStore

// The code of the comments in NavStore/Screens. It is compiled and not run.

private enum ScreenComments {
  enum ShopTab: String, CaseIterable { case home, account }
  enum ShopRoute: Hashable { case product(Int), checkout, settings }
  struct ProductState: Codable, Equatable { var color = "red" }
  struct HomeState: Codable, Equatable {}
  struct CheckoutDraft: Codable, Equatable {}

  // snippet: comment of ScreenContent
  enum ShopScreen: ScreenContent, Codable, Equatable {
    case home(HomeState)
    case product(ProductState)
    case checkout(CheckoutDraft)

    init?(route: ShopRoute) {
      switch route {
      case .product: self = .product(ProductState())
      case .checkout: self = .checkout(CheckoutDraft())
      case .settings: return nil
      }
    }

    init?(root tab: ShopTab) {
      switch tab {
      case .home: self = .home(HomeState())
      case .account: return nil
      }
    }
  }
  // end

  static func identities() {
    // snippet: comment of ScreenNavigation
    var shop = ScreenNavigation<ShopScreen>(NavigationState(tabs: ShopTab.allCases))
    shop.navigation.push(.product(7))
    shop.navigation.push(.product(7))
    let ids = shop.screens(of: .home).map(\.id)
    print(ids)  // [screen 1, screen 2]
    // end
  }

  enum ShopScreenAction: Sendable { case loaded(ProductState), picked(color: String) }

  static func reducer(load: @escaping @Sendable (Int) async -> ProductState) {
    // snippet: comment of ScreenNavigationReducer
    let reducer = ScreenNavigationReducer<ShopScreen, ShopScreenAction> { screen, action in
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

  struct AppState { var shop: ScreenNavigation<ShopScreen> }
  enum AppAction: Sendable {
    case signedOut
    case shop(ScreenNavigationAction<ShopTab, ShopRoute, ShopScreenAction>)
  }

  static func update(
    _ state: inout AppState, _ action: AppAction,
    screens: ScreenNavigationReducer<ShopScreen, ShopScreenAction>
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

  enum PickingRoute: Hashable { case product, colors, addresses }
  enum PickingAction: Sendable { case colorTapped, colorPicked(String), colorSaved(String) }

  enum PickingScreen: ScreenContent {
    typealias Tab = ShopTab

    case product, picker

    init?(route: PickingRoute) { self = route == .product ? .product : .picker }
  }

  static func picking(
    save: @escaping @Sendable (String) async -> String
  ) -> ScreenNavigationReducer<PickingScreen, PickingAction> {
    ScreenNavigationReducer { screen, action in
      switch (action, screen.state) {
      // snippet: comment of ScreenResult
      case (.colorTapped, .product):
        let picker = screen.open(.present(.colors))
        return .run { context throws(CancellationError) in
          guard case .colorPicked(let color)? = try await picker.result() else { return }
          context.send(.colorSaved(await save(color)))
        }
      // end
      default: return .none
      }
    }
  }

  struct OrderState { var shop: ScreenNavigation<PickingScreen> }
  enum OrderAction: Sendable {
    case addressTapped
    case addressPicked(PickingAction)
    case shop(ScreenNavigationAction<ShopTab, PickingRoute, PickingAction>)
  }

  static func open(
    _ state: inout OrderState, _ action: OrderAction,
    screens: ScreenNavigationReducer<PickingScreen, PickingAction>
  ) -> Effect<OrderAction> {
    switch action {
    // snippet: comment of ScreenNavigationReducer.open
    case .addressTapped:
      let picker = screens.open(.push(.addresses), in: &state.shop)
      let following = screens.update(&state.shop).map(OrderAction.shop)
      return .merge(
        following,
        .run { context throws(CancellationError) in
          if let picked = try await picker.result() { context.send(.addressPicked(picked)) }
        })
    // end
    default: return .none
    }
  }
}
