extension ActionLog {
  /// Replays the log with a reducer, without a store. Effects do not run.
  ///
  /// The replay compares the fingerprint of each state with the recorded fingerprint, if the log contains one.
  /// ``ReplayOptions/atDivergence`` determines what happens if they differ. The memory that a replay needs does not
  /// depend on the length of the log.
  ///
  /// - Parameters:
  ///   - schema: The schema that the recorder used.
  ///   - reducer: The reducer that applies the actions.
  ///   - options: The start and the end of the replay, and its policies.
  ///   - each: A function that receives each event of the replay, in order. A replay with `nil` is faster than a replay
  ///     with an empty function.
  /// - Returns: The report of the replay.
  /// - Throws: ``ActionLogError`` if a file cannot be read or is not a log that the schema supports; the errors that
  ///   `each` throws.
  /// - Complexity: O(n), where n is the length of the log.
  @inlinable
  public func replay<State, Action>(
    _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    options: ReplayOptions = ReplayOptions(), each: ((ReplayEvent<State, Action>) throws -> Void)? = nil
  ) throws -> ReplayReport<State, Action> {
    try replay(schema, options: options, hooks: StateReplayTarget.Hooks(reducer), each: each)
  }

  @usableFromInline
  func replay<State, Action>(
    _ schema: ActionLogSchema<State, Action>, options: ReplayOptions, hooks: StateReplayTarget<State, Action>.Hooks,
    each: ((ReplayEvent<State, Action>) throws -> Void)?
  ) throws -> ReplayReport<State, Action> {
    let target = StateReplayTarget(schema, hooks, each: each)
    let run = try ReplayRun(self, schema.forReading, options: options, target: target)
    _ = try run.advance()
    return try target.finish(run)
  }

  /// Replays the log with a reducer and with the pauses of the recording. Otherwise, the method is equivalent to
  /// ``replay(_:reducer:options:each:)``.
  ///
  /// - Parameters:
  ///   - schema: The schema that the recorder used.
  ///   - reducer: The reducer that applies the actions.
  ///   - options: The start and the end of the replay, and its policies.
  ///   - speed: The speed of the replay. There is no pause before the first action.
  ///   - clock: The clock that measures the pauses.
  ///   - each: A function that receives each event of the replay when the event is due.
  /// - Returns: The report of the replay.
  /// - Throws: ``ActionLogError`` if a file cannot be read or is not a log that the schema supports; the errors that
  ///   `each` throws; `CancellationError` if the task is cancelled during a pause.
  @inlinable
  public func replay<State, Action>(
    _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    options: ReplayOptions = ReplayOptions(), speed: ReplaySpeed, clock: any Clock<Duration> = ContinuousClock(),
    each: @escaping (ReplayEvent<State, Action>) throws -> Void
  ) async throws -> ReplayReport<State, Action> {
    try await replay(
      schema, options: options, hooks: StateReplayTarget.Hooks(reducer), speed: speed, clock: clock, each: each)
  }

  @usableFromInline
  func replay<State, Action>(
    _ schema: ActionLogSchema<State, Action>, options: ReplayOptions, hooks: StateReplayTarget<State, Action>.Hooks,
    speed: ReplaySpeed, clock: some Clock<Duration>, each: ((ReplayEvent<State, Action>) throws -> Void)?
  ) async throws -> ReplayReport<State, Action> {
    let target = StateReplayTarget(schema, hooks, each: each)
    let run = try ReplayRun(self, schema.forReading, options: options, target: target)
    switch speed {
    case .atOnce:
      _ = try run.advance()
    case .scaled(let factor):
      guard factor > 0, factor.isFinite else {
        fatalError(
          "The speed of a replay is \(factor). It must be finite and above 0; use .atOnce to replay without pauses.")
      }
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
        let pause = Duration.milliseconds(min(Double(time - first) / factor, 1e15))
        try await clock.sleep(until: start.advanced(by: pause), tolerance: nil)
      }
    }
    return try target.finish(run)
  }

  /// Returns the state at the start of the log. A state of an older version is migrated to the version of the schema.
  ///
  /// - Throws: ``ActionLogError`` if a file cannot be read or is not a log that the schema supports;
  ///   ``ActionLogError/noInitialState(file:)`` if the log does not begin with a state that can be decoded.
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
  /// - Throws: ``ActionLogError/noSuchTransaction(_:last:)`` if the state after the transaction cannot be computed from
  ///   the log; ``ActionLogError/diverged(number:)`` if a replayed state differs from the recorded one; another
  ///   ``ActionLogError`` if a file cannot be read or is not a log that the schema supports.
  @inlinable
  public func state<State, Action>(
    after number: Int, _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>
  ) throws -> State {
    let report = try replay(schema, reducer: reducer, options: ReplayOptions(from: number, until: number))
    return try report.state(after: number)
  }
}

