import NavStore

package enum ShopAction: Hashable, Sendable {
  case navigation(NavigationAction<ShopTab, ShopRoute>)
  case linkOpened(String)
  case linkResolved(ResolvedLink<ShopTab, ShopRoute>)
  case linkFailed(String)
  case messageSeen

  /// The user lets the changes go, so that the step can be done.
  case changesDiscarded(ShopStep)
  /// The user goes on editing.
  case questionDismissed

  case signedIn(String)
  case signedOut
  case nameEdited(String)
  case profileSaved

  case queryChanged(String)
  case addedToBasket(Product.ID)
  case checkoutTapped
  case checkoutChanged(Checkout)
  case orderTapped
  case orderPlaced(Order)
  case orderFailed(String)
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
      return resolver.opening(url, state, resolved: ShopAction.linkResolved, failed: { .linkFailed("\($0)") })
    case .linkResolved(let resolved):
      take(ShopStep(resolved.action, remembered: resolved.remembered), in: &state)
    case .linkFailed(let reason):
      state.message = reason
    case .messageSeen:
      state.message = nil

    case .changesDiscarded(let step):
      let wasPlacingOrder = state.isPlacingOrder
      take(step, in: &state, discardingChanges: true)
      if wasPlacingOrder, !state.isPlacingOrder { return .cancel(id: PlacingOrder()) }
    case .questionDismissed:
      state.question = nil

    case .signedIn(let name):
      state.account = name
      state.navigation.setTabs(ShopTab.available(isSignedIn: true), rules: navigation.rules)
      let link = state.remembered
      for sheet in state.navigation.modals where sheet.root == .signIn { state.navigation.dismiss(sheet.id) }
      state.forgetWhatIsClosed()
      if let link { return open(link, in: state) }
    case .signedOut:
      // Nothing of the account stays. The navigation is reset and not replaced: no sheet's identity is used twice.
      var navigation = state.navigation
      navigation.reset(rules: self.navigation.rules)
      navigation.setTabs(ShopTab.available(isSignedIn: false), rules: self.navigation.rules)
      state = ShopState()
      state.navigation = navigation
      return .merge(.cancel(id: PlacingOrder()), .cancel(id: OpeningLink()))
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
    case .orderTapped:
      guard state.checkout.isComplete, !state.basket.isEmpty, !state.isPlacingOrder else { break }
      state.isPlacingOrder = true
      return .run(id: PlacingOrder()) { [placeOrder, basket = state.basket, checkout = state.checkout] context in
        context.send(.orderPlaced(Order(id: try await placeOrder(basket, checkout), products: basket)))
      } catch: {
        .orderFailed("The order was not placed: \($0)")
      }
    case .orderPlaced(let order):
      state.isPlacingOrder = false
      state.orders.append(order)
      state.basket = []
      state.checkout = Checkout()
      take(ShopStep(.deepLink(ShopLink(tab: .orders, path: [.order(order.id)]))), in: &state)
    case .orderFailed(let reason):
      state.isPlacingOrder = false
      state.message = reason
    }
    return .none
  }

  // snippet: example guard
  /// Does what the user, a view or a link requests. If that loses changes, it asks the user first.
  private func take(_ step: ShopStep, in state: inout ShopState, discardingChanges: Bool = false) {
    var next = state.navigation
    navigation.apply(step.action, to: &next)
    guard discardingChanges || !state.losesChanges(by: next) else {
      state.question = step
      return
    }
    state.question = nil
    state.navigation = next
    if let link = step.remembered { state.remembered = link }
    state.forgetWhatIsClosed()
  }
  // end

  private func open(_ link: ShopLink, in state: ShopState) -> Effect<ShopAction> {
    resolver.opening(link, state, resolved: ShopAction.linkResolved, failed: { .linkFailed("\($0)") })
  }
}
