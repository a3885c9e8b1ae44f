import NavStore

/// The state of a screen, from the moment it is opened until it is closed.
nonisolated enum ShopScreen: ScreenContent, Hashable, Codable {
  typealias Tab = ShopTab

  /// A product. The number of pieces is `nil` until the shop has answered.
  case product(pieces: Int?)

  /// The state of a screen that has just been opened, or `nil` for a screen without a state.
  init?(route: ShopRoute) {
    guard case .product = route else { return nil }
    self = .product(pieces: nil)
  }
}

nonisolated enum ShopScreenAction: Hashable { case counted(Int) }

nonisolated let shopScreens = ScreenNavigationReducer<ShopScreen, ShopScreenAction> { screen, action in
  switch action {
  case .counted(let pieces): screen.state = .product(pieces: pieces)
  }
  return .none
} lifecycle: { screen, phase in
  guard phase == .appeared, case .product(let id) = screen.route else { return .none }
  return .run { context in context.send(.counted(await pieces(of: id))) }
}

/// Asks the shop how many pieces of a product it has. An app asks its server here.
nonisolated func pieces(of product: Int) async -> Int { 10 * product }
