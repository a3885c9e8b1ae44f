import Foundation
import NavStore

package enum ShopAction: Hashable, Sendable {
  case navigation(NavigationAction<ShopTab, ShopRoute>)
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
  case nameEdited(String)
  case profileSaved

  case queryChanged(String)
  case addedToBasket(Product.ID)
  case checkoutTapped
  case checkoutChanged(Checkout)
  /// With a new key for the order, which counts if the checkout has none.
  case orderTapped(UUID)
  case orderPlaced(Order)
  case orderFailed
}

package struct ShopReducer: Reducer {
  /// Sends the order to the shop, and returns its number.
  let placeOrder: @Sendable ([Product.ID], Checkout) async throws -> Order.ID
  let resolver = LinkResolver<ShopTab, ShopRoute, ShopState>(shopLinks, rules: [.knownProducts, .signInFirst])
  let navigation = NavigationReducer<ShopTab, ShopRoute>()

  /// The id of the effect that places an order.
  struct PlacingOrder: Hashable {}

  package init(placeOrder: @escaping @Sendable ([Product.ID], Checkout) async throws -> Order.ID) {
    self.placeOrder = placeOrder
  }

  package func reduce(into state: inout ShopState, action: ShopAction) -> Effect<ShopAction> {
    switch action {
    case .navigation(let action):
      take(ShopStep(action), in: &state)
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
      state.forgetWhatIsClosed()
      if let link { return open(link, in: state) }
    case .signedOut:
      state.signOut()
      return .merge(.cancel(id: PlacingOrder()), .cancel(id: OpeningLink()))
    case .removalFailed:
      state.message = "Some of your data could not be removed from this device."
    case .nameEdited(let name):
      state.editedName = name
    case .profileSaved:
      state.account = state.name
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
    case .checkoutChanged(let checkout):
      state.checkout = checkout
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
    var next = state.navigation
    navigation.apply(step.action, to: &next)
    // A second tap finds the sheet open.
    if next.hasRepeatedSheet { next = state.navigation }
    // The server may have accepted the order already. The checkout stays until the answer is here.
    guard !state.isPlacingOrder || next.openRoutes.contains(.address) else {
      state.message = "Your order is being placed."
      return
    }
    guard discardingChanges || !state.losesChanges(by: next) else {
      state.question = step
      return
    }
    state.navigation = next
    if let link = step.remembered { state.remembered = link }
    state.forgetWhatIsClosed()
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
