internal import NavStore
internal import NavStoreInspection

/// `navstore log report`: a page for a browser.
struct LogReport {
  let log: NavigationLog
  let options: LogOptions
  let output: ReportOutput

  /// Returns the path of a log's report, which is beside the log, or `-` for standard output if the log is not a file.
  static func defaultOutput(for log: String, isFile: Bool) -> String {
    guard isFile else { return "-" }
    let suffix = ".navlog"
    return (log.hasSuffix(suffix) ? String(log.dropLast(suffix.count)) : log) + ".html"
  }

  /// Writes the report to a file, or to standard output if `path` is `-`.
  ///
  /// - Returns: Whether the whole log was read, and its replay led to the recorded states.
  func run(_ path: String) throws -> Bool {
    var range = ReportOptions(from: options.from, until: options.until, limit: options.limit)
    (range.tabType, range.routeType) = (options.tabType, options.routeType)
    let report = NavigationLogReport(log, options: range)
    let outcome: NavigationLogReport.Outcome
    if path == "-" {
      outcome = try report.write(to: output.write(bytes:), each: output.countEvent)
    } else {
      let file = try ReportFile(path)
      do {
        outcome = try report.write(to: file.write, each: output.countEvent)
      } catch {
        file.discard()
        throw error
      }
      try file.replace()
      output.endProgress()
      try output.write("\(path.terminalSafe): \(outcome.steps.counting("step")), \(outcome.headline)")
    }
    if let cut = outcome.cut { output.warn("\(log.name): \(cut)") }
    if let failure = outcome.failure { throw failure }
    return outcome.isFaithful
  }
}
