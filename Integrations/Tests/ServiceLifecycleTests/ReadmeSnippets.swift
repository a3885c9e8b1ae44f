import Foundation
import Logging
import NavStore
import NavStoreServiceLifecycle
import NavStoreTesting
import Player
import ServiceLifecycle
import Testing
import UnixSignals

/// The code of README that shuts down.
func serviceGroup(
  recorder: ActionLogRecorder<AppState, NavigationAction<AppTab, Route>>, persistence: Persistence<AppState>,
  server: some Service, logger: Logger
) -> ServiceGroup {
  // snippet: integration services
  let group = ServiceGroup(
    services: [RecorderService(recorder), PersistenceService(persistence), server],
    gracefulShutdownSignals: [.sigterm], logger: logger)
  // end
  return group
}

@Suite struct ServiceSnippetTests {
  private struct Server: Service {
    func run() async throws { try await gracefulShutdown() }
  }

  @Test func `the group of README saves and records when it shuts down`() async throws {
    let storage = InMemoryStorage()
    let store = Store(initialState: AppState.start, reducer: NavigationReducer<AppTab, Route>())
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).navlog").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = try ActionLogRecorder(of: store, schema: ActionLogSchema(), to: path)
    let group = serviceGroup(
      recorder: recorder, persistence: Persistence(of: store, to: storage), server: Server(),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    store.send(.push(.song(1)))
    await group.triggerGracefulShutdown()
    try await group.run()
    #expect(try storage.states(as: AppState.self) == [store.state])
    #expect(recorder.status.recorded == 1)
  }
}
