internal import NavStore

package enum ReportKind: String, Sendable {
  case log, replay, failure, exploration
}

/// The page of a report around its steps. `ReportPage` is the page, and Docs/Decisions/0039-session-report.md describes
/// the data in it.
struct ReportDocument {
  struct Result {
    let verdict: ReplayVerdict
    var verified = 0
    var divergences = 0
    let headline: String
    var advice: String?
    let findings: [String]

    init<State, Action>(_ report: ReplayReport<State, Action>, findings: [String]) {
      verdict = report.verdict
      verified = report.verified
      divergences = report.allDivergences.count
      headline = report.headline
      advice = report.advice
      self.findings = findings
    }

    /// Creates the result of something else than a replay, which has failed.
    init(headline: String, findings: [String] = []) {
      verdict = .failed
      self.headline = headline
      self.findings = findings
    }
  }

  /// The text that identifies a report. The data of each report begins with this text.
  static let mark = #"{"format":"navstore.report","v":1"#

  let kind: ReportKind
  let name: String
  var header: LogHeader?
  var isFollowed = false
  var cut: String?
  /// The indexes of the steps at which the replay begins to differ from the recording.
  var divergences: [Int] = []
  var compared: ComparedSteps?
  var result: Result?
  var failure: (message: String, step: Int)?
  var graph: ReportGraph?
  var swift: String?
  /// The command that writes the report of the session without a step, with the placeholder `{{number}}`; `nil` if no
  /// command can read the log again.
  var commandWithoutStep: String?

  var beginning: [UInt8] {
    var json = ReportText()
    json.append(text: ReportPage.shared.beforeData)
    json.append(text: Self.mark)
    json.append(text: #","kind":"\#(kind.rawValue)","name":"#)
    json.append(string: name)
    json.append(text: #","library":"\#(libraryVersion)""#)
    if let header {
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

  func writeEnding(
    _ tables: ReportTables, comparedWith other: ComparedSession? = nil, to write: @escaping ([UInt8]) throws -> Void
  ) throws {
    var tables = tables
    // The graph adds texts to the tables, which are written first.
    let members = endingMembers(&tables)
    try tables.write(to: write)
    try write(members)
    try other?.write(comparedWith: compared, to: write)
    try write(Array("}".utf8) + Array(ReportPage.shared.afterData.utf8))
  }

  private func endingMembers(_ tables: inout ReportTables) -> [UInt8] {
    var json = ReportText()
    if isFollowed { json.append(#","follow":true"#) }
    if let cut {
      json.append(#","cut":"#)
      json.append(string: cut)
    }
    if !divergences.isEmpty {
      json.append(text: #","divergences":[\#(divergences.map(String.init).joined(separator: ","))]"#)
    }
    if let result { json.append(result) }
    if let failure {
      json.append(#","failure":{"message":"#)
      json.append(string: failure.message)
      json.append(text: #","step":\#(failure.step)}"#)
    }
    if let graph {
      json.append(#","graph":"#)
      graph.append(to: &json, &tables)
    }
    if let swift {
      json.append(#","swift":"#)
      json.append(string: swift)
    }
    if let commandWithoutStep {
      json.append(#","without":"#)
      json.append(string: commandWithoutStep)
    }
    return json.bytes
  }
}

struct ComparedSession {
  let name: String
  let writeSteps:
    (_ write: @escaping ([UInt8]) throws -> Void) throws -> (
      tables: ReportTables, steps: ComparedSteps?, result: ReportDocument.Result?
    )

  fileprivate func write(
    comparedWith first: ComparedSteps?, to write: @escaping ([UInt8]) throws -> Void
  ) throws {
    var json = ReportText()
    json.append(#","other":{"name":"#)
    json.append(string: name)
    json.append(#","steps":["#)
    try write(json.bytes)
    let (tables, steps, result) = try writeSteps(write)
    try tables.write(to: write)
    var end = ReportText()
    if let result { end.append(result) }
    end.append("}")
    if let first, let steps { end.append(SessionAlignment(first, steps)) }
    try write(end.bytes)
  }
}

extension ReportText {
  fileprivate mutating func append(_ result: ReportDocument.Result) {
    append(text: #","result":{"verdict":"\#(result.verdict.rawValue)","verified":\#(result.verified)"#)
    append(text: #","divergences":\#(result.divergences),"headline":"#)
    append(string: result.headline)
    if let advice = result.advice {
      append(#","advice":"#)
      append(string: advice)
    }
    append(#","findings":["#)
    for (index, finding) in result.findings.enumerated() {
      if index > 0 { append(",") }
      append(string: finding)
    }
    append("]}")
  }
}
