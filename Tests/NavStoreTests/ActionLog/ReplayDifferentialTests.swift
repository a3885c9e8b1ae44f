import NavStore
import NavStoreInspection
import Testing

@Suite struct ReplayDifferentialTests {
  typealias Schema = ActionLogSchema<NumberState, NumberAction>

  @Test func `a replay comes to every state that was recorded`() async throws {
    let directory = try TemporaryDirectory()
    var random = RandomNavigation(random: SplitMix64(seed: 7))
    let rules = random.rules()
    let store = Store(initialState: random.state(rules: rules), reducer: NavigationReducer(rules: rules))
    let path = directory.path("session.navlog")
    let recorder = try ActionLogRecorder(of: store, schema: Schema(), to: path)
    var states: [NumberState] = []
    for _ in 0..<1_000 {
      store.send(random.action())
      states.append(store.state)
    }
    try await recorder.close()
    var replayed: [NumberState] = []
    let report = try ActionLog(path: path).replay(Schema(), reducer: NavigationReducer(rules: rules)) { event in
      if case .transaction(let transaction) = event { replayed.append(transaction.state) }
    }
    #expect(replayed == states)
    #expect(report.isComplete)
    #expect(report.isFaithful)
    #expect(report.verified == 1_000)
    print(report.divergences.first.first as Any, report.damage.first.first as Any, report.gaps.first.first as Any)
  }
}
