internal import NavStore
internal import NavStoreInspection

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// `navtool log backtest`: how the sessions of a folder change under changed rules.
struct LogBackTest {
  private let folder: String
  private let options: LogOptions
  private let output: ReportOutput

  init(_ options: LogOptions, _ output: ReportOutput) {
    folder = options.files[0]
    self.options = options
    self.output = output
  }

  @MainActor
  func run() async throws -> Bool {
    let logs = try logs()
    guard !logs.isEmpty else {
      output.warn("\(folder.terminalSafe) contains no logs: no file has the extension navlog.")
      return false
    }
    let result = await BackTestResult.replaying(logs.count, progress: { showProgress($0, of: logs.count) }) {
      [options] in Self.firstDifference(of: logs[$0], options)
    }
    output.endProgress()
    let failed = result.groups.reduce(0) { $1.difference.isCompared ? $0 : $0 + $1.sessions }
    let differing = result.groups.reduce(0) { $0 + $1.sessions } - failed
    let summary =
      "\(result.sessions.counting("session")): \(differing) differ, \(result.sessions - differing - failed) do not"
      + (failed > 0 ? ", \(failed) could not be replayed" : "")
    if !options.isJSON { try output.write(summary) }
    for group in result.groups.prefix(options.limit) { try write(group, logs[group.shortest]) }
    let rest = result.groups.dropFirst(options.limit)
    if !options.isJSON, !rest.isEmpty {
      try output.write("+\(rest.count) more kinds, of \(rest.reduce(0) { $0 + $1.sessions }.counting("session"))")
    }
    try output.flush()
    if options.isJSON { output.warn("\(folder.terminalSafe): \(summary).") }
    if failed == result.sessions {
      output.warn("\(folder.terminalSafe) contains no log of a navigation that can be replayed.")
    } else if differing > 0 {
      output.warn(#""navtool log test --until N --minimize FILE" prints a session as a test, up to transaction N."#)
    }
    return result.groups.isEmpty
  }

  private func logs() throws -> [ActionLog] {
    let file = Descriptor(number: open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    guard file.number >= 0 else {
      throw LogFailure("the folder \(folder.terminalSafe) cannot be read: \(Descriptor.lastError).", .unreadable)
    }
    file.close()
    do { return try ActionLog.sessions(inFolder: folder) } catch {
      throw LogFailure("the folder \(folder.terminalSafe) cannot be read: \(error)", .unreadable)
    }
  }

  private static func firstDifference(of log: ActionLog, _ options: LogOptions) -> SessionDifference? {
    do {
      let log = try NavigationLog(log, named: NavigationLog.name(of: log.paths[0]))
      var changed = log.rules
      if let rule = options.backRule { changed.backRule = rule }
      if let depth = options.maxDepth { changed.maxDepth = depth }
      if let visits = options.maxVisits { changed.maxVisits = visits }
      return SessionDifference(replaying: log, changed: changed)
    } catch {
      return SessionDifference(unreadable: error)
    }
  }

  /// Shows the percentage of the sessions whenever it changes.
  private func showProgress(_ replayed: Int, of count: Int) {
    let percent = replayed * 100 / count
    if percent > (replayed - 1) * 100 / count { output.showProgress("\(percent) % of \(count.counting("session"))") }
  }

  private func write(_ group: BackTestResult.Group, _ shortest: ActionLog) throws {
    let (difference, file) = (group.difference, shortest.paths[0])
    if options.isJSON {
      let row = Row(
        kind: difference.kind, sessions: group.sessions, compared: difference.isCompared, file: file,
        transaction: difference.transaction)
      return try output.write(String(decoding: try CanonicalJSONEncoder().encode(row), as: UTF8.self).printableJSON)
    }
    try output.write("\(group.sessions.counting("session")): \(difference.kind.printable)")
    try output.write("  \(file.terminalSafe): \(difference.details.printable)")
  }
}

private struct Row: Encodable {
  let kind: String
  let sessions: Int
  /// `false` if the sessions could not be replayed.
  let compared: Bool
  /// The log that differs after the fewest transactions.
  let file: String
  /// The number of the transaction that differs in that log; 0 if the log cannot be read.
  let transaction: Int
}
