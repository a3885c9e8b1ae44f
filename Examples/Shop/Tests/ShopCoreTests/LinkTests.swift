import NavStore
import NavStoreTesting
import Testing

@testable import ShopCore

@Suite struct LinkTests {
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
    await store.receive(.linkResolved(link)) { $0.navigation.deepLink(link) }
    store.send(.navigation(.back)) { $0.navigation.pop() }
  }

  /// Expects that an action is stored until the user has signed in.
  func expectSignIn(before action: ShopAction, in state: inout ShopState) {
    state.navigation.present(.signIn)
    let sheet = state.screens.visibleScreen
    state.guarded.destination = .init(
      action: action, screensBefore: sheet.map { [$0] } ?? [], modalsBefore: state.navigation.modals.map(\.id))
  }

  /// Expects that the sign-in sheet is replaced by what was stored.
  func expectSignedIn(in state: inout ShopState) {
    state.account = "Ada"
    state.guarded.destination = nil
    state.navigation.dismiss()
    state.navigation.setTabs(ShopTab.allCases)
  }

  @Test func `a link to an order goes on after sign-in`() async {
    let store = testShop()
    store.send(.linkOpened("shop://order/3"), origin: .deepLink)
    await store.receive(.linkResolved(order)) { expectSignIn(before: .linkResolved(order), in: &$0) }
    store.send(.signedIn("Ada")) {
      expectSignedIn(in: &$0)
      $0.navigation.deepLink(order)
    }
  }

  @Test func `sign-in that is given up forgets the link`() async {
    let store = testShop()
    let orders = ShopLink(tab: .orders)
    store.send(.linkOpened("shop://orders"), origin: .deepLink)
    await store.receive(.linkResolved(orders)) { expectSignIn(before: .linkResolved(orders), in: &$0) }
    store.send(.navigation(.dismiss)) {
      $0.guarded.destination = nil
      $0.navigation.dismiss()
    }
    store.send(.signedIn("Ada")) {
      $0.account = "Ada"
      $0.navigation.setTabs(ShopTab.allCases)
    }
  }

  @Test func `the checkout goes on after sign-in by the same rule, over the screen that it began on`() async {
    let store = testShop()
    let checkout = ShopAction.navigation(.present(.address))
    store.exhaustivity = .off
    store.send(.navigation(.push(.product(1))))
    store.send(.addedToBasket(1))
    store.exhaustivity = .on
    store.send(.checkoutTapped)
    await store.receive(checkout) { expectSignIn(before: checkout, in: &$0) }
    store.send(.signedIn("Ada")) {
      expectSignedIn(in: &$0)
      $0.navigation.present(.address)
    }
    #expect(store.state.navigation.path(of: .home) == [.product(1)])
  }

  @Test func `a view that pushes a screen of the account meets the same rule`() {
    let store = testShop()
    let profile = ShopAction.navigation(.push(.profile))
    store.send(profile) { expectSignIn(before: profile, in: &$0) }
  }

  @Test func `a link that would lose changes asks first`() async {
    let store = testShop(.paying)
    let link = ShopLink(tab: .home, path: [.product(2)])
    let screens = store.state.screens.identified.screens.map(\.route)
    store.send(.linkOpened("shop://product/2"), origin: .deepLink)
    await store.receive(.linkResolved(link)) {
      $0.guarded.question = .init(action: .linkResolved(link), screens: screens)
    }
    store.send(.guards(.confirm(.linkResolved(link)))) {
      $0.guarded.question = nil
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
    await store.receive(.linkResolved(ShopLink(tab: .orders)))
    store.exhaustivity = .on
    let sheet = store.state.screens.identified.screens.map(\.route)
    store.send(.linkOpened("shop://order/3"), origin: .deepLink)
    await store.receive(.linkResolved(order)) {
      $0.guarded.destination = .init(
        action: .linkResolved(order), screensBefore: sheet, modalsBefore: $0.navigation.modals.map(\.id))
    }
  }

  @Test func `a link that the shop does not know has a message of the shop`() async {
    let store = testShop()
    let message = "This link opens nothing in the shop."
    store.send(.linkOpened("shop://gift/1"), origin: .deepLink)
    await store.receive(.linkFailed(message)) { $0.message = message }
  }

  @Test @MainActor func `a message waits while a question is open`() throws {
    let shop = try TemporaryFolder().shop()
    shop.store.send([.signedIn("Ada"), .navigation(.tabTapped(.account)), .navigation(.push(.profile))])
    shop.store.send(shop.store.state.on(.profile, .nameEdited("Ada Lovelace")))
    shop.store.send([.navigation(.back), .orderFailed])
    #expect(shop.store.state.guarded.question != nil)
    #expect(shop.store.state.notice == nil)
    shop.answer(.guards(.cancel))
    #expect(shop.store.state.notice != nil)
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
