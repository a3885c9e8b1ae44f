internal import Dispatch

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
