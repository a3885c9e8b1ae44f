// snippet: testing imports
import NavStore
import NavStoreTesting
import Testing

// end

// snippet: stopwatch
struct Stopwatch: Reducer {
  enum Action: Equatable, Sendable { case started, tick, stopped }

  func reduce(into seconds: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .started:
      return .run(id: "timer", cancelInFlight: true) { context throws(CancellationError) in
        while true {
          try await context.sleep(for: .seconds(1))
          context.send(.tick)
        }
      }
    case .tick:
      seconds += 1
      return .none
    case .stopped:
      return .cancel(id: "timer")
    }
  }
}
// end

@Suite struct TestingSnippets {
  // snippet: first test
  @Test func `a second tap on a tab pops it to its root`() {
    let store = TestStore(
      initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: NavigationReducer())
    store.send(.push(.song(7))) { $0.push(.song(7)) }
    store.send(.tabTapped(.home)) { $0.popToRoot() }
  }
  // end

  // snippet: back rule test
  @Test func `back at the root of a tab selects no other tab`() {
    let rules = NavigationRules<AppTab, Route>(backRule: .none)
    let store = TestStore(
      initialState: NavigationState(tabs: AppTab.allCases), reducer: NavigationReducer(rules: rules))
    store.send(.selectTab(.library)) { $0.selectTab(.library, rules: rules) }
    store.send(.back)  // changes nothing
  }
  // end

