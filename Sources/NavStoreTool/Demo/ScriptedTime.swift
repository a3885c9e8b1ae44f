internal import NavStore
internal import NavStoreInspection

/// Time that stands still except while a session waits, so that what happens when is the same in every run.
///
/// A save is due at an instant that the persistence knows. Time is moved from one such instant to the next, and not
/// before the persistence has seen every change and has done what was due: how fast the machine is makes no difference.
struct ScriptedTime {
  /// A save that ended while time passed.
  struct Save {
    let instant: Duration
    let status: PersistenceStatus
    let result: Result

    enum Result { case written, unchanged, failed }
  }

  let clock: ManualClock
  /// Made on `clock` before the first move, so that its instants are those of the clock.
  let persistence: Persistence<DemoNavigation>

  /// Waits until the persistence knows of a revision and has nothing to do at this instant. Nil if the task is
  /// cancelled.
  @discardableResult
  func settle(revision: Int) async -> PersistenceStatus? {
    await persistence.status { $0.seenRevision >= revision && $0.phase != .writing }
  }

  /// Lets time pass, and returns the saves that ended meanwhile.
  func pass(_ duration: Duration, revision: Int) async -> [Save] {
    let end = clock.now.advanced(by: duration)
    var saves: [Save] = []
    var known = await settle(revision: revision)
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
  /// When the next save begins if nothing else changes, as the time since the persistence was made.
  var nextSave: Duration? {
    switch self {
    case .waiting(let instant), .retrying(let instant): instant
    case .idle, .writing, .readOnly, .stopped: nil
    }
  }
}
