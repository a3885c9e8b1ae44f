import NavStore
import NavStoreTesting
import Testing

@Suite struct TestStoreTests {
  @Test func `a search`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Search.State(), reducer: Search(), clock: clock)
    store.send(.typed("Ba")) { $0.text = "Ba" }
    clock.advance(by: .milliseconds(299))
    store.send(.typed("Bach")) { $0.text = "Bach" }
    clock.advance(by: .milliseconds(300))
    await store.receive(.search) { $0.isLoading = true }
    await store.receive(.found(["Bach!"])) {
      $0.isLoading = false
      $0.results = ["Bach!"]
    }
  }

  @Test func `a timer`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Search.State(), reducer: Search(), clock: clock)
    store.send(.startTimer)
    clock.advance(by: .seconds(3))
    for tick in 1...3 { await store.receive(.tick) { $0.ticks = tick } }
    store.send(.stopTimer)
  }
}
