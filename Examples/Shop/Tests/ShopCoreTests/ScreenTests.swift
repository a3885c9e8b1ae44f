import NavStore
import NavStoreTesting
import Testing

@testable import ShopCore

@Suite struct ScreenTests {
  private struct Offline: Error {}

  private let clock = TestClock()

  /// A shop that needs a second to count a product, and has as many pieces as the number of the product.
  private func shop(_ state: ShopState = ShopState()) -> TestShop {
    TestStore(
      initialState: state,
      reducer: ShopReducer.guarded(
        stock: { [clock] product in
          try await clock.sleep(for: .seconds(1))
          if product == 5 { throw Offline() }
          return product
        }, placeOrder: { _, _ in 7 }),
      clock: clock)
  }

  private func action(_ number: Int, _ action: ShopScreenAction) -> ShopAction {
    .screens(.screen(ScreenID(rawValue: number), action))
  }

  @Test func `a product page loads the stock`() async {
    let store = shop()
    store.send(.navigation(.push(.product(3)))) { $0.navigation.push(.product(3)) }
    clock.advance(by: .seconds(1))
    await store.receive(action(1, .stockLoaded(3))) { $0.screens[ScreenID(rawValue: 1)] = .product(.pieces(3)) }
  }

  @Test func `the load ends when the user leaves, whichever way`() async {
    for way: ShopAction in [.navigation(.back), .navigation(.setPath([], in: .tab(.home))), .signedOut] {
      let store = shop()
      store.send(.navigation(.push(.product(3)))) { $0.navigation.push(.product(3)) }
      store.send(way) { $0.navigation.popToRoot() }
      await store.finish()
    }
  }

  @Test func `the same product twice is two pages`() async {
    let store = shop()
    for _ in 1...2 { store.send(.navigation(.push(.product(3)))) { $0.navigation.push(.product(3)) } }
    store.send(.navigation(.back)) { $0.navigation.pop() }
    clock.advance(by: .seconds(1))
    await store.receive(action(1, .stockLoaded(3))) { $0.screens[ScreenID(rawValue: 1)] = .product(.pieces(3)) }
  }

  @Test func `a load that fails can be tried again`() async {
    let store = shop()
    store.send(.navigation(.push(.product(5)))) { $0.navigation.push(.product(5)) }
    clock.advance(by: .seconds(1))
    await store.receive(action(1, .stockFailed)) { $0.screens[ScreenID(rawValue: 1)] = .product(.failed) }
    store.send(action(1, .retryTapped)) { $0.screens[ScreenID(rawValue: 1)] = .product(.unknown) }
    clock.advance(by: .seconds(1))
    await store.receive(action(1, .stockFailed)) { $0.screens[ScreenID(rawValue: 1)] = .product(.failed) }
  }

  @Test func `a restored product page loads after the start`() async {
    var state = ShopState()
    state.navigation.push(.product(2))
    let store = shop(state)
    store.send(.screens(.start))
    clock.advance(by: .seconds(1))
    await store.receive(action(1, .stockLoaded(2))) { $0.screens[ScreenID(rawValue: 1)] = .product(.pieces(2)) }
  }

  @Test func `the checkout receives the delivery that was picked`() {
    let store = shop(.paying)
    store.send(.navigation(.back)) { $0.navigation.pop() }
    store.send(store.state.on(.address, .deliveryTapped)) { $0.navigation.push(.delivery) }
    store.send(store.state.on(.delivery, .deliveryPicked(.express))) {
      $0.navigation.pop()
      $0.checkout.delivery = .express
    }
  }
}
