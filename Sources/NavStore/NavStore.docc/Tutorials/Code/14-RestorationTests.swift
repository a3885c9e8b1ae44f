import NavStore
import NavStoreTesting
import Testing

@testable import Shop

@MainActor @Suite struct RestorationTests {
  @Test func `the app begins where the user left it`() async throws {
    let storage = InMemoryStorage()
    let before = ShopModel(savingTo: storage)
    before.store.send(.signedIn("Ada"))
    before.navigator.push(.order(3), in: .tab(.orders))
    try await before.persistence.stop()

    let after = ShopModel(savingTo: storage)
    expectNoDifference(after.store.state, before.store.state)
    #expect(after.navigator[pathOf: .orders].map(\.route) == [.order(3)])
  }
}
