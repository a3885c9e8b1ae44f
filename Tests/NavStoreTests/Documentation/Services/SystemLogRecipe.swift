#if canImport(MetricKit)
  import MetricKit
#endif
import NavStore

#if canImport(OSLog)
  import OSLog
#endif

/// The code of Docs/HowTo/Code/LogAndInstruments.md. `.ci/typecheck-apple` checks it against declarations of os and
/// MetricKit. Where they do not exist, SystemLogDoubles.swift takes their place.
struct SystemLogRecipe {
  // snippet: logger
  @MainActor func logTransactions<State, Action>(
    _ transactions: AsyncStream<StoreTransaction<State, Action>>
  ) async {
    let logger = Logger(subsystem: "com.example.music", category: "navigation")
    for await transaction in transactions {
      let actions = "\(transaction.actions)"
      logger.notice("\(transaction.revision) \(transaction.origin.rawValue, privacy: .public): \(actions)")
    }
  }
  // end

  // snippet: logger of saves
  @MainActor func logSaves<Saved>(of persistence: Persistence<Saved>) async {
    let logger = Logger(subsystem: "com.example.music", category: "saving")
    var failures = 0
    for await status in persistence.statuses where status.failures > failures {
      failures = status.failures
      let reason = status.lastFailure.map { "\($0)" } ?? ""
      logger.error("\(failures) saves have failed: \(reason)")
    }
  }
  // end

  // snippet: signposts
  nonisolated struct SignpostedReducer<Base: Reducer>: Reducer {
    let base: Base
    private let signposter = OSSignposter(subsystem: "com.example.music", category: "navigation")

    init(_ base: Base) { self.base = base }

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      signposter.withIntervalSignpost("action") { base.reduce(into: &state, action: action) }
    }
  }

  nonisolated struct SignpostedStorage: StateStorage {
    let base: any StateStorage
    private let signposter = OSSignposter(subsystem: "com.example.music", category: "saving")

    init(_ base: any StateStorage) { self.base = base }

    var identity: StorageIdentity { base.identity }
    func name(of generation: StateGeneration) -> String { base.name(of: generation) }
    func remove(as owner: StorageOwner) throws { try base.remove(as: owner) }

    func withSession<Result>(
      of owner: StorageOwner?, _ body: (any StorageSession) throws -> Result
    ) throws -> Result {
      if owner == nil { return try base.withSession(of: owner, body) }
      return try signposter.withIntervalSignpost("save") { try base.withSession(of: owner, body) }
    }
  }
  // end

  #if canImport(MetricKit) || !canImport(Darwin)
    // snippet: metrickit
    nonisolated struct MeasuredStorage: StateStorage {
      let base: any StateStorage

      var identity: StorageIdentity { base.identity }
      func name(of generation: StateGeneration) -> String { base.name(of: generation) }
      func remove(as owner: StorageOwner) throws { try base.remove(as: owner) }

      func withSession<Result>(
        of owner: StorageOwner?, _ body: (any StorageSession) throws -> Result
      ) throws -> Result {
        guard owner != nil else { return try base.withSession(of: owner, body) }
        let log = MXMetricManager.makeLogHandle(category: "navigation")
        mxSignpost(.begin, log: log, name: "save")
        defer { mxSignpost(.end, log: log, name: "save") }
        return try base.withSession(of: owner, body)
      }
    }
  // end
  #endif
}
