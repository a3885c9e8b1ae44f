import NavStore
import NavStoreTesting
import Testing

/// Replays into a store, and replays with the pauses of the recording.
@Suite struct ReplayIntoStoreTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func log() throws -> ActionLog {
    var script = LogScript()
    script.add(1, 2)
    script.set(Tally(sum: 10))
    script.addTogether(3, 4)
    script.lines.append(#"{"t":"action","n":5,"at":50,"origin":"deeplink","action":{"addLater":{"_0":5}}}"#)
    script.lines.append(#"{"t":"action","n":6,"at":60,"origin":"effect","action":{"add":{"_0":5}}}"#)
    script.lines.append(#"{"t":"end","n":6,"at":75}"#)
    try directory.put(script.text, "s.navlog")
    return ActionLog(path: directory.path("s.navlog"))
  }

  @Test func `a subscriber of the store receives the session with its origins, and no effects run`() async throws {
    let store = makeTallyStore(Tally(sum: -1))
    var transactions = store.transactions.makeAsyncIterator()
    var states: [Int] = []
    let report = try log().replayEvents(into: store, TallySchema()) { event in
      switch event {
      case .transaction(let transaction):
        #expect(transaction.state == store.state)
        states.append(store.state.sum)
      case .replaced(_, _, _, let state), .began(_, let state?):
        #expect(state == store.state)
        states.append(store.state.sum)
      default: break
      }
    }
    #expect(report.isComplete && report.isFaithful)
    #expect(states == [0, 1, 3, 10, 17, 17, 22])
    #expect(store.state == report.state)
    // The state of the header and the replaced state are transactions, too.
    #expect(store.revision == 7)
    var seen: [String] = []
    for _ in 0..<7 {
      let transaction = try #require(await transactions.next())
      seen.append("\(transaction.revision) \(transaction.origin.rawValue) \(transaction.actions.count)")
    }
    #expect(
      seen == ["1 restore 0", "2 user 1", "3 user 1", "4 restore 0", "5 user 2", "6 deeplink 1", "7 effect 1"])
    store.send(.add(1))
    #expect(await transactions.next()?.revision == 8)
  }

  @Test func `a divergence in a store is reported, and the states after it do not reach the store`() throws {
    var script = LogScript()
    script.add(1, 5, 1)
    script.snap()
    try directory.put(script.text, "s.navlog")
    let store = Store(initialState: Tally(), reducer: TallyReducer(isChanged: true))
    let report = try ActionLog(path: directory.path("s.navlog")).replay(into: store, TallySchema())
    #expect(report.allDivergences.first.first?.nearest?.replayed == Tally(sum: 12))
    #expect(store.state == Tally(sum: 11))
  }

  @Test func `a recording of a replay has the same states as the original log`() async throws {
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(of: store, TallySchema(), directory.path("again.navlog"))
    let first = try log().replay(into: store, TallySchema())
    try await recorder.close()
    var replaced: [String] = []
    let second = try ActionLog(path: directory.path("again.navlog")).replayEvents(
      TallySchema(), reducer: TallyReducer()
    ) {
      if case .replaced(let number, _, let origin, _) = $0 { replaced.append("\(number) \(origin.rawValue)") }
    }
    // The store already had the state of the header.
    #expect(replaced == ["3 restore"])
    #expect(second.isComplete && second.isFaithful)
    #expect(second.state == first.state)
  }

  @Test(arguments: [(1.0, [10, 10, 10, 10, 10, 15]), (2.0, [5, 5, 5, 5, 5, 7.5]), (0.5, [20, 20, 20, 20, 20, 30])])
  func `a replay has the pauses of the recording, scaled by its speed`(factor: Double, pauses: [Double])
    async throws
  {
    let clock = TestClock()
    let store = makeTallyStore()
    let log = try log()
    async let replayed = log.replay(into: store, TallySchema(), speed: factor, clock: clock)
    for pause in pauses {
      await clock.sleepers(atLeast: 1)
      let remaining = clock.now.duration(to: try #require(clock.nextDeadline))
      #expect(abs(remaining / .milliseconds(1) - pause) < 0.001)
      clock.advanceToNextDeadline()
    }
    let report = try await replayed
    #expect(report.isComplete && report.isFaithful)
    #expect(store.state == Tally(sum: 22))
  }

  @Test func `a replay with pauses continues with the next file, whenever the one before ended`() async throws {
    var first = LogScript()
    first.add(1)
    first.lines.append(#"{"t":"end","n":1,"at":500,"next":2}"#)
    var second = LogScript(after: 1, Tally(sum: 1), part: 2)
    second.add(2)
    second.end()
    try directory.put(first.text, "s.navlog")
    try directory.put(second.text, "s.2.navlog")
    let report = try await ActionLog(path: directory.path("s.navlog")).replayEvents(
      TallySchema(), reducer: TallyReducer(), speed: 1, clock: ImmediateClock()
    ) { _ in }
    #expect(report.isComplete)
    #expect(report.state == Tally(sum: 3))
  }

  @Test func `the pauses of a second session begin at its own start`() async throws {
    var first = LogScript("first")
    first.add(1, 2)
    var second = LogScript("second")
    second.add(3, 4)
    try directory.put(first.text + second.text, "joined.navlog")
    let clock = TestClock()
    let log = ActionLog(path: directory.path("joined.navlog"))
    let seen = Locked<[String]>([])
    async let replayed = log.replayEvents(
      TallySchema(), reducer: TallyReducer(), speed: 1, clock: clock
    ) { event in
      if case .transaction(let transaction) = event {
        seen.withLock { $0.append("\(clock.now): \(transaction.state.sum)") }
      }
    }
    await clock.advance(by: .milliseconds(19), sleepers: 1)
    clock.advance(by: .milliseconds(1))
    _ = try await replayed
    #expect(
      seen.withLock { $0 } == ["0.0 seconds: 1", "0.01 seconds: 3", "0.01 seconds: 3", "0.02 seconds: 7"])
  }

  @Test func `a cancelled replay with pauses throws`() async throws {
    let clock = TestClock()
    let log = try log()
    let task = Task {
      try await log.replay(into: makeTallyStore(), TallySchema(), speed: 1, clock: clock).number
    }
    await clock.sleepers(atLeast: 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `an error that a listener throws ends the replay`() throws {
    struct StopReading: Error {}
    var count = 0
    #expect(throws: StopReading.self) {
      try log().replayEvents(TallySchema(), reducer: TallyReducer()) { _ in
        count += 1
        if count == 3 { throw StopReading() }
      }
    }
    #expect(count == 3)
  }

  @Test func `joined sessions are replayed in order`() throws {
    var first = LogScript("first")
    first.add(1, 2)
    first.snap()
    first.add(3)
    first.end()
    var second = LogScript("second", Tally(sum: 100))
    second.add(4)
    try directory.put(first.text, "a.navlog")
    try directory.put(second.text, "b.navlog")
    try directory.put(first.text + second.text, "joined.navlog")
    for log in [
      ActionLog(path: directory.path("joined.navlog")),
      ActionLog(paths: ["a.navlog", "b.navlog"].map(directory.path)),
    ] {
      for from in [nil, 0, 2] {
        let report = try log.replay(TallySchema(), reducer: TallyReducer(), options: .init(from: from))
        #expect(report.state == Tally(sum: 104))
        #expect(report.sessions == 2)
        #expect(report.gaps.isEmpty && report.damage.isEmpty)
        // The second session has no end.
        #expect(!report.hasEnd)
        #expect(report.isFaithful)
      }
    }
    let repeated = try ActionLog(paths: ["b.navlog", "b.navlog"].map(directory.path)).replay(
      TallySchema(), reducer: TallyReducer(), options: .init(atDivergence: .keepGoing))
    #expect(repeated.applied >= 1)
  }
}
