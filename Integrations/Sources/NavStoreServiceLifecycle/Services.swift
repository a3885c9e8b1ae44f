public import NavStore
public import ServiceLifecycle

/// A service that saves the state of a store as it changes, and saves the last changes when the service group shuts
/// down.
///
/// A group shuts its services down in reverse order. Put this service before those that send actions, so that it saves
/// what they have changed.
public struct PersistenceService<Saved: Codable & Sendable>: Service {
  private let persistence: Persistence<Saved>

  /// Creates a service. Do not call `start()` or `run()` of the persistence.
  public init(_ persistence: Persistence<Saved>) {
    self.persistence = persistence
  }

  /// Saves until the group shuts down, the task is cancelled, or the store is released. Then saves the last changes and
  /// stops the persistence.
  ///
  /// - Throws: `PersistenceError` if the last changes were not saved, so that the group reports the failure.
  public func run() async throws {
    await cancelWhenGracefulShutdown { await persistence.run() }
    // The persistence saves before `run()` returns. If that failed, this is another attempt, and its error is thrown.
    try await persistence.stop()
  }
}

/// A service that records the actions of a store, and writes and syncs the end of the log when the service group shuts
/// down.
///
/// A group shuts its services down in reverse order. Put this service before those that send actions, so that it
/// records their last actions.
public struct RecorderService<State: Codable & Sendable, Action: Codable & Sendable>: Service {
  private let recorder: ActionLogRecorder<State, Action>

  /// Creates a service. Do not call `run()` of the recorder.
  public init(_ recorder: ActionLogRecorder<State, Action>) {
    self.recorder = recorder
  }

  /// Records until the group shuts down, the task is cancelled, or the store is released. Then closes the log.
  ///
  /// - Throws: `ActionLogError` if the end of the log was not written, so that the group reports the failure.
  public func run() async throws {
    await cancelWhenGracefulShutdown { await recorder.run() }
    try await recorder.close()
  }
}
