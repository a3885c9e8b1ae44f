import Foundation
@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Testing

@Suite struct ActionLogRecorderTests {
  typealias Event = ReplayEvent<Tally, TallyAction>

  private func transactions(_ log: ActionLog, _ schema: TallySchema = TallySchema()) throws -> (
    [ReplayedTransaction<Tally, TallyAction>], ReplayReport<Tally, TallyAction>
  ) {
    var found: [ReplayedTransaction<Tally, TallyAction>] = []
    let report = try log.replayEvents(schema, reducer: TallyReducer()) { event in
      if case .transaction(let transaction) = event { found.append(transaction) }
    }
    return (found, report)
  }

  @Test func `a log has the same actions as the store's transactions, in the same order`() async throws {
    let directory = try TemporaryDirectory()
    let store = makeTallyStore()
    var transactions = store.transactions.makeAsyncIterator()
    let clock = TestClock()
    let recorder = try ActionLogRecorder(
      of: store, schema: TallySchema(), to: directory.path("s.navlog"), clock: clock)
    store.send(.add(1))
    clock.advance(by: .milliseconds(1_500))
    store.send([.add(2), .say("a"), .add(3)], origin: .deepLink)
    clock.advance(by: .microseconds(2_999))
    store.send(.addLater(4), origin: .undo)
    store.send(.say("b"), origin: ActionOrigin(rawValue: "né\"w"))
    try await recorder.flush()
    let (found, report) = try self.transactions(ActionLog(path: directory.path("s.navlog")))
    #expect(report.isFaithful)
    #expect(report.state == store.state)
    for transaction in found {
      let sent = try #require(await transactions.next())
      #expect(sent.actions == transaction.actions)
      #expect(sent.origin == transaction.origin)
      #expect(sent.revision == transaction.number)
    }
    #expect(found.map(\.number) == [1, 2, 3, 4, 5])
    #expect(found.map(\.origin.rawValue) == ["user", "deeplink", "undo", "effect", "né\"w"])
    #expect(
      found.map(\.time) == [
        .zero, .milliseconds(1_500), .milliseconds(1_502), .milliseconds(1_502), .milliseconds(1_502),
      ])
    #expect(found.map(\.actions.count) == [1, 3, 1, 1, 1])
    #expect(report.verified == 5)
    #expect(recorder.status.recorded == 5)
    #expect(recorder.status.bytes == directory.bytes("s.navlog")?.count)
    #expect(recorder.status.files == [directory.path("s.navlog")])
  }

  @Test func `two recorders of a store write the same log, each in its own file`() async throws {
    let directory = try TemporaryDirectory()
    let store = makeTallyStore()
    store.send(.add(7))
    let first = try ActionLogRecorder(
      of: store, TallySchema(), directory.path("s.navlog"), .init(transactionsPerFile: 3))
    let second = try ActionLogRecorder(
      of: store, schema: TallySchema(), to: directory.path("s.navlog"), options: .init(transactionsPerFile: 2),
      clock: TestClock())
    for number in 1...8 {
      store.send(.add(number))
      try await first.flush()
      try await second.flush()
    }
    try await first.close()
    try await second.close()
    #expect(directory.names.count == 7)
    for recorder in [first, second] {
      // The names of both logs alternate. Each file is followed by the next one of its own session.
      let (found, report) = try self.transactions(ActionLog(path: recorder.status.files[0]))
      #expect(found.map(\.number) == Array(1...8))
      #expect(report.isComplete)
      #expect(report.state == store.state)
      #expect(try transactions(ActionLog(paths: recorder.status.files)).1.isComplete)
      let late = try ActionLog(path: recorder.status.files[0]).state(after: 7, TallySchema(), reducer: TallyReducer())
      #expect(late.sum == 35)
    }
  }

  @Test func `a session ends with its last file, even if other sessions have files beside it`() async throws {
    let directory = try TemporaryDirectory()
    var script = LogScript("killed")
    script.add(1)
    script.end(next: 2)
    try directory.put(script.checkedText, "s.navlog")
    // The second part of this session does not exist, and this file belongs to another session.
    var other = LogScript("other", after: 0, Tally(sum: 50))
    other.add(5)
    other.end()
    try directory.put(other.checkedText, "s.2.navlog")
    let report = try transactions(ActionLog(path: directory.path("s.navlog"))).1
    #expect(report.sessions == 1)
    #expect(report.state == Tally(sum: 1))
    #expect(!report.hasEnd)
  }

  @Test(arguments: ["log.2026.navlog", "session.navlog", "a.b.c", "plain", "9.9"])
  func `files continue each other whatever the name of the first one is`(name: String) async throws {
    let directory = try TemporaryDirectory()
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(of: store, TallySchema(), directory.path(name), .init(transactionsPerFile: 1))
    for number in 1...12 { store.send(.add(number)) }
    try await recorder.close()
    #expect(recorder.status.files.count == 12)
    let (found, report) = try self.transactions(ActionLog(path: directory.path(name)))
    #expect(found.map(\.number) == Array(1...12))
    #expect(report.isComplete)
    let middle = try transactions(ActionLog(path: recorder.status.files[4]))
    #expect(middle.0.map(\.number) == Array(5...12))
    #expect(middle.1.before == 4)
  }

  @Test func `marks are recorded at their positions, with their notes`() async throws {
    let directory = try TemporaryDirectory()
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(of: store, TallySchema(), directory.path("s.navlog"))
    recorder.mark("begin")
    store.send(.add(1))
    recorder.mark("after \"one\"", note: ["screen": "home", "tries": [1, 2.5, nil, true]])
    store.send(.add(2))
    recorder.mark("unwritable", note: .number(.nan))
    try await recorder.close()
    recorder.mark("too late")
    try await recorder.close()
    var marks: [String] = []
    let report = try ActionLog(path: directory.path("s.navlog")).replayEvents(TallySchema(), reducer: TallyReducer()) {
      event in
      if case .mark(let number, _, let name, let note) = event {
        marks.append("\(number) \(name) \(note?["screen"] ?? "-")")
      }
    }
    #expect(marks == ["0 begin string(\"-\")", "1 after \"one\" string(\"home\")"])
    #expect(report.isComplete)
    #expect(recorder.status.failures == 1)
    #expect(directory.names == ["s.navlog"])
  }

  @Test func `the first line has the app's information, and is written without it if it cannot be encoded`()
    async throws
  {
    let directory = try TemporaryDirectory()
    for (name, information, expected) in [
      ("a.navlog", ["build": 7], ["build": 7]), ("b.navlog", .number(.infinity), nil), ("c.navlog", nil, nil),
    ] as [(String, JSONValue?, JSONValue?)] {
      let store = makeTallyStore()
      let recorder = try ActionLogRecorder(
        of: store, schema: TallySchema(), to: directory.path(name), information: information)
      store.send(.add(1))
      try await recorder.close()
      var found: [LogHeader] = []
      let report = try ActionLog(path: directory.path(name)).replayEvents(TallySchema(), reducer: TallyReducer()) {
        event in
        if case .began(let header, Tally()) = event { found.append(header) }
      }
      #expect(found.map(\.information) == [expected], "\(name)")
      #expect(report.isComplete, "\(name)")
    }
  }

  @Test(.startsProcess, arguments: 0..<6)
  func `options out of range stop the program with a message that states the range`(index: Int) async {
    let result = await Self.stop(index)
    result?.expectMessage(
      "Intervals must be at least 0; capacity, bytes and transactions per file, and kept files must be at least 1.")
  }

  private static func stop(_ index: Int) async -> ExitTest.Result? {
    // The body of an exit test cannot capture values, so each case is written out.
    switch index {
    case 0:
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        ActionLogRecorderTests.record(.init(fingerprintInterval: -1))
      }
    case 1:
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        ActionLogRecorderTests.record(.init(stateInterval: -1))
      }
    case 2:
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        ActionLogRecorderTests.record(.init(capacity: 0))
      }
    case 3:
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        ActionLogRecorderTests.record(.init(bytesPerFile: 0))
      }
    case 4:
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        ActionLogRecorderTests.record(.init(transactionsPerFile: 0))
      }
    default:
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        ActionLogRecorderTests.record(.init(keptFiles: 0))
      }
    }
  }

  private static func record(_ options: ActionLogOptions) {
    _ = try? ActionLogRecorder(of: makeTallyStore(), schema: TallySchema(), to: "/dev/null/s", options: options)
  }
}
