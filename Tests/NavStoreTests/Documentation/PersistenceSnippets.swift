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

  @Test func `a file for each scene, as long as there is the scene`() throws {
    // A name of its own: what the snippet makes lies where the system keeps states.
    let application = "navstore-test-\(UUID().uuidString)"
    let path = try FileStorage(name: "navigation", application: application).path
    defer { try? FileManager.default.removeItem(atPath: URL(filePath: path).deletingLastPathComponent().path) }
    func storage(for session: String) throws -> FileStorage {
      // snippet: scene
      let file = try FileStorage(name: "navigation", application: application, scene: session)
      // end
      return file
    }
    for session in ["A", "B"] { try storage(for: session).write(Data("1".utf8), keepingCurrentAsPrevious: true) }
    #expect(try FileStorage.scenes(name: "navigation", application: application) == ["A", "B"])
    let openSessions = ["B"]
    // snippet: discarded scenes
    try FileStorage.removeScenes(name: "navigation", application: application, keeping: openSessions)
    // end
    #expect(try FileStorage.scenes(name: "navigation", application: application) == ["B"])
  }

  @Test func `the second of two owners is told so`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "persistence-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try FileStorage(url: folder.appending(path: "navigation.state"))
    let (left, right) = (
      Store(initialState: AppState(), reducer: AppReducer()), Store(initialState: AppState(), reducer: AppReducer())
    )
    for store in [left, right] { store.send(.navigation(.push(.song(7)))) }
    var refusals = 0
    // snippet: owners
    let first = Persistence(of: left, to: file, saving: \.navigation)
    let second = Persistence(of: right, to: file, saving: \.navigation)
    try await first.flush()
    do {
      try await second.flush()
    } catch PersistenceError.ownedElsewhere(let file, let place) {
      print("\(file) belongs to \(place)")
      refusals += 1
    }
    try await first.stop()
    try await second.flush()
    // end
    #expect(refusals == 1)
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
