/// The phase of a persistence and the counts of its saves at one moment.
///
/// The counters never decrease. Therefore a subscriber that misses a status reads the correct totals in the next one.
public struct PersistenceStatus: Equatable, Sendable {
  /// The phase of a persistence. Each duration is measured on the clock of the persistence, from the creation of the
  /// persistence.
  public enum Phase: Equatable, Sendable {
    /// Every change that the persistence has noticed is saved.
    case idle
    /// The next save begins at `until`, a duration since the creation of the persistence. Further changes can postpone
    /// the save. `flush()`, `stop()` and the end of `run()` save the changes earlier.
    case waiting(until: Duration)
    /// A save is in progress.
    case writing
    /// The last save failed. The next attempt begins at `at`, a duration since the creation of the persistence. If
    /// there are unsaved changes, `flush()`, `stop()` and the end of `run()` start it earlier.
    case retrying(at: Duration)
    /// A later version of the app or of this library wrote the saved state, which is not overwritten. Changes do not
    /// lead to another attempt to save, but `flush()`, `stop()` and the end of `run()` do.
    case readOnly
    /// The persistence was stopped and no longer saves.
    case stopped
  }

  /// What the persistence is doing.
  public package(set) var phase = Phase.idle

  /// The number of saves that have written a state.
  public package(set) var writes = 0

  /// The number of saves that wrote nothing, because the storage already contained the same state.
  package var unchanged = 0

  /// The number of saves that failed or were refused.
  public package(set) var failures = 0

  /// The reason for the last failure; `nil` if no save has failed. A later successful save does not clear this value.
  /// `phase` describes the current situation.
  public package(set) var lastFailure: PersistenceError?

  /// A sentence for each part that the last successful save omitted: routes that cannot be encoded, and the routes
  /// above them.
  public package(set) var omissions: [String] = []

  /// The new names of the last ten saved states that were moved aside by saves. The app could not use these states in
  /// full, or had never restored them.
  public package(set) var movedAside: [String] = []

  /// The size in bytes of the state that was saved last; 0 before the first save.
  package var savedBytes = 0

  /// Whether the state that was saved last has at least as many bytes as the `warningBytes` of the ``StateSchema``. In
  /// that case, part of the state probably grows without limit.
  public package(set) var isLarge = false

  /// The newest saved revision of the store. Revision 0 is the loaded state, which counts as saved.
  package var savedRevision = 0

  package var storeRevision = 0

  /// Whether the persistence was started by ``Persistence/start()`` and has not ended, or a call of
  /// ``Persistence/run()`` is in progress. During this time, the persistence saves the state as it changes. At other
  /// times, it saves only for `flush()` and `stop()`, and again after a save that failed.
  package var isRunning = false

  /// The newest revision of the store that the persistence has noticed. If the store has a later one, the next save
  /// includes it.
  public package(set) var seenRevision = 0

  package init() {}

  /// The number of saves that have ended, with success or failure.
  public var attempts: Int { writes + unchanged + failures }
}

extension PersistenceStatus: CustomStringConvertible {
  /// The status on one line, for instance `waiting until 0.5 seconds; 2 saves written, 0 unchanged, 0 failed; revision
  /// 4 of 6 is saved`.
  public var description: String {
    var parts = [
      "\(phase)", "\(writes) \(writes == 1 ? "save" : "saves") written, \(unchanged) unchanged, \(failures) failed",
      "revision \(savedRevision) of \(max(seenRevision, storeRevision)) is saved",
    ]
    if phase == .idle, !isRunning, savedRevision < storeRevision {
      parts.append("not running: only flush() or stop() saves revision \(storeRevision)")
    }
    if let lastFailure { parts.append("the last failure: \(lastFailure)") }
    if !movedAside.isEmpty { parts.append("moved aside: \(movedAside.joined(separator: ", "))") }
    if isLarge { parts.append("large: \(savedBytes) bytes") }
    if !omissions.isEmpty { parts.append("left out: \(omissions.joined(separator: " "))") }
    return parts.joined(separator: "; ")
  }
}

extension PersistenceStatus.Phase: CustomStringConvertible {
  /// The phase as text, for instance `waiting until 0.5 seconds`.
  public var description: String {
    switch self {
    case .idle: "idle"
    case .waiting(let instant): "waiting until \(instant)"
    case .writing: "writing"
    case .retrying(let instant): "retrying at \(instant)"
    case .readOnly: "read-only"
    case .stopped: "stopped"
    }
  }
}
