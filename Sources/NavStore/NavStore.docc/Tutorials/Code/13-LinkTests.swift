import NavStore
import NavStoreTesting
import Testing

@testable import Shop

@Suite struct LinkTests {
  let order = ShopLink(tab: .orders, path: [.order(3)])
  let signIn = ShopLink(tab: .home, modals: [.init(.signIn)], placement: .push)

  @Test func `the link of each screen opens that screen`() {
    #expect(shopLinks.check([.product(1), .order(3)]) == [])
  }

  @Test func `a link to an order opens after sign-in`() async {
    let store = TestStore(initialState: ShopState(), reducer: ShopReducer())
    store.send(.linkOpened("shop://order/3"), origin: .deepLink)
    await store.receive(.linkResolved(ResolvedLink(signIn, remembered: order))) {
      $0.remembered = order
      $0.screens.navigation.present(.signIn)
    }
    store.send(.signedIn("Ada")) {
      $0.account = "Ada"
      $0.remembered = nil
      $0.screens.navigation.dismiss()
    }
    await store.receive(.linkResolved(ResolvedLink(order))) { $0.screens.navigation.deepLink(order) }
  }

  @Test func `a link is forgotten when the user closes the sign-in sheet`() async {
    let store = TestStore(initialState: ShopState(), reducer: ShopReducer())
    store.exhaustivity = .off
    store.send(.linkOpened("shop://order/3"), origin: .deepLink)
    await store.receive(.linkResolved(ResolvedLink(signIn, remembered: order)))
    store.exhaustivity = .on
    store.send(.navigation(.dismiss)) {
      $0.remembered = nil
      $0.screens.navigation.dismiss()
    }
  }
}
