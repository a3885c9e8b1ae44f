internal import NavStore

package struct NavigationLogReport {
  package struct Outcome {
    package let steps: Int
    /// Whether the report shows nothing of the log, because the log ends before the requested part.
    package let isEmpty: Bool
    package let cut: String?
    package let headline: String
    /// Whether the requested part of the log was replayed completely and led to the recorded states.
    package let isFaithful: Bool
    /// Whether the report shows no further steps when the log grows, because it shows the end of the log, the last
    /// requested transaction, or as many steps as possible, or because the log cannot be read further.
    package let isComplete: Bool
    /// The reason why one of the logs could be read only in part, or `nil` if both were read.
    package fileprivate(set) var failure: LogFailure?
  }

  private let log: NavigationLog
  private let other: NavigationLog?
  private let title: String
  private let options: ReportOptions

  package init(
    _ log: NavigationLog, comparedWith other: NavigationLog? = nil, named title: String? = nil,
    options: ReportOptions = ReportOptions()
  ) {
    self.log = log
    self.other = other
    self.title = title ?? log.fileName
    self.options = options
  }

  /// Writes the page. The required memory depends on the number of different texts in the log, and not on the length of
  /// the log. If the report would show nothing of the log, nothing is written. `each` is called for each event of the
  /// replay.
  package func write(to write: @escaping ([UInt8]) throws -> Void, each: @escaping () -> Void = {}) throws -> Outcome {
    var document = ReportDocument(kind: .log, name: title, header: log.header)
    var beginning: [UInt8]? = document.beginning
    let (steps, result, failure) = try writeSteps(
      of: log, onlySelection: true,
      to: { bytes in
        if let first = beginning.take() { try write(first) }
        try write(bytes)
      }, each: each)
    var outcome = Outcome(
      steps: steps.count, isEmpty: !steps.hasSelection,
      cut: options.cut(
        steps, advice: "Select another part with --from and --until, or with from: and until: of SessionReport."),
      headline: result.headline, isFaithful: result.verdict != .failed,
      isComplete: steps.hasEnded || steps.isFull || steps.lastNumber >= options.until ?? .max || failure != nil,
      failure: failure)
    if outcome.isEmpty { return outcome }
    document.isFollowed = options.isFollowed && !outcome.isComplete
    document.cut = outcome.cut
    (document.result, document.divergences, document.compared) = (result, steps.divergences, steps.compared)
    document.swift = TestSource(log, tabType: options.tabType, routeType: options.routeType).template
    let compared = other.map { other in
      ComparedSession(name: other.fileName) { write in
        let (steps, result, failure) = try writeSteps(of: other, to: write, each: each)
        outcome.failure = outcome.failure ?? failure
        return (steps.tables, steps.compared, result)
      }
    }
    try document.writeEnding(steps.tables, comparedWith: compared, to: write)
    return outcome
  }

  /// Writes the steps of a log. With `onlySelection`, writes nothing if the options select no part of the log.
  private func writeSteps(
    of log: NavigationLog, onlySelection: Bool = false, to write: @escaping ([UInt8]) throws -> Void,
    each: @escaping () -> Void
  ) throws -> (steps: ReportSteps<LogSubject>, result: ReportDocument.Result, failure: LogFailure?) {
    var steps = ReportSteps(LogSubject(log), options, isCompared: other != nil)
    var failure: LogFailure?
    let result: ReportDocument.Result
    do {
      let range = ReplayOptions(
        from: options.from.map { $0 - 1 }, until: options.until, atDivergence: .adoptRecorded,
        atUndecodable: .skipToNextState)
      let report = try log.replay(range) { event in
        each()
        steps.add(event)
        if steps.json.bytes.count > 1 << 18, steps.hasSelection || !onlySelection { try write(steps.take()) }
      }
      result = ReportDocument.Result(report, findings: FindingsReport(report, of: log).texts)
    } catch let error as LogFailure {
      guard steps.count > 0 else { throw error }
      steps.add(failure: error.description)
      failure = error
      result = ReportDocument.Result(headline: error.description)
    }
    if steps.hasSelection || !onlySelection { try write(steps.take()) }
    return (steps, result, failure)
  }
}

extension NavigationLog {
  fileprivate var fileName: String { String(name.split(separator: "/").last ?? "") }
}
