import NavStore
import NavStoreTesting
import Testing

/// Many parallel tests (two hundred with NAVSTORE_LONG). Each has a test store, a clock, and effects that sleep, are
/// cancelled, work on another actor, tick, or send synchronously.
@Suite(.hangLimit) struct ParallelTestStoreTests {
  actor Library {
    func find(_ text: String) async -> [String] {
      await Task.yield()
      return [text, text]
    }
  }

  @Test(arguments: 0..<(TestEnvironment.isLong ? 200 : 20))
  func `test stores that run in parallel are deterministic`(number: Int) async {
    let clock = TestClock()
    let library = Library()
    let store = TestStore(
      initialState: Search.State(),
      reducer: Search(find: { text in
        // The test store does not know this task.
        await Task.detached { await library.find(text) }.value
      }), clock: clock)
    for text in ["B", "Ba", "Bac"] {
      store.send(.typed(text)) { $0.text = text }
      clock.advance(by: .milliseconds(299))
    }
    store.send(.startTimer)
    store.send(.typed("\(number)")) { $0.text = "\(number)" }
    clock.advance(by: .milliseconds(300))
    await store.receive(.search) { $0.isLoading = true }
    await store.receive(case: \.found) { state, found in
      state.isLoading = false
      state.results = found
    }
    #expect(store.state.results == ["\(number)", "\(number)"])
    clock.advance(by: .milliseconds(1700))
    await store.receive(.tick) { $0.ticks = 1 }
    await store.receive(.tick) { $0.ticks = 2 }
    store.send(.stopTimer)
  }
}
