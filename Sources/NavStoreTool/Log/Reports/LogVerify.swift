internal import NavStore
internal import NavStoreInspection

/// `navtool log verify`: whether the actions still lead to the recorded states.
struct LogVerify {
  let log: NavigationLog
  let options: LogOptions
  let output: ReportOutput

  /// Verifies the log.
  ///
  /// - Returns: Whether the log was replayed completely and led to the recorded states. `false` if the log contains
  ///   nothing to compare its transactions with, or if the options require a complete log and this log is incomplete.
  func run() throws -> Bool {
    let report = try log.replay(each: output.showsProgress ? { _ in output.countEvent() } : nil)
    output.endProgress()
    try output.write(findingsOf: report, of: log)
    let isIncomplete = options.requiresEnd && !report.isComplete
    let (word, style): (String, ReportOutput.Style) =
      switch isIncomplete ? .failed : report.verdict {
      case .verified: ("verified", .good)
      case .unverified: ("NOT VERIFIED", .warning)
      case .failed: ("FAILED", .bad)
      }
    if let advice = report.advice { output.warn("\(log.name): \(advice)") }
    try output.write(output.styled(word, style) + "  \(log.name): \(report.headline)")
    // A log without transactions has no states that could differ.
    return !isIncomplete && (report.verdict == .verified || report.verdict == .unverified && report.applied == 0)
  }
}
