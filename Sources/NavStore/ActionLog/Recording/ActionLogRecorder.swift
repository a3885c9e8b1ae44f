internal import Dispatch

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Records what happens in a store as an action log: each action, where it came from, when, and a fingerprint of the
/// state it led to.
///
/// ```swift
/// let recorder = try ActionLogRecorder(of: store, schema: schema, to: "session.navlog")
/// async let _: Void = recorder.run()
/// store.send(.navigation(.back))
/// try await recorder.close()
/// ```
///
/// It records from the moment it is made, in the order of reduction, whoever runs it. Encoding and writing happen on a
/// queue of its own: the sender pays for an entry in a list. What waits in that list is bounded by
/// ``ActionLogOptions/capacity``; what finds no room, because the disk is too slow or full or nobody calls `run()`, is
/// not recorded, and the log says how many transactions are missing and goes on with the whole state.
///
/// A file is made new and never opened again. When the path is taken, the log goes to the next free number beside it:
/// `session.2.navlog`, `session.3.navlog`. What was written before a crash can be read; see Docs/ActionLog.md.
///
/// It does not keep the store alive. All members may be used from any thread or actor.
public final class ActionLogRecorder<State: Codable & Sendable, Action: Codable & Sendable>: Sendable {
  private struct Shared {
    var status = ActionLogStatus()
    var marks: [Int: LogMark] = [:]
    var lastID = 0
    /// What waits for transactions, a task for each run.
    var runs: [Int: Task<Void, Never>] = [:]
    var hasEnded = false
  }

  private let store: TransactionSource<State, Action>
  private let body: LogEncoder<State, Action>
  private let sleep: @Sendable (Duration) async throws -> Void
  /// Encoding and writing block, which the threads of Swift's tasks must not.
  private let queue = DispatchQueue(label: "NavStore.ActionLogRecorder")
  private let shared = Locked(Shared())

  /// Makes a recorder of what `store` sees.
  init(
    _ store: TransactionSource<State, Action>, schema: ActionLogSchema<State, Action>, to path: String,
    options: ActionLogOptions, header: LogHeader, fileSystem: any FileSystem,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) throws(ActionLogError) {
    self.store = store
    self.sleep = sleep
    body = LogEncoder(
      schema: schema, options: options, header: header, initialState: store.initialState,
      output: LogOutput(names: try LogFileNames(path: path), keptFiles: options.keptFiles, fileSystem: fileSystem))
  }

  deinit {
    store.stop()
    body.abandon()
  }

