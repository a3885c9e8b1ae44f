extension ActionLog {
  /// Replays the log on a state: reducers alone, never effects.
  ///
  /// The fingerprint of each state is compared with the recorded one; see ``ReplayOptions`` for what happens where they
  /// differ. Takes time in proportion to the length of the log, and memory that does not depend on it.
  ///
  /// Throws ``ActionLogError`` when a file cannot be read or is no log that the schema can read, and what `each`
  /// throws.
  ///
  /// - Parameters:
  ///   - schema: How states and actions stand in the log: the recorder's.
  ///   - reducer: What the actions do, today.
  ///   - options: Where to begin and to end, and what to do at a divergence.
  ///   - each: Is called with everything that the replay comes to, in order. Nil costs less than a function that does
  ///     nothing.
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

  /// Replays the log on a state with pauses, as ``replay(_:reducer:options:each:)`` does without.
  ///
  /// Throws also `CancellationError` when the task is cancelled in a pause.
  ///
  /// - Parameters:
  ///   - schema: How states and actions stand in the log: the recorder's.
  ///   - reducer: What the actions do, today.
  ///   - options: Where to begin and to end, and what to do at a divergence.
  ///   - speed: At once, or with the pauses of the recording. The first action of the replay is not waited for.
  ///   - clock: The time of the pauses.
  ///   - each: Is called with everything that the replay comes to, when it does.
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
        fatalError("A replay was given the speed \(factor). It must be above 0; use .atOnce to wait for nothing.")
      }
      var start = clock.now
      // The time of the recording at which the replay of a session began, and the one that it has come to.
      var first: Int64 = 0
      var reached: Int64 = -1
      var session = 0
      while case .paused(let time) = try run.advance(to: reached) {
        // At the beginning, and where another session begins.
        if reached < 0 || time < reached || run.sessions > max(session, 1) { (start, first) = (clock.now, time) }
        (reached, session) = (time, run.sessions)
        // No longer than a clock can count, however slow it is to be.
        let pause = Duration.milliseconds(min(Double(time - first) / factor, 1e15))
        try await clock.sleep(until: start.advanced(by: pause), tolerance: nil)
      }
    }
    return try target.finish(run)
  }

  /// The state that the log begins with, decoded and brought up to date.
  ///
  /// Throws ``ActionLogError``, also when the log does not have it.
  public func initialState<State, Action>(_ schema: ActionLogSchema<State, Action>) throws -> State {
    var initial: State?
    do {
      let unused = StateReplayTarget<State, Action>.Hooks { _, _ in }
      _ = try replay(schema, options: ReplayOptions(), hooks: unused) { event in
        if case .began(_, let state?) = event { initial = state }
        // The beginning is all that is wanted.
        throw CancellationError()
      }
    } catch is CancellationError {}
    guard let initial else { throw ActionLogError.noInitialState(file: paths.first ?? "") }
    return initial
  }

  /// The state after a transaction, found through the nearest state before it that the log has in full.
  ///
  /// Throws ``ActionLogError``, also when the log does not hold that transaction, or the reducer comes to another state
  /// on the way there.
  @inlinable
  public func state<State, Action>(
    after number: Int, _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>
  ) throws -> State {
    let report = try replay(schema, reducer: reducer, options: ReplayOptions(from: number, until: number))
    return try report.state(after: number)
  }
}

extension StateReplayTarget.Hooks {
  /// Those of a reducer by itself.
  @inlinable
  init(_ reducer: some Reducer<State, Action>) {
    self.init { state, action in _ = reducer.reduce(into: &state, action: action) }
  }
}

extension ReplayReport {
  /// The last transaction whose state is known, as far as the replay came without a gap at its end.
  package var lastReplayed: Int {
    state == nil ? (summary.gaps.first.last?.numbers.lowerBound ?? 1) - 1 : summary.number
  }

  /// The state if it is the one after a transaction, and nothing speaks against it.
  @usableFromInline
  func state(after number: Int) throws(ActionLogError) -> State {
    if let divergence = divergences.first.first { throw .diverged(number: divergence.number) }
    guard summary.number == number, let state else { throw .noSuchTransaction(number, last: lastReplayed) }
    return state
  }
}

extension ActionLogSchema {
  var forReading: ReplayRun.Schema {
    ReplayRun.Schema(
      version: version, userInfo: userInfo, refusal: { self.refusal(of: $0, in: $1) })
  }
}

extension ActionLog {
  /// Replays the log into a store without pauses, as ``replay(into:_:options:speed:clock:each:)`` does with them.
  ///
  /// Throws ``ActionLogError`` when a file cannot be read or is no log that the schema can read, and what `each`
  /// throws.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - schema: How states and actions stand in the log: the recorder's.
  ///   - options: Where to begin and to end, and what to do at a divergence.
  ///   - each: Is called with everything that the replay comes to, in order.
  public func replay<State, Action>(
    into store: Store<State, Action>, _ schema: ActionLogSchema<State, Action>,
    options: ReplayOptions = ReplayOptions(), each: ((ReplayEvent<State, Action>) throws -> Void)? = nil
  ) throws -> ReplayReport<State, Action> {
    try replay(schema, options: options, hooks: StateReplayTarget.Hooks(into: store.core), each: each)
  }

  /// Replays the log into a store: its reducer, never its effects. Who follows the store sees the session again.
  ///
  /// Each transaction of the log is one of the store, with the origin of the recording; a state that is taken from the
  /// log is one with the origin ``ActionOrigin/restore``. Nobody else should use the store meanwhile: what they send is
  /// found as a divergence. A persistence of the store saves what is replayed: give a replay a store of its own.
  ///
  /// Throws ``ActionLogError`` when a file cannot be read or is no log that the schema can read, what `each` throws,
  /// and `CancellationError` when the task is cancelled in a pause.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - schema: How states and actions stand in the log: the recorder's.
  ///   - options: Where to begin and to end, and what to do at a divergence.
  ///   - speed: At once, or with the pauses of the recording. The first action of the replay is not waited for.
  ///   - clock: The time of the pauses.
  ///   - each: Is called with everything that the replay comes to, when it does.
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
  /// Those of a store.
  fileprivate init(into core: StoreCore<State, Action>) {
    self.init { state, action in _ = core.reducer(&state, action) }
    apply = { target, origin in target.state = core.replay(target.actions, origin: origin) }
    adopt = { state in core.replace(state, origin: .restore) }
  }
}
