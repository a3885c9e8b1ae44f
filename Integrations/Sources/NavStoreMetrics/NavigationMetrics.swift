public import CoreMetrics
internal import Metrics
internal import Names
public import NavStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The metrics of an app's navigation.
///
/// | name | kind | dimensions |
/// | --- | --- | --- |
/// | `navstore_sends` | counter | `origin` |
/// | `navstore_effects_in_flight` | meter | `effect` |
/// | `navstore_effect_duration` | timer | `effect` |
/// | `navstore_saves` | counter | `result`: `written` or `failed` |
/// | `navstore_write_duration` | timer | |
/// | `navstore_links` | counter | `result`: `opened`, or the reason why the link did not open |
public struct NavigationMetrics: Sendable {
  private let factory: any MetricsFactory

  /// Creates metrics.
  ///
  /// - Parameter factory: The factory that creates the metrics; by default, that of the `MetricsSystem`.
  public init(factory: any MetricsFactory = MetricsSystem.factory) {
    self.factory = factory
  }

  // MARK: - Sends

  /// Counts the transactions of a store, until the store is released or the task is cancelled.
  ///
  /// - Parameter transactions: The `transactions` of a store. Create the stream next to the store, because it contains
  ///   the transactions from its creation on.
  public func countSends<State, Action>(_ transactions: AsyncStream<StoreTransaction<State, Action>>) async {
    for await transaction in transactions {
      count("navstore_sends", [("origin", transaction.origin.rawValue)])
    }
  }

  // MARK: - Effects

  /// Runs the work of an effect. While the work runs, it counts as in flight.
  ///
  /// - Parameters:
  ///   - effect: The name of the effect.
  ///   - work: The work, for example what the operation of `Effect.run` does.
  /// - Returns: The result of the work.
  /// - Throws: The error of the work.
  public func measure<Result, Failure>(
    _ effect: String, _ work: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let dimensions = [("effect", effect)]
    let meter = Meter(label: "navstore_effects_in_flight", dimensions: dimensions, factory: factory)
    let start = ContinuousClock.now
    meter.increment()
    defer {
      meter.decrement()
      record(ContinuousClock.now - start, as: "navstore_effect_duration", dimensions)
    }
    return try await work()
  }

  // MARK: - Saves

  /// Counts the saves of a persistence, until the persistence is released or the task is cancelled.
  ///
  /// - Parameter statuses: The `statuses` of a persistence. If the stream skips a status, its saves are counted with
  ///   the next one.
  public func countSaves(_ statuses: AsyncStream<PersistenceStatus>) async {
    var (written, failed) = (0, 0)
    for await status in statuses {
      count("navstore_saves", [("result", "written")], by: status.writes - written)
      count("navstore_saves", [("result", "failed")], by: status.failures - failed)
      (written, failed) = (status.writes, status.failures)
    }
  }

  /// Returns a storage that measures how long each write of another storage takes, including those that fail. Pass it
  /// to `load` and to `Persistence`.
  public func measuring(_ storage: some StateStorage) -> some StateStorage {
    MeasuredStorage(base: storage) { record($0, as: "navstore_write_duration", []) }
  }

  // MARK: - Links

  /// Counts a link that was opened.
  public func countOpenedLink() {
    count("navstore_links", [("result", "opened")])
  }

  /// Counts a link that was not opened.
  public func count(_ error: LinkError) {
    count("navstore_links", [("result", error.result.name)])
  }

  /// Counts a link that was not opened.
  public func count(_ error: LinkResolutionError) {
    count("navstore_links", [("result", error.result.name)])
  }

  // MARK: - Values

  private func count(_ label: String, _ dimensions: [(String, String)], by amount: Int = 1) {
    Counter(label: label, dimensions: dimensions, factory: factory).increment(by: amount)
  }

  private func record(_ duration: Duration, as label: String, _ dimensions: [(String, String)]) {
    let (seconds, attoseconds) = duration.components
    Timer(label: label, dimensions: dimensions, factory: factory)
      .recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}

private struct MeasuredStorage<Base: StateStorage>: StateStorage {
  let base: Base
  let record: @Sendable (Duration) -> Void

  var identity: StorageIdentity { base.identity }

  func name(of generation: StateGeneration) -> String { base.name(of: generation) }

  func withSession<Result>(of owner: StorageOwner?, _ body: (any StorageSession) throws -> Result) throws -> Result {
    try base.withSession(of: owner) { try body(Session(base: $0, record: record)) }
  }

  func remove(as owner: StorageOwner) throws { try base.remove(as: owner) }

  private struct Session: StorageSession {
    let base: any StorageSession
    let record: @Sendable (Duration) -> Void

    func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {
      let start = ContinuousClock.now
      defer { record(ContinuousClock.now - start) }
      try base.write(data, keepingCurrentAsPrevious: keepingCurrentAsPrevious)
    }

    func read(_ generation: StateGeneration, limit: Int) throws -> Data? { try base.read(generation, limit: limit) }
    func quarantine(_ generation: StateGeneration) throws -> String? { try base.quarantine(generation) }
    func unfinishedRestores() throws -> Int { try base.unfinishedRestores() }
    func setUnfinishedRestores(_ count: Int) throws { try base.setUnfinishedRestores(count) }
  }
}
