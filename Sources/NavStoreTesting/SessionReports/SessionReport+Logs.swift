internal import NavStoreInspection
public import NavStore

extension SessionReport {
  /// Creates the report of a log of a navigation, as the command `navtool log report` does.
  ///
  /// The log is replayed with the rules that it contains. A log of a whole app requires the app's reducer: use
  /// ``init(replaying:_:reducer:comparedWith:from:until:named:)``.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - other: A log that the page compares with the first one, or `nil`.
  ///   - from: The number of the first transaction that the page shows of each log, or `nil` for the beginning.
  ///   - until: The number of the last transaction that the page shows of each log, or `nil` for the end.
  ///   - name: The title of the report. The default is the name of the log's first file.
  /// - Throws: ``SessionReportError`` if a log cannot be read, or is not the log of a navigation. The report of a log
  ///   that can be read only in part says where it ends.
  /// - Complexity: O(n), where n is the length of the logs.
  public init(
    of log: ActionLog, comparedWith other: ActionLog? = nil, from: Int? = nil, until: Int? = nil,
    named name: String? = nil
  ) throws(SessionReportError) {
    do {
      var bytes: [UInt8] = []
      let navigationLog = try NavigationLog(log, named: log.firstName)
      let otherLog = try other.map { try NavigationLog($0, named: $0.firstName) }
      let report = NavigationLogReport(
        navigationLog, comparedWith: otherLog, named: name, options: ReportOptions(from: from, until: until))
      if try report.write(to: { bytes += $0 }).isEmpty { throw SessionReportError.nothingSelected }
      self.init(bytes: bytes)
    } catch {
      throw SessionReportError(error)
    }
  }

  /// Creates the report of a replay with the app's reducer.
  ///
  /// If a state differs from the recorded one, the report shows both, and continues with the recorded state.
  ///
  /// - Parameters:
  ///   - log: The log of the session.
  ///   - schema: The schema that the log was recorded with.
  ///   - reducer: The reducer that computes the states.
  ///   - other: A log with the same schema, which the page compares with the first one, or `nil`.
  ///   - from: The number of the first transaction that the page shows of each log, or `nil` for the beginning.
  ///   - until: The number of the last transaction that the page shows of each log, or `nil` for the end.
  ///   - name: The title of the report. The default is the name of the log's first file.
  /// - Throws: ``SessionReportError`` if a log cannot be read, or if no state contains a navigation. The report of a
  ///   log that can be read only in part says where it ends.
  /// - Complexity: O(n), where n is the length of the logs.
  public init<State, Action>(
    replaying log: ActionLog, _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    comparedWith other: ActionLog? = nil, from: Int? = nil, until: Int? = nil, named name: String? = nil
  ) throws(SessionReportError) {
    let options = ReportOptions(from: from, until: until)
    var report = try AppReport(
      replaying: log, schema, reducer: reducer, named: name, options, isCompared: other != nil)
    guard report.hasSelection else { throw .nothingSelected }
    if let other {
      report.setOther(
        try AppReport(replaying: other, schema, reducer: reducer, named: nil, options, isCompared: true))
    }
    self.init(bytes: report.page)
  }

  init<State, Action>(
    replaying log: ActionLog, _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    _ options: ReportOptions
  ) throws(SessionReportError) {
    self.init(bytes: try AppReport(replaying: log, schema, reducer: reducer, named: nil, options).page)
  }
}

extension AppReport {
  fileprivate init(
    replaying log: ActionLog, _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    named name: String?, _ options: ReportOptions, isCompared: Bool = false
  ) throws(SessionReportError) {
    var report = Self(.replay, named: name ?? log.firstName, options: options, isCompared: isCompared)
    let range = ReplayOptions(
      from: options.from.map { $0 - 1 }, until: options.until, atDivergence: .adoptRecorded,
      atUndecodable: .skipToNextState)
    do {
      let result = try log.replayEvents(schema, reducer: reducer, options: range) { event in
        report.add(event)
        if report.isFull { throw CancellationError() }
      }
      report.setResult(result)
    } catch is CancellationError {
      // The rest of the log is not shown, and the page says so.
    } catch {
      guard report.hasNavigation else { throw SessionReportError(error) }
      report.add(failure: "\(error)")
    }
    guard report.hasNavigation else { throw .noNavigation(in: State.self) }
    self = report
  }
}

extension ActionLog {
  fileprivate var firstName: String { String(paths.first?.split(separator: "/").last ?? "") }
}
