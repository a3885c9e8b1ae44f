import Foundation
import Logging
import NavStore
import NavStoreServiceLifecycle
import NavStoreTesting
import Player
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

/// Shutdowns, with the test kit of swift-service-lifecycle and with a service group.
@Suite struct ServiceTests {
  private let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
  private let store = Store(initialState: AppState.start, reducer: NavigationReducer<AppTab, Route>())

  private var persistence: Persistence<AppState> {
    // Nothing is saved before the shutdown.
    Persistence(of: store, to: storage, debounce: .seconds(3_600), maxWait: .seconds(3_600))
  }

  /// A service that sends an action when the group shuts down.
  private struct LastAction: Service {
    let store: Store<AppState, NavigationAction<AppTab, Route>>

    func run() async throws {
      try await gracefulShutdown()
      store.send(.push(.settings))
    }
  }

  @Test func `a shutdown saves the last changes, and stops the persistence`() async throws {
    let persistence = persistence
    try await testGracefulShutdown { shutdown in
      async let service: Void = PersistenceService(persistence).run()
      store.send(.push(.song(1)))
      shutdown.triggerGracefulShutdown()
      try await service
    }
    #expect(try storage.base.states(as: AppState.self).last == store.state)
    #expect(persistence.status.phase == .stopped)
  }

  @Test func `the services save and record while they run`() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).navlog").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = try ActionLogRecorder(of: store, schema: ActionLogSchema(), to: path)
    let persistence = Persistence(of: store, to: storage, debounce: .zero)
    try await testGracefulShutdown { shutdown in
      async let saving: Void = PersistenceService(persistence).run()
      async let recording: Void = RecorderService(recorder).run()
      store.send(.push(.song(1)))
      #expect(await eventually { persistence.status.writes == 1 })
      #expect(await eventually { recorder.status.recorded == 1 })
      shutdown.triggerGracefulShutdown()
      try await saving
      try await recording
    }
  }

  @Test func `a shutdown reports that the last changes were not saved`() async throws {
    storage.inject(.fail, at: .writes)
    await #expect(throws: PersistenceError.self) {
      try await testGracefulShutdown { shutdown in
        async let service: Void = PersistenceService(persistence).run()
        store.send(.push(.song(1)))
        shutdown.triggerGracefulShutdown()
        try await service
      }
    }
  }

  @Test func `a group saves and records what its other services send while they shut down`() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).navlog").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let schema = ActionLogSchema<AppState, NavigationAction<AppTab, Route>>()
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: path)
    let group = ServiceGroup(
      services: [RecorderService(recorder), PersistenceService(persistence), LastAction(store: store)],
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    async let running: Void = group.run()
    store.send(.push(.song(1)))
    await group.triggerGracefulShutdown()
    try await running
    #expect(store.state.path(of: .home) == [.song(1), .settings])
    #expect(try storage.base.states(as: AppState.self).last == store.state)
    let report = try ActionLog(path: path).replay(schema, reducer: NavigationReducer<AppTab, Route>())
    #expect(report.isComplete && report.state == store.state)
  }

  @Test func `a cancelled task saves and closes, too`() async throws {
    let persistence = persistence
    let service = Task { try await PersistenceService(persistence).run() }
    store.send(.push(.song(1)))
    service.cancel()
    try await service.value
    #expect(try storage.base.states(as: AppState.self).last == store.state)
  }

  @Test func `a log whose end cannot be written is reported`() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    // The folder of the log is a file.
    let recorder = try ActionLogRecorder(
      of: store, schema: ActionLogSchema<AppState, NavigationAction<AppTab, Route>>(),
      to: file.appendingPathComponent("a.navlog").path)
    await #expect(throws: ActionLogError.self) {
      try await testGracefulShutdown { shutdown in
        async let service: Void = RecorderService(recorder).run()
        shutdown.triggerGracefulShutdown()
        try await service
      }
    }
  }
}
