internal import Dispatch

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A recorder that writes the actions of a store to a log, each with its origin and time. The log also contains
/// fingerprints of the states after the actions.
///
/// ```swift
/// let recorder = try ActionLogRecorder(of: store, schema: schema, to: "session.navlog")
/// async let _: Void = recorder.run()
/// store.send(.navigation(.back))
/// try await recorder.close()
/// ```
///
/// The recorder records from its creation on, in the order in which the store reduces actions. The thread that sends an
/// action only appends an entry to a list; the recorder encodes and writes the entries on its own queue. The `capacity`
/// of ``ActionLogOptions`` limits the length of the list. The list becomes full if the disk is too slow or full, or if
/// no task calls ``run()``. Transactions that do not fit in the list are lost. The log then contains the number of lost
/// transactions, and continues with a snapshot.
///
/// A recorder always creates a new file. If log files for the path exist, the new file has the next number:
/// `session.2.navlog`, `session.3.navlog`. After a crash of the app, every line that was written can be read; see
/// Docs/Reference/ActionLogFormat.md.
///
/// A recorder does not keep its store alive. All members can be used from any thread or actor.
public final class ActionLogRecorder<State: Codable & Sendable, Action: Codable & Sendable>: Sendable {
  private struct Shared {
    var status = ActionLogStatus()
    var marks: [Int: LogMark] = [:]
    var lastID = 0
    var runs: [Int: Task<Void, Never>] = [:]
    var hasEnded = false
    /// Whether a task waits for the time of the next sync.
    var isSyncPlanned = false
  }

  private let source: TransactionSource<State, Action>
  private let encoder: LogEncoder<State, Action>
  private let sleep: @Sendable (Duration) async throws -> Void
  private let writeInterval: Duration?
  private let syncInterval: Duration?
  /// The log of the session before this one at the same path. The value is `nil` if there is none, or if the options
  /// are not those of a ``ActionLogOptions/flightRecorder(bytes:transactions:)``.
  ///
  /// The recorder keeps the files of that session until the next recorder for the path is created.
  public let previousSession: ActionLog?
  /// The queue on which lines are encoded and written. This work blocks a thread, which must not be one of the threads
  /// that run Swift tasks.
  private let queue = DispatchQueue(label: "NavStore.ActionLogRecorder")
  private let shared = Locked(Shared())

  init(
    _ source: TransactionSource<State, Action>, schema: ActionLogSchema<State, Action>, to path: String,
    options: ActionLogOptions, header: LogHeader, fileSystem: any FileSystem,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) throws(ActionLogError) {
    self.source = source
    self.sleep = sleep
    writeInterval = options.writeInterval
    syncInterval = options.syncInterval
    let names = try LogFileNames(path: path)
    switch try? fileSystem.kind(of: path) {
    // Otherwise, a log for /dev/full would be recorded to /dev/full.2.
    case .directory, .other: throw .notAFile(path)
    case .regular, .link, nil: break
    }
    previousSession = options.keepsPreviousSession ? ActionLog(lastSessionOf: names, in: fileSystem) : nil
    encoder = LogEncoder(
      schema: schema, options: options, header: header, initialState: source.initialState, isPart: source.isPart,
      output: LogOutput(
        names: names, keptFiles: options.keptFiles, protectedFiles: previousSession?.paths ?? [],
        fileSystem: fileSystem))
  }

  deinit {
    source.stop()
    encoder.abandon()
  }

  /// Records until the store is released, the calling task is cancelled, or ``close()`` is called. Then the method
  /// writes the end of the log and returns. If the end cannot be written, ``status`` contains the error, and the caller
  /// can call `close()` to write it.
  ///
  /// After a failed write, the recorder tries again, first after one second and then at growing intervals of up to one
  /// minute.
  public func run() async {
    let id = shared.withLock { shared in
      shared.lastID += 1
      return shared.lastID
    }
    let task = source.startTask(nil) { [self] in
      await withDiscardingTaskGroup { syncs in
        var delay = Duration.seconds(1)
        // Whether lines could not be written. The recorder tries again even if no transaction follows.
        var isBehind = false
        while isBehind ? !source.isClosed() : await source.wait() {
          do {
            try await perform { encoder throws(ActionLogError) in try encoder.drain() }
            delay = .seconds(1)
            isBehind = false
            if let syncInterval, planSync() { syncs.addTask { await self.synchronize(after: syncInterval) } }
            // Until the end of this pause, no transaction wakes the task.
            if let writeInterval { try? await sleep(writeInterval) }
          } catch {
            isBehind = true
            do { try await sleep(delay) } catch { return }
            delay = min(delay * 2, .seconds(60))
          }
        }
        syncs.cancelAll()
      }
    }
    let hasEnded = shared.withLock { shared in
      shared.runs[id] = task
      return shared.hasEnded
    }
    if hasEnded { task.cancel() }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    shared.withLock { _ = $0.runs.removeValue(forKey: id) }
    // If this fails, `status` contains the error, and the caller can call `close()` again.
    try? await close()
  }

