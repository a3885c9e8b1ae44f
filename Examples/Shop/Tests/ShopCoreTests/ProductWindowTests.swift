import NavStore
import Testing

@testable import ShopCore

@MainActor @Suite struct ProductWindowTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `each window navigates on its own and is restored, beside the app`() async throws {
    let shop = folder.shop()
    let (left, right) = (try shop.productWindow("left"), try shop.productWindow("right"))
    shop.navigator.selectedTab = .search
    left.navigator.push(.product(1))
    right.navigator.push(.product(2))
    #expect(try shop.productWindow("left") === left)
    for window in [left, right] { try await window.persistence.stop() }
    try await shop.persistence.stop()

    let restarted = folder.shop()
    #expect(restarted.navigator.selectedTab == .search && restarted.navigator.focusedPath.isEmpty)
    #expect(try restarted.productWindow("left").navigator.focusedPath == [.product(1)])
    #expect(try restarted.productWindow("right").navigator.focusedPath == [.product(2)])
    #expect(try restarted.productWindow("new").navigator.focusedPath == [])
  }

  @Test func `a sign-out leaves the windows open`() async throws {
    let shop = folder.shop()
    shop.store.send(.signedIn("Ada"))
    let window = try shop.productWindow("left")
    window.navigator.push(.product(1))
    try await window.persistence.flush()
    await shop.signOut()
    #expect(!shop.store.state.isSignedIn && window.navigator.focusedPath == [.product(1)])
    #expect(try folder.texts.allSatisfy { !$0.contains("Ada") })
    #expect(try folder.shop().productWindow("left").navigator.focusedPath == [.product(1)])
  }
}
