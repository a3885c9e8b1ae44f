internal import NavStore
internal import NavStoreInspection

/// Time that advances only while a session waits, so that every run has the same result.
///
/// The persistence publishes the instant of its next save. Time advances from one such instant to the next. It advances
/// only after the persistence has received every change and has ended the current save, so the speed of the machine has
/// no influence.
struct ScriptedTime {
  /// A save that ended while time advanced.
  struct Save {
    let instant: Duration
    let status: PersistenceStatus
    let result: Result

    enum Result { case written, unchanged, failed }
  }

  let clock: ManualClock
  /// The persistence, created with `clock`, so that its instants are those of the clock.
  let persistence: Persistence<DemoNavigation>

  /// Waits until the persistence has received a revision and is not writing.
  ///
  /// - Returns: The status of the persistence, or `nil` if the task is cancelled.
  @discardableResult
  func waitUntilIdle(revision: Int) async -> PersistenceStatus? {
    await persistence.status { $0.seenRevision >= revision && $0.phase != .writing }
  }

  /// Advances the time, from one save to the next.
  ///
  /// - Parameters:
  ///   - duration: The time to advance.
  ///   - revision: The revision of the store. The persistence receives it before the time advances.
  /// - Returns: The saves that ended during that time.
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
  /// The time of the next save if no other change occurs, since the persistence was created.
  var nextSave: Duration? {
    switch self {
    case .waiting(let instant), .retrying(let instant): instant
    case .idle, .writing, .readOnly, .stopped: nil
    }
  }
}
