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
      of: log, isFirst: true,
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
    document.commandWithoutStep = commandWithoutStep
    if let number = options.leftOut.max(), number > steps.lastNumber {
      throw LogFailure("\(log.name) has no transaction \(number), or the report ends before it.", .invalid)
    }
    let compared = second.map { second in
      ComparedSession(name: second.name) { write in
        let (steps, result, failure) = try writeSteps(of: second.log, isFirst: false, to: write, each: each)
        outcome.failure = outcome.failure ?? failure
        return (steps.tables, steps.compared, result)
      }
    }
    try document.writeEnding(steps.tables, comparedWith: compared, to: write)
    return outcome
  }

  /// The command, for a shell in the folder of the log.
  private var commandWithoutStep: String? {
    guard !log.isCopy, let name = log.log.paths[0].split(separator: "/").last else { return nil }
    let rule = log.givenBackRule.map { " --back-rule \($0.rawValue)" } ?? ""
    let others = options.leftOut.sorted().map { " --without \($0)" }.joined()
    return "navtool log report \(name.quotedForShell)\(rule)\(others) --without {{number}}"
  }

  /// The session that is shown beside the first one.
  private var second: (log: NavigationLog, name: String)? {
    if let other { return (other, other.fileName) }
    if options.leftOut.isEmpty { return nil }
    let numbers = options.leftOut.sorted().map(String.init).joined(separator: ", ")
    return (log, "\(log.fileName) without \(options.leftOut.count == 1 ? "transaction" : "transactions") \(numbers)")
  }

  /// Writes the steps of a log. If it is the first one, writes nothing if the options select no part of it.
  private func writeSteps(
    of log: NavigationLog, isFirst: Bool, to write: @escaping ([UInt8]) throws -> Void, each: @escaping () -> Void
  ) throws -> (steps: ReportSteps<LogSubject>, result: ReportDocument.Result, failure: LogFailure?) {
    var steps = ReportSteps(LogSubject(log), options, isCompared: second != nil)
    var failure: LogFailure?
    let result: ReportDocument.Result
    do {
      var range = ReplayOptions(
        from: options.from.map { $0 - 1 }, until: options.until, atDivergence: .adoptRecorded,
        atUndecodable: .skipToNextState)
      if !isFirst { range.leftOut = options.leftOut }
      let report = try log.replay(range) { event in
        each()
        steps.add(event)
        if steps.json.bytes.count > 1 << 18, steps.hasSelection || !isFirst { try write(steps.take()) }
      }
      result = ReportDocument.Result(report, findings: FindingsReport(report, of: log).texts)
    } catch let error as LogFailure {
      guard steps.count > 0 else { throw error }
      steps.add(failure: error.description)
      failure = error
      result = ReportDocument.Result(headline: error.description)
    }
    if steps.hasSelection || !isFirst { try write(steps.take()) }
    return (steps, result, failure)
  }
}

extension NavigationLog {
  fileprivate var fileName: String { String(name.split(separator: "/").last ?? "") }
}

extension Substring {
  fileprivate var quotedForShell: String {
    let name = hasPrefix("-") ? "./" + self : String(self)
    let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "./_-".contains($0)) }
    return isPlain ? name : "'" + name.replacing("'", with: #"'\''"#) + "'"
  }
}