  /// Returns whether the caller must start the task of the next sync; `false` if it is already started.
  private func planSync() -> Bool {
    shared.withLock { shared in
      defer { shared.isSyncPlanned = true }
      return !shared.isSyncPlanned
    }
  }

  /// Syncs the written lines after an interval. After a failed sync, tries again at growing intervals.
  private func synchronize(after interval: Duration) async {
    var delay = interval
    repeat {
      let isCancelled = (try? await sleep(delay)) == nil
      // Lines that are written during this sync need another one.
      shared.withLock { $0.isSyncPlanned = false }
      if isCancelled { return }
      do { return try await flush() } catch { delay = min(delay * 2, .seconds(60)) }
    } while planSync()
  }

  /// Adds a mark to the log, with a name and a note, after the transactions so far.
  ///
  /// The mark is ignored if the log has ended, or if too many marks are already waiting.
  public func mark(_ name: String, note: JSONValue? = nil) {
    let id: Int? = shared.withLock { shared in
      if shared.hasEnded { return nil }
      shared.lastID += 1
      shared.marks[shared.lastID] = LogMark(name: name, note: note)
      return shared.lastID
    }
    guard let id, !source.mark(id) else { return }
    shared.withLock { _ = $0.marks.removeValue(forKey: id) }
  }

  /// Writes all transactions and marks so far, and syncs them to the disk. After the end of the log, the call does
  /// nothing.
  ///
  /// - Throws: ``ActionLogError`` if a write or a sync failed. Lines that are not yet synced stay in memory. After a
  ///   failed sync, the next call writes these lines to a new file, because the system may have dropped the written
  ///   data.
  public func flush() async throws(ActionLogError) {
    if status.hasEnded { return }
    try await perform { encoder throws(ActionLogError) in try encoder.synchronize() }
  }

  /// Writes all transactions and marks so far, then the end of the log, and syncs the file to the disk. Later
  /// transactions are not recorded.
  ///
  /// If the end was already written, the call does nothing.
  ///
  /// - Throws: ``ActionLogError`` if a write or a sync failed. The caller can call the method again.
  public func close() async throws(ActionLogError) {
    endRuns()
    try await perform { [source] encoder throws(ActionLogError) in
      encoder.end()
      source.stop()
      try encoder.finish()
    }
  }

  /// Ends the log without writing anything more, and deletes all log files at the path: those of this session and those
  /// of earlier sessions.
  ///
  /// Call this method when a user signs out and none of the user's data may remain. It waits for a write in progress,
  /// also if the calling task is cancelled. It may be called after ``close()``. After it has returned once, further
  /// calls do nothing. If another recorder records to the same path, its files are deleted, too.
  ///
  /// - Throws: ``ActionLogError`` if a file cannot be deleted. The other files are then deleted, and the message names
  ///   the files that are left. The caller can call the method again.
  public func discard() async throws(ActionLogError) {
    endRuns()
    try await perform(recordsEvents: false) { [source] encoder throws(ActionLogError) in
      source.stop()
      try encoder.discard()
    }
  }

  private func endRuns() {
    let runs = shared.withLock { shared in
      shared.hasEnded = true
      return shared.runs.values
    }
    for run in runs { run.cancel() }
  }

  /// The current status of the recorder.
  public var status: ActionLogStatus { shared.withLock { $0.status } }

  /// Encodes the waiting events of the store, unless `recordsEvents` is `false`, and then calls `work`, both on the
  /// recorder's queue.
  private func perform(
    recordsEvents: Bool = true,
    _ work: @escaping @Sendable (LogEncoder<State, Action>) throws(ActionLogError) -> Void
  ) async throws(ActionLogError) {
    let result = await withCheckedContinuation { continuation in
      // The closure must not extend the lifetime of the recorder. The waiting caller keeps the recorder alive.
      queue.async { [encoder, source, shared] in
        let result = Result { () throws(ActionLogError) in
          if recordsEvents { try Self.take(from: source, shared, to: encoder) }
          try work(encoder)
        }
        shared.withLock { $0.status = encoder.status }
        continuation.resume(returning: result)
      }
    }
    try result.get()
  }

