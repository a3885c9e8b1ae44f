/// What the first line of a file says, but for the state.
public struct LogHeader: Hashable, Sendable {
  /// The version of the log's format.
  public internal(set) var version = LogHeader.currentVersion
  /// The version of states and actions when it was recorded.
  public internal(set) var schema: Int
  /// The same in every file of a session.
  public internal(set) var session: String
  /// The number of the file in the session, counted from 1.
  public internal(set) var part = 1
  /// How many bytes count of each earlier file of this part, from its beginning; nil in the first file of a part.
  package internal(set) var kept: [Int]?
  /// The number of the last transaction before the file.
  public internal(set) var number = 0
  /// When the state before the file was reached, in milliseconds since the session began.
  public internal(set) var time: Int64 = 0
  /// When the session began, in milliseconds since 1970.
  public internal(set) var began: Int64
  /// How the fingerprints were made.
  public internal(set) var fingerprintName: String
  /// What the app said of itself.
  public internal(set) var information: JSONValue?
  /// By which rules the app navigates, as it was recorded; nil when the log does not say.
  package internal(set) var rules: JSONText?

  static let format = "navstore.log"
  static let currentVersion = 1
}
