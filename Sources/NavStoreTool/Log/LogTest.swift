internal import NavStore

/// `navstore log test`: the actions of a log as a Swift test, to paste.
struct LogTest {
  private let log: NavigationLog
  private let options: LogOptions
  private let terminal: LogTerminal

  init(_ log: NavigationLog, _ options: LogOptions, _ terminal: LogTerminal) {
    self.log = log
    self.options = options
    self.terminal = terminal
  }

  /// Whether there is something to make a test of.
  func run() throws -> Bool {
    guard var part = try RecordedPart(of: log, from: options.from, until: options.until, terminal: terminal),
      !part.transactions.isEmpty
    else {
      terminal.warn("\(log.name): no transaction of that part can be replayed from a known state up to its end.")
      // What stands in the way.
      let report = try log.replay()
      try LogFindings(log: log, report: report, terminal: terminal).write()
      return false
    }
    terminal.endProgress()
    if part.diverges, !part.hasRecordedState {
      part = try ending(part)
    }
    let count = part.transactions.count
    if options.minimizes {
      part = part.minimized(by: log.reducer)
      terminal.warn("\(part.transactions.count) of \(count.counting("transaction")) are left.")
    }
    try terminal.write(RecordedTest(part: part, log: log, options: options).source)
    return true
  }

  /// The part as it is, with a word on what it cannot expect.
  private func ending(_ part: RecordedPart) throws -> RecordedPart {
    let number = part.transactions.last?.number ?? 0
    terminal.warn(
      "transaction \(number) led to another state when it was recorded, and the log has that state's fingerprint only: the test "
        + "expects what the reducer does today.")
    return part
  }
}
