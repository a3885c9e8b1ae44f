import Foundation
import NavStore
import NavStoreTesting
import Testing

extension Accounts {
  @MainActor @Suite(.hangLimit) struct AccountsAppTests {
    /// Waits until a window has a number of tabs.
    private func tabs(_ count: Int, in window: WindowModel) async {
      for await tabs in window.store.states(of: \.navigation.tabs) where tabs.count == count { break }
    }

    // snippet: accounts test
    @Test func `windows follow the account, and send to it`() async throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      let account = try AccountModel(folder: folder)
      let (left, right) = (try account.window("left"), try account.window("right"))
      account.store.send(.paid)
      for window in [left, right] { await tabs(2, in: window) }

      left.navigator.push(.editor)
      left.store.send(.draftChanged("Hello"))
      await left.store.send(.sendTapped).finish()
      #expect(account.store.state.sent == ["Hello"])
      #expect(left.navigator.current.depth == 0)

      right.store.send(.draftChanged("Not sent"))
      #expect(account.draftCount == 1)  // so the app asks
      try await account.signOut()
      #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
    // end

    @Test func `each account has its own files, and its windows are restored`() async throws {
      let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: url) }
      let (ada, bob) = (url.appendingPathComponent("ada"), url.appendingPathComponent("bob"))
      do {
        let account = try AccountModel(folder: ada)
        let window = try account.window("left")
        account.store.send(.paid)
        await tabs(2, in: window)
        window.navigator.selectedTab = .archive
        window.navigator.push(.editor)
        try await window.persistence.stop()
        try await account.persistence.stop()
      }
      let other = try AccountModel(folder: bob)
      #expect(try !other.store.state.isPaying && other.window("left").navigator.current.depth == 0)

      let account = try AccountModel(folder: ada)
      let window = try account.window("left")
      #expect("\(window.navigator.current)" == "inbox / | [archive] /editor")
      #expect(account.store.state.isPaying)
      try await account.signOut()
      #expect(!FileManager.default.fileExists(atPath: ada.path))
    }
  }
}
