import NavStore
import NavStoreTesting
import Testing

/// The code of the guides on analytics, shared state and debugging.
@Suite struct FeatureSnippets {
  /// A service that keeps what it receives.
  final class Analytics: Sendable {
    private let received = Locked<[String]>([])
    func report(_ event: String) { received.withLock { $0.append(event) } }
    var events: [String] { received.withLock { $0 } }

    /// Waits until a number of events was received.
    func received(_ count: Int) async {
      while events.count < count { await Task.yield() }
    }
  }

  // snippet: screen visits
  func reportScreens(
    _ visits: AsyncStream<ScreenVisit<AppTab, Route>>, to analytics: Analytics
  ) async {
    for await visit in visits {
      if let previous = visit.previous {
        analytics.report("\(previous.name) for \(visit.previousDuration.components.seconds) s")
      }
      analytics.report(visit.screen.name)  // the kind of the screen, without the user's data
    }
  }
  // end

  // snippet: test of screen visits
  @Test func `every screen is reported with its time`() async {
    let clock = TestClock()
    let store = Store(initialState: AppState(), reducer: AppReducer(), clock: clock)
    let analytics = Analytics()
    let visits = store.screenVisits(of: \.navigation)
    clock.advance(by: .seconds(3))
    store.send(.navigation(.push(.song(7))))
    clock.advance(by: .seconds(2))
    store.send(.navigation(.push(.settings)))

    let reporting = Task { await reportScreens(visits, to: analytics) }
    await analytics.received(5)
    #expect(analytics.events == ["home", "home for 3 s", "song", "song for 2 s", "settings"])
    reporting.cancel()
  }
  // end

  @Test func `the time of a visit counts from the creation of the stream, on the clock of the store`() async {
    let clock = TestClock()
    let store = Store(initialState: AppState(), reducer: AppReducer(), clock: clock)
    clock.advance(by: .seconds(7))
    var visits = store.screenVisits(of: \.navigation).makeAsyncIterator()
    clock.advance(by: .seconds(3))
    store.send(.navigation(.push(.song(7))))
    #expect(await visits.next()?.time == .zero)
    #expect(await visits.next()?.time == .seconds(3))
  }

  // snippet: reported actions
  func reportActions(of store: Store<AppState, AppAction>, to analytics: Analytics) async {
    for await transaction in store.transactions {
      for action in transaction.actions {
        switch action {
        case .navigation(.tabTapped(let tab)): analytics.report("tap on \(tab)")
        case .navigation(.deepLink(let link)):
          analytics.report("link to \(link.tab) from \(transaction.origin.rawValue)")
        default: break
        }
      }
    }
  }
  // end

  @Test func `every action is reported with its origin`() async {
    let store = Store(initialState: AppState(), reducer: AppReducer())
    let analytics = Analytics()
    let reporting = Task { await reportActions(of: store, to: analytics) }
    while analytics.events.isEmpty {
      store.send(.navigation(.tabTapped(.library)))
      await Task.yield()
    }
    store.send(.navigation(.deepLink(DeepLink(tab: .home, path: [.song(7)]))), origin: .deepLink)
    while !analytics.events.contains("link to home from deeplink") { await Task.yield() }
    #expect(analytics.events.first == "tap on library")
    reporting.cancel()
    await reporting.value
  }

  // MARK: - Shared state

  // snippet: shared cart
  struct Cart: Codable, Equatable, Sendable {
    var items: [Int] = []
  }

  enum CartAction: Equatable, Sendable {
    case added(Int)
    case removed(Int)
  }

  struct CartReducer: Reducer {
    func reduce(into cart: inout Cart, action: CartAction) -> Effect<CartAction> {
      switch action {
      case .added(let item): cart.items.append(item)
      case .removed(let item): cart.items.removeAll { $0 == item }
      }
      return .none
    }
  }
  // end

  // snippet: app with a shared cart
  struct ShopState: Equatable, Sendable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var cart = Cart()
  }

  enum ShopAction: Equatable, Sendable {
    case navigation(NavigationAction<AppTab, Route>)
    case cart(CartAction)
  }

  struct ShopReducer: Reducer {
    let navigation = NavigationReducer<AppTab, Route>()
    let cart = CartReducer()

    func reduce(into state: inout ShopState, action: ShopAction) -> Effect<ShopAction> {
      switch action {
      case .navigation(let action):
        return navigation.reduce(into: &state.navigation, action: action).map(ShopAction.navigation)
      case .cart(let action):
        return cart.reduce(into: &state.cart, action: action).map(ShopAction.cart)
      }
    }
  }
  // end

  // snippet: features with a shared cart
  struct ProductFeature {
    let cart: ScopedStore<Cart, CartAction>
    func buy(_ item: Int) { cart.send(.added(item)) }
  }

  struct CartFeature {
    let cart: ScopedStore<Cart, CartAction>
    var count: Int { cart.value(of: \.items.count) }
  }
  // end

  @Test func `two features share a cart`() {
    // snippet: scopes of a shared cart
    let store = Store(initialState: ShopState(), reducer: ShopReducer())
    let cart = store.scope(state: \.cart, action: ShopAction.cart)
    let product = ProductFeature(cart: cart)
    let list = CartFeature(cart: cart)

    product.buy(42)
    print(list.count)  // 1
    // end
    #expect(list.count == 1)
    #expect(store.state.cart.items == [42])
  }

  @Test func `the cart's reducer is tested without the app`() {
    // snippet: test of a shared cart
    let store = TestStore(initialState: Cart(), reducer: CartReducer())
    store.send(.added(42)) { $0.items = [42] }
    store.send(.removed(42)) { $0.items = [] }
    // end
  }

  // MARK: - Debugging

  // snippet: printing reducer
  struct PrintingReducer<Base: Reducer>: Reducer where Base.State: Equatable {
    let base: Base
    var output: @Sendable (String) -> Void = { print($0) }

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      let before = state
      let effect = base.reduce(into: &state, action: action)
      output("\(action): \(state == before ? "unchanged" : "\(before) became \(state)")")
      return effect
    }
  }
  // end

  @Test func `a printing reducer prints what each action changes`() {
    let lines = Locked<[String]>([])
    let reducer = PrintingReducer(base: NavigationReducer<AppTab, Route>()) { line in lines.withLock { $0.append(line) }
    }
    let store = Store(initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: reducer)
    store.send(.push(.song(7)))
    store.send(.pushUnlessTop(.song(7)))
    let printed = lines.withLock { $0 }
    #expect(printed.count == 2)
    #expect(printed[0].hasSuffix("): [home] / | search / | library / became [home] /song(7) | search / | library /"))
    #expect(printed[1].hasSuffix("): unchanged"))
  }
}