  // snippet: effect test
  @Test func `a search waits until nothing was typed for 300 ms`() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: AppState(), reducer: AppReducer(search: { [$0.count] }), clock: clock)

    store.send(.queryChanged("tid")) { $0.query = "tid" }
    clock.advance(by: .milliseconds(299))
    store.send(.queryChanged("tide")) { $0.query = "tide" }  // cancels the previous search
    clock.advance(by: .milliseconds(300))
    await store.receive(.found([4])) { $0.results = [4] }
  }
  // end

  // snippet: timer test
  @Test func `a stopwatch counts until it is stopped`() async {
    let clock = TestClock()
    let store = TestStore(initialState: 0, reducer: Stopwatch(), clock: clock)
    store.send(.started)
    clock.advance(by: .seconds(2))
    await store.receive(.tick) { $0 = 1 }
    await store.receive(.tick) { $0 = 2 }
    store.send(.stopped)  // without this line the test fails at that of .started
    clock.advance(by: .seconds(9))
  }
  // end

  @Test func `ways to receive`() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: AppState(), reducer: AppReducer(search: { [$0.count] }), clock: clock)
    for _ in 1...2 {
      store.send(.queryChanged("tide")) { $0.query = "tide" }
      clock.advance(by: .milliseconds(300))
      // snippet: receive by case
      await store.receive(case: { if case .found(let results) = $0 { results } else { nil } }) { state, results in
        state.results = results
      }
      // end
      store.send(.found([])) { $0.results = [] }
      store.send(.queryChanged("")) { $0.query = "" }
      clock.advance(by: .milliseconds(300))
      // snippet: receive by condition
      await store.receive(where: { $0 != .queryChanged("") }) { $0.results = [0] }
      // end
      store.send(.found([])) { $0.results = [] }
    }
  }

  // snippet: transaction test
  @Test func `a link to a song opens its album first`() {
    let store = TestStore(
      initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: NavigationReducer())
    store.send([.selectTab(.library), .push(.song(3)), .push(.song(7))]) {
      $0.selectTab(.library)
      $0.setPath([.song(3), .song(7)], in: .tab(.library))
    }
    store.assert { $0.selectTab(.library) }  // already true, so the closure changes nothing
  }
  // end

  @Test func `a less strict test store ignores changes that a test does not describe`() async {
    let (clock, log) = (TestClock(), FailureLog())
    let store = makeTestStore(AppReducer(search: { [$0.count] }), from: AppState(), clock: clock, log: log)
    // snippet: exhaustivity
    store.exhaustivity = .off
    store.send(.queryChanged("tide"))  // its change is not described, which is not a failure
    store.send(.navigation(.push(.song(7)))) { $0.navigation.setPath([.song(7)], in: .tab(.home)) }
    clock.advance(by: .milliseconds(300))
    #expect(store.state.results == [4])  // the state after all actions
    // end
    store.exhaustivity = .on
    store.skipReceived()
    // snippet: show skipped
    store.exhaustivity = .off(showSkipped: true)
    store.send(.queryChanged("tides"))
    store.exhaustivity = .on
    // end
    store.skipInFlight()
    #expect(log.failures.isEmpty)
    #expect(log.notes.count == 1)
  }

  @Test func `clocks`() async throws {
    // snippet: test clock
    actor Ticks {
      var count = 0
      func add() { count += 1 }
    }

    let clock = TestClock()
    let ticks = Ticks()
    let timer = Task {
      while true {
        try await clock.sleep(for: .seconds(1))
        await ticks.add()
      }
    }
    await clock.advance(by: .seconds(3), sleepers: 1)  // the timer sleeps for the fourth time now
    #expect(await ticks.count == 3)
    timer.cancel()

    let waited = try await clock.run {  // moves the time for each sleep of the work
      try await clock.sleep(for: .seconds(1))
      try await clock.sleep(for: .seconds(2))
      return clock.now.offset
    }
    #expect(waited == .seconds(6))
    // end
    await #expect(throws: CancellationError.self) { try await timer.value }
  }

  // snippet: immediate clock
  @Test func `a search finds`() async {
    let store = TestStore(
      initialState: AppState(), reducer: AppReducer(search: { [$0.count] }), clock: ImmediateClock())
    store.send(.queryChanged("tide")) { $0.query = "tide" }
    await store.receive(.found([4])) { $0.results = [4] }
  }
  // end

  // snippet: unimplemented clock
  @Test func `opening a song uses no clock`() {
    let store = TestStore(
      initialState: AppState(), reducer: AppReducer(search: { [$0.count] }), clock: UnimplementedClock())
    store.send(.navigation(.push(.song(7)))) { $0.navigation.push(.song(7)) }
  }
  // end

  // snippet: saving under test
  @Test func `a failed save is repeated later`() async throws {
    let clock = TestClock()
    let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
    let store = TestStore(initialState: AppState(), reducer: AppReducer())
    let persistence = Persistence(of: store.base, to: storage, clock: clock)
    persistence.start()

    storage.inject(.outOfSpace(), at: .write(1))
    store.send(.navigation(.push(.song(7)))) { $0.navigation.push(.song(7)) }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(500))  // the first attempt fails
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))  // the next attempt succeeds
    await storage.base.writes(atLeast: 1)
    #expect(try storage.base.state(as: AppState.self) == store.state)
  }
  // end

  // snippet: debounce under test
  @Test(.timeLimit(.minutes(1)))
  func `two changes are saved together, 500 ms after the second`() async throws {
    let clock = TestClock()
    let storage = InMemoryStorage()
    let store = Store(initialState: AppState(), reducer: AppReducer())
    let persistence = Persistence(of: store, to: storage, clock: clock)
    persistence.start()

    /// Waits until the persistence has noticed the last change. Do not move the time before that.
    func noticed() async {
      for await status in persistence.statuses where status.seenRevision >= store.revision { break }
      await clock.sleepers(atLeast: 1)
    }

    store.send(.navigation(.push(.song(7))))  // at 0 ms
    await noticed()
    clock.advance(by: .milliseconds(400))
    store.send(.navigation(.push(.song(8))))  // at 400 ms
    await noticed()
    await clock.advance(by: .milliseconds(499), sleepers: 1)  // 899 ms
    #expect(persistence.status.phase == .waiting(until: .milliseconds(900)))
    #expect(persistence.status.attempts == 0)
    clock.advance(by: .milliseconds(1))  // 900 ms: the last wait of the save ends
    await storage.writes(atLeast: 1)
    #expect(try storage.states(as: AppState.self) == [store.state])
  }
  // end

  // snippet: killed under test
  @Test func `a kill loses only what was not saved yet`() async throws {
    let storage = InMemoryStorage()
    let store = Store(initialState: AppState(), reducer: AppReducer())
    let persistence = Persistence(of: store, to: storage)
    store.send(.navigation(.push(.song(7))))
    try await persistence.flush()
    store.send(.navigation(.push(.song(8))))

    // The app is killed here. This is what the next start finds:
    let files = InMemoryStorage(current: try storage.read(.current), previous: try storage.read(.previous))
    #expect(Persistence.load(AppState(), from: files).state.navigation.top == .song(7))
  }
  // end

  @Test func `equal values are no failure`() {
    // snippet: no difference
    expectNoDifference([Route.song(3), .song(7)], [.song(3), .song(7)])
    // end
  }

  @Test func `the difference of two values is a text`() {
    let (path, expected) = ([Route.song(3), .song(8)], [Route.song(3), .song(7)])
    var message = ""
    // snippet: difference
    if let difference = difference(path, expected) { message += "The path differs:\n\(difference)" }
    // end
    #expect(
      message == """
        The path differs:
        − [.song(3), .song(7)]
        + [.song(3), .song(8)]
        """)
  }

  @Test func `a saved state is restored`() async throws {
    // snippet: restoring under test
    let storage = InMemoryStorage()
    let store = Store(initialState: AppState(), reducer: AppReducer())
    let persistence = Persistence(of: store, to: storage)
    store.send(.navigation(.push(.song(7))))
    try await persistence.flush()
    #expect(try storage.states(as: AppState.self) == [store.state])  // all saved states, oldest first
    #expect(Persistence.load(AppState(), from: storage).state == store.state)
    // end
  }

  /// Every failure that Docs/HowTo/Tests/TestingEffects.md shows.
  @Test func `failures as the documentation shows them`() async throws {
    try await expectFailure("a change") { log in
      let store = makeTestStore(
        NavigationReducer(), from: NavigationState<AppTab, Route>(tabs: AppTab.allCases), log: log)
      // snippet: failing change
      store.send(.push(.song(7))) { $0.push(.song(8)) }
      // end
    }
    try await expectFailure("another action") { log in
      let clock = TestClock()
      let store = makeTestStore(AppReducer(search: { [$0.count] }), from: AppState(), clock: clock, log: log)
      // snippet: failing receive
      store.send(.queryChanged("tide")) { $0.query = "tide" }
      clock.advance(by: .milliseconds(300))
      await store.receive(.found([5])) { $0.results = [5] }
      // end
    }
    try await expectFailure("an effect") { log in
      let store = makeTestStore(AppReducer(search: { [$0.count] }), from: AppState(), log: log)
      // snippet: failing end
      store.send(.queryChanged("tide")) { $0.query = "tide" }
      // end
    }
  }

  @Test func `unequal values as the documentation shows them`() throws {
    let failure = failureOfEquality([Route.song(3), .song(8)], [.song(3), .song(7)], { "" })
    try SnippetTests.expectOutput("two values", in: "Docs/HowTo/Tests/TestingEffects.md", failure ?? "")
  }

  /// Compares the one failure of the body with the output of that name in the document.
  func expectFailure(_ name: String, _ body: (FailureLog) async -> Void) async throws {
    let log = FailureLog()
    await body(log)
    #expect(log.failures.count == 1)
    try SnippetTests.expectOutput(
      name, in: "Docs/HowTo/Tests/TestingEffects.md", log.failures.map(\.message).joined(separator: "\n\n"))
  }
}
