import Foundation
import NavStore
import NavStoreTesting
import Testing

@testable import ShopCore

@Suite struct RestorationTests {
  /// The shop in a storage, as another start of the app finds it.
  func shop(in storage: InMemoryStorage) -> ShopModel { ShopModel(savingTo: storage) { _, _ in 7 } }

  @Test func `the app begins where it was left, in the checkout, too`() async throws {
    let storage = InMemoryStorage()
    let before = shop(in: storage)
    before.store.send(.signedIn("Ada"))
    before.store.send(.navigation(.push(.product(2))))
    before.store.send(.addedToBasket(2))
    before.store.send(.checkoutTapped)
    before.store.send(.checkoutChanged(Checkout(address: "12 St James's Square", card: "4242")))
    before.store.send(.navigation(.push(.payment)))
    try await before.persistence.stop()

    let after = shop(in: storage)
    var expected = before.store.state
    expected.checkout.card = ""  // never saved
    expectNoDifference(after.store.state, expected)
    #expect(after.report.isUneventful)
  }

  @Test func `a question that was open is not asked again`() async throws {
    let bytes = try Persistence.encoded(
      ShopState.shop { state in
        state = .editing
        state.question = ShopStep(.back)
      }, schema: ShopModel.schema)
    let restored = Persistence.restored(ShopState(), from: bytes, schema: ShopModel.schema)
    expectNoDifference(restored.state, .editing)
  }

  @Test func `a screen that an update has removed ends its path, and costs nothing else`() throws {
    enum OldRoute: Hashable, Codable { case product(Int), giftCard }
    struct OldState: Codable {
      var navigation: NavigationState<ShopTab, OldRoute>
      var query = "tea", basket = [2], orders: [Order] = [], checkout = Checkout()
    }

    let paths: [ShopTab: [OldRoute]] = [.home: [.product(2), .giftCard, .product(1)]]
    let old = OldState(navigation: NavigationState(tabs: ShopTab.available(isSignedIn: false), paths: paths))
    let bytes = try Persistence.encoded(old, schema: ShopModel.schema)
    let restored = Persistence.restored(ShopState(), from: bytes, schema: ShopModel.schema)
    #expect(restored.state.navigation.path(of: .home) == [.product(2)])
    #expect(restored.state.basket == [2])
    #expect(restored.report.repairs.hasLosses)
  }

  @Test func `a state of a version that is no longer read is dropped, and the report says so`() throws {
    let bytes = try Persistence.encoded(ShopState.paying, schema: StateSchema(version: 0))
    let restored = Persistence.restored(ShopState(), from: bytes, schema: ShopModel.schema)
    #expect(restored.state == ShopState())
    #expect(!restored.report.isUneventful)
  }

  @Test func `tabs that do not fit the account are put right`() async throws {
    let storage = InMemoryStorage()
    let other = Store(
      initialState: ShopState.signedIn,
      reducer: Reduce<ShopState, Void> { state, _ in
        state.account = nil
        return .none
      })
    let persistence = Persistence(of: other, to: storage, schema: ShopModel.schema)
    other.send(())
    try await persistence.flush()
    #expect(shop(in: storage).store.state.navigation.tabs == [.home, .search, .account])
  }
}