  /// Records until the store is released, the calling task is cancelled or `close()` is called; then ends the log and
  /// returns.
  ///
  /// After a failure it tries again, at first after a second, at last every minute.
  public func run() async {
    let id = shared.withLock { shared in
      shared.lastID += 1
      return shared.lastID
    }
    let task = store.startTask(nil) { [self] in
      var delay = Duration.seconds(1)
      // What was taken and not written waits here, whether something else happens or not.
      var isBehind = false
      while isBehind ? !store.isClosed() : await store.wait() {
        do {
          try await perform { body throws(ActionLogError) in try body.drain() }
          delay = .seconds(1)
          isBehind = false
        } catch {
          isBehind = true
          do { try await sleep(delay) } catch { return }
          delay = min(delay * 2, .seconds(60))
        }
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
    // What fails here is in `status`: nobody is left who could try again.
    try? await close()
  }

  /// Puts a named mark behind what has happened so far, with a note for whoever reads the log.
  ///
  /// After the end it does nothing, nor where as many marks wait for the disk as ``ActionLogOptions/capacity`` says.
  public func mark(_ name: String, note: JSONValue? = nil) {
    let id: Int? = shared.withLock { shared in
      if shared.hasEnded { return nil }
      shared.lastID += 1
      shared.marks[shared.lastID] = LogMark(name: name, note: note)
      return shared.lastID
    }
    guard let id, !store.mark(id) else { return }
    shared.withLock { _ = $0.marks.removeValue(forKey: id) }
  }

  /// Writes everything that has happened before the call, durably, and returns when that is done.
  ///
  /// Throws ``ActionLogError`` if it could not be written or synced. Nothing is lost then. If a sync failed, the next call
  /// writes the lines to a new file, because the system may have dropped them.
  public func flush() async throws(ActionLogError) {
    if status.hasEnded { return }
    try await perform { body throws(ActionLogError) in try body.synchronize() }
  }

  /// Writes everything that has happened before the call and the end of the log, durably. What happens later is not
  /// recorded.
  ///
  /// Throws ``ActionLogError`` if it could not be written; it may be called again then. When the end is written, it
  /// does nothing.
  public func close() async throws(ActionLogError) {
    let runs = shared.withLock { shared in
      shared.hasEnded = true
      return shared.runs.values
    }
    for run in runs { run.cancel() }
    try await perform { [store] body throws(ActionLogError) in
      body.end()
      store.stop()
      try body.finish()
    }
  }

  /// What has been done.
  public var status: ActionLogStatus { shared.withLock { $0.status } }

  /// Takes what has happened and then does `work`, on the queue.
  private func perform(
    _ work: @escaping @Sendable (LogEncoder<State, Action>) throws(ActionLogError) -> Void
  ) async throws(ActionLogError) {
    let result = await withCheckedContinuation { continuation in
      // Without the recorder, so that it goes when its user lets go of it: whoever waits for this keeps it as long.
      queue.async { [body, store, shared] in
        let result = Result { () throws(ActionLogError) in
          try Self.take(from: store, shared, to: body)
          try work(body)
        }
        shared.withLock { $0.status = body.status }
        continuation.resume(returning: result)
      }
    }
    try result.get()
  }

  /// Turns what has happened into lines, as long as those before are written: what waits for the disk is bounded by the
  /// list that the sender fills.
  private static func take(
    from store: TransactionSource<State, Action>, _ shared: Locked<Shared>, to body: LogEncoder<State, Action>
  ) throws(ActionLogError) {
    if body.status.hasEnded { return }
    body.begin()
    try body.drain()
    while true {
      guard body.record(from: store.take, mark: { id in shared.withLock { $0.marks.removeValue(forKey: id) } }) else {
        return
      }
      try body.drain()
    }
  }
}

extension ActionLogRecorder {
  /// Records a whole store from now on. The file is made by the first write.
  ///
  /// Throws ``ActionLogError`` if the path does not end in the name of a file.
  ///
  /// - Parameters:
  ///   - store: The store. It is not kept alive.
  ///   - schema: How its states and actions stand in the log.
  ///   - path: The file; where it exists, the next number beside it is taken.
  ///   - options: How much is written, kept in memory and kept on disk.
  ///   - information: What the app says of itself in the first line of each file, for example its version.
  ///   - clock: The time of the actions. It is asked while the store's lock is held.
  public convenience init(
    of store: Store<State, Action>, schema: ActionLogSchema<State, Action>, to path: String,
    options: ActionLogOptions = ActionLogOptions(), information: JSONValue? = nil,
    clock: some Clock<Duration> = ContinuousClock()
  ) throws(ActionLogError) {
    let start = clock.now
    try self.init(
      TransactionSource(store, capacity: options.checked.capacity) { start.duration(to: clock.now) }, schema: schema,
      to: path, options: options, header: .beginning(schema, information), fileSystem: POSIXFileSystem(),
      sleep: { try await clock.sleep(for: $0) })
  }

  /// Records a part of a store, as the public initializer does, under a name and with a beginning that the caller
  /// gives: the same in every run.
  package convenience init<Whole: Sendable, WholeAction: Sendable>(
    of store: Store<Whole, WholeAction>, state: @escaping @Sendable (Whole) -> State,
    action: @escaping @Sendable (WholeAction) -> Action?, schema: ActionLogSchema<State, Action>, to path: String,
    options: ActionLogOptions = ActionLogOptions(), information: JSONValue? = nil, clock: some Clock<Duration>,
    session: String, began: Int64
  ) throws(ActionLogError) {
    let start = clock.now
    var header = LogHeader.beginning(schema, information)
    header.session = session
    header.began = began
    try self.init(
      TransactionSource(store, state: state, action: action, capacity: options.checked.capacity) {
        start.duration(to: clock.now)
      }, schema: schema, to: path, options: options, header: header, fileSystem: POSIXFileSystem(),
      sleep: { try await clock.sleep(for: $0) })
  }

  /// Records a part of a store from now on: its state, and the actions that are the part's.
  ///
  /// Where another action changes the part, the log gets the state that it led to instead. The file is made by the
  /// first write.
  ///
  /// Throws ``ActionLogError`` if the path does not end in the name of a file.
  ///
  /// - Parameters:
  ///   - store: The store. It is not kept alive.
  ///   - state: The part of the state, for example `\.navigation`.
  ///   - action: The part's action in an action of the store, or nil if it is another one.
  ///   - schema: How the part's states and actions stand in the log.
  ///   - path: The file; where it exists, the next number beside it is taken.
  ///   - options: How much is written, kept in memory and kept on disk.
  ///   - information: What the app says of itself in the first line of each file, for example its version.
  ///   - clock: The time of the actions. It is asked while the store's lock is held.
  public convenience init<Whole: Sendable, WholeAction: Sendable>(
    of store: Store<Whole, WholeAction>, state: @escaping @Sendable (Whole) -> State,
    action: @escaping @Sendable (WholeAction) -> Action?, schema: ActionLogSchema<State, Action>, to path: String,
    options: ActionLogOptions = ActionLogOptions(), information: JSONValue? = nil,
    clock: some Clock<Duration> = ContinuousClock()
  ) throws(ActionLogError) {
    let start = clock.now
    try self.init(
      TransactionSource(store, state: state, action: action, capacity: options.checked.capacity) {
        start.duration(to: clock.now)
      }, schema: schema, to: path, options: options, header: .beginning(schema, information),
      fileSystem: POSIXFileSystem(), sleep: { try await clock.sleep(for: $0) })
  }
}

extension LogHeader {
  /// The first line of a session that begins now.
  fileprivate static func beginning<State, Action>(
    _ schema: ActionLogSchema<State, Action>, _ information: JSONValue?
  ) -> LogHeader {
    LogHeader(
      schema: schema.version, session: String(UInt64.random(in: .min ... .max), radix: 16),
      began: Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)), fingerprintName: schema.fingerprintName,
      information: information, rules: schema.recordedRules)
  }
}

