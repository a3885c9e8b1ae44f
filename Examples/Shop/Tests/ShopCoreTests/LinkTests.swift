import NavStore
import NavStoreTesting
import Testing

@testable import ShopCore

@Suite struct LinkTests {
  let signIn = ShopLink(tab: .home, modals: [.init(.signIn)], placement: .push)
  let order = ShopLink(tab: .orders, path: [.order(3)])

  @Test func `the link of each screen opens that screen`() {
    let samples: [ShopRoute] = [.product(1), .order(3), .profile]
    #expect(shopLinks.check(samples) == [])
    #expect(shopLinks.patternsWithoutSample(in: samples) == [])
    #expect(shopLinks.tabsWithoutLink(among: ShopTab.allCases) == [])
  }

  @Test(arguments: [ShopRoute.signIn, .address, .payment, .review])
  func `sign-in and the checkout have no link`(route: ShopRoute) {
    #expect(throws: LinkPrintError.self) { try shopLinks.print(route) }
  }

  @Test func `a link to a product opens it, and back leads to the root`() async {
    let store = testShop()
    let link = ShopLink(tab: .home, path: [.product(2)])
    store.send(.linkOpened("https://shop.example/product/2"), origin: .deepLink)
    await store.receive(.linkResolved(ResolvedLink(link))) { $0.navigation.deepLink(link) }
    store.send(.navigation(.back)) { $0.navigation.pop() }
  }

  @Test func `a link to an order goes on after sign-in`() async {
    let store = testShop()
    store.send(.linkOpened("shop://order/3"), origin: .deepLink)
    await store.receive(.linkResolved(ResolvedLink(signIn, remembered: order))) {
      $0.remembered = order
      $0.navigation.present(.signIn)
    }
    store.send(.signedIn("Ada")) {
      $0.account = "Ada"
      $0.remembered = nil
      $0.navigation.dismiss()
      $0.navigation.setTabs(ShopTab.allCases)
    }
    await store.receive(.linkResolved(ResolvedLink(order))) { $0.navigation.deepLink(order) }
  }

  @Test func `sign-in that is given up forgets the link`() async {
    let store = testShop()
    store.send(.linkOpened("shop://orders"), origin: .deepLink)
    await store.receive(.linkResolved(ResolvedLink(signIn, remembered: ShopLink(tab: .orders)))) {
      $0.remembered = ShopLink(tab: .orders)
      $0.navigation.present(.signIn)
    }
    store.send(.navigation(.dismiss)) {
      $0.remembered = nil
      $0.navigation.dismiss()
    }
    store.send(.signedIn("Ada")) {
      $0.account = "Ada"
      $0.navigation.setTabs(ShopTab.allCases)
    }
  }

  @Test func `the checkout goes on after sign-in by the same rule, over the screen that it began on`() async {
    let store = testShop()
    let checkout = ShopLink(tab: .home, modals: [.init(.address)], placement: .push)
    store.exhaustivity = .off
    store.send(.navigation(.push(.product(1))))
    store.send(.addedToBasket(1))
    store.exhaustivity = .on
    store.send(.checkoutTapped)
    await store.receive(.linkResolved(ResolvedLink(signIn, remembered: checkout))) {
      $0.remembered = checkout
      $0.navigation.present(.signIn)
    }
    store.send(.signedIn("Ada")) {
      $0.account = "Ada"
      $0.remembered = nil
      $0.navigation.dismiss()
      $0.navigation.setTabs(ShopTab.allCases)
    }
    await store.receive(.linkResolved(ResolvedLink(checkout))) { $0.navigation.present(.address) }
    #expect(store.state.navigation.path(of: .home) == [.product(1)])
  }

  @Test func `a link that would lose changes asks first`() async {
    let store = testShop(.paying)
    let link = ShopLink(tab: .home, path: [.product(2)])
    let step = ShopStep(.deepLink(link))
    store.send(.linkOpened("shop://product/2"), origin: .deepLink)
    await store.receive(.linkResolved(ResolvedLink(link))) { $0.question = step }
    store.send(.changesDiscarded(step)) {
      $0.question = nil
      $0.checkout = Checkout()
      $0.navigation.deepLink(link)
    }
  }

  @Test func `a link to what the shop does not sell says so`() async {
    let store = testShop()
    store.send(.linkOpened("shop://product/99"), origin: .deepLink)
    await store.receive(.linkFailed("There is no product 99.")) { $0.message = "There is no product 99." }
    store.send(.messageSeen) { $0.message = nil }
  }

  @Test func `a second link while the sign-in sheet is open replaces the link that opens after it`() async {
    let store = testShop()
    store.exhaustivity = .off
    store.send(.linkOpened("shop://orders"), origin: .deepLink)
    await store.receive(.linkResolved(ResolvedLink(signIn, remembered: ShopLink(tab: .orders))))
    store.exhaustivity = .on
    store.send(.linkOpened("shop://order/3"), origin: .deepLink)
    await store.receive(.linkResolved(ResolvedLink(signIn, remembered: order))) { $0.remembered = order }
  }

  @Test func `a link that the shop does not know has a message of the shop`() async {
    let store = testShop()
    let message = "This link opens nothing in the shop."
    store.send(.linkOpened("shop://gift/1"), origin: .deepLink)
    await store.receive(.linkFailed(message)) { $0.message = message }
  }

  @Test @MainActor func `a message waits while a question is open`() throws {
    let shop = try TemporaryFolder().shop()
    shop.store.send([.navigation(.tabTapped(.account)), .navigation(.push(.profile))])
    shop.store.send(shop.store.state.on(.profile, .nameEdited("Ada")))
    shop.store.send([.navigation(.back), .orderFailed])
    #expect(shop.isAsking.value)
    #expect(!shop.hasMessage.value)
    shop.store.send(.questionDismissed)
    #expect(shop.hasMessage.value)
  }

  @Test @MainActor func `views see the sign-in sheet go before the checkout comes`() async throws {
    let shop = try TemporaryFolder().shop()
    shop.store.send([.addedToBasket(1), .checkoutTapped])
    _ = await sheets(of: shop, until: [.signIn])
    shop.store.send(.signedIn("Ada"))
    let seen = await sheets(of: shop, until: [.address])
    #expect(seen.contains([]))
    #expect(shop.navigator.tabs == ShopTab.allCases)
  }

  /// The sheets that views show after each step, until they show these.
  @MainActor private func sheets(of shop: ShopModel, until last: [ShopRoute]) async -> [[ShopRoute]] {
    let (stepped, navigator) = (shop.stepped, shop.navigator)
    let following = Task {
      var seen: [[ShopRoute]] = []
      await stepped.run { _ in
        seen.append(navigator.modals.map(\.root.route))
        if seen.last == last { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return seen
    }
    return await following.value
  }
}
