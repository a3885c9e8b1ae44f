internal import NavStore

/// A session report: a page that shows the events of a log in a browser. `ReportPage` is the page,
/// and Docs/Decisions/0039-session-report.md describes the data in it.
package struct SessionReport {
  package struct Options: Sendable {
    /// The first transaction that is shown, or `nil` for the beginning of the log.
    package var from: Int?
    /// The last transaction that is shown, or `nil` for the end of the log.
    package var until: Int?
    /// The largest number of steps. Further steps are left out.
    package var limit: Int
    /// The size, in bytes, above which further steps are left out.
    package var largestSize = 256 << 20
    /// Whether the report of a log that has not ended loads itself again, because it is rewritten while the log grows.
    package var isFollowed = false
    /// The type of the app's tabs in the template of a test.
    package var tabType = "AppTab"
    /// The type of the app's routes in the template of a test.
    package var routeType = "Route"

    package init(from: Int? = nil, until: Int? = nil, limit: Int = 2_000_000) {
      self.from = from
      self.until = until
      self.limit = limit
    }
  }

  /// The result of writing a report.
  package struct Outcome {
    /// The number of steps in the report.
    package let steps: Int
    /// A notice that the report shows only a part of the log, or `nil` if it shows the whole log.
    package let cut: String?
    /// The result of the replay, as a line.
    package let headline: String
    /// Whether the requested part of the log was replayed completely and led to the recorded states.
    package let isFaithful: Bool
    /// Whether the log has an end, so that it does not grow.
    package let hasEnded: Bool
    /// The reason why the log could be read only in part, or `nil` if it was read.
    package let failure: LogFailure?
  }

  /// The text that identifies a report. The data of each report begins with this text.
  package static let mark = #"{"format":"navstore.report","v":1"#

  private let log: NavigationLog
  private let options: Options

  package init(_ log: NavigationLog, options: Options = Options()) {
    self.log = log
    self.options = options
  }

  /// Writes the page. The required memory depends on the number of different texts in the log, and not on the length of
  /// the log.
  ///
  /// - Parameters:
  ///   - write: A function that receives the bytes of the page, piece by piece.
  ///   - each: A function that is called for each event of the replay.
  /// - Throws: A ``LogFailure`` if the log cannot be read up to the first step of the report, and the errors that
  ///   `write` throws.
  package func write(to write: @escaping ([UInt8]) throws -> Void, each: @escaping () -> Void = {}) throws -> Outcome {
    var steps = ReportSteps(log, options)
    var failure: LogFailure?
    var report: LoggedReport?
    try write(Array(ReportPage.beforeData.utf8) + beginning)
    do {
      let range = ReplayOptions(
        from: options.from.map { $0 - 1 }, until: options.until, atDivergence: .adoptRecorded,
        atUndecodable: .skipToNextState)
      report = try log.replay(range) { event in
        each()
        steps.add(event)
        if steps.json.bytes.count > 1 << 18 { try write(steps.take()) }
      }
    } catch let error as LogFailure {
      guard steps.count > 0 else { throw error }
      steps.add(failure: error)
      failure = error
    }
    steps.finish()
    try write(steps.take() + Array(#"],"texts":["#.utf8))
    let outcome = Outcome(
      steps: steps.count, cut: cut(steps), headline: report?.headline ?? failure?.description ?? "",
      isFaithful: report?.isFaithful == true, hasEnded: steps.hasEnded, failure: failure)
    try steps.tables.texts.write(to: write)
    try write(Array(#"],"values":["#.utf8))
    try write(steps.tables.values.json.bytes)
    try write(Array(#"],"actions":["#.utf8))
    try write(steps.tables.actions.json.bytes)
    try write(ending(outcome, report, origins: steps.tables.origins) + Array(ReportPage.afterData.utf8))
    return outcome
  }

  /// The beginning of the data, up to the steps.
  private var beginning: [UInt8] {
    var json = ReportText()
    json.append(text: Self.mark)
    json.append(#","kind":"log","name":"#)
    json.append(string: String(log.name.split(separator: "/").last ?? ""))
    if let header = log.header {
      if let began = header.formattableBeginning { json.append(text: #","began":\#(began)"#) }
      if let information = header.information {
        json.append(#","information":"#)
        json.append(string: information.canonicalText)
      }
      json.append(text: #","schema":\#(header.schema),"session":"#)
      json.append(string: header.session)
    }
    json.append(#","steps":["#)
    return json.bytes
  }

  /// Returns the rest of the data behind the actions.
  private func ending(_ outcome: Outcome, _ report: LoggedReport?, origins: [Int]) -> [UInt8] {
    var json = ReportText()
    json.append(text: #"],"origins":[\#(origins.map(String.init).joined(separator: ","))]"#)
    if options.isFollowed, !outcome.hasEnded { json.append(#","follow":true"#) }
    if let cut = outcome.cut {
      json.append(#","cut":"#)
      json.append(string: cut)
    }
    json.append(text: #","result":{"faithful":\#(outcome.isFaithful),"headline":"#)
    json.append(string: outcome.headline)
    json.append(#","findings":["#)
    let findings = report.map { FindingsReport($0, of: log).texts } ?? []
    for (index, finding) in findings.enumerated() {
      if index > 0 { json.append(",") }
      json.append(string: finding)
    }
    json.append(#"]},"swift":"#)
    json.append(string: TestSource(log, tabType: options.tabType, routeType: options.routeType).template)
    json.append("}")
    return json.bytes
  }

  private func cut(_ steps: ReportSteps) -> String? {
    let selected: String? =
      switch (options.from, options.until) {
      case (nil, nil): nil
      case (let from?, nil): "Only the transactions from number \(from) on are shown."
      case (nil, let until?): "Only the transactions up to number \(until) are shown."
      case (let from?, let until?): "Only the transactions from number \(from) to \(until) are shown."
      }
    let left =
      steps.isFull
      ? "The report would be too large, so it ends after \(steps.count.counting("step")), at transaction "
        + "\(steps.lastNumber). The options --from and --until of \"navstore log report\" select another part."
      : nil
    let sentences = [selected, left].compactMap { $0 }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}