  /// Encodes the waiting events of the store. Lines that are already encoded are written first, so that only the
  /// store's list, which has a limit, grows while the disk is busy.
  private static func take(
    from source: TransactionSource<State, Action>, _ shared: Locked<Shared>, to encoder: LogEncoder<State, Action>
  ) throws(ActionLogError) {
    if encoder.status.hasEnded { return }
    encoder.begin()
    try encoder.drain()
    while true {
      guard encoder.record(from: source.take, mark: { id in shared.withLock { $0.marks.removeValue(forKey: id) } })
      else {
        return
      }
      try encoder.drain()
    }
  }
}

extension ActionLogRecorder {
  /// Creates a recorder for a store. The first write creates the file.
  ///
  /// - Parameters:
  ///   - store: The store. The recorder does not keep it alive.
  ///   - schema: The schema of the store's states and actions.
  ///   - path: The path of the file. If log files for the path exist, the new file has the next number.
  ///   - options: The amount of data in the log, in memory and on disk.
  ///   - information: A value that the app adds to the first line of each file, for example the app's version.
  ///   - clock: The clock that measures the times of the actions, and the pauses after failed writes. The clock is read
  ///     while the store's lock is held, so it must not use a store.
  /// - Throws: ``ActionLogError`` if the path does not end in the name of a file, or if it is the path of a directory or
  ///   a device.
  public convenience init(
    of store: Store<State, Action>, schema: ActionLogSchema<State, Action>, to path: String,
    options: ActionLogOptions = ActionLogOptions(), information: JSONValue? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(ActionLogError) {
    try self.init(
      TransactionSource(store, capacity: options.checked.capacity, now: Stopwatch(clock).now), schema: schema, to: path,
      options: options, header: .beginning(schema, information), fileSystem: POSIXFileSystem(),
      sleep: { try await clock.sleep(for: $0) })
  }

  package convenience init<Whole: Sendable, WholeAction: Sendable>(
    of store: Store<Whole, WholeAction>, state: @escaping @Sendable (Whole) -> State,
    action: @escaping @Sendable (WholeAction) -> Action?, schema: ActionLogSchema<State, Action>, to path: String,
    options: ActionLogOptions = ActionLogOptions(), information: JSONValue? = nil, clock: any Clock<Duration>,
    session: String, began: Int64
  ) throws(ActionLogError) {
    var header = LogHeader.beginning(schema, information)
    header.session = session
    header.began = began
    try self.init(
      TransactionSource(
        store, state: state, action: action, capacity: options.checked.capacity, now: Stopwatch(clock).now),
      schema: schema, to: path, options: options, header: header, fileSystem: POSIXFileSystem(),
      sleep: { try await clock.sleep(for: $0) })
  }

  /// Creates a recorder for a part of a store: a substate and the actions of that part. The first write creates the
  /// file.
  ///
  /// If a transaction contains an action of another part, the log contains the new substate instead of the actions. If
  /// the substate has not changed, the log does not contain this transaction.
  ///
  /// - Parameters:
  ///   - store: The store. The recorder does not keep it alive.
  ///   - state: A function that returns the substate, for example `\.navigation`.
  ///   - action: A function that extracts the part's action from an action of the store, or returns `nil` for an action
  ///     of another part.
  ///   - schema: The schema of the substate and the part's actions.
  ///   - path: The path of the file. If log files for the path exist, the new file has the next number.
  ///   - options: The amount of data in the log, in memory and on disk.
  ///   - information: A value that the app adds to the first line of each file, for example the app's version.
  ///   - clock: The clock that measures the times of the actions, and the pauses after failed writes. The clock is read
  ///     while the store's lock is held, so it must not use a store.
  /// - Throws: ``ActionLogError`` if the path does not end in the name of a file, or if it is the path of a directory or
  ///   a device.
  public convenience init<Whole: Sendable, WholeAction: Sendable>(
    of store: Store<Whole, WholeAction>, state: @escaping @Sendable (Whole) -> State,
    action: @escaping @Sendable (WholeAction) -> Action?, schema: ActionLogSchema<State, Action>, to path: String,
    options: ActionLogOptions = ActionLogOptions(), information: JSONValue? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(ActionLogError) {
    try self.init(
      TransactionSource(
        store, state: state, action: action, capacity: options.checked.capacity, now: Stopwatch(clock).now),
      schema: schema, to: path, options: options, header: .beginning(schema, information),
      fileSystem: POSIXFileSystem(), sleep: { try await clock.sleep(for: $0) })
  }
}

extension LogHeader {
  static func beginning<State, Action>(
    _ schema: ActionLogSchema<State, Action>, _ information: JSONValue?
  ) -> LogHeader {
    LogHeader(
      schema: schema.version, session: String(UInt64.random(in: .min ... .max), radix: 16),
      began: Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)), fingerprintName: schema.fingerprintName,
      information: information, rules: schema.recordedRules)
  }
}

