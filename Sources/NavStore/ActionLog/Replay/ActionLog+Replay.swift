extension ActionLog {
  /// Replays the log with a reducer, without a store. Effects do not run.
  ///
  /// The replay compares the fingerprint of each state with the recorded fingerprint, if the log contains one.
  /// `atDivergence` determines what happens if they differ. The memory that a replay needs does not
  /// depend on the length of the log.
  ///
  /// - Parameters:
  ///   - schema: The schema that the recorder used.
  ///   - reducer: The reducer that applies the actions.
  ///   - options: The start and the end of the replay, and its policies.
  ///   - each: A function that receives each transaction that was replayed, in order.
  /// - Returns: The report of the replay.
  /// - Throws: ``ActionLogError`` if a file cannot be read or is not a log that the schema supports; the errors that
  ///   `each` throws.
  /// - Complexity: O(n), where n is the length of the log.
  @inlinable
  public func replay<State, Action>(
    _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    options: ReplayOptions = ReplayOptions(), each: ((ReplayedTransaction<State, Action>) throws -> Void)? = nil
  ) throws -> ReplayReport<State, Action> {
    // The app's module compiles the closures for its own types.
    try replay(schema, options: options, each: each) { state, actions in
      for action in actions { _ = reducer.reduce(into: &state, action: action) }
    } removeAll: { actions in
      actions.removeAll(keepingCapacity: true)
    }
  }

  @usableFromInline
  func replay<State, Action>(
    _ schema: ActionLogSchema<State, Action>, options: ReplayOptions,
    each: ((ReplayedTransaction<State, Action>) throws -> Void)?, reduce: @escaping (inout State, [Action]) -> Void,
    removeAll: @escaping (inout [Action]) -> Void
  ) throws -> ReplayReport<State, Action> {
    let hooks = StateReplayTarget<State, Action>.Hooks(reduce, removeAll: removeAll)
    return try replay(schema, options: options, hooks: hooks, each: ReplayEvent.receiver(each))
  }

  package func replayEvents<State, Action>(
    _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    options: ReplayOptions = ReplayOptions(), each: ((ReplayEvent<State, Action>) throws -> Void)?
  ) throws -> ReplayReport<State, Action> {
    try replay(schema, options: options, hooks: StateReplayTarget.Hooks(reducer), each: each)
  }

  func replay<State, Action>(
    _ schema: ActionLogSchema<State, Action>, options: ReplayOptions, hooks: StateReplayTarget<State, Action>.Hooks,
    each: ((ReplayEvent<State, Action>) throws -> Void)?
  ) throws -> ReplayReport<State, Action> {
    let target = StateReplayTarget(schema, hooks, each: each)
    let run = try ReplayRun(self, schema.forReading, options: options, target: target)
    _ = try run.advance()
    return try target.finish(run)
  }

  package func replayEvents<State, Action>(
    _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    options: ReplayOptions = ReplayOptions(), speed: Double, clock: any Clock<Duration> = ContinuousClock(),
    each: @escaping (ReplayEvent<State, Action>) throws -> Void
  ) async throws -> ReplayReport<State, Action> {
    try await replay(
      schema, options: options, hooks: StateReplayTarget.Hooks(reducer), speed: speed, clock: clock, each: each)
  }

  private func replay<State, Action>(
    _ schema: ActionLogSchema<State, Action>, options: ReplayOptions, hooks: StateReplayTarget<State, Action>.Hooks,
    speed: Double, clock: some Clock<Duration>, each: ((ReplayEvent<State, Action>) throws -> Void)?
  ) async throws -> ReplayReport<State, Action> {
    guard speed > 0, speed.isFinite else {
      fatalError(
        "The speed of a replay is \(speed). It must be finite and above 0. To replay without pauses, pass no speed.")
    }
    let target = StateReplayTarget(schema, hooks, each: each)
    let run = try ReplayRun(self, schema.forReading, options: options, target: target)
    var start = clock.now
    // The recorded time at which the replay of the current session began, and the recorded time up to which the lines
    // were handled.
    var first: Int64 = 0
    var reached: Int64 = -1
    var session = 0
    while case .paused(let time) = try run.advance(to: reached) {
      // The line is the first one of the replay or of another session.
      if reached < 0 || time < reached || run.sessions > max(session, 1) { (start, first) = (clock.now, time) }
      (reached, session) = (time, run.sessions)
      // A longer duration could overflow the clock's instant.
      let pause = Duration.milliseconds(min(Double(time - first) / speed, 1e15))
      try await clock.sleep(until: start.advanced(by: pause), tolerance: nil)
    }
    return try target.finish(run)
  }

  /// Returns the state at the start of the log. A state of an older version is migrated to the version of the schema.
  ///
  /// - Throws: ``ActionLogError`` if a file cannot be read or is not a log that the schema supports, or if the log does
  ///   not begin with a state that can be decoded.
  public func initialState<State, Action>(_ schema: ActionLogSchema<State, Action>) throws -> State {
    var initial: State?
    do {
      let unused = StateReplayTarget<State, Action>.Hooks { _, _ in }
      _ = try replay(schema, options: ReplayOptions(), hooks: unused) { event in
        if case .began(_, let state?) = event { initial = state }
        // Only the first event is needed.
        throw CancellationError()
      }
    } catch is CancellationError {}
    guard let initial else { throw ActionLogError.noInitialState(file: paths.first ?? "") }
    return initial
  }

  /// Returns the state after the transaction with the given number.
  ///
  /// The method replays the log from the last state that was recorded at or before the transaction.
  ///
  /// - Throws: ``ActionLogError`` if a file cannot be read or is not a log that the schema supports, if the state after
  ///   the transaction cannot be computed from the log, or if a replayed state differs from the recorded one.
  public func state<State, Action>(
    after number: Int, _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>
  ) throws -> State {
    let report = try replay(schema, reducer: reducer, options: ReplayOptions(from: number, until: number))
    return try report.state(after: number)
  }
}

