import NavStore
import NavStoreTesting
import Testing

/// A clock that an app stores without its type.
@Suite(.hangLimit) struct StoredClockTests {
  @Test func `a stored clock can be passed to a store, a persistence, a recorder and a replay`() async throws {
    let test = TestClock()
    let clock: any Clock<Duration> = test
    let directory = try TemporaryDirectory()
    let storage = InMemoryStorage()
    let store = Store(
      initialState: NavigationState<String, Int>(tabs: ["home"]), reducer: NavigationReducer<String, Int>(),
      clock: clock)
    typealias Schema = ActionLogSchema<NavigationState<String, Int>, NavigationAction<String, Int>>

    let persistence = Persistence(of: store, to: storage, clock: clock)
    let part = Persistence(of: store, to: InMemoryStorage(), saving: \.selectedTab, clock: clock)
    let recorder = try ActionLogRecorder(of: store, schema: Schema(), to: directory.path("a.navlog"), clock: clock)
    let ofPart = try ActionLogRecorder(
      of: store, state: { $0 }, action: { $0 }, schema: Schema(), to: directory.path("b.navlog"), clock: clock)
    let run = Task { await persistence.run() }
    test.advance(by: .milliseconds(100))
    store.send(.push(1))
    await test.sleepers(atLeast: 1)
    test.advance(by: .milliseconds(500))
    await storage.writes(atLeast: 1)
    try await recorder.close()
    try await ofPart.close()
    try await part.stop()
    run.cancel()
    await run.value

    let times = Locked<[Duration]>([])
    let log = ActionLog(path: directory.path("a.navlog"))
    let report = try log.replayEvents(Schema(), reducer: NavigationReducer()) { event in
      if case .transaction(let transaction) = event { times.withLock { $0.append(transaction.time) } }
    }
    #expect(report.isFaithful)
    #expect(times.withLock { $0 } == [.milliseconds(100)])
    let copy = Store(initialState: store.state, reducer: NavigationReducer<String, Int>())
    let immediately: any Clock<Duration> = ImmediateClock()
    _ = try await log.replay(into: copy, Schema(), speed: 1, clock: immediately)
    #expect(copy.state == store.state)
  }
}
