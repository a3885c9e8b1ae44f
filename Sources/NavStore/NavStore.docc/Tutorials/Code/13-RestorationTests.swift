import NavStore
import NavStoreTesting
import Testing

@testable import Shop

@MainActor @Suite struct RestorationTests {
  @Test func `the app begins where the user left it`() async throws {
    let storage = InMemoryStorage()
    let before = ShopModel(savingTo: storage)
    before.navigator.push(.product(2))
    before.store.send(.signedIn("Ada"))
    try await before.persistence.stop()

    let after = ShopModel(savingTo: storage)
    expectNoDifference(after.store.state, before.store.state)
    #expect(after.navigator[pathOf: .home] == [.product(2)])
  }
}
