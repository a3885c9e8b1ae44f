internal import NavStore

/// `navstore log verify`: whether the actions still lead to the recorded states.
struct LogVerify {
  let log: NavigationLog
  let options: LogOptions
  let terminal: LogTerminal

  /// Whether nothing was found.
  func run() throws -> Bool {
    let report = try log.replay(each: terminal.isWatched ? { _ in terminal.step() } : nil)
    terminal.endProgress()
    let isFine = report.isFaithful && (report.isComplete || !options.requiresEnd)
    let findings = LogFindings(log: log, report: report, terminal: terminal)
    try findings.write()
    if isFine, report.verified == 0, report.applied > 0 {
      terminal.warn("\(log.name) has no fingerprint that can be compared.")
    }
    try terminal.write(
      terminal.styled(isFine ? "verified" : "FAILED", isFine ? .good : .bad) + "  \(log.name): \(findings.summary)")
    return isFine
  }
}
