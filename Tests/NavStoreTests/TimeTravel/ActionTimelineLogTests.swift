import Foundation
import NavStore
import NavStoreInspection
import Testing

@Suite struct ActionTimelineLogTests {
  typealias Timeline = ActionTimeline<Tally, TallyAction>

  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private static func timeline(_ numbers: Int...) -> Timeline {
    var timeline = Timeline(start: Tally(sum: 100), reducer: TallyReducer())
    for (index, number) in numbers.enumerated() { timeline.append(.add(number), time: .seconds(index + 1)) }
    return timeline
  }

  /// Returns the states at all positions.
  private static func states(_ timeline: Timeline) -> [Tally] { (0...timeline.entries.count).map(timeline.state) }

  private func read(
    _ name: String, isChanged: Bool = false, maximumCount: Int = .max
  ) throws -> (timeline: Timeline, report: ReplayReport<Tally, TallyAction>) {
    try ActionLog(path: folder.path(name)).timeline(
      TallySchema(), reducer: TallyReducer(isChanged: isChanged), maximumCount: maximumCount)
  }

  private func read(_ script: LogScript, isChanged: Bool = false) throws -> (
    timeline: Timeline, report: ReplayReport<Tally, TallyAction>
  ) {
    try folder.put(script.checkedText, "script.navlog")
    return try read("script.navlog", isChanged: isChanged)
  }

  @Test func `a timeline is read from the log that it has written`() throws {
    var timeline = Self.timeline(1, 2)
    timeline.append([.add(3), .say("a")], origin: ActionOrigin.deepLink.withoutAnimation, time: .seconds(9))
    timeline.append(replacement: Tally(sum: 50), origin: ActionOrigin.restore, time: .seconds(10))
    timeline.append(.addLater(5), origin: ActionOrigin(rawValue: "timer"), time: .seconds(11))
    timeline.view(at: 1)
    let path = try timeline.writeLog(to: folder.path("t.navlog"), TallySchema(), information: ["app": "1.0"])
    #expect(path == folder.path("t.navlog"))

    let (read, report) = try read("t.navlog")
    #expect(read.start == timeline.start)
    #expect(read.entries == timeline.entries)
    #expect(read.entries.map(\.origin.isAnimated) == [true, true, false, true, true])
    #expect(Self.states(read) == Self.states(timeline))
    #expect(read.isViewingPresent)
    #expect(report.isFaithful && report.isComplete, "\(report)")
    #expect(try ActionLog(path: path).header().information == ["app": "1.0"])
  }

  @Test func `what is left out is not in the log, and what has moved is at its new position`() throws {
    var timeline = Self.timeline(1, 2, 3, 4)
    timeline.exclude(2)
    timeline.move(4, before: 1)
    try timeline.writeLog(to: folder.path("t.navlog"), TallySchema())
    let (read, report) = try read("t.navlog")
    #expect(read.entries.map(\.actions) == [[.add(4)], [.add(1)], [.add(3)]])
    #expect(read.state == Tally(sum: 108))
    // The time of a log does not go back.
    #expect(read.entries.map(\.time) == [.seconds(4), .seconds(4), .seconds(4)])
    #expect(report.isFaithful && report.isComplete, "\(report)")
  }

  @Test func `a log has snapshots, and transactions of any length`() throws {
    var timeline = Self.timeline()
    for number in 1...100 { timeline.append(.add(number)) }
    timeline.append(Array(repeating: .add(1), count: 5_000))
    try timeline.writeLog(to: folder.path("t.navlog"), TallySchema())
    let log = ActionLog(path: folder.path("t.navlog"))
    #expect(folder.text("t.navlog")?.matches(of: /"t":"snap"/).count == 1)
    #expect(try log.state(after: 64, TallySchema(), reducer: TallyReducer()).sum == 100 + 64 * 65 / 2)
    #expect(try read("t.navlog").timeline.state == timeline.state)
  }

