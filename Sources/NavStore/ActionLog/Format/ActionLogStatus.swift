/// What a recorder has done, at one moment. The counters only grow.
public struct ActionLogStatus: Equatable, Sendable {
  /// How many transactions were written.
  public var recorded = 0
  /// How many transactions were not, because too many waited for the disk, or the state could not be encoded. The log
  /// says so where they are missing.
  public var lost = 0
  /// How many actions could not be encoded; the state that they led to was written in their place.
  public var unencodable = 0
  /// How many bytes were written.
  public var bytes = 0
  /// The files of the session that were kept, oldest first.
  public var files: [String] = []
  /// How many attempts to write have failed.
  public var failures = 0
  /// Why the last one of them failed. It stays after a later one has succeeded.
  public var lastFailure: ActionLogError?
  /// Whether the end of the log was written.
  public var hasEnded = false

  /// The status of a recorder that has done nothing.
  public init() {}
}
