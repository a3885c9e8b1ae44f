// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import NavStore

public enum ShopAction: Hashable, Codable, Sendable {
  case screens(ShopScreensAction)
  case linkOpened(String)
  case linkResolved(ShopLink)
  case linkFailed(String)
  case messageSeen

  /// The user discards changes, or goes on editing.
  case guards(GuardAction<ShopAction>)

  case signedIn(String)
  case signedOut
  /// What was saved before the user signed out is still on the disk.
  case removalFailed
  case profileSaved

  case queryChanged(String)
  case addedToBasket(Product.ID)
  case checkoutTapped
  /// With a new key for the order, which counts if the checkout has none.
  case orderTapped(UUID)
  case orderPlaced(Order)
  case orderFailed

  public static func navigation(_ action: NavigationAction<ShopTab, ShopRoute>) -> ShopAction {
    .screens(.navigation(action))
  }
}

public struct ShopReducer: Reducer {
  /// Sends the order to the shop, and returns its number.
  let placeOrder: @Sendable ([Product.ID], Checkout) async throws -> Order.ID
  let resolver = LinkResolver<ShopTab, ShopRoute, ShopState>(shopLinks, rules: [.knownProducts])
  let screens: ScreenNavigationReducer<ShopScreen, ShopScreenAction>

  /// The id of the effect that places an order.
  struct PlacingOrder: Hashable {}

  /// The reducer of the shop, with its rules.
  ///
  /// - Parameters:
  ///   - stock: Asks the shop how many of a product it has; `nil` if the shop cannot be asked.
  ///   - mistake: Receives the mistakes of actions and the actions that a rule refuses. By default, a debug build prints
  ///     them.
  ///   - placeOrder: Sends an order to the shop, and returns its number.
  public static func guarded(
    stock: (@Sendable (Product.ID) async throws -> Int)? = nil,
    reportingTo mistake: (@Sendable (NavigationDiagnostic) -> Void)? = NavigationDiagnostic.print,
    placeOrder: @escaping @Sendable ([Product.ID], Checkout) async throws -> Order.ID
  ) -> some Reducer<ShopState, ShopAction> {
    ShopReducer(placeOrder: placeOrder, screens: .shop(stock: stock, reportingTo: mistake))
      .guarded(
        by: .shop, storing: \.guarded,
        // A sign-out is not in the list: it asks before changes are lost.
        ignoringLeavingRulesFor: { $0 == .profileSaved }, reportingTo: mistake
      ) { action in
        if case .guards(let answer) = action { answer } else { nil }
      }
  }

  public func reduce(into state: inout ShopState, action: ShopAction) -> Effect<ShopAction> {
    let effect = change(&state, by: action)
    // Some actions change the navigation themselves: the screens that they close lose their effects here.
    return .merge(effect, screens.update(&state.screens).map(ShopAction.screens))
  }

  private func change(_ state: inout ShopState, by action: ShopAction) -> Effect<ShopAction> {
    switch action {
    case .screens(let action):
      let before = state.screens
      let effect = screens.reduce(into: &state.screens, action: action)
      // A second tap finds the sheet open.
      guard !state.navigation.hasRepeatedSheet else {
        state.screens = before
        break
      }
      return effect.map(ShopAction.screens)
    case .linkOpened(let url):
      state.message = nil
      return resolver.opening(
        url, state, resolved: { .linkResolved($0.link) }, failed: { .linkFailed($0.sentence) })
    case .linkResolved(let link):
      // The tab does not exist while the user is signed out. Then the rules keep the link for later.
      if link.tab == .orders { state.navigation.setTabs(ShopTab.allCases) }
      state.navigation.deepLink(link)
    case .linkFailed(let reason):
      state.message = reason
    case .messageSeen:
      state.message = nil
      state.guarded.refusal = nil
    case .guards:
      break

    case .signedIn(let name):
      state.account = name
      state.navigation.setTabs(ShopTab.available(isSignedIn: true))
      for sheet in state.navigation.modals where sheet.root == .signIn { state.navigation.dismiss(sheet.id) }
    case .signedOut:
      state.signOut()
      return .merge(.cancel(id: PlacingOrder()), .cancel(id: OpeningLink()))
    case .removalFailed:
      state.message = "Some of your data could not be removed from this device."
    case .profileSaved:
      if case .profile(let name?)? = state.screens.id(of: .profile).flatMap({ state.screens[$0] }) {
        state.account = name
      }
      state.navigation.back()

    case .queryChanged(let query):
      state.query = query
    case .addedToBasket(let product):
      state.basket.append(product)
    case .checkoutTapped:
      if !state.basket.isEmpty { return .send(.navigation(.present(.address))) }
    case .orderTapped(let key):
      guard state.checkout.isComplete, !state.basket.isEmpty, !state.isPlacingOrder else { break }
      state.isPlacingOrder = true
      state.checkout.orderKey = state.checkout.orderKey ?? key
      return .run(id: PlacingOrder()) { [placeOrder, basket = state.basket, checkout = state.checkout] context in
        context.send(.orderPlaced(Order(id: try await placeOrder(basket, checkout), products: basket)))
      } catch: { _ in
        .orderFailed
      }
    case .orderPlaced(let order):
      state.isPlacingOrder = false
      state.orders.append(order)
      state.basket = []
      state.checkout = Checkout()
      // Sent, so that a question about the navigation does not hold back the order.
      return .send(.navigation(.deepLink(ShopLink(tab: .orders, path: [.order(order.id)]))))
    case .orderFailed:
      state.isPlacingOrder = false
      state.message = "Your order was not placed. Please try again."
    }
    return .none
  }
}

extension LinkResolutionError {
  /// The message for the user. A rule that refuses a link has a sentence of its own.
  fileprivate var sentence: String {
    if case .refused(let sentence, _) = reason { sentence } else { "This link opens nothing in the shop." }
  }
}
