extension ActionLog {
  /// Replays the log into a store: its reducer, never its effects. Who follows the store sees the session again.
  ///
  /// Each transaction of the log is one of the store, with the origin of the recording; a state that is taken from the log is one
  /// with the origin ``ActionOrigin/restore``. The store should not be used by others meanwhile: what they send is found as a divergence.
  /// A persistence of the store saves what is replayed; give a replay a store of its own.
  ///
  /// Throws ``ActionLogError`` when a file cannot be read or is no log that the schema can read, and `CancellationError` when the
  /// task is cancelled in a pause.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - schema: How states and actions stand in the log: the recorder's.
  ///   - options: Where to begin and to end, and what to do at a divergence.
  ///   - speed: At once, or with the pauses of the recording.
  ///   - clock: The time of the pauses.
  ///   - each: Is called with everything that the replay comes to, in order.
  public func replay<State, Action>(
    into store: Store<State, Action>, _ schema: ActionLogSchema<State, Action>,
    options: ReplayOptions = ReplayOptions(), speed: ReplaySpeed = .atOnce,
    clock: some Clock<Duration> = ContinuousClock(), each: ((ReplayEvent<State, Action>) throws -> Void)? = nil
  ) async throws -> ReplayReport<State, Action> {
    let core = store.core
    func reduce(_ state: inout State, _ actions: [Action]) {
      for action in actions { _ = core.reducer(&state, action) }
    }
    var failure: (any Error)?
    var tools = ReplayMachine<State, Action>.Tools.bare(
      schema, reduce: reduce,
      emit: { event in
        do { try each?(event) } catch { failure = error }
        return failure == nil
      })
    tools.apply = { state, actions, origin in state = core.replay(actions, origin: origin) }
    tools.adopt = { state in core.replace(state, origin: .restore) }
    let run = try ReplayRun(self, schema, options: options, tools: tools)
    switch speed {
    case .atOnce:
      _ = try run.advance()
    case .scaled(let factor):
      guard factor > 0, factor.isFinite else {
        fatalError("A replay was given the speed \(factor). It must be above 0; use .atOnce to wait for nothing.")
      }
      let start = clock.now
      // The recording's time at which the replay began.
      var first: Int?
      var reached = -1
      while case .paused(let time) = try run.advance(to: reached) {
        let origin = first ?? time
        first = origin
        reached = time
        try await clock.sleep(until: start.advanced(by: .milliseconds(time - origin) / factor), tolerance: nil)
      }
    }
    if let failure { throw failure }
    return try run.report()
  }
}
