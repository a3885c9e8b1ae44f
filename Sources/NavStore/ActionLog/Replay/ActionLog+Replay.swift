extension ActionLog {
  /// Replays the log on a state. Only reducers run, never effects.
  ///
  /// The replay compares the fingerprint of each state with the recorded one. ``ReplayOptions`` says what happens when
  /// they differ. Memory does not depend on the length of the log.
  ///
  /// - Parameters:
  ///   - schema: The schema that the recorder used.
  ///   - reducer: The reducer that applies the actions.
  ///   - options: The start and the end of the replay, and its policies.
  ///   - each: A function that receives each event of the replay, in order. `nil` costs less than an empty function.
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

  /// Replays the log on a state with the pauses of the recording, as ``replay(_:reducer:options:each:)`` does without
  /// pauses.
  ///
  /// - Parameters:
  ///   - schema: The schema that the recorder used.
  ///   - reducer: The reducer that applies the actions.
  ///   - options: The start and the end of the replay, and its policies.
  ///   - speed: The speed of the replay. There is no pause before the first action.
  ///   - clock: The clock that measures the pauses.
  ///   - each: A function that is called with each event of the replay when it is due.
  /// - Returns: The report of the replay.
  /// - Throws: ``ActionLogError`` if a file cannot be read or is not a log that the schema supports; the errors that
  ///   `each` throws; `CancellationError` if the task is cancelled during a pause.
  @inlinable
  public func replay<State, Action>(
    _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    options: ReplayOptions = ReplayOptions(), speed: ReplaySpeed, clock: some Clock<Duration> = ContinuousClock(),
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
      // The recorded time at which the replay of the session began, and the recorded time of the last line.
      var first: Int64 = 0
      var reached: Int64 = -1
      var session = 0
      while case .paused(let time) = try run.advance(to: reached) {
        // The first line, or the first line of another session.
        if reached < 0 || time < reached || run.sessions > max(session, 1) { (start, first) = (clock.now, time) }
        (reached, session) = (time, run.sessions)
        // A clock cannot add a longer duration.
        let pause = Duration.milliseconds(min(Double(time - first) / factor, 1e15))
        try await clock.sleep(until: start.advanced(by: pause), tolerance: nil)
      }
    }
    return try target.finish(run)
  }

  /// Returns the state at the start of the log, migrated to the version of the schema.
  ///
  /// - Throws: ``ActionLogError``; ``ActionLogError/noInitialState(file:)`` if the log does not begin with a state.
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

  /// Returns the state after a transaction.
  ///
  /// The replay begins at the last complete state that is not after the transaction.
  ///
  /// - Throws: ``ActionLogError``; ``ActionLogError/noSuchTransaction(_:last:)`` if the state after the transaction
  ///   cannot be computed from the log, and ``ActionLogError/diverged(number:)`` if a state on the way differs from the
  ///   recorded one.
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
  /// The last transaction whose state is known. A gap at the end of the replay is not counted.
  package var lastReplayed: Int {
    state == nil ? (summary.gaps.first.last?.numbers.lowerBound ?? 1) - 1 : summary.number
  }

  /// Returns the state if it is the one after a transaction and no state before it diverged.
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
  /// Replays the log into a store without pauses, as ``replay(into:_:options:speed:clock:each:)`` does with pauses.
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

  /// Replays the log into a store. The store's reducer runs, but its effects do not. Subscribers receive the states of
  /// the recorded session.
  ///
  /// Each transaction of the log becomes a transaction of the store with the recorded origin. If the replay continues
  /// with a recorded state, the store replaces its state in a transaction with the origin `ActionOrigin.restore`.
  ///
  /// - Important: Do not send other actions to the store during the replay: the replay reports their changes as
  ///   divergences. A `Persistence` also saves the states of its store during a replay, so use a separate store for
  ///   replays.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - schema: The schema that the recorder used.
  ///   - options: The start and the end of the replay, and its policies.
  ///   - speed: The speed of the replay. There is no pause before its first action.
  ///   - clock: The clock that measures the pauses.
  ///   - each: A function that receives each event of the replay when it is due.
  /// - Returns: The report of the replay.
  /// - Throws: ``ActionLogError`` if a file cannot be read or is not a log that the schema supports; the errors that
  ///   `each` throws; `CancellationError` if the task is cancelled during a pause.
  public func replay<State, Action>(
    into store: Store<State, Action>, _ schema: ActionLogSchema<State, Action>,
    options: ReplayOptions = ReplayOptions(), speed: ReplaySpeed, clock: some Clock<Duration> = ContinuousClock(),
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
