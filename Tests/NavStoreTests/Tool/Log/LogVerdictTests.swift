import Foundation
import NavStore
import Testing

/// `navtool log verify` and the session report say the same about every kind of log.
@Suite(.startsProcess) struct LogVerdictTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let verdict: String
    var states = 0
    var divergences = 0
    var options = ActionLogOptions(stateInterval: 4)
    var isRedacted = false
    var arguments: [String] = []
    var change: @Sendable (inout [String]) async throws -> Void = { _ in }
  }

  static let kinds = [
    Kind(testDescription: "complete", verdict: "verified", states: 10),
    Kind(
      testDescription: "only snapshots", verdict: "verified", states: 2,
      options: .init(fingerprintInterval: 0, stateInterval: 4)),
    Kind(
      testDescription: "nothing to compare with", verdict: "unverified",
      options: .init(fingerprintInterval: 0, stateInterval: 0)),
    Kind(
      testDescription: "only fingerprints that the command cannot compute", verdict: "unverified",
      options: .init(stateInterval: 0)
    ) { lines in
      lines = lines.map { unchecked($0).replacing(#""sums":"navigation""#, with: #""sums":"app""#) }
    },
    Kind(
      testDescription: "some fingerprints", verdict: "verified", states: 2,
      options: .init(fingerprintInterval: 3, stateInterval: 0)),
    Kind(testDescription: "redacted", verdict: "verified", states: 10, isRedacted: true),
    Kind(testDescription: "empty", verdict: "unverified") { $0 = [$0[0]] },
    Kind(testDescription: "damaged", verdict: "failed", states: 6) { $0[1] = "{" },
    Kind(testDescription: "a gap", verdict: "failed", states: 6) { $0.remove(at: 8) },
    Kind(testDescription: "a part that was not replayed", verdict: "failed") { $0 = [$0[0]] + $0[3...6] },
    Kind(testDescription: "not ended", verdict: "verified", states: 10) { $0.removeLast() },
    Kind(testDescription: "several sessions", verdict: "verified", states: 20) { lines in
      lines += try await SampleLog(session: "later").lines
    },
    Kind(
      testDescription: "several sessions, of which one cannot be compared", verdict: "verified", states: 10
    ) { lines in
      lines += try await SampleLog(session: "later", options: .init(fingerprintInterval: 0, stateInterval: 0)).lines
    },
    Kind(
      testDescription: "divergences", verdict: "failed", states: 4, divergences: 2, arguments: ["--back-rule", "none"]),
    Kind(
      testDescription: "divergences in several sessions", verdict: "failed", states: 8, divergences: 4,
      arguments: ["--back-rule", "none"]
    ) { lines in
      lines += try await SampleLog(session: "later").lines
    },
    Kind(
      testDescription: "divergences from snapshots", verdict: "failed", divergences: 2,
      options: .init(fingerprintInterval: 0, stateInterval: 4), arguments: ["--back-rule", "none"]),
    Kind(
      testDescription: "divergences from a snapshot after a mark, and from one without a transaction",
      verdict: "failed", divergences: 2
    ) { lines in
      let snapshot = unchecked(lines[0]).replacing(/^.*"state":/, with: "")
        .replacing(#""selected":"home""#, with: #""selected":"library""#).replacing(/,"sum":"[0-9a-f]{16}"/, with: "")
      func snap(_ number: Int, _ at: Int) -> String { #"{"t":"snap","n":\#(number),"at":\#(at),"state":"# + snapshot }
      lines = [lines[0], snap(0, 0), lines[1], #"{"t":"mark","n":1,"at":200,"name":"here"}"#, snap(1, 200)]
    },
  ]

  private static func unchecked(_ line: String) -> String {
    line.replacing(/,"c":"[0-9a-f]{8}"/, with: "")
  }

  @Test(arguments: kinds)
  func `the report says what log verify says`(kind: Kind) async throws {
    let redaction = Redaction.type(Route.self) { _ in .settings }
    let schema = SampleLog.Schema(rules: SampleLog.rules, redacting: kind.isRedacted ? [redaction] : [])
    let sample = try await SampleLog(schema: schema, options: kind.options)
    var lines = try sample.lines
    try await kind.change(&lines)
    try sample.write(lines)
    let verified = try await sample.run(["verify", "sample.navlog"] + kind.arguments)
    let report = try await sample.run(["report", "sample.navlog"] + kind.arguments)
    let data = try ReportData(sample.directory.read("sample.html"))
    let result = try #require(data.data["result"])

    let word = ["verified": "verified", "unverified": "NOT VERIFIED", "failed": "FAILED"][kind.verdict]
    let last = verified.output.split(separator: "\n").last ?? ""
    #expect(last.hasPrefix("\(word ?? "")  sample.navlog: "), "\(last)")
    #expect(result["verdict"] == .string(kind.verdict))
    let headline = try #require(last.split(separator: "sample.navlog: ").last)
    #expect(result["headline"] == .string(String(headline)))
    #expect(report.output.hasSuffix(", \(headline)\n"))

    #expect(headline.contains("\(kind.states) state\(kind.states == 1 ? "" : "s") verified"))
    #expect(result["verified"] == .integer(kind.states))
    let divergences = kind.divergences == 1 ? "1 divergence" : "\(kind.divergences) divergences"
    #expect(headline.contains("divergence") == (kind.divergences > 0))
    #expect(kind.divergences == 0 || headline.contains(", \(divergences), "))
    #expect(verified.output.components(separatedBy: "led to a state that differs").count - 1 == kind.divergences)
    #expect(result["divergences"] == .integer(kind.divergences))
    #expect(data.divergences.count == kind.divergences)
    let shown = try await sample.run(["show", "sample.navlog"] + kind.arguments)
    #expect(shown.output.components(separatedBy: "! the state differs").count - 1 == kind.divergences)

    let isEmpty = headline.hasPrefix("0 transactions")
    #expect(verified.status == (kind.verdict == "verified" || kind.verdict == "unverified" && isEmpty ? 0 : 1))
    #expect((result["advice"] != nil) == (kind.verdict == "unverified"))
    if case .string(let advice)? = result["advice"] { #expect(verified.errors.contains(advice)) }
  }
}