extension StateReplayTarget.Hooks {
  init(_ reducer: some Reducer<State, Action>) {
    self.init { state, actions in for action in actions { _ = reducer.reduce(into: &state, action: action) } }
  }
}

extension ReplayReport {
  /// The number of the transaction that led to `state`. If `state` is `nil`, the number of the transaction before the
  /// last listed gap, or 0 if the report has no gap.
  package var lastReplayed: Int {
    state == nil ? (summary.gaps.first.last?.numbers.lowerBound ?? 1) - 1 : summary.number
  }

  /// Returns the state after transaction `number`. Throws an error if the replay had a divergence.
  func state(after number: Int) throws(ActionLogError) -> State {
    if let divergence = divergences.first { throw .diverged(number: divergence.number) }
    guard summary.number == number, let state else { throw .noSuchTransaction(number, last: lastReplayed) }
    return state
  }
}

extension ActionLogSchema {
  fileprivate var forReading: ReplayRun.Schema {
    ReplayRun.Schema(
      version: version, userInfo: userInfo, refusal: { self.refusal(of: $0, in: $1) })
  }
}

extension ActionLog {
  /// Replays the log into a store without pauses. Otherwise, the method is equivalent to
  /// ``replay(into:_:options:speed:clock:each:)``.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - schema: The schema that the recorder used.
  ///   - options: The start and the end of the replay, and its policies.
  ///   - each: A function that receives each transaction that was replayed, in order.
  /// - Returns: The report of the replay.
  /// - Throws: ``ActionLogError`` if a file cannot be read or is not a log that the schema supports; the errors that
  ///   `each` throws.
  public func replay<State, Action>(
    into store: Store<State, Action>, _ schema: ActionLogSchema<State, Action>,
    options: ReplayOptions = ReplayOptions(), each: ((ReplayedTransaction<State, Action>) throws -> Void)? = nil
  ) throws -> ReplayReport<State, Action> {
    try replay(
      schema, options: options, hooks: StateReplayTarget.Hooks(into: store), each: ReplayEvent.receiver(each))
  }

  package func replayEvents<State, Action>(
    into store: Store<State, Action>, _ schema: ActionLogSchema<State, Action>,
    options: ReplayOptions = ReplayOptions(), each: @escaping (ReplayEvent<State, Action>) throws -> Void
  ) throws -> ReplayReport<State, Action> {
    try replay(schema, options: options, hooks: StateReplayTarget.Hooks(into: store), each: each)
  }

  /// Replays the log into a store, with the pauses of the recording. The store's reducer runs, but its effects do not.
  /// Subscribers receive the states of the replay.
  ///
  /// Each transaction of the log becomes a transaction of the store with the recorded origin. If the replay adopts a
  /// recorded state, the store replaces its state in a transaction with the origin `ActionOrigin.restore`.
  ///
  /// - Important: Do not send other actions to the store during the replay: the replay reports their changes as
  ///   divergences. A `Persistence` also saves the states of its store during a replay, so use a separate store for
  ///   replays.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - schema: The schema that the recorder used.
  ///   - options: The start and the end of the replay, and its policies.
  ///   - speed: The factor that divides the pauses of the recording: 1 is the recorded speed, 2 is twice as fast. There
  ///     is no pause before the first action. If the factor is not finite or not above 0, the program stops.
  ///   - clock: The clock that measures the pauses.
  ///   - each: A function that receives each transaction when it is due.
  /// - Returns: The report of the replay.
  /// - Throws: ``ActionLogError`` if a file cannot be read or is not a log that the schema supports; the errors that
  ///   `each` throws; `CancellationError` if the task is cancelled during a pause.
  public func replay<State, Action>(
    into store: Store<State, Action>, _ schema: ActionLogSchema<State, Action>,
    options: ReplayOptions = ReplayOptions(), speed: Double, clock: any Clock<Duration> = ContinuousClock(),
    each: ((ReplayedTransaction<State, Action>) throws -> Void)? = nil
  ) async throws -> ReplayReport<State, Action> {
    let hooks = StateReplayTarget<State, Action>.Hooks(into: store)
    return try await replay(
      schema, options: options, hooks: hooks, speed: speed, clock: clock, each: ReplayEvent.receiver(each))
  }
}

extension ReplayEvent {
  static func receiver(
    _ each: ((ReplayedTransaction<State, Action>) throws -> Void)?
  ) -> ((ReplayEvent) throws -> Void)? {
    guard let each else { return nil }
    return { event in if case .transaction(let transaction) = event { try each(transaction) } }
  }
}

extension StateReplayTarget.Hooks {
  fileprivate init(into store: Store<State, Action>) {
    self.init { state, actions in for action in actions { _ = store.core.reducer?(&state, action) } }
    replay = { actions, origin in store.core.replay(actions, origin: origin) }
    adopt = { state in store.core.replace(state, origin: .restore) }
  }
}
