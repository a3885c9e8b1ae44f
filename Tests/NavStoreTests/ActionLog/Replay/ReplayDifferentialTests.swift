import NavStore
import NavStoreInspection
import Testing

@Suite struct ReplayDifferentialTests {
  /// Sessions of 1,000 actions each. In a longer session, random rules and states soon reach a state where few
  /// actions have an effect.
  @Test func `a replay leads to every recorded state`() async throws {
    let directory = try TemporaryDirectory()
    let sessions = TestEnvironment.isLong ? 1_000 : 8
    for seed in TestEnvironment.seeds(UInt64(sessions)) {
      var random = RandomNavigation(random: SplitMix64(seed: seed))
      let rules = random.rules()
      let store = Store(initialState: random.state(rules: rules), reducer: NavigationReducer(rules: rules))
      let path = directory.path("\(seed).navlog")
      let recorder = try ActionLogRecorder(
        of: store, schema: NumberSchema(), to: path,
        options: .init(
          fingerprintInterval: random.random.pick(1, 1, 3), stateInterval: random.random.pick(0, 1, 7, 64),
          bytesPerFile: random.random.pick(20_000, .max)))
      var states = [store.state]
      var actions = 0
      while actions < 1_000 {
        let count = random.random.pick(1, 1, 1, 2, 4)
        store.send((0..<count).map { _ in random.action() })
        actions += count
        states.append(store.state)
        if random.random.once(in: 50) { try await recorder.flush() }
      }
      try await recorder.close()
      let log = ActionLog(path: path)
      var next = 1
      var wrong: Int?
      let report = try log.replayEvents(NumberSchema(), reducer: NavigationReducer(rules: rules)) { event in
        guard case .transaction(let transaction) = event else { return }
        if transaction.number != next || transaction.state != states[next] { wrong = wrong ?? next }
        next += 1
      }
      #expect(wrong == nil, "NAVSTORE_SEED=\(seed)")
      #expect(next == states.count, "NAVSTORE_SEED=\(seed)")
      #expect(report.isComplete && report.isFaithful, "NAVSTORE_SEED=\(seed), \(report.summary)")
      #expect(recorder.status.lost == 0)
      // A replay from the nearest complete state leads to the same state.
      for _ in 0..<3 {
        let number = random.random.below(states.count)
        let found = try log.state(after: number, NumberSchema(), reducer: NavigationReducer(rules: rules))
        #expect(found == states[number], "NAVSTORE_SEED=\(seed), transaction \(number)")
      }
    }
  }

  @Test func `the state after any transaction is the same as in a replay from the start`() async throws {
    let directory = try TemporaryDirectory()
    let seed = TestEnvironment.seed
    var random = RandomNavigation(random: SplitMix64(seed: seed))
    let store = Store(
      initialState: NumberState(tabs: [0, 1, 2], backRule: .history), reducer: NavigationReducer<Int, Int>())
    let path = directory.path("s.navlog")
    let recorder = try ActionLogRecorder(
      of: store, schema: NumberSchema(), to: path, options: .init(stateInterval: 16, transactionsPerFile: 50))
    var states = [store.state]
    for _ in 0..<200 {
      store.send(random.action())
      states.append(store.state)
    }
    try await recorder.close()
    let log = ActionLog(path: path)
    for number in states.indices {
      let state = try log.state(after: number, NumberSchema(), reducer: NavigationReducer<Int, Int>())
      #expect(state == states[number], "NAVSTORE_SEED=\(seed), transaction \(number)")
      let report = try log.replay(
        NumberSchema(), reducer: NavigationReducer<Int, Int>(), options: .init(from: number, until: number))
      #expect(report.applied < 16, "NAVSTORE_SEED=\(seed), transaction \(number)")
    }
  }
}
