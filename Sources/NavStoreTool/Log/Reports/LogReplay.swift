internal import NavStore
internal import NavStoreInspection

/// `navtool log replay`: the state after each transaction.
struct LogReplay {
  let log: NavigationLog
  let options: LogOptions
  let output: ReportOutput

  func run() async throws -> Bool {
    let range = ReplayOptions(
      from: options.from.map { $0 - 1 }, until: options.until, atDivergence: options.atDivergence)
    var last = Duration.zero
    var hasSelection = false
    let show = { (event: LoggedEvent) in
      hasSelection = hasSelection || event.isSelected(from: options.from)
      if let time = event.time { last = time }
      try self.show(event)
    }
    let report =
      if let speed = options.speed {
        try await log.replay(range, speed: speed, each: show)
      } else {
        try log.replay(range, each: show)
      }
    output.endProgress()
    if options.isLastOnly {
      if let state = report.state { try write(report.number, last, "", state) }
    }
    // Standard output contains only JSON, so the summary of the findings is written to standard error.
    if options.isJSON {
      try output.flush()
      if !report.isFaithful {
        output.warn("\(log.name): \(report.headline)")
      }
    } else {
      try output.write(findingsOf: report, of: log)
    }
    if !hasSelection { try output.reportEmptySelection(in: [log.name]) }
    return report.isFaithful && hasSelection
  }

  private func show(_ event: LoggedEvent) throws {
    output.countEvent()
    if options.isLastOnly { return }
    switch event {
    case .began(let header, let state?) where header.number >= (options.from ?? 1) - 1:
      try write(header.number, .milliseconds(header.time), "", state)
    case .transaction(let transaction):
      let actions = transaction.actions.map(\.displayText).joined(separator: "; ")
      try write(transaction.number, transaction.time, actions, transaction.state)
    case .replaced(let number, let time, _, let state): try write(number, time, "(replaced)", state)
    case .resumed(let number, let time, let state): try write(number, time, "(recorded)", state)
    default: break
    }
  }

  private func write(_ number: Int, _ time: Duration, _ actions: String, _ state: LoggedState) throws {
    guard number >= options.from ?? 0 else { return }
    if options.isJSON {
      let state = String(decoding: try CanonicalJSONEncoder().encode(state), as: UTF8.self).printableJSON
      return try output.write(#"{"n":\#(number),"at":\#(time.wholeMilliseconds),"state":\#(state)}"#)
    }
    let actions = actions.printable(limit: 60)
    let columns = "\(number)".indented(to: 6) + EventFormatter.seconds(time).indented(to: 10) + "  "
    try output.write(
      (options.isLastOnly
        ? "\(number)".indented(to: 6) + "  " : columns + output.styled(actions.padded(to: 30), .faint))
        + "  " + state.displayText)
  }
}

extension ReplayEvent {
  fileprivate var time: Duration? {
    switch self {
    case .began(let header, _): .milliseconds(header.time)
    case .transaction(let transaction): transaction.time
    case .replaced(_, let time, _, _), .resumed(_, let time, _): time
    default: nil
    }
  }
}
