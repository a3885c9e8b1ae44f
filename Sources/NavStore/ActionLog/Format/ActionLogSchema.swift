#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// How the states and actions of an app stand in its logs: version, names of routes, what is redacted, and how older
/// logs are brought up to date. The recorder and every reader are given the same one.
///
/// ```swift
/// let schema = ActionLogSchema<AppState, AppAction>(
///   version: 2,
///   redacting: [.type(Password.self) { _ in Password("…") }])
/// ```
public struct ActionLogSchema<State: Codable & Sendable, Action: Codable & Sendable>: Sendable {
  /// Makes what makes fingerprints: it remembers the last state, so each user has its own.
  @usableFromInline typealias Fingerprinting = @Sendable (FingerprintContext) -> (inout State) throws -> UInt64

  /// The version of the encoded states and actions. Raise it when their form changes.
  public let version: Int
  /// The names of the types of ``AnyRoute`` values, if there are any.
  public let routes: RouteRegistry?
  /// How states of older versions are brought up to date; the same as of the persistence.
  public let stateMigrations: Migrations
  /// How actions of older versions are brought up to date.
  public let actionMigrations: Migrations

  private let redactions: [Redaction]
  /// Writes the rules that logs are to hold; nil if they are to hold none.
  private let rules: (@Sendable (CanonicalJSONEncoder) throws -> [UInt8])?
  /// What the way of making fingerprints is called in logs.
  let fingerprintName: String
  private let fingerprinting: Fingerprinting

  /// A schema. Stops the program if migrations end in another version than this one.
  ///
  /// - Parameters:
  ///   - version: The version of the encoded states and actions.
  ///   - routes: The names of the types of ``AnyRoute`` values, if there are any.
  ///   - redactions: What is replaced before it is encoded. Of two for one type, the last counts.
  ///   - stateMigrations: How states of older versions are brought up to date.
  ///   - actionMigrations: How actions of older versions are brought up to date.
  public init(
    version: Int = 1, routes: RouteRegistry? = nil, redacting redactions: [Redaction] = [],
    stateMigrations: Migrations = [], actionMigrations: Migrations = []
  ) {
    // Asked once and not for each state: to look for a conformance takes longer than a fingerprint may.
    let (name, fingerprinting) =
      if let type = State.self as? any Fingerprinted.Type {
        (type.fingerprintName, Self.fingerprinting(by: type))
      } else {
        (Self.encodedFingerprintName, Self.encodedFingerprinting)
      }
    self.init(
      version: version, routes: routes, redacting: redactions, stateMigrations: stateMigrations,
      actionMigrations: actionMigrations, fingerprintName: name, fingerprinting)
  }

  private static func fingerprinting<Known: Fingerprinted>(by type: Known.Type) -> Fingerprinting {
    { context in
      { state in
        // It is the same type, which the compiler cannot know.
        try context.word(ofFingerprinted: unsafeBitCast(state, to: Known.self))
      }
    }
  }

  @usableFromInline
  init(
    version: Int, routes: RouteRegistry?, redacting redactions: [Redaction], stateMigrations: Migrations,
    actionMigrations: Migrations, fingerprintName: String, _ fingerprinting: @escaping Fingerprinting
  ) {
    self.init(
      version: version, routes: routes, redacting: redactions, stateMigrations: stateMigrations,
      actionMigrations: actionMigrations, rules: nil, fingerprintName: fingerprintName, fingerprinting)
  }

  private init(
    version: Int, routes: RouteRegistry?, redacting redactions: [Redaction], stateMigrations: Migrations,
    actionMigrations: Migrations, rules: (@Sendable (CanonicalJSONEncoder) throws -> [UInt8])?, fingerprintName: String,
    _ fingerprinting: @escaping Fingerprinting
  ) {
    guard version >= 0 else {
      fatalError("The version of an action log's schema is \(version). Count versions from 1.")
    }
    stateMigrations.check(endingAt: version, of: "stateMigrations")
    actionMigrations.check(endingAt: version, of: "actionMigrations")
    self.version = version
    self.routes = routes
    self.redactions = redactions
    self.stateMigrations = stateMigrations
    self.actionMigrations = actionMigrations
    self.rules = rules
    // A state that says what its fingerprint is made of does not pass the encoder as a whole, and what is redacted may
    // be any type in it.
    self.fingerprintName = redactions.isEmpty ? fingerprintName : Self.encodedFingerprintName
    self.fingerprinting = redactions.isEmpty ? fingerprinting : Self.encodedFingerprinting
  }

  /// The way of a state that says nothing of its fingerprint.
  private static var encodedFingerprintName: String { "json" }

  private static var encodedFingerprinting: Fingerprinting {
    { context in { state in try context.encodedWord(of: state) } }
  }

  /// The same schema, whose logs hold rules.
  func holding(_ rules: some Encodable & Sendable) -> ActionLogSchema {
    ActionLogSchema(
      version: version, routes: routes, redacting: redactions, stateMigrations: stateMigrations,
      actionMigrations: actionMigrations, rules: { encoder in try encoder.encode(rules) },
      fingerprintName: fingerprintName, fingerprinting)
  }

  /// The rules that logs are to hold; nil if there are none, or they cannot be encoded.
  var recordedRules: JSONText? {
    rules.flatMap { write in try? JSONText(canonical: write(makeEncoder())) }
  }

