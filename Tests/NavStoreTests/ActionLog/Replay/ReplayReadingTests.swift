import Foundation
@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Testing

/// Replays of logs with missing, unusual, old or useless lines.
@Suite struct ReplayReadingTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func script() -> LogScript {
    var script = LogScript()
    script.add(1, 2, 3)
    script.snap()
    script.add(4, 5)
    script.end()
    return script
  }

  // MARK: - Missing lines

  @Test func `if any line is missing, the replay is correct before it and after the next complete state`() throws {
    let whole = script()
    for index in whole.lines.indices {
      var script = whole
      script.lines.remove(at: index)
      let report = try directory.replay(script.text)
      let expected: (gaps: [ClosedRange<Int>], state: Int?, applied: Int) =
        switch index {
        case 0: ([], 15, 2)  // without the header, nothing is known before the snap
        case 1...3: ([index...index], 15, index + 1)
        case 4, 7: ([], 15, 5)
        case 5: ([4...4], nil, 3)
        default: ([5...5], nil, 4)
        }
      #expect(report.gaps.first.map(\.numbers) == expected.gaps, "line \(index)")
      #expect(report.state == expected.state.map { Tally(sum: $0) }, "line \(index)")
      #expect(report.applied == expected.applied, "line \(index)")
      #expect(report.divergences.isEmpty && report.damage.isEmpty, "line \(index)")
      #expect(report.hasEnd == (index != 7), "line \(index)")
    }
  }

  @Test func `duplicated and late lines are reported and not applied`() throws {
    let whole = script()
    for index in 1..<whole.lines.count - 1 where index != 4 {
      var script = whole
      script.lines.insert(whole.lines[index], at: 6)
      let report = try directory.replay(script.text)
      #expect(report.state == Tally(sum: 15), "line \(index)")
      #expect(report.damage.count == (index == 6 ? 0 : 1) || index == 6, "line \(index)")
      #expect(report.divergences.isEmpty, "line \(index)")
    }
    var late = whole
    late.lines.append(whole.lines[2])
    let report = try directory.replay(late.text)
    #expect(report.damage.first.map(\.reason) == [.outOfOrder(number: 2, after: 5)])
    #expect(report.damage.first.map(\.line) == [9])
  }

  @Test func `lines of unknown types and unknown keys are ignored`() throws {
    var script = script()
    script.lines.insert(#"{"t":"weather","n":99,"action":[]}"#, at: 2)
    script.lines[3] = #"{"later":{"t":"x","n":[]},"# + script.lines[3].dropFirst()
    let report = try directory.replay(script.text)
    #expect(report.unknownLines == 1)
    #expect(report.isComplete && report.isFaithful)
  }

  // MARK: - Spelling

  @Test func `the order of keys, white space and missing checks do not matter`() throws {
    let plain = try directory.replay(script().checkedText)
    var turned = script()
    turned.lines = try turned.lines.map { line in
      let object = try #require(try ReferenceJSON.value(line) as? [String: Any])
      let members = object.sorted { $0.key > $1.key }.map { "\t\"\($0.key)\" :  \(ReferenceJSON.canonical($0.value)) " }
      return " {" + members.joined(separator: ", ") + "}\r"
    }
    for text in [script().text, turned.text, String(turned.text.dropLast()), turned.text + "\n\n"] {
      let report = try directory.replay(text)
      #expect(report.isComplete && report.isFaithful)
      #expect(report.state == plain.state)
      #expect(report.verified == plain.verified)
      #expect(report.applied == plain.applied)
      #expect(try directory.replay(text, options: .init(from: 4, until: 4)).state == Tally(sum: 10))
    }
  }

  @Test func `a line with a wrong check is not used, wherever it was changed`() throws {
    let lines = script().checkedText.split(separator: "\n").map(String.init)
    let line = Array(lines[2].utf8)
    for place in line.indices {
      for bit in TestEnvironment.isLong ? Array(0..<8) : [0, 5, 7] where line[place] ^ 1 << UInt8(bit) != 0x0A {
        var damaged = line
        damaged[place] ^= 1 << UInt8(bit)
        var changed = lines.map { Array($0.utf8) }
        changed[2] = damaged
        let bytes = Array(changed.joined(separator: [0x0A])) + [0x0A]
        try Data(bytes).write(to: URL(fileURLWithPath: directory.path("bits.navlog")))
        let report = try ActionLog(path: directory.path("bits.navlog")).replay(TallySchema(), reducer: TallyReducer())
        // If the key of the check is changed, the key is unknown, and the line has no check.
        let isUnchecked = place == line.count - 14 && report.isComplete
        let isSeen =
          isUnchecked || report.damage.first.map(\.line) == [3] && report.gaps.first.map(\.numbers) == [2...2]
        guard isSeen, report.state == Tally(sum: 15), report.divergences.isEmpty else {
          Issue.record("\(String(decoding: damaged, as: UTF8.self)): \(report.summary)")
          return
        }
      }
    }
  }

  @Test(
    arguments: [
      #"{"t":"mark","n":9223372036854775807,"at":0,"name":"x"}"#, #"{"t":"end","n":9223372036854775807,"at":0}"#,
      #"{"t":"gap","n":9223372036854775807,"at":0,"lost":9223372036854775807}"#,
      #"{"t":"snap","n":9223372036854775807,"at":9223372036854775807,"state":{"sum":0,"words":[]}}"#,
      #"{"t":"action","n":9223372036854775807,"at":9223372036854775807,"origin":"user","action":{"add":{"_0":1}}}"#,
      #"{"t":"action","n":6,"at":0,"origin":"user","action":{"add":{"_0":1}},"#
        + #""i":9223372036854775807,"of":9223372036854775807}"#,
      #"{"t":"action","n":-9223372036854775808,"at":0,"origin":"user","action":{"add":{"_0":1}}}"#,
      #"{"t":"gap","n":5,"at":0,"lost":-9223372036854775808}"#, #"{"t":"gap","n":5,"at":0,"lost":6}"#,
      #"{"t":"set","n":0,"at":0,"origin":"user","state":{"sum":0,"words":[]}}"#, "[]", "{}", "null", "7", "\u{0}", "{",
      #"{"t":7}"#, #"{"t":"snap"}"#, #"{"t":"snap","n":6}"#, #"{"t":"action","n":6}"#, #"{"t":"header","n":6}"#,
      #"{"t":"header","format":"other","v":1,"schema":1,"session":"s","n":6,"at":0}"#,
      String(repeating: "[", count: 2_000), "\u{FEFF}{}",
    ])
  func `an invalid line does not stop the replay`(line: String) throws {
    for place in [0, 1, 8] {
      var script = script()
      script.lines.insert(line, at: place)
      script.lines.append(#"{"t":"mark","n":9007199254740991,"at":9007199254740991,"name":"last"}"#)
      script.lines.append(
        #"{"t":"action","n":9007199254740991,"at":9007199254740991,"origin":"user","action":{"add":{"_0":1}}}"#)
      for options in [ReplayOptions(), ReplayOptions(from: .max), ReplayOptions(from: 4, atDivergence: .keepGoing)] {
        let report = try directory.replay(script.text, options: options)
        #expect(report.divergences.isEmpty)
      }
    }
    // The line alone is not a log, or a log without usable lines.
    let alone = try? directory.replay(line + "\n")
    #expect(alone?.applied ?? 0 == 0)
  }

  @Test func `any number of sessions can have large transaction numbers`() throws {
    let text = (0..<2_000).map { number in
      #"{"t":"header","format":"navstore.log","v":1,"schema":1,"session":"\#(number)","n":9007199254740991,"at":0}"#
        + "\n"
    }
    let report = try directory.replay(text.joined())
    #expect(report.sessions == 2_000)
    #expect(report.before > 0)
  }

  @Test func `a file that is not a log or cannot be read is an error`() throws {
    for text in ["", "\n\n", "hello\n", "{}\n", #"{"t":"weather"}"#] {
      #expect(throws: ActionLogError.notALog(file: directory.path("script.navlog"))) { try directory.replay(text) }
    }
    for path in [directory.path("missing"), directory.path] {
      #expect(throws: ActionLogError.self) { try ActionLog(path: path).replay(TallySchema(), reducer: TallyReducer()) }
    }
    #expect(throws: ActionLogError.self) { try ActionLog(paths: []).replay(TallySchema(), reducer: TallyReducer()) }
  }

  // MARK: - Undecodable actions

  @Test func `an undecodable action stops the replay before it`() throws {
    var script = script()
    script.lines[2] = script.lines[2].replacing(#"{"add":{"_0":2}}"#, with: #"{"multiply":{"_0":2}}"#)
    let report = try directory.replay(script.text)
    #expect(report.stop == .undecodable)
    #expect(report.number == 1)
    #expect(report.state == Tally(sum: 1))
    let found = try #require(report.undecodable.first.first)
    #expect(found.number == 2)
    #expect(found.action.description == #"{"multiply":{"_0":2}}"#)
    #expect(!report.isFaithful && !report.isComplete)
  }

  @Test(arguments: [[1], [2], [3], [1, 2], [1, 3], [1, 2, 3]])
  func `a replay can continue after an undecodable action, from the next state and without the rest of the transaction`(
    broken: [Int]
  ) throws {
    var script = LogScript()
    script.add(1)
    script.addTogether(2, 3, 4)
    script.add(5)
    script.snap()
    script.add(6)
    script.end()
    for index in broken { script.lines[1 + index] = script.lines[1 + index].replacing(#"{"add":"#, with: #"{"odd":"#) }
    let report = try directory.replay(script.text, options: .init(atUndecodable: .skipToNextState))
    #expect(report.undecodable.first.map(\.number) == broken.map { _ in 2 })
    #expect(report.skipped == 2)
    #expect(report.applied == 2)
    #expect(report.damage.isEmpty)
    #expect(report.gaps.isEmpty)
    #expect(report.state == Tally(sum: 21))
    let stopped = try directory.replay(script.text)
    #expect(stopped.stop == .undecodable)
    #expect(stopped.state == Tally(sum: 1))
  }

  @Test func `an undecodable state is reported, and the next one is used`() throws {
    var script = script()
    script.lines[0] = script.lines[0].replacing(#""words":[]"#, with: #""words":7"#)
    let report = try directory.replay(script.text)
    #expect(report.damage.first.map(\.reason) == [.undecodableState])
    #expect(report.skipped == 3)
    #expect(report.state == Tally(sum: 15))
  }

  // MARK: - Versions

  private static let adding = Migrations.Step.step(from: 1, "plus is called add") { action in
    if let plus = action["plus"] { action = ["add": plus] }
  }
  private static let naming = Migrations.Step.step(from: 1, "total is called sum") { state in
    state["sum"] = state["total"]
    state["total"] = nil
  }

  @Test func `an older log is migrated, and its fingerprints are not compared`() throws {
    var script = script()
    script.lines = script.lines.map { line in
      line.replacing(#"{"add":"#, with: #"{"plus":"#).replacing(#"{"sum":"#, with: #"{"total":"#)
    }
    let schema = TallySchema(
      version: 2, stateMigrations: try Migrations(validating: [Self.naming]),
      actionMigrations: try Migrations(validating: [Self.adding]))
    for text in [script.text, script.text.replacing(#""v":1,"#, with: #""v": 1,"#)] {
      let report = try directory.replay(text, schema)
      #expect(report.isComplete)
      #expect(report.isFaithful)
      // The snapshot is compared.
      #expect(report.verified == 1)
      #expect(report.state == Tally(sum: 15))
      #expect(
        try ActionLog(path: directory.path("script.navlog")).state(after: 4, schema, reducer: TallyReducer()).sum == 10)
    }
    let failing = TallySchema(
      version: 2, stateMigrations: try Migrations(validating: [Self.naming]),
      actionMigrations: [.step(from: 1, "cannot be done") { _ in throw ActionLogError.notAFileName("") }])
    let report = try directory.replay(script.text, failing)
    #expect(report.stop == .undecodable)
    #expect(report.undecodable.first.first?.reason.contains("cannot be done") == true)
  }

  @Test func `a later schema, a later format and a too old schema are errors, wherever the replay begins`() throws {
    var newer = LogScript(schema: 7)
    newer.add(1)
    newer.snap()
    newer.end()
    var later = LogScript()
    later.lines[0] = later.lines[0].replacing(#""v":1"#, with: #""v":2"#)
    later.add(1)
    later.snap()
    let path = directory.path("script.navlog")
    for options in [ReplayOptions(), ReplayOptions(from: 1)] {
      #expect(throws: ActionLogError.newerSchema(file: path, found: 7, expected: 1)) {
        try directory.replay(newer.text, options: options)
      }
      #expect(throws: ActionLogError.unsupportedVersion(file: path, 2)) {
        try directory.replay(later.text, options: options)
      }
      #expect(throws: ActionLogError.olderSchema(file: path, found: 7, oldest: 9)) {
        try directory.replay(newer.text, TallySchema(version: 9), options: options)
      }
    }
  }

  @Test func `fingerprints of another method are not compared`() throws {
    let text = script().text.replacing(#""sums":"json""#, with: #""sums":"AppState 3""#)
      .replacing(#""sum":""#, with: #""sum":"0"#)
    let report = try directory.replay(text.replacing("\"sum\":\"0", with: "\"sum\":\""))
    // The snapshot is compared.
    #expect(report.verified == 1)
    #expect(report.isComplete && report.isFaithful)
  }
}
