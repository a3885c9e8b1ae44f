import NavStore
import NavStoreTesting
import Testing

/// The debounced persistence of a store under test.
@Suite(.hangLimit) struct TestStorePersistenceTests {
  @Test func `a persistence saves the state of a test store after its debounce interval`() async throws {
    typealias State = NavigationState<AppTab, Route>
    let clock = TestClock()
    let storage = InMemoryStorage()
    let initial = State(tabs: AppTab.allCases)
    let store = TestStore(initialState: initial, reducer: NavigationReducer(), clock: clock)
    let persistence = Persistence(of: store.base, to: storage, clock: clock)
    let run = Task { await persistence.run() }

    store.send(.push(.song(7))) { $0.push(.song(7)) }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(499))
    #expect(storage.writeCount == 0)
    clock.advance(by: .milliseconds(1))
    _ = await persistence.status { $0.savedRevision == 1 }
    #expect(storage.writeCount == 1)
    #expect(Persistence.load(initial, from: storage).state == store.state)

    run.cancel()
    await run.value
  }
}
