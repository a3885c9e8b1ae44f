import Foundation
import NavStore
import NavStoreTesting
import Testing

@testable import ShopCore

@Suite struct GuardTests {
  typealias Step = NavigationAction<ShopTab, ShopRoute>

  static let waysOutOfTheCheckout: [Step] = [
    .dismiss, .dismissAll, .dismiss(ModalID(rawValue: 1)), .deepLink(ShopLink(tab: .home, path: [.product(1)])),
  ]

  static let waysOutOfTheProfile: [Step] = [
    .back, .popToRoot, .tabTapped(.account), .setPath([], in: .tab(.account)),
    .deepLink(ShopLink(tab: .account)),
  ]

  @Test(arguments: waysOutOfTheCheckout)
  func `each way out of a checkout with changes asks first`(step: Step) {
    let store = testShop(.paying)
    let screens = store.state.screens.identified.screens.map(\.route)
    store.send(.navigation(step)) { $0.guarded.question = .init(action: .navigation(step), screens: screens) }
    store.send(.guards(.cancel)) { $0.guarded.question = nil }
    store.send(.navigation(step)) { $0.guarded.question = .init(action: .navigation(step), screens: screens) }
    store.send(.guards(.confirm(.navigation(step)))) {
      $0.guarded.question = nil
      $0.navigation.apply(step)
    }
  }

  @Test(arguments: waysOutOfTheProfile)
  func `each way out of a profile with changes asks first`(step: Step) {
    let store = testShop(.editing)
    let screens = store.state.screens.identified.screens.map(\.route)
    store.send(.navigation(step)) { $0.guarded.question = .init(action: .navigation(step), screens: screens) }
    store.send(.guards(.confirm(.navigation(step)))) {
      $0.guarded.question = nil
      $0.navigation.apply(step)
    }
  }

  @Test func `the discard button works although the dialog that has it is gone already`() {
    let store = testShop(.editing)
    store.exhaustivity = .off
    store.send(.navigation(.back))
    store.exhaustivity = .on
    store.send(.guards(.cancel)) { $0.guarded.question = nil }
    store.send(.guards(.confirm(.navigation(.back)))) { $0.navigation.pop() }
  }

  @Test func `what keeps the form where it is does not ask`() {
    let store = testShop(.editing)
    store.send(.navigation(.tabTapped(.home))) { $0.navigation.selectTab(.home) }
    store.send(.navigation(.push(.product(1)))) { $0.navigation.push(.product(1)) }
  }

  @Test func `within the checkout, back does not ask, because the form stays`() {
    let store = testShop(.paying)
    store.send(.navigation(.back)) { $0.navigation.pop() }
  }

  @Test func `without changes nothing is asked`() {
    let store = testShop(.paying)
    store.send(store.state.on(.address, .checkoutChanged(Checkout()))) { $0.checkout = Checkout() }
    store.send(.navigation(.dismiss)) { $0.navigation.dismiss() }
  }

  @Test func `discarding one form keeps the other`() {
    let store = testShop(
      .shop { state in
        state = .editing
        state.basket = [1]
        state.navigation.present(.address)
        state.checkout.address = "12 St James's Square"
      })
    store.exhaustivity = .off
    store.send([.navigation(.dismiss), .guards(.confirm(.navigation(.dismiss)))])
    #expect(store.state.navigation.modals.isEmpty)
    #expect(store.state.editedName == "Ada Lovelace")
  }

  @Test func `a swipe that is refused leaves the path as it was`() {
    let store = testShop(.editing)
    let navigator = Navigator(
      store.base.scope(state: \.screens.identified, action: { ShopAction.screens(.identified($0)) }))
    navigator[pathOf: .account].removeLast()  // the stack has slid out already
    #expect(navigator[pathOf: .account].map(\.route) == [.profile])
    store.skipReceived()
  }

  @Test func `a saved profile closes without a question`() {
    let store = testShop(.editing)
    store.send(.profileSaved) {
      $0.account = "Ada Lovelace"
      $0.navigation.pop()
      $0.editedName = nil
    }
  }

  @Test func `an order that is placed closes the checkout and shows itself`() async {
    let store = testShop(.paying)
    let form = Checkout(address: "12 St James's Square", card: "4242")
    store.send(.orderTapped(orderKey))  // the card is missing
    store.send(store.state.on(.address, .checkoutChanged(form))) { $0.checkout = form }
    store.send(.orderTapped(orderKey)) {
      $0.isPlacingOrder = true
      $0.checkout.orderKey = orderKey
    }
    await store.receive(.orderPlaced(Order(id: 7, products: [1]))) {
      $0.isPlacingOrder = false
      $0.orders = [Order(id: 7, products: [1])]
      $0.basket = []
      $0.checkout = Checkout()
    }
    let link = ShopLink(tab: .orders, path: [.order(7)])
    await store.receive(.navigation(.deepLink(link))) { $0.navigation.deepLink(link) }
  }

  @Test func `an order that fails leaves the checkout open, and a second attempt has the same key`() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: ShopState.paying,
      reducer: ShopReducer.guarded { _, _ in
        try await clock.sleep(for: .seconds(1))
        throw Refusal()
      }, clock: clock)
    let form = Checkout(address: "12 St James's Square", card: "4242")
    store.send(store.state.on(.address, .checkoutChanged(form))) { $0.checkout = form }
    store.send(.orderTapped(orderKey)) {
      $0.isPlacingOrder = true
      $0.checkout.orderKey = orderKey
    }
    store.send(.linkFailed("no such link")) { $0.message = "no such link" }
    clock.advance(by: .seconds(1))
    await store.receive(.orderFailed) {
      $0.isPlacingOrder = false
      $0.message = "Your order was not placed. Please try again."
    }
    store.send(.orderTapped(UUID())) { $0.isPlacingOrder = true }
    clock.advance(by: .seconds(1))
    await store.receive(.orderFailed) { $0.isPlacingOrder = false }
  }

  @Test(arguments: waysOutOfTheCheckout)
  func `while an order is being placed, the checkout stays open`(step: Step) async {
    let clock = TestClock()
    let store = TestStore(
      initialState: ShopState.paying,
      reducer: ShopReducer.guarded { _, _ in
        try await clock.sleep(for: .seconds(1))
        return 7
      }, clock: clock)
    let form = Checkout(address: "12 St James's Square", card: "4242")
    store.send(store.state.on(.address, .checkoutChanged(form))) { $0.checkout = form }
    store.send(.orderTapped(orderKey)) {
      $0.isPlacingOrder = true
      $0.checkout.orderKey = orderKey
    }
    store.send(.navigation(step)) { $0.guarded.refusal = "Your order is being placed." }
    store.send(.guards(.confirm(.navigation(step))))
    store.send(.messageSeen) { $0.guarded.refusal = nil }
    clock.advance(by: .seconds(1))
    await store.receive(.orderPlaced(Order(id: 7, products: [1]))) {
      $0.isPlacingOrder = false
      $0.orders = [Order(id: 7, products: [1])]
      $0.basket = []
      $0.checkout = Checkout()
    }
    let link = ShopLink(tab: .orders, path: [.order(7)])
    await store.receive(.navigation(.deepLink(link))) { $0.navigation.deepLink(link) }
  }

  @Test func `the number of a card is not printed`() {
    let action = ShopState.paying.on(.address, .checkoutChanged(Checkout(card: "4242")))
    var text = "\(action)"
    dump(action, to: &text)
    #expect(!text.contains("4242"))
  }
}

private struct Refusal: Error {}
