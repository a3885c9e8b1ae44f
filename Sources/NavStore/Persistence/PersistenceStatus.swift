/// What a persistence has done and is doing, at one moment.
///
/// The counters only grow, so a reader that sees only the newest status misses no event, only when it was.
public struct PersistenceStatus: Equatable, Sendable {
  /// What a persistence is doing. Instants are the time since it was made, on its clock.
  public enum Phase: Equatable, Sendable {
    /// Every change that it knows of is saved.
    case idle
    /// There are changes, which are saved at that instant unless more come.
    case waiting(until: Duration)
    /// A save is under way.
    case writing
    /// The last save failed, and is tried again at that instant.
    case retrying(at: Duration)
    /// Something newer is saved and is not written over; only `flush()` looks again.
    case readOnly
    /// It was stopped: nothing is written any more.
    case stopped
  }

  /// What it is doing.
  public var phase = Phase.idle

  /// How many saves have written something.
  public var writes = 0

  /// How many saves found that the same bytes were saved before, and wrote nothing.
  public var unchanged = 0

  /// How many saves have failed or were refused.
  public var failures = 0

  /// Why the last one of them failed. It stays after a later save has succeeded: `phase` tells what holds now.
  public var lastFailure: PersistenceError?

  /// What the last save left out of the state, a sentence each: routes that cannot be encoded, and what is above them.
  public var omissions: [String] = []

  /// Where the last ten states are that saves have moved aside, because the app could not use them, or not in full, or
  /// never had them.
  public var movedAside: [String] = []

  /// How many bytes the last save wrote; 0 before the first.
  public var savedBytes = 0

  /// Whether the last save wrote more than ``StateSchema/warningBytes``: something grows that was not meant to.
  public var isLarge = false

  /// The last revision of the store that is saved; 0 is what was loaded.
  public var savedRevision = 0

  /// The revision that the store had when the status was read, or when the stream yielded it.
  public var storeRevision = 0

  /// Whether a call of ``Persistence/run()`` saves the state as it changes. If not, only `flush()` and `stop()` save.
  public var isRunning = false

  /// The last revision of the store that the persistence knows of. What it does not know of yet is saved in any case by
  /// a save that begins later, and by `flush()`.
  public var seenRevision = 0

  /// Makes the status of a persistence that has nothing to do.
  public init() {}

  /// How many saves have ended, well or badly.
  public var attempts: Int { writes + unchanged + failures }
}

extension PersistenceStatus: CustomStringConvertible {
  /// What it is doing and has done, in a line: `waiting until 0.5 seconds; 2 saves written, 0 unchanged, 0 failed;
  /// revision 4 of 6 is saved`.
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
  /// The phase in words: `waiting until 0.5 seconds`.
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
