/// A warning, reported once, that changes are not saved because neither `start()` nor `run()` was called.
package struct MissingRunWarning: Sendable {
  let sleep: @Sendable (Duration) async throws -> Void
  private let report: @Sendable (String) -> Void

  package init(
    clock: any Clock<Duration>, report: @escaping @Sendable (String) -> Void = { StandardError.write($0 + "\n") }
  ) {
    sleep = { try await clock.sleep(for: $0) }
    self.report = report
  }

  /// Returns the standard warning; `nil` in release builds and for any clock other than the system's. A test that
  /// controls the time may intentionally not start the persistence.
  package static func standard(for clock: any Clock<Duration>) -> MissingRunWarning? {
    #if DEBUG
      if clock is ContinuousClock || clock is SuspendingClock { return MissingRunWarning(clock: clock) }
    #endif
    return nil
  }

  func report(_ status: PersistenceStatus, after pause: Duration, file: String) {
    report(
      """
      NavStore: Changes were not saved to \(file) for \(pause), because the Persistence was not started. The \
      store has revision \(status.storeRevision), and revision \(status.savedRevision) is saved. Call start() next to \
      the store, or use .saves(_:) in SwiftUI. This is reported once, in debug builds.
      """)
  }
}
