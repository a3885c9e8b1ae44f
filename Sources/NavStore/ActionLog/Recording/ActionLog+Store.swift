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
    apply = { subject, origin in subject.state = core.replay(subject.actions, origin: origin) }
    adopt = { state in core.replace(state, origin: .restore) }
  }
}
