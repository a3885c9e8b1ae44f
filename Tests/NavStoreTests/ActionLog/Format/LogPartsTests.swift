import Foundation
import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// A session in several files, some of which are missing.
@Suite struct LogPartsTests {
  private let directory: TemporaryDirectory

  /// Creates three files of two transactions each.
  init() throws {
    directory = try TemporaryDirectory()
    var parts = [
      LogScript(), LogScript(after: 2, Tally(sum: 3), part: 2), LogScript(after: 4, Tally(sum: 10), part: 3),
    ]
    parts[0].add(1, 2)
    parts[0].end(next: 2)
    parts[1].add(3, 4)
    parts[1].end(next: 3)
    parts[2].add(5, 6)
    parts[2].end()
    for (name, part) in zip(["s.navlog", "s.2.navlog", "s.3.navlog"], parts) { try directory.put(part.text, name) }
  }

  private func report(
    _ name: String = "s.navlog", _ options: ReplayOptions = ReplayOptions()
  ) throws -> ReplayReport<Tally, TallyAction> {
    try ActionLog(path: directory.path(name)).replay(TallySchema(), reducer: TallyReducer(), options: options)
  }

  @Test func `a missing file in the middle is a gap, and the replay continues with the next file`() throws {
    #expect(try report().isComplete)
    try directory.remove("s.2.navlog")
    let report = try report()
    #expect(report.gaps.first.map(\.numbers) == [3...4])
    #expect(report.number == 6)
    #expect(report.state == Tally(sum: 21))
    #expect(!report.isFaithful)
    #expect(
      try ActionLog(path: directory.path("s.navlog")).state(after: 5, TallySchema(), reducer: TallyReducer())
        == Tally(sum: 15))
  }

  @Test func `a file of another session does not replace a missing one`() throws {
    try directory.remove("s.2.navlog")
    var other = LogScript("other", after: 2, Tally(sum: 100), part: 2)
    other.add(1)
    try directory.put(other.text, "s.2.navlog")
    #expect(try report().state == Tally(sum: 21))
  }

  @Test func `a later file of another session does not follow`() throws {
    try directory.remove("s.2.navlog")
    try directory.put(LogScript("other", after: 4, Tally(sum: 100), part: 3).text, "s.3.navlog")
    let report = try report()
    #expect(report.state == Tally(sum: 3))
    #expect(report.sessions == 1)
  }

  @Test func `without its first file, a log begins with the second one`() throws {
    try directory.remove("s.navlog")
    let report = try report("s.2.navlog")
    #expect(report.before == 2)
    #expect(report.state == Tally(sum: 21))
    #expect(report.isFaithful && !report.isComplete)
  }

  @Test func `damage is reported with its file and line, even if the replay begins in a later file`() throws {
    let second = try #require(directory.text("s.2.navlog")).split(separator: "\n")
    try directory.put("\(second[0])\n\(second[1])\nbroken\n\(second[2])\n\(second[3])\n", "s.2.navlog")
    for options in [ReplayOptions(), ReplayOptions(from: 2), ReplayOptions(from: 3)] {
      let damage = try report("s.navlog", options).damage.first
      #expect(damage.map(\.file) == [directory.path("s.2.navlog")])
      #expect(damage.map(\.line) == [3])
    }
  }

  @Test func `if a replay begins in the middle of a file, lines are counted from the start of the file`() throws {
    var script = LogScript("one")
    script.add(1, 2)
    script.snap()
    script.add(3)
    script.line("broken")
    try directory.put(script.text, "one.navlog")
    #expect(try report("one.navlog", .init(from: 2)).damage.first.map(\.line) == [6])
  }

  @Test func `a fingerprint has sixteen hexadecimal digits and no sign`() {
    #expect(Fingerprint(hexadecimal: "0123456789abcdef")?.rawValue == 0x0123_4567_89ab_cdef)
    for text in ["-000000000000000", "+000000000000000", "000000000000000", "000000000000000g"] {
      #expect(Fingerprint(hexadecimal: text) == nil)
    }
  }

  @Test func `a file with a damaged first line is read as the continuation of the file before it`() throws {
    for name in ["s.navlog", "s.2.navlog"] {
      // The app's own fingerprints, which cannot be compared here.
      let text = try #require(directory.text(name)).replacing(#""sums":"json""#, with: #""sums":"app""#)
        .replacing(/"sum":"[0-9a-f]{16}"/, with: #""sum":"0000000000000000""#)
      try directory.put(text, name)
    }
    let second = try #require(directory.text("s.2.navlog"))
    try directory.put("broken" + second, "s.2.navlog")
    let report = try report()
    #expect(report.divergences.isEmpty)
    #expect(report.damage.count == 1)
    #expect(report.state == Tally(sum: 21))
  }

  @Test func `a file without an end is continued by a file with an unreadable first line`() throws {
    let second = try #require(directory.text("s.2.navlog")).split(separator: "\n").prefix(3)
    try directory.put(second.map { $0 + "\n" }.joined(), "s.2.navlog")
    let third = try #require(directory.text("s.3.navlog"))
    for text in ["broken" + third, "no log\n"] {
      try directory.put(text, "s.3.navlog")
      let report = try report()
      #expect(report.damage.first.map(\.file) == [directory.path("s.3.navlog")])
      #expect(report.number == (text == "no log\n" ? 4 : 6))
    }
    // The process may have been killed before it wrote the first line of a file.
    try directory.put("", "s.3.navlog")
    #expect(try report().isFaithful)
  }

  @Test func `what is missing is reported, whichever first lines and ends of files are damaged`() throws {
    var random = SplitMix64(seed: TestEnvironment.seed)
    for _ in 0..<(TestEnvironment.isLong ? 5_000 : 60) {
      let count = 2 + random.below(3)
      var damages: [String] = []
      for part in 1...4 { try? directory.remove(part == 1 ? "s.navlog" : "s.\(part).navlog") }
      for part in 1...count {
        let first = (part - 1) * 2
        var script = LogScript(after: first, Tally(sum: first), part: part)
        script.add(1, 1)
        script.end(next: part == count ? nil : part + 1)
        let damage = (header: random.below(3), end: random.below(4))
        damages.append("\(damage)")
        switch damage.header {
        case 1: script.lines[0] = "broken"
        case 2: script.lines[0] = String(script.lines[0].dropLast(10))
        default: break
        }
        let end = script.lines.removeLast()
        switch damage.end {
        case 1: break
        case 2: script.lines.append("broken")
        case 3: script.lines.append(String(end.dropLast(5)))
        default: script.lines.append(end)
        }
        let text = script.text
        try directory.put(damage.end == 3 ? String(text.dropLast()) : text, part == 1 ? "s.navlog" : "s.\(part).navlog")
      }
      let report = try? report()
      guard let report, report.isFaithful else { continue }
      #expect(report.number == 2 * count && report.applied == 2 * count, "\(damages)")
    }
  }

  @Test func `the next of several later files is read, and an unreadable one takes precedence`() throws {
    try directory.remove("s.2.navlog")
    var fourth = LogScript(after: 6, Tally(sum: 21), part: 4)
    fourth.add(7)
    try directory.put(fourth.text, "s.5.navlog")
    #expect(try report().gaps.first.map(\.numbers) == [3...4])
    // If a file was renamed, the names are not in the order of the parts.
    try directory.put(try #require(directory.text("s.3.navlog")), "s.5.navlog")
    try directory.put(fourth.text, "s.3.navlog")
    #expect(try report().gaps.first.map(\.numbers) == [3...4])
    try directory.put("no log\n", "s.4.navlog")
    #expect(try report().damage.count == 1)
  }

  @Test func `a seek does not begin at a file without a state in its first line`() throws {
    let text = try #require(directory.text("s.2.navlog")).replacing(
      #","state":{"sum":3,"words":[]},"sum":"\#(try fingerprint(Tally(sum: 3)))""#, with: "", maxReplacements: 1)
    #expect(!text.prefix(200).contains("state"))
    try directory.put(text, "s.2.navlog")
    let log = ActionLog(path: directory.path("s.navlog"))
    #expect(try log.state(after: 3, TallySchema(), reducer: TallyReducer()) == Tally(sum: 6))
  }

  // MARK: - After a sync that failed

  /// Returns a header that continues a part after a transaction, with the numbers of valid bytes in its earlier files.
  private func continuation(_ kept: [Int], after number: Int, _ state: Tally, part: Int = 1) -> LogScript {
    var script = LogScript(after: number, state, part: part)
    script.lines[0] = script.lines[0].replacing(#""part":\#(part),"#, with: #""part":\#(part),"kept":\#(kept),"#)
    return script
  }

  /// Creates three files. The first one has two transactions that are valid, a line that was lost, and one that was
  /// not. No byte of the second one is valid; the third one continues the first.
  private func putContinued(firstLine: String? = nil) throws {
    var first = LogScript()
    first.add(1, 2)
    let count = first.text.utf8.count
    first.line(String(repeating: "\0", count: 80), counting: 1)
    first.add(100)
    if let firstLine {
      let length = first.lines[0].utf8.count - firstLine.utf8.count
      first.lines[0] = firstLine + String(repeating: " ", count: length)
    }
    var second = continuation([count], after: 2, Tally(sum: 3))
    second.add(50)
    var third = continuation([count], after: 2, Tally(sum: 3))
    third.add(3, 4)
    third.end(next: 2)
    var fourth = LogScript(after: 4, Tally(sum: 10), part: 2)
    fourth.add(5)
    fourth.end()
    for (name, part) in zip(["s.navlog", "s.2.navlog", "s.3.navlog", "s.4.navlog"], [first, second, third, fourth]) {
      try directory.put(part.text, name)
    }
  }

  @Test func `the valid bytes of the files of a part are replayed once`() throws {
    try putContinued()
    let log = ActionLog(path: directory.path("s.navlog"))
    let paths = ["s.navlog", "s.2.navlog", "s.3.navlog", "s.4.navlog"].map(directory.path)
    for log in [log, ActionLog(paths: paths)] {
      var numbers: [Int] = []
      let report = try log.replayEvents(TallySchema(), reducer: TallyReducer()) { event in
        if case .transaction(let transaction) = event { numbers.append(transaction.number) }
      }
      #expect(numbers == [1, 2, 3, 4, 5])
      #expect(report.isComplete && report.isFaithful, "\(report.summary)")
      #expect(report.state == Tally(sum: 15))
    }
    for (number, sum) in [1, 3, 6, 10, 15].enumerated() {
      #expect(try log.state(after: number + 1, TallySchema(), reducer: TallyReducer()) == Tally(sum: sum))
    }
    #expect(log.sections(of: paths[0]).map(\.path) == [paths[0], paths[2]])
    // The later file alone is a log that begins later.
    #expect(try report("s.3.navlog").before == 2)
  }

  @Test func `a first file without valid bytes is replaced, even if its first line is missing`() throws {
    for isEmpty in [true, false] {
      try directory.put(isEmpty ? "" : String(repeating: "\0", count: 500), "s.navlog")
      var again = continuation([], after: 0, Tally())
      again.add(7)
      again.end()
      try directory.put(again.text, "s.2.navlog")
      let report = try report()
      #expect(report.isComplete && report.isFaithful, "\(report.summary)")
      #expect(report.state == Tally(sum: 7))
      #expect(try ActionLog(path: directory.path("s.navlog")).header().session == "s")
    }
    // The next session is not mistaken for it.
    try directory.put(LogScript("other").text, "s.2.navlog")
    #expect(throws: ActionLogError.self) { try report() }
  }

  @Test func `a part with a damaged first line is continued`() throws {
    try putContinued(firstLine: "{}")
    let report = try report()
    #expect(report.state == Tally(sum: 15))
    #expect(report.damage.count == 1)
  }

  @Test(arguments: ["[0]", "[-1]", "[1.5]", "[\"a\"]", "{}", "null", "7"])
  func `a file with an invalid list of sizes continues no other file`(kept: String) throws {
    try putContinued()
    let text = try #require(directory.text("s.3.navlog")).replacing(/"kept":\[\d+\]/, with: #""kept":\#(kept)"#)
    try directory.put(text, "s.3.navlog")
    // The next part continues after a gap.
    let report = try report()
    #expect(report.gaps.first.map(\.numbers) == [4...4])
    #expect(report.state == Tally(sum: 15))
  }

  @Test func `directories and pipes with names of log files are ignored`() throws {
    try directory.put(LogScript().text, "s.navlog")
    for name in ["s.2.navlog", "s.3.navlog"] { try directory.remove(name) }
    try FileManager.default.createDirectory(atPath: directory.path("s.2.navlog"), withIntermediateDirectories: false)
    // Opening it would wait for a writer forever.
    #expect(mkfifo(directory.path("s.3.navlog"), 0o600) == 0)
    #expect(try report().state == Tally())
  }

  private func fingerprint(_ state: Tally) throws -> Fingerprint { try TallySchema().makeFingerprint(of: state) }

  @Test(.enabled(if: TestEnvironment.isLong)) func `lines after one that is too long have the correct numbers`() throws
  {
    let script = LogScript("one")
    try directory.put(script.text + String(repeating: "x", count: 17 << 20) + "\nbroken\n", "one.navlog")
    #expect(try report("one.navlog").damage.first.map(\.line) == [2, 3])
  }
}