/// The amount of data that a recorder writes, keeps in memory and keeps on disk.
public struct ActionLogOptions: Hashable, Sendable {
  /// The interval between two fingerprints, in transactions: 1 for a fingerprint after each transaction, 0 for
  /// fingerprints only in lines with a whole state.
  package var fingerprintInterval: Int
  /// The interval between two snapshots of the state, in transactions: 0 for a snapshot only at the start of each file,
  /// after lost transactions, and after a state that could not be recorded. After damage, a reader continues at the
  /// next snapshot. A replay from the middle of the log also begins at a snapshot.
  package var stateInterval: Int
  /// The maximum number of actions that wait in memory. Transactions that do not fit are lost, and a line of the log
  /// says how many. A transaction with more actions than `capacity` is always lost.
  package var capacity: Int
  /// The size in bytes at which the next file begins, if the current file contains at least one transaction, and
  /// transactions of the size of its first line. So a state that is larger than a file is not written for each
  /// transaction.
  package var bytesPerFile: Int
  package var transactionsPerFile: Int
  /// The number of files to keep, including those of earlier sessions at the same path; `nil` to keep all files. If
  /// there are more files, the oldest ones are deleted.
  package var keptFiles: Int?
  /// The time from a write to the next one; `nil` to write each transaction as soon as a thread is free. Waking
  /// the recorder's task costs the sender more than all the rest, and happens at most once in this time.
  package var writeInterval: Duration?
  /// The longest time between the write of a line and its sync; `nil` to sync only for `flush()`, at the end of a file,
  /// and when many bytes are not synced.
  package var syncInterval: Duration?
  /// Whether the files of the session before this one are kept, in addition to `keptFiles`.
  package var keepsPreviousSession = false

  /// Creates options. By default, a log has a fingerprint after each transaction and a snapshot after every 64th,
  /// up to 4,096 actions wait in memory, a new file begins at 64 MiB, and no file is deleted.
  public init(
    fingerprintInterval: Int = 1, stateInterval: Int = 64, capacity: Int = 4_096, bytesPerFile: Int = 64 << 20,
    transactionsPerFile: Int = .max, keptFiles: Int? = nil
  ) {
    self.fingerprintInterval = fingerprintInterval
    self.stateInterval = stateInterval
    self.capacity = capacity
    self.bytesPerFile = bytesPerFile
    self.transactionsPerFile = transactionsPerFile
    self.keptFiles = keptFiles
  }

  var checked: ActionLogOptions {
    guard fingerprintInterval >= 0, stateInterval >= 0, capacity > 0, bytesPerFile > 0, transactionsPerFile > 0,
      keptFiles.map({ $0 > 0 }) ?? true
    else {
      fatalError(
        "\(self): a number is out of range. Intervals must be at least 0; capacity, bytes and transactions per file, "
          + "and kept files must be at least 1.")
    }
    return self
  }
}

/// The status of a recorder at one moment. The counters never decrease.
public struct ActionLogStatus: Equatable, Sendable {
  /// The number of transactions that were written.
  public package(set) var recorded = 0
  /// The number of transactions that were lost, because the list in memory was full or the state could not be encoded.
  /// The log has a gap in their place.
  public package(set) var lost = 0
  /// The number of actions in transactions with an action that could not be encoded. For such a transaction, the log
  /// contains the state after the transaction instead of the actions.
  package var unencodable = 0
  /// The number of bytes that were written. Bytes that were written to two files are counted twice.
  package var bytes = 0
  /// The existing files of the session, oldest first. After a call of `discard()` that has failed, the files that are
  /// left.
  public package(set) var files: [String] = []
  package var failures = 0
  /// The reason for the last failure. A later success does not remove it.
  public package(set) var lastFailure: ActionLogError?
  package var hasEnded = false

  package init() {}
}
