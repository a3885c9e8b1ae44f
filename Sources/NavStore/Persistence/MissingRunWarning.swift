/// Reports, once, that changes are not saved because nothing calls `run()`.
package struct MissingRunWarning: Sendable {
  let sleep: @Sendable (Duration) async throws -> Void
  let report: @Sendable (String) -> Void

  package init(
    clock: some Clock<Duration>, report: @escaping @Sendable (String) -> Void = { StandardError.write($0 + "\n") }
  ) {
    sleep = { try await clock.sleep(for: $0) }
    self.report = report
  }

  /// The reminder of a persistence with that clock. Release builds have none, and neither has a clock other than the
  /// system's: a test that controls the time decides itself what runs.
  package static func standard(for clock: some Clock<Duration>) -> MissingRunWarning? {
    #if DEBUG
      if clock is ContinuousClock || clock is SuspendingClock { return MissingRunWarning(clock: clock) }
    #endif
    return nil
  }
}

extension Persistence {
  /// Starts to wait for a change that stays unsaved for `maxWait` while nothing runs the persistence.
  ///
  /// Until the first change the task waits in the store, and then it sleeps. It keeps neither the store nor the
  /// persistence alive, and ends with the first run.
  func remind(by reminder: MissingRunWarning) {
    // Without a pause, a save that fails would be looked at over and over.
    let pause = max(storage.withLock { $0.schedule.rules.maxWait }, .seconds(1))
    let reminding = Task { [weak self, source] in
      var saved = 0
      while let revision = await source.nextRevision(saved) {
        guard (try? await reminder.sleep(pause)) != nil, let status = self?.status, !Task.isCancelled else { return }
        if status.phase == .stopped { return }
        saved = status.savedRevision
        // In any other phase a flush has failed, and the change is saved by a later attempt.
        guard saved < revision, status.phase == .idle else { continue }
        self?.report(status, after: pause, by: reminder)
        return
      }
    }
    storage.withLock { $0.reminding = reminding }
  }

  private func report(_ status: PersistenceStatus, after pause: Duration, by reminder: MissingRunWarning) {
    reminder.report(
      """
      NavStore: for \(pause), changes were not saved to \(file.storage.name(of: .current)), because nothing calls run() \
      of the Persistence. The store has revision \(status.storeRevision), and revision \(status.savedRevision) is saved. \
      Call run() for as long as the app runs, or .saves(_:) in SwiftUI. This is reported once, in debug builds.
      """)
  }

  /// Waits until the reminder has reported, or will not report any more.
  package func reminded() async {
    await storage.withLock { $0.reminding }?.value
  }
}
