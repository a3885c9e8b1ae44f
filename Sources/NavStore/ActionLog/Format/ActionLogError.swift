/// An error that occurs when an action log is written or read.
///
/// The description is a message that an app can show to the user or write to its own log.
public enum ActionLogError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A system call failed.
  case system(step: String, file: String, SystemRefusal)
  /// A path does not end in the name of a file, or contains a null character.
  case notAFileName(String)
  /// A state, an action or the app's information could not be encoded.
  case encodingFailed(String)
  /// The log contains no header, or no line that can be used. If the log has no files, `file` is empty.
  case notALog(file: String)
  /// A file uses a later version of the log format than this library supports.
  case unsupportedVersion(file: String, Int)
  /// The version of the log's states and actions is later than the version of the schema.
  case newerSchema(file: String, found: Int, expected: Int)
  /// The version of the log's states and actions is older than `oldest`, the oldest version that the schema can read.
  case olderSchema(file: String, found: Int, oldest: Int)
  /// The state after a transaction cannot be computed from the log. `last` is the last transaction whose state can be
  /// computed.
  case noSuchTransaction(Int, last: Int)
  /// The log does not begin with a state that can be decoded.
  case noInitialState(file: String)
  /// The replayed state after transaction `number` differs from the recorded state.
  case diverged(number: Int)

  /// An error of the operating system.
  public struct SystemRefusal: Error, Hashable, Sendable {
    /// The value of `errno`.
    public var code: Int32
    /// The system's description of the error.
    public var reason: String
  }

  /// A message that says what happened and what to do about it.
  public var description: String {
    switch self {
    case .system(let step, let file, let refusal):
      "\(step) \(file) failed: \(refusal.reason) (error \(refusal.code))."
    case .notAFileName(let path):
      "The path \"\(path)\" does not end in the name of a file. Add a name, for example session.navlog."
    case .encodingFailed(let reason): "A value could not be encoded for the log: \(reason)"
    case .notALog(""): "The log has no files. Create it with at least one path."
    case .notALog(let file): "\(file) is not an action log: it does not begin with a header."
    case .unsupportedVersion(let file, let version):
      "\(file) has version \(version) of the log format, and this version of NavStore reads versions up to "
        + "\(LogHeader.currentVersion). Use a later version of NavStore."
    case .newerSchema(let file, let found, let expected):
      "\(file) was recorded by a later version of the app: its schema has version \(found), and this app's schema has "
        + "version \(expected). Use the later version of the app."
    case .olderSchema(let file, let found, let oldest):
      "\(file) has schema version \(found), and the migrations begin at version \(oldest). Add migrations from "
        + "version \(found)."
    case .noSuchTransaction(let number, let last):
      "The state after transaction \(number) cannot be computed from the log. The last transaction that can be replayed "
        + "is \(last)."
    case .noInitialState(let file):
      "\(file) does not begin with a complete state that can be read. A replay begins at the first complete state."
    case .diverged(let number):
      "After transaction \(number), the reducer's state differs from the recorded one. Replay the log to compare them."
    }
  }

  static func system(step: String, file: String, _ error: SystemError) -> ActionLogError {
    .system(step: step, file: file, SystemRefusal(code: error.code, reason: error.reason))
  }
}