extension StateReplayTarget.Hooks {
  /// Creates hooks that apply actions with a reducer.
  @inlinable
  init(_ reducer: some Reducer<State, Action>) {
    self.init { state, action in _ = reducer.reduce(into: &state, action: action) }
  }
}

extension ReplayReport {
  /// The number of the transaction that led to `state`. If `state` is `nil`, the number of the transaction before the
  /// last listed gap, or 0 if the report has no gap.
  package var lastReplayed: Int {
    state == nil ? (summary.gaps.first.last?.numbers.lowerBound ?? 1) - 1 : summary.number
  }

  /// Returns the state of the report, which must be the state after transaction `number`.
  ///
  /// - Throws: ``ActionLogError/diverged(number:)`` if the replay had a divergence, and
  ///   ``ActionLogError/noSuchTransaction(_:last:)`` if the report does not have the state after the transaction.
  @usableFromInline
  func state(after number: Int) throws(ActionLogError) -> State {
    if let divergence = divergences.first.first { throw .diverged(number: divergence.number) }
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
  ///   - each: A function that receives each event of the replay, in order.
  /// - Returns: The report of the replay.
  /// - Throws: ``ActionLogError`` if a file cannot be read or is not a log that the schema supports; the errors that
  ///   `each` throws.
  public func replay<State, Action>(
    into store: Store<State, Action>, _ schema: ActionLogSchema<State, Action>,
    options: ReplayOptions = ReplayOptions(), each: ((ReplayEvent<State, Action>) throws -> Void)? = nil
  ) throws -> ReplayReport<State, Action> {
    try replay(schema, options: options, hooks: StateReplayTarget.Hooks(into: store.core), each: each)
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
  ///   - speed: The speed of the replay. There is no pause before the first action.
  ///   - clock: The clock that measures the pauses.
  ///   - each: A function that receives each event of the replay when the event is due.
  /// - Returns: The report of the replay.
  /// - Throws: ``ActionLogError`` if a file cannot be read or is not a log that the schema supports; the errors that
  ///   `each` throws; `CancellationError` if the task is cancelled during a pause.
  public func replay<State, Action>(
    into store: Store<State, Action>, _ schema: ActionLogSchema<State, Action>,
    options: ReplayOptions = ReplayOptions(), speed: ReplaySpeed, clock: any Clock<Duration> = ContinuousClock(),
    each: ((ReplayEvent<State, Action>) throws -> Void)? = nil
  ) async throws -> ReplayReport<State, Action> {
    let hooks = StateReplayTarget<State, Action>.Hooks(into: store.core)
    return try await replay(schema, options: options, hooks: hooks, speed: speed, clock: clock, each: each)
  }
}

extension StateReplayTarget.Hooks {
  /// Creates hooks that apply actions in a store.
  fileprivate init(into core: StoreCore<State, Action>) {
    self.init { state, action in _ = core.reducer(&state, action) }
    apply = { target, origin in target.state = core.replay(target.actions, origin: origin) }
    adopt = { state in core.replace(state, origin: .restore) }
  }
}
