import NavStore
import NavStoreTesting
import ShopCore
import Testing

@Suite struct TabTests {
  @Test func `the orders tab comes with the account and goes with it`() {
    let store = testShop()
    #expect(store.state.navigation.tabs == [.home, .search, .account])
    store.send(.signedIn("Ada")) {
      $0.account = "Ada"
      $0.navigation.setTabs([.home, .search, .orders, .account])
    }
    store.send(.navigation(.tabTapped(.orders))) { $0.navigation.selectTab(.orders) }
    store.send(.navigation(.push(.order(3)))) { $0.navigation.push(.order(3)) }
    store.send(.signedOut) { $0 = ShopState() }
  }

  @Test func `signing out leaves nothing of the account behind`() {
    let store = testShop(.shop { $0.basket = [1] })
    store.send(.navigation(.push(.product(1)))) { $0.navigation.push(.product(1)) }
    store.send(.signedOut) { $0 = ShopState() }
  }

  @Test func `signing out asks before changes are lost`() {
    for state in [ShopState.paying, .editing] {
      let store = testShop(state)
      let screens = state.screens.identified.screens.map(\.route)
      store.send(.signedOut) { $0.guarded.question = .init(action: .signedOut, screens: screens) }
      store.send(.guards(.cancel)) { $0.guarded.question = nil }
      store.send(.signedOut) { $0.guarded.question = .init(action: .signedOut, screens: screens) }
      store.send(.guards(.confirm(.signedOut))) { $0 = ShopState() }
    }
  }

  @Test func `a sheet after signing out has another identity than the one before`() throws {
    let store = testShop(.paying)
    store.exhaustivity = .off
    let before = try #require(store.state.navigation.modals.last?.id)
    store.send([.signedOut, .guards(.confirm(.signedOut))])
    store.send(.navigation(.present(.signIn)))
    #expect(try #require(store.state.navigation.modals.last?.id) != before)
  }

  @Test func `a tab keeps its stack; a second tap pops it, and a third scrolls to the top`() {
    let store = testShop()
    store.send(.navigation(.push(.product(2)))) { $0.navigation.push(.product(2)) }
    store.send(.navigation(.tabTapped(.search))) { $0.navigation.selectTab(.search) }
    store.send(.navigation(.tabTapped(.home))) { $0.navigation.selectTab(.home) }
    #expect(store.state.navigation.top == .product(2))
    store.send(.navigation(.tabTapped(.home))) { $0.navigation.popToRoot() }
    store.send(.navigation(.tabTapped(.home)))
    #expect(store.state.navigation.scrollSignal(of: .home) == 1)
  }
}
