import Foundation
import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// A file of a log that lost its end hides nothing behind it, whoever reads the log.
@Suite(.startsProcess) struct LostEndTests {
  /// What happened to the files of a log, and what is missing then. The log has 11 transactions in six files of two.
  struct Damage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var gaps: [ClosedRange<Int>] = []
    var before = 0
    /// The number of the last transaction that can be read.
    var last = 11
    let apply: @Sendable (Files) throws -> Void

    var isFaithful: Bool { gaps.isEmpty && testDescription != "a damaged last line" }

    init(
      _ name: String, gaps: [ClosedRange<Int>] = [], before: Int = 0, last: Int = 11,
      _ apply: @escaping @Sendable (Files) throws -> Void
    ) {
      (testDescription, self.gaps, self.before, self.last, self.apply) = (name, gaps, before, last, apply)
    }
  }

  struct Files: Sendable {
    let directory: TemporaryDirectory

    func name(_ number: Int) -> String { number == 1 ? "sample.navlog" : "sample.\(number).navlog" }

    func lines(_ number: Int) -> [String] {
      (directory.text(name(number)) ?? "").split(separator: "\n").map { $0 + "\n" }
    }

    func put(_ number: Int, _ text: String) throws { try directory.put(text, name(number)) }

    func remove(_ number: Int) throws { try directory.remove(name(number)) }

    /// Removes the last line of a file.
    func removeEnd(of number: Int) throws {
      try put(number, lines(number).dropLast().joined())
    }

    /// Removes the lines of a transaction, and all lines that follow in the file, except for some bytes.
    func cut(_ number: Int, at transaction: Int, keeping bytes: Int = 0) throws {
      let kept = lines(number).prefix { line in
        !["action", "set"].contains { line.hasPrefix(#"{"t":"\#($0)","n":\#(transaction),"#) }
      }
      try put(number, kept.joined() + lines(number)[kept.count].prefix(bytes))
    }

    /// Moves the files from `number` on, so that another file is between them.
    func insert(_ text: String, at number: Int) throws {
      for later in (number...6).reversed() { try put(later + 1, directory.text(name(later)) ?? "") }
      try put(number, text)
    }

    /// The paths of the files of the session.
    var paths: [String] {
      (1...7).map(name).filter { directory.text($0)?.contains(#""session":"other""#) == false }.map(directory.path)
    }
  }

  static let damages: [Damage] = [
    Damage("nothing") { _ in },
    Damage("a file without its last line") { try $0.removeEnd(of: 3) },
    Damage("a file that ends in the middle of its last line") { files in
      try files.put(3, String(files.lines(3).joined().dropLast(9)))
    },
    Damage("a file without its last transaction", gaps: [6...6]) { try $0.cut(3, at: 6) },
    Damage("a file that ends in the middle of a line", gaps: [6...6]) { try $0.cut(3, at: 6, keeping: 20) },
    Damage("a file that ends in the middle of a transaction", gaps: [10...10]) { files in
      try files.put(5, files.lines(5).dropLast(2).joined())
    },
    Damage("a file with only its header", gaps: [5...6]) { files in try files.put(3, files.lines(3)[0]) },
    Damage("a file with a part of its header", gaps: [5...6]) { files in
      try files.put(3, String(files.lines(3)[0].prefix(100)))
    },
    Damage("an empty file", gaps: [5...6]) { try $0.put(3, "") },
    Damage("a missing file", gaps: [5...6]) { try $0.remove(3) },
    Damage("two missing files", gaps: [5...8]) { files in
      try files.remove(3)
      try files.remove(4)
    },
    Damage("an empty file and a missing one", gaps: [5...8]) { files in
      try files.put(3, "")
      try files.remove(4)
    },
    Damage("two empty files", gaps: [5...8]) { files in
      try files.put(3, "")
      try files.put(4, "")
    },
    Damage("a file without its last line before a missing one", gaps: [7...8]) { files in
      try files.removeEnd(of: 3)
      try files.remove(4)
    },
    Damage("a file without its last line before an empty one", gaps: [7...8]) { files in
      try files.removeEnd(of: 3)
      try files.put(4, "")
    },
    Damage("two files without their ends", gaps: [4...4, 8...8]) { files in
      try files.cut(2, at: 4)
      try files.cut(4, at: 8)
    },
    Damage("the first file without its end", gaps: [2...2]) { try $0.cut(1, at: 2) },
    Damage("an empty first file", before: 2) { try $0.put(1, "") },
    Damage("an empty first file before a missing one", before: 4) { files in
      try files.put(1, "")
      try files.remove(2)
    },
    Damage("a damaged last line") { files in
      let lines = files.lines(3)
      try files.put(3, lines.dropLast().joined() + (lines.last ?? "").replacing("next", with: "nexT"))
    },
    Damage("a file of another session behind a lost end", gaps: [6...6]) { files in
      try files.cut(3, at: 6)
      let other = files.lines(1).joined().replacing(#""session":"sample""#, with: #""session":"other""#)
      // Without checksums, because they are those of the original lines.
      try files.insert(other.replacing(/,"c":"[0-9a-f]{8}"/, with: ""), at: 4)
    },
    Damage("the last file without its end", last: 10) { try $0.cut(6, at: 11) },
    Damage("the last file empty", last: 10) { try $0.put(6, "") },
    Damage("the last file missing", last: 10) { try $0.remove(6) },
    Damage("the last files without their ends", gaps: [10...10]) { files in
      try files.cut(5, at: 10)
      try files.removeEnd(of: 6)
    },
  ]

  private static func damaged(_ damage: Damage) async throws -> SampleLog {
    let sample = try await SampleLog(options: ActionLogOptions(stateInterval: 0, transactionsPerFile: 2))
    try damage.apply(Files(directory: sample.directory))
    return sample
  }

  @Test(arguments: damages)
  func `every way to read the log finds the same`(damage: Damage) async throws {
    let sample = try await Self.damaged(damage)
    let reducer = NavigationReducer(rules: SampleLog.rules)
    let schema = SampleLog.Schema(rules: SampleLog.rules)
    let log = ActionLog(path: sample.path)
    let options = ReplayOptions(atDivergence: .keepGoing, atUndecodable: .skipToNextState)
    let store = Store(initialState: SampleLog.State(tabs: AppTab.allCases), reducer: reducer)
    let reports = [
      try log.replay(schema, reducer: reducer), try log.replay(into: store, schema),
      try log.timeline(schema, reducer: reducer, options: options).report,
      try ActionLog(paths: Files(directory: sample.directory).paths).replay(schema, reducer: reducer),
    ]
    for report in reports {
      #expect(report.gaps.first.map(\.numbers) == damage.gaps)
      #expect((report.before, report.number, report.sessions) == (damage.before, damage.last, 1))
      #expect(report.isFaithful == damage.isFaithful)
      #expect(report.state == reports[0].state)
      #expect("\(report.summary)" == "\(reports[0].summary)")
    }
    // A replay that begins later reads the same files.
    for number in [4, 7, 9, damage.last] where !damage.gaps.contains(where: { $0.contains(number) }) {
      let state = try log.state(after: number, schema, reducer: reducer)
      let (timeline, report) = try log.timeline(
        schema, reducer: reducer, options: ReplayOptions(until: number, atDivergence: .keepGoing))
      #expect(report.number == number)
      #expect(timeline.present == state)
    }
  }

  @Test(arguments: damages)
  func `every command reads what follows`(damage: Damage) async throws {
    let sample = try await Self.damaged(damage)
    func run(_ arguments: String...) async throws -> ToolProcess.Result { try await sample.run(arguments) }
    let expected: Int32 = damage.isFaithful ? 0 : 1
    let verified = try await run("verify", "sample.navlog")
    #expect(verified.output.contains("verified  sample.navlog: ") == damage.isFaithful && verified.status == expected)
    let missing = verified.output.split(separator: "\n").map { $0.drop { $0 == " " } }.filter {
      $0.hasSuffix("missing")
    }
    let expectedGaps = damage.gaps.map { gap in
      gap.count == 1
        ? "transaction \(gap.lowerBound) is missing"
        : "transactions \(gap.lowerBound) to \(gap.upperBound) are missing"
    }
    #expect(missing.map(String.init) == expectedGaps)
    let last = damage.last
    let shown = try await run("show", "sample.navlog")
    #expect(shown.output.split(separator: "\n").contains { $0.hasPrefix("    \(last) ") }, "\(shown.output)")
    let replayed = try await run("replay", "--at-divergence", "adoptRecorded", "--last", "sample.navlog")
    #expect(replayed.output.contains("    \(last)  "), "\(replayed.output)")
    let count = last - damage.before - damage.gaps.reduce(0) { $0 + $1.count }
    let stats = try await run("stats", "sample.navlog")
    #expect(stats.output.contains("transactions              \(count)\n"), "\(stats.output)")
    let test = try await run("test", "sample.navlog")
    // The last actions of the log push the songs 1, 2 and 3, and in transaction 11 the song 4.
    let pushed = test.output.matches(of: /"push":\[{"song":{"_0":(\d)}}\]/).last?.1
    #expect(pushed == (last == 11 ? "4" : "3"), "\(test.output)")
    for result in [shown, stats, try await run("graph", "sample.navlog")] { #expect(result.status == expected) }
    // If all files are named, the session is read once.
    let names = Files(directory: sample.directory).paths
    let all = try await sample.run(["stats"] + names)
    // A file that is empty and is followed by no other one is not a log.
    let isEmpty = damage.before > 0 || sample.directory.bytes("sample.6.navlog")?.isEmpty == true
    if !isEmpty { #expect(all.output.contains("transactions              \(count)\n"), "\(all.output)") }
    let reversed = try await sample.run(["stats"] + names.reversed())
    if !isEmpty { #expect(reversed.output == all.output) }
  }
}
