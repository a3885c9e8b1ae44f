internal import NavStoreInspection
public import NavStore

extension TestStore where State: Codable, Action: Codable {
  /// A test store in which a recorded session was replayed, as a test of the reducer against everything that happened
  /// then.
  ///
  /// ```swift
  /// @Test func `the session of the bug report`() throws {
  ///   let log = ActionLog(path: "…/session.navlog")
  ///   let store = try TestStore(replaying: log, schema, reducer: AppReducer())
  ///   store.send(.navigation(.back)) { $0.navigation.pop() }
  /// }
  /// ```
  ///
  /// The state after each transaction is compared with the recorded one; effects do not run, what they sent is in the
  /// log. A state that differs fails with the difference, and so do transactions that are missing and lines that cannot
  /// be used. That the last line is torn, because the process was killed, does not. Afterwards the test goes on from
  /// the last state.
  ///
  /// Throws `ActionLogError` when the log cannot be read at all.
  ///
  /// - Parameters:
  ///   - log: The session.
  ///   - schema: How states and actions stand in the log: the recorder's.
  ///   - reducer: What is tested.
  ///   - options: Where to begin and to end, and what to do at a divergence.
  ///   - clock: The time that effects wait on afterwards. Without one, time stands still for ever.
  ///   - timeout: How long `receive` and `finish` wait at most, in real time.
  ///   - fileID: The file that a failure is shown in, by default the caller's.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  public convenience init(
    replaying log: ActionLog, _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    options: ReplayOptions = ReplayOptions(), clock: (any Clock<Duration>)? = nil, timeout: Duration = .seconds(5),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    try self.init(
      replaying: log, schema, reducer: reducer, options: options, clock: clock, timeout: timeout,
      reporter: FailureReporter(), site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  package convenience init(
    replaying log: ActionLog, _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    options: ReplayOptions = ReplayOptions(), clock: (any Clock<Duration>)? = nil, timeout: Duration = .seconds(5),
    reporter: FailureReporter, site: CallSite
  ) throws {
    let time = clock ?? TestClock()
    let store = Store(initialState: try log.initialState(schema), reducer: reducer, clock: time)
    let report = try log.replay(into: store, schema, options: options)
    // Only now, so that a long session is not kept.
    self.init(
      store, initialState: store.state, clock: time, hasOwnClock: clock == nil,
      testTimeout: TestTimeout(limit: timeout),
      reporter: reporter, site: site)
    for failure in report.failures { reporter.fail(failure, at: site) }
  }
}

extension ReplayReport where State: Equatable {
  /// What speaks against the log or the reducer, a message each.
  fileprivate var failures: [String] {
    var failures = divergences.first.map { divergence in
      """
      Another state than was recorded: transaction \(divergence.number)\(divergence.what) led to it.
      \(divergence.explanation)
      """
    }
    failures += summary.undecodable.first.map {
      "An action of the log does not decode: transaction \($0.number), \($0.action): \($0.reason)"
    }
    failures += summary.gaps.first.map { gap in
      let why = gap.isRecorded ? "The recorder could not keep up." : "Lines are missing from the log."
      return "Transactions \(gap.numbers.lowerBound) to \(gap.numbers.upperBound) are missing from the log. \(why)"
    }
    failures += summary.damage.first.filter { $0.reason != .torn }.map {
      "A line of the log cannot be used: \($0.file), line \($0.line): \($0.reason)."
    }
    return failures
  }
}

extension ReplayReport.Divergence where State: Equatable {
  fileprivate var what: String {
    actions.isEmpty ? "" : ", \(describe(actions)),"
  }

  /// How the states differ, as far as the log tells.
  fileprivate var explanation: String {
    guard let nearest else {
      return "The log holds no whole state near it. Recorded: \(expected), now: \(actual)."
    }
    let place =
      switch nearest.number {
      case number: "The states after it, recorded (−) and now (+):"
      case number...: "The states after transaction \(nearest.number), recorded (−) and now (+):"
      default: "No state was recorded from there on. Recorded after transaction \(nearest.number) (−) and now (+):"
      }
    return place + "\n" + indentedDifference(expected: nearest.recorded, actual: nearest.replayed)
  }
}
