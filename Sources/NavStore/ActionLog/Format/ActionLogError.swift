/// An error that occurs when an action log is written or read.
///
/// The description is a message that an app can show to the user or write to its own log.
public struct ActionLogError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What happened and what to do about it.
  public let description: String
  /// The number of the system's error (`errno`), or `nil` if no system call failed.
  package let code: Int32?
  package let isNotALog: Bool

  private init(_ description: String, code: Int32? = nil, isNotALog: Bool = false) {
    self.description = description
    self.code = code
    self.isNotALog = isNotALog
  }

  static func system(step: String, file: String, _ error: SystemError) -> Self {
    Self("\(step) \(file) failed: \(error.reason) (error \(error.code)).", code: error.code)
  }

  package static func notAFileName(_ path: String) -> Self {
    Self("The path \"\(path)\" does not end in the name of a file. Add a name, for example session.navlog.")
  }

  package static func notAFile(_ path: String) -> Self {
    Self("\(path) is not a file, so no log can be recorded there. Choose another path, for example session.navlog.")
  }

  package static func encodingFailed(_ reason: String) -> Self {
    Self("A value could not be encoded for the log: \(reason)")
  }

  package static func notALog(file: String) -> Self {
    Self(
      file.isEmpty
        ? "The log has no files. Create it with at least one path."
        : "\(file) is not an action log: it does not begin with a header.",
      isNotALog: true)
  }

  package static func unsupportedVersion(file: String, _ version: Int) -> Self {
    Self(
      "\(file) has version \(version) of the log format, and this version of NavStore reads versions up to "
        + "\(LogHeader.currentVersion). Use a later version of NavStore.")
  }

  package static func newerSchema(file: String, found: Int, expected: Int) -> Self {
    Self(
      "\(file) was recorded by a later version of the app: its schema has version \(found), and this app's schema has "
        + "version \(expected). Use the later version of the app.")
  }

  package static func olderSchema(file: String, found: Int, oldest: Int) -> Self {
    Self(
      "\(file) has schema version \(found), and the migrations begin at version \(oldest). Add migrations from "
        + "version \(found).")
  }

  package static func noSuchTransaction(_ number: Int, last: Int) -> Self {
    Self(
      "The state after transaction \(number) cannot be computed from the log. The last transaction that can be "
        + "replayed is \(last).")
  }

  package static func noInitialState(file: String) -> Self {
    Self("\(file) does not begin with a complete state that can be read. A replay begins at the first complete state.")
  }

  package static func diverged(number: Int) -> Self {
    Self(
      "After transaction \(number), the reducer's state differs from the recorded one. Replay the log to compare them.")
  }
}
