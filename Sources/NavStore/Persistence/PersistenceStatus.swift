/// The activity of a persistence up to one moment.
///
/// The counters never decrease. So the newest status contains the numbers of all events, but not their times.
public struct PersistenceStatus: Equatable, Sendable {
  /// The phases of a persistence. A duration is the time on its clock since the persistence was created.
  public enum Phase: Equatable, Sendable {
    /// Every change that the persistence knows is saved.
    case idle
    /// The next save begins at this time, unless further changes postpone it.
    case waiting(until: Duration)
    /// A save is in progress.
    case writing
    /// The last save failed. The next attempt begins at this time.
    case retrying(at: Duration)
    /// The saved state is of a newer version and is not overwritten. Only `flush()` tries again.
    case readOnly
    /// The persistence was stopped, and writes no more.
    case stopped
  }

  /// What the persistence is doing.
  public package(set) var phase = Phase.idle

  /// The number of saves that have written a state.
  public package(set) var writes = 0

  /// The number of saves that wrote nothing, because the same bytes were saved before.
  public package(set) var unchanged = 0

  /// The number of saves that failed or were refused.
  public package(set) var failures = 0

  /// The reason of the last failure. It stays after a later save has succeeded; `phase` is the current situation.
  public package(set) var lastFailure: PersistenceError?

  /// A sentence for each part that the last save omitted: routes that cannot be encoded, and the routes above them.
  public package(set) var omissions: [String] = []

  /// The names of the last ten states that saves have moved aside, because the app could not use them in full or never
  /// restored them.
  public package(set) var movedAside: [String] = []

  /// The number of bytes that the last save wrote; 0 before the first save.
  public package(set) var savedBytes = 0

  /// Whether the last save wrote at least the `warningBytes` of the ``StateSchema``. In that case, a part of the
  /// state probably grows without limit.
  public package(set) var isLarge = false

  /// The last revision of the store that is saved; 0 is the loaded state.
  public package(set) var savedRevision = 0

  /// The revision that the store had when the status was read, or when the stream yielded it.
  public package(set) var storeRevision = 0

  /// Whether a call of ``Persistence/run()`` saves the state as it changes. Without one, only `flush()` and `stop()`
  /// save.
  public package(set) var isRunning = false

  /// The last revision of the store that the persistence knows. Later revisions are saved by every save that begins
  /// after them, and by `flush()`.
  public package(set) var seenRevision = 0

  /// Creates the status of a persistence that has not saved anything yet.
  package init() {}

  /// The number of saves that have ended, with success or failure.
  public var attempts: Int { writes + unchanged + failures }
}

extension PersistenceStatus: CustomStringConvertible {
  /// The status on one line: `waiting until 0.5 seconds; 2 saves written, 0 unchanged, 0 failed; revision 4 of 6 is
  /// saved`.
  public var description: String {
    var parts = [
      "\(phase)", "\(writes) \(writes == 1 ? "save" : "saves") written, \(unchanged) unchanged, \(failures) failed",
      "revision \(savedRevision) of \(max(seenRevision, storeRevision)) is saved",
    ]
    if phase == .idle, !isRunning, savedRevision < storeRevision {
      parts.append("nothing calls run(): only flush() or stop() saves revision \(storeRevision)")
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