  /// The fingerprint of a state as it stands in a log, so of what is left after redaction.
  ///
  /// Throws what the encoding of the state throws.
  public func fingerprint(of state: State) throws -> Fingerprint {
    var state = state
    return Fingerprint(rawValue: try makeFingerprint()(&state))
  }
}

extension ActionLogSchema where State: Fingerprinted {
  /// A schema, as ``init(version:routes:redacting:stateMigrations:actionMigrations:)``, whose fingerprints are compiled
  /// for the caller's types.
  @inlinable
  public init(
    version: Int = 1, routes: RouteRegistry? = nil, redacting redactions: [Redaction] = [],
    stateMigrations: Migrations = [], actionMigrations: Migrations = []
  ) {
    self.init(
      version: version, routes: routes, redacting: redactions, stateMigrations: stateMigrations,
      actionMigrations: actionMigrations, fingerprintName: State.fingerprintName
    ) { context in
      { state in
        var builder = FingerprintBuilder(context: context)
        try state.combine(into: &builder)
        return builder.word
      }
    }
  }
}

// MARK: - For recorders and readers

extension ActionLogSchema {
  var userInfo: [CodingUserInfoKey: Any] {
    routes.map { [.routeRegistry: $0] } ?? [:]
  }

  func makeEncoder() -> CanonicalJSONEncoder {
    // A state of which something was left out is not the one that the actions lead to.
    CanonicalJSONEncoder(
      userInfo: userInfo.merging([.encodingWhole: true]) { $1 },
      redactions: Dictionary(redactions.map { ($0.type, $0.replace) }, uniquingKeysWith: { $1 }),
      depth: LogLineWriter.depth)
  }

  /// The canonical JSON of a state as it stands in a log.
  package func json(of state: State) throws -> String {
    String(decoding: try makeEncoder().encode(state), as: UTF8.self)
  }

  /// What makes fingerprints; of the next state sooner, the more it has in common with the last one.
  func makeFingerprint() -> (inout State) throws -> UInt64 {
    fingerprinting(FingerprintContext(encoder: makeEncoder()))
  }

  /// What makes the fingerprints of a log that names its way; nil if that is another schema's.
  func makeFingerprint(named name: String) -> ((inout State) throws -> UInt64)? {
    switch name {
    case fingerprintName: makeFingerprint()
    case Self.encodedFingerprintName: Self.encodedFingerprinting(FingerprintContext(encoder: makeEncoder()))
    default: nil
    }
  }

  /// Decodes a value of this or an older version.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ bytes: UnsafeRawBufferPointer, from version: Int, _ migrations: Migrations
  ) throws -> Value {
    guard version != self.version else { return try JSONReader.decode(type, from: bytes, userInfo: userInfo) }
    var value = try JSONValue(parsing: bytes)
    try migrations.migrate(&value, from: version)
    return try value.canonicalBytes.withUnsafeBytes { try JSONReader.decode(type, from: $0, userInfo: userInfo) }
  }

  /// Why logs with a header cannot be read with this schema; nil if they can.
  func refusal(of header: LogHeader, in file: String) -> ActionLogError? {
    if header.version > LogHeader.currentVersion { return .unsupportedVersion(file: file, header.version) }
    if header.schema > version { return .newerSchema(file: file, found: header.schema, expected: version) }
    if header.schema == version { return nil }
    // A chain without steps says that the form has not changed, unless neither has any.
    let oldest = [stateMigrations, actionMigrations].compactMap(\.oldestVersion).max() ?? version
    return header.schema < oldest ? .olderSchema(file: file, found: header.schema, oldest: oldest) : nil
  }
}

extension ActionLogSchema {
  /// A schema for a log of a navigation, which holds the rules too: so that the command `navstore log` can replay it,
  /// which knows nothing of the app.
  ///
  /// A comparison of routes (``NavigationRules/sameRoute``) cannot be written; the log says that there is one. Rules
  /// that cannot be encoded are left out.
  ///
  /// - Parameters:
  ///   - version: The version of the encoded states and actions.
  ///   - rules: The rules of the app's reducer.
  ///   - routes: The names of the types of ``AnyRoute`` values, if there are any.
  ///   - redactions: What is replaced before it is encoded. Of two for one type, the last counts.
  ///   - stateMigrations: How states of older versions are brought up to date.
  ///   - actionMigrations: How actions of older versions are brought up to date.
  @inlinable
  public init<Tab: Codable, Route: Codable>(
    version: Int = 1, rules: NavigationRules<Tab, Route>, routes: RouteRegistry? = nil,
    redacting redactions: [Redaction] = [], stateMigrations: Migrations = [], actionMigrations: Migrations = []
  ) where State == NavigationState<Tab, Route> {
    self = Self(
      version: version, routes: routes, redacting: redactions, stateMigrations: stateMigrations,
      actionMigrations: actionMigrations
    ).holding(navigationRules: rules)
  }

  @usableFromInline
  func holding<Tab: Codable, Route: Codable>(navigationRules rules: NavigationRules<Tab, Route>) -> ActionLogSchema
  where State == NavigationState<Tab, Route> {
    holding(RecordedRules(rules))
  }
}
