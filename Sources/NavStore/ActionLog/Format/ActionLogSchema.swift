#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The encoded form of an app's states and actions in its logs: the version, the names of routes, redactions and
/// migrations. The recorder and all readers of a log use the same schema.
///
/// ```swift
/// let schema = ActionLogSchema<AppState, AppAction>(
///   version: 2,
///   redacting: [.type(Password.self) { _ in Password("…") }])
/// ```
public struct ActionLogSchema<State: Codable & Sendable, Action: Codable & Sendable>: Sendable {
  /// A function that creates a function for the fingerprints of states. For a ``Fingerprinted`` state, the created
  /// function can cache the hashes of routes and tabs. Therefore, each recorder and each replay creates its own.
  private typealias Fingerprinting = @Sendable (FingerprintContext) -> (inout State) throws -> UInt64

  /// The version of the encoded states and actions. It must increase when their encoded form changes.
  package let version: Int
  package let routes: RouteRegistry?
  package let stateMigrations: Migrations
  package let actionMigrations: Migrations

  private let redactions: [Redaction]
  private let rules: (@Sendable (CanonicalJSONEncoder) throws -> [UInt8])?
  typealias Application = @Sendable ([Action], State) -> State?
  /// Returns the state after actions by the rules of the navigation; `nil` if they are not actions of a navigation.
  let applyingRules: Application?
  let fingerprintName: String
  private let fingerprinting: Fingerprinting

  /// Creates a schema. The program stops if `version` is negative, or if a list of migrations is not empty and does not
  /// end at `version`.
  ///
  /// - Parameters:
  ///   - version: The version of the encoded states and actions.
  ///   - routes: The registry with the names of the route types; `nil` if no state or action contains an `AnyRoute`.
  ///   - redactions: The redactions that replace private values before encoding. If a type has two redactions, the last
  ///     one is used.
  ///   - stateMigrations: The migrations that convert states of older versions.
  ///   - actionMigrations: The migrations that convert actions of older versions.
  public init(
    version: Int = 1, routes: RouteRegistry? = nil, redacting redactions: [Redaction] = [],
    stateMigrations: Migrations = [], actionMigrations: Migrations = []
  ) {
    // The conformance is looked up only once, because the lookup takes longer than the computation of a fingerprint.
    let (name, fingerprinting) =
      if let type = State.self as? any Fingerprinted.Type {
        (type.fingerprintName, Self.fingerprinting(by: type))
      } else {
        (Self.encodedFingerprintName, Self.encodedFingerprinting)
      }
    self.init(
      version: version, routes: routes, redacting: redactions, stateMigrations: stateMigrations,
      actionMigrations: actionMigrations, rules: nil, applyingRules: nil, fingerprintName: name, fingerprinting)
  }

  private static func fingerprinting<Known: Fingerprinted>(by type: Known.Type) -> Fingerprinting {
    { context in
      { state in
        // `State` and `Known` are the same type, but the compiler cannot prove this.
        try context.word(ofFingerprinted: unsafeBitCast(state, to: Known.self))
      }
    }
  }

  private init(
    version: Int, routes: RouteRegistry?, redacting redactions: [Redaction], stateMigrations: Migrations,
    actionMigrations: Migrations, rules: (@Sendable (CanonicalJSONEncoder) throws -> [UInt8])?,
    applyingRules: Application?, fingerprintName: String, _ fingerprinting: @escaping Fingerprinting
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
    self.applyingRules = applyingRules
    // With redactions, a fingerprint is always computed from the encoded state, because any value in the state may be
    // redacted.
    self.fingerprintName = redactions.isEmpty ? fingerprintName : Self.encodedFingerprintName
    self.fingerprinting = redactions.isEmpty ? fingerprinting : Self.encodedFingerprinting
  }

  private static var encodedFingerprintName: String { "json" }

  private static var encodedFingerprinting: Fingerprinting {
    { context in { state in try context.encodedWord(of: state) } }
  }

  func holding(
    _ rules: some Encodable & Sendable, applying applyingRules: @escaping Application
  ) -> ActionLogSchema {
    ActionLogSchema(
      version: version, routes: routes, redacting: redactions, stateMigrations: stateMigrations,
      actionMigrations: actionMigrations, rules: { encoder in try encoder.encode(rules) },
      applyingRules: applyingRules, fingerprintName: fingerprintName, fingerprinting)
  }

  var recordedRules: JSONText? {
    rules.flatMap { write in try? JSONText(canonical: write(makeEncoder())) }
  }

  /// Returns the fingerprint that a log contains for a state: sixteen hexadecimal digits. Private values are redacted
  /// first.
  ///
  /// A test that `ActionLog.swiftTest` prints compares the fingerprint of its last state with the recorded one.
  ///
  /// - Parameter state: The state.
  /// - Throws: An error if the state cannot be encoded.
  public func fingerprint(of state: State) throws -> String { try makeFingerprint(of: state).description }

