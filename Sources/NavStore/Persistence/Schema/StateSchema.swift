/// How a state stands in what is saved: its version, how older versions are brought up to date, and what is done to
/// its bytes. Loading and saving are given the same one.
///
/// ```swift
/// let schema = StateSchema(
///   version: 3,
///   migrations: [
///     .step(from: 1, "the home tab is named start") { state in state["tabs"]?[0]?["tab"] = "start" },
///     .step(from: 2, "there is no back rule") { state in state["backRule"] = nil },
///   ])
/// ```
public struct StateSchema: Sendable {
  /// The version of the saved form. Raise it when the form changes.
  public let version: Int
  /// How what older versions saved is brought up to date.
  public let migrations: Migrations
  /// The names of the types of ``AnyRoute`` values, if there are any.
  public let routes: RouteRegistry?
  /// How a saved navigation becomes one of today's app.
  public let restoring: RestoreRules
  /// What is done to the bytes; nil for nothing.
  public let codec: PayloadCodec?
  /// Codecs that were used before: what they saved is read, and saved again with ``codec``.
  public let formerCodecs: [PayloadCodec]
  /// How many bytes a saved state may have: a larger one is not saved, and not read.
  public let maxBytes: Int
  /// From how many bytes on the status warns of the size.
  public let warningBytes: Int
  /// After how many restores in a row that never became healthy the state is moved aside; nil for never.
  public let maxUnfinishedRestores: Int?

  /// A schema.
  ///
  /// Stops the program if the version is negative, if the migrations end with another one, or if two codecs have the
  /// same name.
  ///
  /// - Parameters:
  ///   - version: The version of the saved form, counted from 1.
  ///   - migrations: How what older versions saved is brought up to date; the same chain as an action log's.
  ///   - routes: The names of the types of ``AnyRoute`` values, if there are any.
  ///   - restoring: How a saved navigation becomes one of today's app.
  ///   - codec: What is done to the bytes; nil for nothing.
  ///   - formerCodecs: Codecs that were used before.
  ///   - maxBytes: How many bytes a saved state may have. A navigation has some hundred to some thousand.
  ///   - warningBytes: From how many bytes on the status warns of the size.
  ///   - maxUnfinishedRestores: After how many restores in a row that never became healthy the state is moved aside,
  ///     so that one that makes the app crash does not do so for ever; 2 is usual. The app says that it is healthy by
  ///     ``Persistence/markHealthy()``. Nil for never.
  public init(
    version: Int = 1, migrations: Migrations = [], routes: RouteRegistry? = nil,
    restoring: RestoreRules = RestoreRules(), codec: PayloadCodec? = nil, formerCodecs: [PayloadCodec] = [],
    maxBytes: Int = 16 << 20, warningBytes: Int = 256 << 10, maxUnfinishedRestores: Int? = nil
  ) {
    guard version >= 0 else { fatalError("The version of a saved state is \(version). Count versions from 1.") }
    migrations.check(endingAt: version, of: "The migrations of a saved state")
    let names = ([codec].compactMap(\.self) + formerCodecs).map(\.name)
    guard Set(names).count == names.count else {
      fatalError("StateSchema: two codecs have the same name, among \(names). Give each a name of its own.")
    }
    guard maxUnfinishedRestores ?? 1 >= 1 else {
      fatalError("StateSchema(maxUnfinishedRestores: \(maxUnfinishedRestores ?? 0)): pass 1 or more, or nil for never.")
    }
    self.version = version
    self.migrations = migrations
    self.routes = routes
    self.restoring = restoring
    self.codec = codec
    self.formerCodecs = formerCodecs
    self.maxBytes = maxBytes
    self.warningBytes = warningBytes
    self.maxUnfinishedRestores = maxUnfinishedRestores
  }

  /// Whether something may be saved in an older form that is still read.
  var hasOlderForms: Bool { migrations.oldestVersion != nil || codec != nil || !formerCodecs.isEmpty }

  /// Whether what was saved with a version can be read.
  func reads(_ version: Int) -> Bool {
    version == self.version || version < self.version && version >= migrations.oldestVersion ?? .max
  }

  func codec(named name: String) -> PayloadCodec? {
    ([codec].compactMap(\.self) + formerCodecs).first { $0.name == name }
  }
}
