internal import NavStore
internal import NavStoreInspection

/// The time of a played session. It advances only during the command `wait`, so that every run has the same result.
///
/// The persistence publishes the instant of its next save, and the time advances from one such instant to the next. The
/// time advances only after the persistence has received every change and has ended the current save. Therefore, the
/// speed of the machine has no influence on the result.
struct ScriptedTime {
  /// A save that ended while the time advanced.
  struct Save {
    let instant: Duration
    let status: PersistenceStatus
    let result: Result

    enum Result { case written, unchanged, failed }
  }

  let clock: ManualClock
  /// The persistence of the demo, which must use `clock`.
  let persistence: Persistence<DemoNavigation>

  /// Waits until the persistence has received a revision of the store and is not writing. Returns `nil` if the task is
  /// cancelled.
  @discardableResult
  func waitUntilIdle(revision: Int) async -> PersistenceStatus? {
    await persistence.status { $0.seenRevision >= revision && $0.phase != .writing }
  }

  /// Advances the time, and returns the saves that ended. The time does not advance before the persistence has received
  /// the revision.
  func advance(by duration: Duration, revision: Int) async -> [Save] {
    let end = clock.now.advanced(by: duration)
    var saves: [Save] = []
    var known = await waitUntilIdle(revision: revision)
    while let before = known, let due = before.phase.nextSave.map(ManualClock.Instant.init), due <= end {
      clock.advance(to: max(due, clock.now))
      known = await persistence.status { $0.attempts > before.attempts && $0.phase != .writing }
      guard let after = known else { break }
      let result: Save.Result =
        if after.failures > before.failures { .failed } else if after.writes > before.writes { .written } else {
          .unchanged
        }
      saves.append(Save(instant: due.offset, status: after, result: result))
    }
    clock.advance(to: end)
    return saves
  }
}

extension PersistenceStatus.Phase {
  /// The time of the next save if no other change occurs, as the duration since the persistence was created. `nil` if
  /// no save is scheduled.
  var nextSave: Duration? {
    switch self {
    case .waiting(let instant), .retrying(let instant): instant
    case .idle, .writing, .readOnly, .stopped: nil
    }
  }
}
