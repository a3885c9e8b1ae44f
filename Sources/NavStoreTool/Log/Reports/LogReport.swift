internal import NavStore
internal import NavStoreInspection

struct LogReport {
  let log: NavigationLog
  let other: NavigationLog?
  let options: LogOptions
  let output: ReportOutput

  static func defaultOutput(for log: String, isFile: Bool, leavingOut numbers: Set<Int> = []) -> String {
    guard isFile else { return "-" }
    let suffix = ".navlog"
    let name = log.hasSuffix(suffix) ? String(log.dropLast(suffix.count)) : log
    return name + (numbers.isEmpty ? "" : "-without-" + numbers.sorted().map(String.init).joined(separator: "-"))
      + ".html"
  }

  /// Writes the report to a file, or to standard output if `path` is `-`.
  ///
  /// - Returns: Whether the requested part of the log was replayed completely and led to the recorded states.
  func run(_ path: String) throws -> Bool {
    let outcome: NavigationLogReport.Outcome
    do {
      outcome = options.follows ? try follow(path) : try write(log, to: path)
    } catch is NothingSelected {
      output.warn("\(log.name): the options select nothing." + (path == "-" ? "" : " An earlier report is kept."))
      return false
    }
    if let cut = outcome.cut { output.warn("\(log.name): \(cut)") }
    if let failure = outcome.failure { throw failure }
    return outcome.isFaithful
  }

  /// The error for a report that would show nothing of the log.
  private struct NothingSelected: Error {
    let isComplete: Bool
  }

  /// Writes the report whenever the log has grown, until the report is complete or a signal requests the end of the
  /// process. The page of the last report does not load itself again, unless the log is unreadable at that moment.
  private func follow(_ path: String) throws -> NavigationLogReport.Outcome {
    guard let signals = TerminationSignals.listen() else {
      throw LogFailure("a pipe for signals cannot be created: \(Descriptor.lastError).", .system)
    }
    defer { signals.close() }
    var log = log
    var outcome: NavigationLogReport.Outcome?
    var isLast = false
    while true {
      let size = log.size
      let start = ContinuousClock.now
      do {
        outcome = try write(log, to: path, isFollowed: !isLast)
      } catch let failure as LogFailure where outcome != nil && failure.kind != .system && canReadOther {
        // The log may be incomplete while an app replaces it. The last report is kept.
      } catch let error as NothingSelected where !isLast && !error.isComplete {
        // The log has not reached the requested part.
      }
      try output.flush()
      if let outcome, isLast || outcome.isComplete { return outcome }
      // The report of a long log takes time, and is written less often.
      let pause = max(.milliseconds(500), (ContinuousClock.now - start) * 4)
      repeat { isLast = signals.isReady(within: pause) } while !isLast && log.size == size
      // A log that was replaced can have other rules.
      log = (try? NavigationLog(options.files[0], backRule: options.backRule)) ?? log
    }
  }

  private var canReadOther: Bool { other.map { (try? $0.log.header()) != nil } ?? true }

  private func write(
    _ log: NavigationLog, to path: String, isFollowed: Bool = false
  ) throws -> NavigationLogReport.Outcome {
    var range = ReportOptions(from: options.from, until: options.until, limit: options.limit)
    (range.tabType, range.routeType, range.isFollowed) = (options.tabType, options.routeType, isFollowed)
    range.leftOut = options.leftOut
    let report = NavigationLogReport(log, comparedWith: other, options: range)
    func write(to write: @escaping ([UInt8]) throws -> Void) throws -> NavigationLogReport.Outcome {
      let outcome = try report.write(to: write, each: output.countEvent)
      if outcome.isEmpty { throw NothingSelected(isComplete: outcome.isComplete) }
      return outcome
    }
    if path == "-" { return try write(to: output.write(bytes:)) }
    let outcome = try ReportFile.write(to: path, write)
    output.endProgress()
    try output.write("\(path.terminalSafe): \(outcome.steps.counting("step")), \(outcome.headline)")
    return outcome
  }
}
