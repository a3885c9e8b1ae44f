/// How the states and actions of an app stand in its logs: version, names of routes, what is redacted, and how older logs
/// are brought up to date. The recorder and every reader are given the same one.
///
/// ```swift
/// let schema = ActionLogSchema<AppState, AppAction>(
///   version: 2,
///   redacting: [.type(Password.self) { _ in Password("…") }])
/// ```
public struct ActionLogSchema<State: Codable & Sendable, Action: Codable & Sendable>: Sendable {
  /// The version of the encoded states and actions. Raise it when their form changes.
  public let version: Int
  /// The names of the types of ``AnyRoute`` values, if there are any.
  public let routes: RouteRegistry?
  /// What is replaced before it is encoded.
  public let redactions: [Redaction]
  /// How states of older versions are brought up to date; the same as of the persistence.
  public let stateMigrations: Migrations
  /// How actions of older versions are brought up to date.
  public let actionMigrations: Migrations

  let fingerprintName: String
  private let fingerprint: @Sendable (State, FingerprintParts) throws -> UInt64

  /// A schema. Stops the program if migrations end in another version than this one.
  public init(
    version: Int = 1, routes: RouteRegistry? = nil, redacting redactions: [Redaction] = [],
    stateMigrations: Migrations = [], actionMigrations: Migrations = []
  ) {
    guard version >= 0 else { fatalError("The version of an action log's schema is \(version). Count versions from 1.") }
    stateMigrations.check(endingAt: version, of: "stateMigrations")
    actionMigrations.check(endingAt: version, of: "actionMigrations")
    self.version = version
    self.routes = routes
    self.redactions = redactions
    self.stateMigrations = stateMigrations
    self.actionMigrations = actionMigrations
    // Asked once and not for each state: to look for a conformance takes longer than a fingerprint may.
    if let type = State.self as? any Fingerprinted.Type {
      fingerprintName = type.fingerprintName
      fingerprint = Self.fingerprint(by: type)
    } else {
      fingerprintName = "json"
      fingerprint = { state, parts in try parts.encodedWord(of: state) }
    }
  }

  private static func fingerprint<Known: Fingerprinted>(
    by type: Known.Type
  ) -> @Sendable (State, FingerprintParts) throws -> UInt64 {
    { state, parts in
      // It is the same type, which the compiler cannot know.
      try parts.word(ofFingerprinted: state as! Known)  // swift-format-ignore: NeverForceUnwrap
    }
  }

  /// The fingerprint of a state as it stands in a log, so of what is left after redaction.
  ///
  /// Throws what the encoding of the state throws.
  public func fingerprint(of state: State) throws -> Fingerprint {
    try fingerprint(of: state, FingerprintParts(encoder: makeEncoder()))
  }

  func fingerprint(of state: State, _ parts: FingerprintParts) throws -> Fingerprint {
    Fingerprint(rawValue: try fingerprint(state, parts))
  }

  /// Whether a log has fingerprints that can be compared with those of this schema.
  func makesFingerprints(of header: LogHeader?) -> Bool {
    guard let header else { return true }
    return header.schema == version && header.fingerprintName == fingerprintName
  }

  /// Why logs with a header cannot be read with this schema; nil if they can.
  func refusal(of header: LogHeader, in file: String) -> ActionLogError? {
    if header.version > LogHeader.currentVersion { return .unsupportedVersion(file: file, header.version) }
    if header.schema > version { return .newerSchema(file: file, found: header.schema, expected: version) }
    if header.schema == version { return nil }
    let oldest = max(stateMigrations.oldestVersion ?? version, actionMigrations.oldestVersion ?? version)
    return header.schema < oldest ? .olderSchema(file: file, found: header.schema, oldest: oldest) : nil
  }

  var userInfo: [CodingUserInfoKey: Any] {
    routes.map { [.routeRegistry: $0] } ?? [:]
  }

  func makeEncoder() -> CanonicalJSONEncoder {
    CanonicalJSONEncoder(
      userInfo: userInfo, redactions: Dictionary(redactions.map { ($0.type, $0.replace) }, uniquingKeysWith: { $1 }))
  }
}
