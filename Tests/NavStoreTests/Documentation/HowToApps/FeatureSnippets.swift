import NavStore
import NavStoreTesting
import Testing

// snippet: visible screen
nonisolated struct VisibleScreen: Equatable, Sendable {
  var tab: AppTab
  var route: Route?
}

nonisolated extension NavigationState<AppTab, Route> {
  var visibleScreen: VisibleScreen { VisibleScreen(tab: selectedTab, route: top) }
}
// end

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

  // snippet: screen views
  func reportScreens(of store: Store<AppState, AppAction>, to analytics: Analytics) async {
    for await screen in store.states(of: \.navigation.visibleScreen) {
      switch screen.route {
      case .song: analytics.report("song")  // the kind of the screen, without the user's data
      case .settings: analytics.report("settings")
      case nil: analytics.report("root of \(screen.tab)")
      }
    }
  }
  // end

  // snippet: every screen view
  /// Reports every screen that was visible, and for how long.
  ///
  /// - Parameters:
  ///   - records: `store.actionRecords`, read before the first action is sent.
  ///   - start: The state of the store at that time.
  ///   - time: That time.
  func reportEveryScreen<C: Clock>(
    in records: AsyncStream<ActionRecord<AppAction>>, from start: AppState, at time: C.Instant,
    to analytics: Analytics, clock: C
  ) async where C.Duration == Duration {
    let reducer = AppReducer()
    var state = start
    var (screen, since) = (state.navigation.visibleScreen, time)
    for await record in records {
      _ = reducer.reduce(into: &state, action: record.action)  // the effects are not started
      let next = state.navigation.visibleScreen
      guard next != screen else { continue }
      analytics.report("\(name(of: screen)) for \(since.duration(to: clock.now).components.seconds) s")
      (screen, since) = (next, clock.now)
    }
  }
  // end

  func name(of screen: VisibleScreen) -> String {
    switch screen.route {
    case .song: "song"
    case .settings: "settings"
    case nil: "root of \(screen.tab)"
    }
  }

  // snippet: test of every screen view
  @Test func `every screen is reported with its time`() async {
    let clock = TestClock()
    let store = Store(initialState: AppState(), reducer: AppReducer())
    let analytics = Analytics()
    let (records, start, time) = (store.actionRecords, store.state, clock.now)
    let reporting = Task { await reportEveryScreen(in: records, from: start, at: time, to: analytics, clock: clock) }

    clock.advance(by: .seconds(3))
    store.send(.navigation(.push(.song(7))))
    store.send(.navigation(.push(.settings)))
    store.send(.navigation(.pop(2)))
    await analytics.received(3)
    #expect(analytics.events == ["root of home for 3 s", "song for 0 s", "settings for 0 s"])
    reporting.cancel()
  }
  // end

  // snippet: reported actions
  func reportActions(of store: Store<AppState, AppAction>, to analytics: Analytics) async {
    for await record in store.actionRecords {
      switch record.action {
      case .navigation(.tabTapped(let tab)): analytics.report("tap on \(tab)")
      case .navigation(.deepLink(let link)): analytics.report("link to \(link.tab) from \(record.origin.rawValue)")
      default: break
      }
    }
  }
  // end

  @Test func `screen views are reported, the first one included`() async {
    let store = Store(initialState: AppState(), reducer: AppReducer())
    let analytics = Analytics()
    var screens = store.states(of: \.navigation.visibleScreen).makeAsyncIterator()
    #expect(await screens.next() == VisibleScreen(tab: .home))
    store.send([.navigation(.selectTab(.library)), .navigation(.push(.song(7)))])
    #expect(await screens.next() == VisibleScreen(tab: .library, route: .song(7)))

    let reporting = Task { await reportScreens(of: store, to: analytics) }
    while analytics.events.isEmpty { await Task.yield() }
    #expect(analytics.events == ["song"])
    reporting.cancel()
    await reporting.value
  }

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