  @Test func `a timeline is read from the files of a recorder`() async throws {
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(
      of: store, TallySchema(), folder.path("r.navlog"), ActionLogOptions(transactionsPerFile: 2))
    for number in 1...5 { store.send(.add(number)) }
    store.send([.add(6), .say("a")], origin: .deepLink)
    try await recorder.close()
    #expect(folder.names == ["r.2.navlog", "r.3.navlog", "r.navlog"])
    let (timeline, report) = try read("r.navlog")
    #expect(timeline.entries.count == 6)
    #expect(timeline.start == Tally())
    #expect(timeline.state == store.state)
    #expect(report.isFaithful && report.isComplete, "\(report)")

    let short = try read("r.navlog", maximumCount: 2).timeline
    #expect(short.entries.map(\.id) == [5, 6])
    #expect(short.start == Tally(sum: 10))

    let middle = try ActionLog(path: folder.path("r.navlog")).timeline(
      TallySchema(), reducer: TallyReducer(), options: ReplayOptions(from: 3, until: 4)
    ).timeline
    #expect(middle.start == Tally(sum: 3))
    #expect(middle.entries.map(\.actions) == [[.add(3)], [.add(4)]])
  }

  @Test func `a log that is written where one exists gets the next number`() throws {
    for name in ["t.navlog", "t.2.navlog"] {
      #expect(try Self.timeline(1).writeLog(to: folder.path("t.navlog"), TallySchema()) == folder.path(name))
    }
  }

  @Test func `the command and a replay read the log of a timeline`() async throws {
    typealias Navigation = NavigationState<String, String>
    let rules = NavigationRules<String, String>()
    let reducer = NavigationReducer<String, String>(rules: rules)
    var timeline = ActionTimeline(start: Navigation(tabs: ["home", "search"]), reducer: reducer)
    timeline.append(.push("a"))
    timeline.append([.selectTab("search"), .push("b")], origin: .deepLink)
    timeline.append(.back)
    timeline.exclude(3)
    let path = try timeline.writeLog(to: folder.path("n.navlog"), ActionLogSchema(rules: rules))
    let verified = try await ToolProcess.run(["log", "verify", path])
    #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    let shown = try await ToolProcess.run(["log", "show", path])
    #expect(shown.output.contains("deeplink"), "\(shown.output)")
    let state = try ActionLog(path: path).state(after: 2, ActionLogSchema(rules: rules), reducer: reducer)
    #expect(state == timeline.present)
  }

  // MARK: - Damaged logs

  @Test func `states that differ from the recorded ones are those of the reducer, and the report has them`() throws {
    var script = LogScript()
    script.add(5, 1)
    script.snap()
    script.add(2)
    script.end()
    let (timeline, report) = try read(script, isChanged: true)
    #expect(Self.states(timeline).map(\.sum) == [0, 10, 11, 13])
    #expect(report.allDivergences.first.map(\.number) == [1])
    #expect(!report.isFaithful)
  }

  @Test func `after a gap, the next recorded state is an entry`() throws {
    var script = LogScript()
    script.add(1)
    script.gap(2, to: Tally(sum: 30))
    script.add(4)  // is not replayed
    script.snap()
    script.add(5)
    script.end()
    let (timeline, report) = try read(script)
    #expect(timeline.entries.map(\.actions) == [[.add(1)], [], [.add(5)]])
    #expect(Self.states(timeline).map(\.sum) == [0, 1, 34, 39])
    #expect(report.gaps.first.map(\.numbers) == [2...3])
    #expect(report.skipped == 1)
  }

