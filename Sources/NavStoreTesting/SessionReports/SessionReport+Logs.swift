internal import NavStoreInspection
public import NavStore

extension SessionReport {
  /// Creates the report of a log of a navigation, as the command `navstore log report` does.
  ///
  /// The log is replayed with the rules that it contains. A log of a whole app requires the app's reducer: use
  /// ``init(replaying:_:reducer:named:)``.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - name: The title of the report. The default is the name of the log's first file.
  /// - Throws: ``SessionReportError`` if the log cannot be read, or is not the log of a navigation. The report of a log
  ///   that can be read only in part says where it ends.
  /// - Complexity: O(n), where n is the length of the log.
  public init(of log: ActionLog, named name: String? = nil) throws(SessionReportError) {
    do {
      var bytes: [UInt8] = []
      let navigationLog = try NavigationLog(log, named: log.firstName)
      _ = try NavigationLogReport(navigationLog, named: name).write { bytes += $0 }
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
  ///   - name: The title of the report. The default is the name of the log's first file.
  /// - Throws: ``SessionReportError`` if the log cannot be read, or if no state contains a navigation. The report of a
  ///   log that can be read only in part says where it ends.
  /// - Complexity: O(n), where n is the length of the log.
  public init<State, Action>(
    replaying log: ActionLog, _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    named name: String? = nil
  ) throws(SessionReportError) {
    try self.init(replaying: log, schema, reducer: reducer, named: name, ReportOptions())
  }

  init<State, Action>(
    replaying log: ActionLog, _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    named name: String?, _ options: ReportOptions
  ) throws(SessionReportError) {
    var report = AppReport<State, Action>(.replay, named: name ?? log.firstName, options: options)
    let range = ReplayOptions(
      from: options.from.map { $0 - 1 }, until: options.until, atDivergence: .adoptRecorded,
      atUndecodable: .skipToNextState)
    do {
      let result = try log.replay(schema, reducer: reducer, options: range) { event in
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
    self.init(bytes: report.page)
  }
}

extension ActionLog {
  /// The name of the log's first file, without its folder.
  fileprivate var firstName: String { String(paths.first?.split(separator: "/").last ?? "") }
}
