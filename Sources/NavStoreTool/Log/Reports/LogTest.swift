internal import NavStore
internal import NavStoreInspection

struct LogTest {
  private let log: NavigationLog
  private let options: LogOptions
  private let output: ReportOutput

  init(_ log: NavigationLog, _ options: LogOptions, _ output: ReportOutput) {
    self.log = log
    self.options = options
    self.output = output
  }

  func run() throws -> Bool {
    guard
      var range = try TransactionRange(
        of: log, from: options.from, until: options.until, last: options.count, output: output),
      !range.transactions.isEmpty
    else {
      output.warn("\(log.name): no transaction of the requested range can be replayed from a known state.")
      // The findings show why no transaction can be replayed.
      try output.write(findingsOf: log.replay(), of: log)
      return false
    }
    output.endProgress()
    if case .fingerprint = range.recorded {
      output.warn(
        "transaction \(range.transactions.last?.number ?? 0) led to a state that differs from the recorded state, of "
          + "which the log contains only the fingerprint. So the test compares fingerprints.")
    }
    let count = range.transactions.count
    if options.minimizes {
      range.minimize(by: log.reducer)
      output.warn("the test contains \(range.transactions.count) of \(count.counting("transaction")).")
    }
    let source = TestSource(log, tabType: options.tabType, routeType: options.routeType)
    try output.write(source.source(range.transactions, from: range.initial, to: range.recorded))
    try output.flush()
    if !range.isDivergent {
      output.warn(
        "the replay leads to the recorded states, so the test passes. Add what failed after its last transaction: see "
          + "Docs/HowTo/Tests/CrashReports.md.")
    }
    return true
  }
}
