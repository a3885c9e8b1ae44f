extension ActionLog {
  /// Replays the log on a state: reducers alone, never effects.
  ///
  /// The fingerprint of each state is compared with the recorded one; see ``ReplayOptions`` for what happens where they differ.
  /// Takes time in proportion to the length of the log, and memory that does not depend on it.
  ///
  /// Throws ``ActionLogError`` when a file cannot be read or is no log that the schema can read, and what `each` throws.
  ///
  /// - Parameters:
  ///   - schema: How states and actions stand in the log: the recorder's.
  ///   - reducer: What the actions do, today.
  ///   - options: Where to begin and to end, and what to do at a divergence.
  ///   - each: Is called with everything that the replay comes to, in order. Nil costs less than a function that does nothing.
  @inlinable
  public func replay<State, Action>(
    _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    options: ReplayOptions = ReplayOptions(), each: ((ReplayEvent<State, Action>) throws -> Void)? = nil
  ) throws -> ReplayReport<State, Action> {
    // Here, so that the reducer is compiled for the caller's types.
    try replay(schema, options: options, each: each) { state, actions in
      for action in actions { _ = reducer.reduce(into: &state, action: action) }
    }
  }

  @usableFromInline
  func replay<State, Action>(
    _ schema: ActionLogSchema<State, Action>, options: ReplayOptions,
    each: ((ReplayEvent<State, Action>) throws -> Void)?, reduce: @escaping (inout State, [Action]) -> Void
  ) throws -> ReplayReport<State, Action> {
    var failure: (any Error)?
    let run = try ReplayRun(
      self, schema, options: options,
      tools: .bare(schema, reduce: reduce, emit: each == nil ? nil : { event in
        do { try each?(event) } catch { failure = error }
        return failure == nil
      }))
    _ = try run.advance()
    if let failure { throw failure }
    return try run.report()
  }

  /// The state after a transaction, found through the nearest state that the log has in full.
  ///
  /// Throws ``ActionLogError``, also when the log does not hold that transaction or the reducer comes to another state on the way
  /// there.
  @inlinable
  public func state<State, Action>(
    after number: Int, _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>
  ) throws -> State {
    let report = try replay(schema, reducer: reducer, options: ReplayOptions(from: number, until: number))
    return try report.state(after: number)
  }
}

extension ReplayReport {
  /// The state if it is the one after a transaction, and nothing speaks against it.
  @usableFromInline
  func state(after number: Int) throws(ActionLogError) -> State {
    guard self.number == number, let state else { throw .noSuchTransaction(number, last: self.number) }
    if let divergence = divergences.first.first { throw .diverged(number: divergence.number) }
    return state
  }
}

extension ReplayMachine.Tools where State: Codable, Action: Codable {
  /// Those of a replay on a state alone.
  static func bare(
    _ schema: ActionLogSchema<State, Action>, reduce: @escaping (inout State, [Action]) -> Void,
    emit: ((ReplayEvent<State, Action>) -> Bool)?
  ) -> Self {
    let parts = FingerprintParts(encoder: schema.makeEncoder())
    return Self(
      reduce: reduce, apply: { state, actions, _ in reduce(&state, actions) }, adopt: { _ in },
      fingerprint: { state in try? schema.fingerprint(of: state, parts) }, emit: emit)
  }
}