  @Test func `after an action that cannot be decoded, the next recorded state is an entry`() throws {
    var script = LogScript()
    script.add(1)
    script.line(#"{"t":"action","n":2,"at":20,"origin":"user","action":{"unknown":{}}}"#, counting: 1)
    script.set(Tally(sum: 7))
    script.add(2)
    script.end()
    let (timeline, report) = try read(script)
    #expect(Self.states(timeline).map(\.sum) == [0, 1, 7, 9])
    #expect(report.undecodable.count == 1)
  }

  @Test func `each later session begins with an entry that sets its first state`() throws {
    var first = LogScript("first", Tally(sum: 1))
    first.add(1)
    first.end()
    var second = LogScript("second", Tally(sum: 50))
    second.add(2)
    second.end()
    try folder.put(first.checkedText, "a.navlog")
    try folder.put(second.checkedText, "b.navlog")
    let (timeline, report) = try ActionLog(paths: [folder.path("a.navlog"), folder.path("b.navlog")])
      .timeline(TallySchema(), reducer: TallyReducer())
    #expect(Self.states(timeline).map(\.sum) == [1, 2, 50, 52])
    #expect(report.sessions == 2)
  }

  @Test func `a log without its first lines begins with the first state that can be decoded`() throws {
    var script = LogScript()
    script.add(1, 2)
    script.snap()
    script.add(3)
    script.lines[0] = "?"
    let (timeline, report) = try read(script)
    #expect(timeline.start == Tally(sum: 3))
    #expect(timeline.entries.map(\.actions) == [[.add(3)]])
    #expect(!report.isFaithful)
  }

  @Test func `a later file continues a log whose first header is damaged`() throws {
    var first = LogScript()
    first.add(1)
    first.snap()
    first.add(2)
    first.end(next: 2)
    first.lines[0] = "?"
    var second = LogScript(after: 2, Tally(sum: 3), part: 2)
    second.add(3)
    second.end()
    try folder.put(first.checkedText, "a.navlog")
    try folder.put(second.checkedText, "b.navlog")
    let (timeline, _) = try ActionLog(paths: [folder.path("a.navlog"), folder.path("b.navlog")])
      .timeline(TallySchema(), reducer: TallyReducer())
    #expect(Self.states(timeline).map(\.sum) == [1, 3, 6])
    #expect(timeline.entries.map(\.actions) == [[.add(2)], [.add(3)]])
  }

  @Test func `a log that has no state, no header or no file is an error value`() throws {
    var script = LogScript()
    script.add(1)
    script.lines[0] = "?"
    try folder.put(script.checkedText, "state.navlog")
    #expect(throws: ActionLogError.noInitialState(file: folder.path("state.navlog"))) { try read("state.navlog") }
    try folder.put("hello\n", "text.navlog")
    #expect(throws: ActionLogError.notALog(file: folder.path("text.navlog"))) { try read("text.navlog") }
    #expect(throws: ActionLogError.self) { try read("missing.navlog") }
    var newer = LogScript(schema: 9)
    newer.end()
    #expect(throws: ActionLogError.newerSchema(file: folder.path("script.navlog"), found: 9, expected: 1)) {
      try read(newer)
    }
  }

  @Test func `damaged bytes lead to a timeline and a report, or to an error value`() throws {
    var original = Self.timeline()
    for number in 1...70 { original.append(.add(number)) }
    try original.writeLog(to: folder.path("t.navlog"), TallySchema())
    let bytes = [UInt8](try folder.read("t.navlog"))
    var random = SplitMix64(seed: TestEnvironment.seed)
    var count = 0
    for round in 0..<(TestEnvironment.isLong ? 3_000 : 150) {
      var damaged = bytes
      switch round % 3 {
      case 0: damaged.removeLast(Int.random(in: 1...bytes.count, using: &random))
      case 1: damaged[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      default:
        let start = Int.random(in: bytes.indices, using: &random)
        damaged.removeSubrange(start..<min(bytes.count, start + Int.random(in: 1...500, using: &random)))
      }
      try Data(damaged).write(to: URL(fileURLWithPath: folder.path("damaged.navlog")))
      do {
        let (timeline, report) = try read("damaged.navlog")
        // Each undamaged part leads to the recorded states.
        #expect(report.divergences.isEmpty, "\(report)")
        #expect(timeline.entries.count <= 71)
        count += 1
      } catch is ActionLogError {}
    }
    #expect(count > 50)
  }

  // MARK: - Failed writes

  @Test func `a state or an action that cannot be encoded is an error value`() throws {
    struct Number: Codable, Sendable { var value: Double }
    let reducer = Reduce<Number, Number> { state, action in
      state = action
      return .none
    }
    var timeline = ActionTimeline(start: Number(value: 1), reducer: reducer)
    timeline.append(Number(value: .nan))
    let error = #expect(throws: ActionLogError.self) {
      try timeline.writeLog(to: folder.path("t.navlog"), ActionLogSchema())
    }
    #expect(error?.description.hasPrefix("A value could not be encoded for the log: ") == true)
  }

  @Test func `a path that cannot be written is an error value`() throws {
    #expect(throws: ActionLogError.notAFileName("/tmp/")) { try Self.timeline(1).writeLog(to: "/tmp/", TallySchema()) }
    let error = #expect(throws: ActionLogError.self) {
      try Self.timeline(1).writeLog(to: "/proc/none/t.navlog", TallySchema())
    }
    #expect(error?.code != nil, "\(error.map { "\($0)" } ?? "nil")")
  }
}
