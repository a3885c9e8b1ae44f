import NavStore
import NavStoreTesting
import Testing

/// Many tests at once (two hundred with NAVSTORE_LONG), each with a test store, a clock and effects of its own:
/// sleeping, cancelled, working on another actor, ticking, following at once.
@Suite(.hangLimit) struct ParallelTestStoreTests {
  actor Library {
    func find(_ text: String) async -> [String] {
      await Task.yield()
      return [text, text]
    }
  }

  @Test(arguments: 0..<(TestEnvironment.isLong ? 200 : 20))
  func `a test store is exact beside others`(number: Int) async {
    let clock = TestClock()
    let library = Library()
    let store = TestStore(
      initialState: Search.State(),
      reducer: Search(find: { text in
        // On a task that the test store does not know.
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