  package func makeFingerprint(of state: State) throws -> Fingerprint {
    var state = state
    return Fingerprint(rawValue: try makeFingerprint()(&state))
  }
}

// MARK: - For recorders and readers

extension ActionLogSchema {
  var userInfo: [CodingUserInfoKey: Any] {
    routes.map { [.routeRegistry: $0] } ?? [:]
  }

  func makeEncoder() -> CanonicalJSONEncoder {
    // A state with omitted routes would not be the state that the recorded actions lead to. Therefore, the encoding
    // fails if a route cannot be encoded.
    CanonicalJSONEncoder(
      userInfo: userInfo.merging([.encodingWhole: true]) { $1 },
      redactions: Dictionary(redactions.map { ($0.type, $0.replace) }, uniquingKeysWith: { $1 }),
      depth: LogLineWriter.depth)
  }

  /// Returns the JSON of a state or an action in a log.
  package func json(of value: some Encodable) throws -> String {
    String(decoding: try makeEncoder().encode(value), as: UTF8.self)
  }

  func redactsAgain(_ recorded: some Encodable) -> Bool {
    guard !redactions.isEmpty, let redacted = try? makeEncoder().encode(recorded) else { return false }
    let plain = CanonicalJSONEncoder(
      userInfo: userInfo.merging([.encodingWhole: true]) { $1 }, depth: LogLineWriter.depth)
    return (try? plain.encode(recorded)) != redacted
  }

  /// Creates a function that computes fingerprints. The function can reuse the hashes that it computed for the tabs and
  /// routes of earlier states.
  func makeFingerprint() -> (inout State) throws -> UInt64 {
    fingerprinting(FingerprintContext(encoder: makeEncoder()))
  }

  func makeFingerprint(named name: String) -> ((inout State) throws -> UInt64)? {
    switch name {
    case fingerprintName: makeFingerprint()
    case Self.encodedFingerprintName: Self.encodedFingerprinting(FingerprintContext(encoder: makeEncoder()))
    default: nil
    }
  }

  func decode<Value: Decodable>(
    _ type: Value.Type, _ bytes: UnsafeRawBufferPointer, from version: Int, _ migrations: Migrations
  ) throws -> Value {
    guard version != self.version else { return try JSONReader.decode(type, from: bytes, userInfo: userInfo) }
    var value = try JSONValue(parsing: bytes)
    try migrations.migrate(&value, from: version)
    return try value.canonicalBytes.withUnsafeBytes { try JSONReader.decode(type, from: $0, userInfo: userInfo) }
  }

  func refusal(of header: LogHeader, in file: String) -> ActionLogError? {
    if header.version > LogHeader.currentVersion { return .unsupportedVersion(file: file, header.version) }
    if header.schema > version { return .newerSchema(file: file, found: header.schema, expected: version) }
    if header.schema == version { return nil }
    // If one chain of migrations is empty, only the other one limits the version. If both are empty, no older version
    // can be read.
    let oldest = [stateMigrations, actionMigrations].compactMap(\.oldestVersion).max() ?? version
    return header.schema < oldest ? .olderSchema(file: file, found: header.schema, oldest: oldest) : nil
  }
}

extension ActionLogSchema {
  /// Creates a schema for the log of a `NavigationState`. The header of the log also contains the rules of the
  /// navigation, so that the command `navtool log` can replay the log without the app.
  ///
  /// The function `NavigationRules.sameRoute` cannot be encoded; the log only records whether the rules have such a
  /// function. If the rules cannot be encoded, the log does not contain them.
  ///
  /// A recorder of a part of a store compares each transaction with these rules. If the app's reducer refuses or
  /// replaces an action, or changes the navigation further, the log contains a mark with the action, and the new state.
  ///
  /// - Parameters:
  ///   - version: The version of the encoded states and actions.
  ///   - rules: The rules of the app's reducer.
  ///   - routes: The registry with the names of the route types; `nil` if no state or action contains an `AnyRoute`.
  ///   - redactions: The redactions that replace private values before encoding. If a type has two redactions, the last
  ///     one is used.
  ///   - stateMigrations: The migrations that convert states of older versions.
  ///   - actionMigrations: The migrations that convert actions of older versions.
  public init<Tab: Codable, Route: Codable>(
    version: Int = 1, rules: NavigationRules<Tab, Route>, routes: RouteRegistry? = nil,
    redacting redactions: [Redaction] = [], stateMigrations: Migrations = [], actionMigrations: Migrations = []
  ) where State == NavigationState<Tab, Route> {
    let reducer = NavigationReducer(rules: rules, reportingTo: nil)
    self = Self(
      version: version, routes: routes, redacting: redactions, stateMigrations: stateMigrations,
      actionMigrations: actionMigrations
    ).holding(RecordedRules(rules)) { actions, state in
      guard let actions = actions as? [NavigationAction<Tab, Route>] else { return nil }
      var state = state
      for action in actions { reducer.apply(action, to: &state) }
      return state
    }
  }
}
