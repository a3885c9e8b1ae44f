internal import NavStoreInspection
public import NavStore

extension TestStore where State: Codable, Action: Codable {
  /// Creates a test store by replaying a recorded session, to test the reducer with everything that happened in the
  /// session.
  ///
  /// ```swift
  /// @Test func `the session of the bug report`() throws {
  ///   let log = ActionLog(path: "…/session.navlog")
  ///   let store = try TestStore(replaying: log, schema, reducer: AppReducer())
  ///   store.send(.navigation(.back)) { $0.navigation.pop() }
  /// }
  /// ```
  ///
  /// The test store compares the state after each transaction with the recorded state. Effects do not run, because the
  /// log contains the actions that the effects sent. Each of these problems fails the test: a state that differs, a
  /// missing transaction, an action that cannot be decoded, and a line of the log that cannot be used. A last line that
  /// is incomplete because the process was killed does not fail the test. The test continues from the last state of the
  /// replay. The first failure has a ``SessionReport`` of the replay as attachment.
  ///
  /// - Parameters:
  ///   - log: The log of the session.
  ///   - schema: The schema that the log was recorded with.
  ///   - reducer: The reducer under test.
  ///   - options: The range of the replay, and the policy for a divergence.
  ///   - clock: The clock that effects sleep on after the replay. Without a clock, time does not move.
  ///   - timeout: The longest time that `receive` and `finish` wait, in real time.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  /// - Throws: `ActionLogError` if the log cannot be read.
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
    // The test store is created after the replay, so that it does not store every transaction of a long session.
    self.init(
      store, initialState: store.state, clock: time, hasOwnClock: clock == nil,
      testTimeout: TestTimeout(limit: timeout),
      reporter: reporter, site: site)
    let reporter = reporter.attaching { _, _ in
      try? SessionReport(replaying: log, schema, reducer: reducer, options.around(report.firstProblem))
    }
    for failure in report.failures { reporter.fail(failure, at: site) }
  }
}

extension ReplayOptions {
  /// Returns the options for a report that shows a transaction and up to 1,000 transactions before and after it. If
  /// there is no such transaction, the report shows the first 2,000 steps.
  fileprivate func around(_ number: Int?) -> ReportOptions {
    // A replay from transaction n begins with the state after it, so the next transaction is the first one.
    let first = from.flatMap { $0 < .max ? $0 + 1 : nil }
    guard let number else { return ReportOptions(from: first, until: until, limit: 2_000) }
    let near = max(first ?? 1, max(number, 1_000) - 1_000)
    // The replay begins at a snapshot, so the transaction can precede the requested ones.
    let from = min(near, number)
    return ReportOptions(from: from > 1 ? from : nil, until: min(until ?? .max, min(number, .max - 1_000) + 1_000))
  }
}

extension ReplayReport {
  /// The number of the first divergence or, if there is none, of the first transaction that cannot be replayed. `nil`
  /// if only lines are damaged.
  fileprivate var firstProblem: Int? {
    divergences.first?.number ?? summary.undecodable.first.first?.number
      ?? summary.gaps.first.first?.numbers.lowerBound
  }
}

extension ReplayReport where State: Equatable {
  /// A message for each kind of problem in the log or the reducer, which describes the first problem of that kind.
  var failures: [String] {
    var failures = divergences.map { divergence in
      """
      Divergence: transaction \(divergence.number)\(divergence.what) led to a state that differs from the recorded one.
      \(divergence.explanation)
      """
    }
    failures += summary.undecodable.first.map {
      "An action of the log cannot be decoded: transaction \($0.number), \($0.action): \($0.reason)"
    }
    failures += summary.gaps.first.map { gap in
      let why = gap.isRecorded ? "The recorder could not write them." : "Lines are missing from the log."
      return "Transactions \(gap.numbers.lowerBound) to \(gap.numbers.upperBound) are missing from the log. \(why)"
    }
    failures += summary.damage.first.filter { $0.reason != .torn && $0.reason != .tornTransaction }.map {
      "A line of the log cannot be used: \($0.file), line \($0.line): \($0.reason)."
    }
    return failures
  }
}

extension ReplayReport.Divergence where State: Equatable {
  fileprivate var what: String {
    actions.isEmpty ? "" : ", \(describe(actions)),"
  }

  /// The difference between the nearest recorded state and the state of the replay, or the fingerprints of both states
  /// if the log contains no recorded state near the divergence.
  fileprivate var explanation: String {
    guard let nearest else {
      return
        "The log contains no complete state near it. Recorded fingerprint: \(expected), actual fingerprint: \(actual)."
    }
    let place =
      switch nearest.number {
      case number: "The states after it, recorded (−) and actual (+):"
      case number...: "The states after transaction \(nearest.number), recorded (−) and actual (+):"
      default: "No later state was recorded. After transaction \(nearest.number), recorded (−) and actual (+):"
      }
    return place + "\n" + indentedDifference(expected: nearest.recorded, actual: nearest.replayed)
  }
}
