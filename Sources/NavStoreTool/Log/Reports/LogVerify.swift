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
    // What compares nothing, proves nothing.
    let isProof = report.verified > 0 || report.applied == 0
    if isFine, !isProof {
      terminal.warn("\(log.name) has neither fingerprints nor whole states that the replay can be compared with.")
    }
    let isVerified = isFine && isProof
    try terminal.write(
      terminal.styled(isVerified ? "verified" : "FAILED", isVerified ? .good : .bad)
        + "  \(log.name): \(report.headline)")
    return isVerified
  }
}