/// How much a recorder writes, how much it keeps in memory, and when it begins another file.
public struct ActionLogOptions: Hashable, Sendable {
  /// After how many transactions a fingerprint of the state is written: 1 for each, 0 for none but those of the states
  /// that are written in full.
  public var fingerprintInterval: Int
  /// After how many transactions the whole state is written: where a reader goes on after damage, and where a seek
  /// begins. 0 for none but the first of each file.
  public var stateInterval: Int
  /// How many actions wait in memory at most for the disk. What finds no room is not recorded, as a transaction of more
  /// actions never does, and a line of the log says how many transactions that were.
  public var capacity: Int
  /// How many bytes a file may have before another one is begun; at least one transaction is in each.
  public var bytesPerFile: Int
  /// How many transactions a file may have before another one is begun.
  public var transactionsPerFile: Int
  /// How many files to keep, with those of earlier sessions at the same path: when there are more, the oldest are
  /// deleted. Nil to keep all.
  public var keptFiles: Int?

  /// Options with a fingerprint at every transaction and a full state at every 64th, at most 4,096 actions in memory,
  /// and files of at most 64 MiB that are all kept.
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

  /// The same options. Stops the program if a number makes no sense: it was written in source.
  var checked: ActionLogOptions {
    guard fingerprintInterval >= 0, stateInterval >= 0, capacity > 0, bytesPerFile > 0, transactionsPerFile > 0,
      keptFiles.map({ $0 > 0 }) ?? true
    else {
      fatalError(
        "\(self): intervals must be 0 or more; capacity, bytes and transactions per file, and kept files 1 or more.")
    }
    return self
  }
}

/// What a recorder has done, at one moment. The counters only grow.
public struct ActionLogStatus: Equatable, Sendable {
  /// How many transactions were written.
  public var recorded = 0
  /// How many transactions were not, because too many waited for the disk, or the state could not be encoded. The log
  /// says so where they are missing.
  public var lost = 0
  /// How many actions could not be encoded; the state that they led to was written in their place.
  public var unencodable = 0
  /// How many bytes were written.
  public var bytes = 0
  /// The files of the session that were kept, oldest first.
  public var files: [String] = []
  /// How many attempts to write have failed.
  public var failures = 0
  /// Why the last one of them failed. It stays after a later one has succeeded.
  public var lastFailure: ActionLogError?
  /// Whether the end of the log was written.
  public var hasEnded = false

  /// The status of a recorder that has done nothing.
  public init() {}
}
