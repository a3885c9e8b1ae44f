// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import NavStore

public typealias ShopNavigation = NavigationState<ShopTab, ShopRoute>
public typealias ShopNavigator = Navigator<ShopTab, StackEntry<ShopRoute>>
public typealias ShopScreens = ScreenNavigation<ShopScreen>
public typealias ShopScreensAction = ScreenNavigationAction<ShopTab, ShopRoute, ShopScreenAction>
public typealias ShopGuards = NavigationGuards<ShopState, ShopAction, ShopTab, StackEntry<ShopRoute>>
public typealias ShopLink = DeepLink<ShopTab, ShopRoute>

public enum ShopTab: String, Codable, CaseIterable, Sendable {
  case home, search, orders, account

  /// The tabs in their order. Orders exists only while the user is signed in.
  public static func available(isSignedIn: Bool) -> [ShopTab] {
    allCases.filter { $0 != .orders || isSignedIn }
  }
}

/// Each screen above the root of a tab, and each sheet.
public enum ShopRoute: Hashable, Codable, Sendable {
  case product(Product.ID)
  case order(Order.ID)
  /// A form that is pushed.
  case profile
  /// A sheet.
  case signIn
  /// The checkout: the first is the root of a sheet, the others are its path.
  case address, payment, review
  /// A picker, above the address.
  case delivery

  /// Whether this screen needs an account.
  var needsAccount: Bool {
    switch self {
    case .order, .profile, .address, .payment, .review, .delivery: true
    case .product, .signIn: false
    }
  }
}

public let shopLinks = DeepLinkTable<ShopTab, ShopRoute>(schemes: ["shop"], hosts: ["shop.example"]) {
  LinkPattern("", in: .home)
  LinkPattern("search", in: .search)
  LinkPattern("orders", in: .orders)
  LinkPattern("account", in: .account)
  LinkPattern(
    "product/:id", .int, in: .home,
    make: ShopRoute.product, match: { if case .product(let id) = $0 { id } else { nil } })
  LinkPattern(
    "order/:id", .int, in: .orders,
    make: ShopRoute.order, match: { if case .order(let id) = $0 { id } else { nil } })
  LinkPattern("account/profile", in: .account, to: .profile)
}

extension LinkRule<ShopTab, ShopRoute, ShopState> {
  /// Refuses a link to a product that the shop does not sell.
  static let knownProducts = LinkRule("products") { link, _ in
    for case .product(let id) in link.screens where Catalogue.product(id) == nil {
      return .refuse("There is no product \(id).")
    }
    return .open
  }
}

// snippet: example guard
extension ShopGuards {
  /// The rules of the shop: changes are not lost without a question, and the account's screens need a sign-in.
  public static let shop = ShopGuards(screens: \.screens) { screen, state in
    // The server may have accepted the order already. The checkout stays until the answer is here.
    if state.isPlacingOrder, screen.route.route == .address { return .refuse("Your order is being placed.") }
    return state.hasChanges(screen.route.id) ? .ask : .allow
  } entering: { place, state in
    let needsAccount = place.tab == .orders || place.route?.route.needsAccount == true
    return needsAccount && !state.isSignedIn ? .first(.navigation(.present(.signIn))) : .allow
  }
}
// end
