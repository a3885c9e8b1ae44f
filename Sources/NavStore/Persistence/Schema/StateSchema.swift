/// The form of a saved state: its version, the migrations from older versions, and the codec of its bytes.
///
/// Pass the same schema to `load` and to the persistence.
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
  /// The version of the saved form. It must increase when the form changes.
  package let version: Int
  package let migrations: Migrations
  /// The registry of the route types that ``AnyRoute`` values can contain; `nil` if the state needs no registry.
  package let routes: RouteRegistry?
  package let restoring: RestoreOptions
  package let codec: PayloadCodec?
  /// The codecs of older versions. States that were encoded with these codecs can be read, and are saved again with
  /// `codec`.
  package let formerCodecs: [PayloadCodec]
  /// The maximum number of bytes of a saved state. A larger state is neither saved nor read.
  package let maxBytes: Int
  package let warningBytes: Int
  /// The number of restores in a row after which the state is moved aside, if the app was not marked as healthy after
  /// any of them; `nil` for no limit.
  package let maxUnfinishedRestores: Int?

  /// Creates a schema.
  ///
  /// The program stops if the version is negative, if the migrations convert to another version, if two codecs have the
  /// same name, or if `maxUnfinishedRestores` is less than 1.
  ///
  /// - Parameters:
  ///   - version: The version of the saved form, counted from 1.
  ///   - migrations: The conversions from older versions. An action log accepts the same chain.
  ///   - routes: The registry of the route types that `AnyRoute` values can contain; `nil` if the state needs no
  ///     registry.
  ///   - restoring: The rules for restoring a navigation.
  ///   - codec: The codec that encodes the bytes to save; `nil` to save them without a codec.
  ///   - formerCodecs: The codecs of older versions of the app.
  ///   - maxBytes: The largest number of bytes of a saved state. A navigation usually has a few hundred or a few
  ///     thousand bytes.
  ///   - warningBytes: The smallest number of bytes for which the status reports that the state is large.
  ///   - maxUnfinishedRestores: The number of restores in a row after which the state is moved aside, if the app was
  ///     not marked as healthy after any of them; `nil` for no limit. A limit, usually 2, prevents a state from making
  ///     the app crash at each start. To mark the app as healthy, call ``Persistence/confirmRestore()``.
  public init(
    version: Int = 1, migrations: Migrations = [], routes: RouteRegistry? = nil,
    restoring: RestoreOptions = RestoreOptions(), codec: PayloadCodec? = nil, formerCodecs: [PayloadCodec] = [],
    maxBytes: Int = 16 << 20, warningBytes: Int = 256 << 10, maxUnfinishedRestores: Int? = nil
  ) {
    guard version >= 0 else { fatalError("The version of a saved state is \(version). Count versions from 1.") }
    migrations.check(endingAt: version, of: "The migrations of a saved state")
    let names = ([codec].compactMap(\.self) + formerCodecs).map(\.name)
    guard Set(names).count == names.count else {
      fatalError("StateSchema: two of the codecs \(names) have the same name. Give each codec a different name.")
    }
    guard maxUnfinishedRestores ?? 1 >= 1 else {
      fatalError(
        "StateSchema(maxUnfinishedRestores: \(maxUnfinishedRestores ?? 0)): pass at least 1, or nil for no limit.")
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

  var hasOlderForms: Bool { migrations.oldestVersion != nil || codec != nil || !formerCodecs.isEmpty }

  func reads(_ version: Int) -> Bool {
    version == self.version || version < self.version && version >= migrations.oldestVersion ?? .max
  }

  func codec(named name: String) -> PayloadCodec? {
    ([codec].compactMap(\.self) + formerCodecs).first { $0.name == name }
  }
}
