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
    let succeeded = report.isFaithful && (report.isComplete || !options.requiresEnd)
    try output.write(findingsOf: report, of: log)
    // A replay without any comparison does not verify the log.
    let isProof = report.verified > 0 || report.applied == 0
    if succeeded, !isProof {
      output.warn("\(log.name) contains neither fingerprints nor whole states to compare the replay with.")
    }
    let isVerified = succeeded && isProof
    try output.write(
      output.styled(isVerified ? "verified" : "FAILED", isVerified ? .good : .bad)
        + "  \(log.name): \(report.headline)")
    return isVerified
  }
}
