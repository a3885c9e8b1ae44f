import Foundation
import NavStore

package enum ShopAction: Hashable, Sendable {
  case screens(ShopScreensAction)
  case linkOpened(String)
  case linkResolved(ResolvedLink<ShopTab, ShopRoute>)
  case linkFailed(String)
  case messageSeen

  /// The user discards the changes, and the step is performed.
  case changesDiscarded(ShopStep)
  /// The user goes on editing.
  case questionDismissed

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

  package static func navigation(_ action: NavigationAction<ShopTab, ShopRoute>) -> ShopAction {
    .screens(.navigation(action))
  }
}

package struct ShopReducer: Reducer {
  /// Sends the order to the shop, and returns its number.
  let placeOrder: @Sendable ([Product.ID], Checkout) async throws -> Order.ID
  let resolver = LinkResolver<ShopTab, ShopRoute, ShopState>(shopLinks, rules: [.knownProducts, .signInFirst])
  let screens: ScreenNavigationReducer<ShopTab, ShopScreen, ShopScreenAction>

  /// The id of the effect that places an order.
  struct PlacingOrder: Hashable {}

  package init(
    stock: (@Sendable (Product.ID) async throws -> Int)? = nil,
    placeOrder: @escaping @Sendable ([Product.ID], Checkout) async throws -> Order.ID
  ) {
    self.placeOrder = placeOrder
    screens = .shop(stock: stock)
  }

  package func reduce(into state: inout ShopState, action: ShopAction) -> Effect<ShopAction> {
    let effect = change(&state, by: action)
    // Most actions change the navigation themselves: the screens that they close lose their effects here.
    return .merge(effect, screens.update(&state.screens).map(ShopAction.screens))
  }

  private func change(_ state: inout ShopState, by action: ShopAction) -> Effect<ShopAction> {
    switch action {
    case .screens(.navigation(let action)):
      take(ShopStep(action), in: &state)
    case .screens(let action):
      var next = state.screens
      let effect = screens.reduce(into: &next, action: action)
      // A late tap on a covered picker would close the screens above it.
      guard !state.losesChanges(by: next) else { break }
      state.screens = next
      return effect.map(ShopAction.screens)
    case .linkOpened(let url):
      state.message = nil
      return resolver.opening(url, state, resolved: ShopAction.linkResolved, failed: { .linkFailed($0.sentence) })
    case .linkResolved(let resolved):
      take(ShopStep(resolved.action, remembered: resolved.remembered), in: &state)
    case .linkFailed(let reason):
      state.message = reason
    case .messageSeen:
      state.message = nil

    case .changesDiscarded(let step):
      take(step, in: &state, discardingChanges: true)
    case .questionDismissed:
      state.question = nil

    case .signedIn(let name):
      state.account = name
      state.navigation.setTabs(ShopTab.available(isSignedIn: true))
      let link = state.remembered
      for sheet in state.navigation.modals where sheet.root == .signIn { state.navigation.dismiss(sheet.id) }
      state.forgetLinkWithoutSignIn()
      if let link { return open(link, in: state) }
    case .signedOut:
      state.signOut()
      return .merge(.cancel(id: PlacingOrder()), .cancel(id: OpeningLink()))
    case .removalFailed:
      state.message = "Some of your data could not be removed from this device."
    case .profileSaved:
      if case .profile(let name?)? = state.id(of: .profile).flatMap({ state.screens[$0] }) { state.account = name }
      take(ShopStep(.back), in: &state)

    case .queryChanged(let query):
      state.query = query
    case .addedToBasket(let product):
      state.basket.append(product)
    case .checkoutTapped:
      guard !state.basket.isEmpty else { break }
      // As a link, so that it meets the rule for sign-in.
      return open(
        ShopLink(tab: state.navigation.selectedTab, modals: [.init(.address)], placement: .push), in: state)
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
      take(ShopStep(.deepLink(ShopLink(tab: .orders, path: [.order(order.id)]))), in: &state)
    case .orderFailed:
      state.isPlacingOrder = false
      state.message = "Your order was not placed. Please try again."
    }
    return .none
  }

  // snippet: example guard
  /// Does what the user, a view or a link requests. If that loses changes, it asks the user first.
  private func take(_ step: ShopStep, in state: inout ShopState, discardingChanges: Bool = false) {
    state.question = nil
    var next = state.screens
    next.navigation.apply(step.action)
    // A second tap finds the sheet open.
    if next.navigation.hasRepeatedSheet { next = state.screens }
    // The server may have accepted the order already. The checkout stays until the answer is here.
    guard !state.isPlacingOrder || next.navigation.openRoutes.contains(.address) else {
      state.message = "Your order is being placed."
      return
    }
    guard discardingChanges || !state.losesChanges(by: next) else {
      state.question = step
      return
    }
    state.screens = next
    if let link = step.remembered { state.remembered = link }
    state.forgetLinkWithoutSignIn()
  }
  // end

  private func open(_ link: ShopLink, in state: ShopState) -> Effect<ShopAction> {
    resolver.opening(link, state, resolved: ShopAction.linkResolved, failed: { .linkFailed($0.sentence) })
  }
}

extension LinkResolutionError {
  /// The message for the user. A rule that refuses a link has a sentence of its own.
  fileprivate var sentence: String {
    if case .refused(let sentence, _) = reason { sentence } else { "This link opens nothing in the shop." }
  }
}
