import NavStore
import NavStoreTesting
import Testing

@Suite(.hangLimit) struct TestStoreLeftoverTests {
  let log = FailureLog()

  @Test func `finish with no time to wait passes when no effect runs`() async {
    let store = makeTestStore(Search(), from: Search.State(), log: log)
    for _ in 0..<500 { await store.finish(timeout: .zero) }
    #expect(log.failures.isEmpty)
  }

  @Test func `what an effect sent is not told as sent to the store directly`() {
    var store: TestStore? = makeTestStore(Search(), from: Search.State(), log: log)
    store?.base.send(.search)
    store = nil
    #expect(log.messages.first?.contains(".search, which was sent to the store directly") == true)
    #expect(log.messages.first?.contains(#".found(["!"]), which follows from what was sent"#) == true)
  }

  @Test func `what was left over and not told, because nothing was asserted then, is told later`() {
    var store: TestStore? = makeTestStore(Search(), from: Search.State(), log: log)
    store?.send(.startTimer)
    store?.withExhaustivity(.off) { store?.expectNothingLeft() }
    store = nil
    #expect(log.failures.count == 1)
  }
}
