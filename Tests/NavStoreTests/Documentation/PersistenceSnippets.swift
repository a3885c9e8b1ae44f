import Foundation
import NavStore
import NavStoreTesting
import Testing

@Suite struct PersistenceSnippets {
  @Test func `save, flush and restore a part of the state`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "persistence-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "navigation.state")
    // snippet: restore
    let file = try FileStorage(url: url)
    let restored = Persistence.load(AppState(), from: file, saving: \.navigation, version: 1)
    if !restored.report.isUneventful { print(restored.report) }

    let store = Store(initialState: restored.state, reducer: AppReducer())
    let persistence = Persistence(of: store, to: file, saving: \.navigation, version: 1)
    // end
    let run = Task { await persistence.run() }
    store.send(.navigation(.push(.song(7))))
    // snippet: flush
    do {
      try await persistence.flush()
    } catch {
      print("not saved, and tried again later: \(error)")
    }
    // end
    // snippet: status
    let status = persistence.status
    print("\(store.revision) changes, \(status.writes) saves, \(status.failures) failures")
    // end
    run.cancel()
    await run.value
    #expect(status.writes == 1)
    let again = Persistence.load(AppState(), from: file, saving: \.navigation, version: 1)
    #expect(again.state.navigation == store.state.navigation)
  }

  @Test func `bytes for another place`() throws {
    let state = NavigationState<AppTab, Route>(tabs: AppTab.allCases, paths: [.home: [.song(7)]])
    // snippet: bytes
    let bytes = try Persistence.encoded(state)
    let restored = Persistence.restored(NavigationState<AppTab, Route>(tabs: AppTab.allCases), from: bytes)
    // end
    #expect(restored.state == state)
  }

  @Test func `a test saves on its own time`() async throws {
    // snippet: testing
    let clock = TestClock()
    let storage = InMemoryStorage()
    let store = Store(initialState: AppState(), reducer: AppReducer())
    let persistence = Persistence(of: store, to: storage, saving: \.navigation, clock: clock)
    let run = Task { await persistence.run() }

    store.send(.navigation(.push(.song(7))))
    await clock.sleepers(atLeast: 1)  // the change was seen, and waits for quiet
    clock.advance(by: .milliseconds(500))
    for await status in persistence.statuses where status.writes == 1 { break }

    let saved = Persistence.load(AppState(), from: storage, saving: \.navigation)
    #expect(saved.state.navigation == store.state.navigation)
    // end
    run.cancel()
    await run.value
  }
}
