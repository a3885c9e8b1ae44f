import Foundation
import NavStore
import NavStoreTesting
import Testing

@testable import ShopCore

@MainActor @Suite struct RestorationTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `the app begins where it was left, in the checkout, too`() async throws {
    let before = folder.shop()
    before.store.send(.signedIn("Ada"))
    before.store.send(.navigation(.push(.product(2))))
    before.store.send(.addedToBasket(2))
    before.store.send(.checkoutTapped)
    before.store.send(
      before.store.state.on(.address, .checkoutChanged(Checkout(address: "12 St James's Square", card: "4242"))))
    before.store.send(.navigation(.push(.payment)))
    try await before.persistence.stop()

    let after = folder.shop()
    var expected = before.store.state
    expected.checkout.card = CardNumber()  // never saved
    expectNoDifference(after.store.state, expected)
    #expect(after.report.isUnchanged)
  }

  @Test func `a question that was open is not asked again`() async throws {
    let bytes = try Persistence.encoded(
      ShopState.shop { state in
        state = .editing
        state.guarded.question = .init(action: .navigation(.back), screens: [])
      }, schema: ShopModel.schema)
    let restored = Persistence.restored(ShopState(), from: bytes, schema: ShopModel.schema)
    expectNoDifference(restored.state, .editing)
  }

  @Test func `a screen that an update has removed ends its path, and costs nothing else`() throws {
    enum OldRoute: Hashable, Codable { case product(Int), giftCard }
    struct OldState: Codable {
      var navigation: NavigationState<ShopTab, OldRoute>
      var query = "tea", basket = [2], orders: [Order] = []
    }

    let paths: [ShopTab: [OldRoute]] = [.home: [.product(2), .giftCard, .product(1)]]
    let old = OldState(navigation: NavigationState(tabs: ShopTab.available(isSignedIn: false), paths: paths))
    let bytes = try Persistence.encoded(old, schema: ShopModel.schema)
    let restored = Persistence.restored(ShopState(), from: bytes, schema: ShopModel.schema)
    #expect(restored.state.navigation.path(of: .home) == [.product(2)])
    #expect(restored.state.basket == [2])
    #expect(!restored.report.losses.isEmpty)
  }

  @Test func `a state of a version that is no longer read is dropped, and the report says so`() throws {
    let bytes = try Persistence.encoded(ShopState.paying, schema: StateSchema(version: 0))
    let restored = Persistence.restored(ShopState(), from: bytes, schema: ShopModel.schema)
    #expect(restored.state == ShopState())
    #expect(!restored.report.isUnchanged)
  }

  @Test func `signing out leaves nothing of the account on the disk, and what follows is saved`() async throws {
    let shop = folder.shop()
    for _ in 1...2 {
      shop.store.send([.signedIn("Ada"), .navigation(.push(.profile))])
      shop.store.send(shop.store.state.on(.profile, .nameEdited("Ada Lovelace")))
      try await shop.persistence.flush()
      shop.store.send(.queryChanged("tea"))
      try await shop.persistence.flush()
      try Data("Ada".utf8).write(to: folder.url.appendingPathComponent("shop.state.aside-1"))
      #expect(try folder.texts.filter { $0.contains("Ada") }.count == 3)

      await shop.signOut()
      #expect(shop.store.state.guarded.question?.action == .signedOut)
      #expect(try folder.texts.filter { $0.contains("Ada") }.count == 3)
      await shop.answer(.guards(.confirm(.signedOut)))?.value
      #expect(try !folder.texts.contains { $0.contains("Ada") })
    }
    shop.store.send(.queryChanged("cup"))
    try await shop.persistence.stop()
    expectNoDifference(folder.shop().store.state, shop.store.state)
  }

  /// States that were saved without an account, and with something of one.
  nonisolated static let statesWithoutAccount: [ShopState] = [
    .without(accountOf: .signedIn), .without(accountOf: .paying), .without(accountOf: .editing),
    .without(accountOf: .shop { $0.orders = [Order(id: 7, products: [1])] }),
    .without(
      accountOf: .shop {
        $0.guarded.destination = .init(action: .linkResolved(ShopLink(tab: .orders)), screensBefore: [])
      }),
  ]

  private func save(_ state: ShopState) throws {
    let bytes = try Persistence.encoded(state, schema: ShopModel.schema)
    try folder.file.withSession(of: nil) { try $0.write(bytes, keepingCurrentAsPrevious: false) }
  }

  @Test(arguments: statesWithoutAccount)
  func `what does not fit the account is corrected`(saved: ShopState) throws {
    try save(saved)
    let state = folder.shop().store.state
    for rule in ShopState.rules { #expect(rule.value(state), "\(rule.key)") }
  }

  @Test func `without an account, the basket and the screens that need none are restored`() throws {
    var saved = ShopState()
    saved.basket = [1]
    saved.navigation.push(.product(1))
    try save(saved)
    expectNoDifference(folder.shop().store.state, saved)
  }
}

extension ShopState {
  fileprivate static func without(accountOf state: ShopState) -> ShopState {
    var state = state
    state.account = nil
    return state
  }
}
