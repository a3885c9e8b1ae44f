import NavStore
import NavStoreTesting
import Testing

/// How do I debounce the saves of my navigation path, without Combine?
///
/// Use `Persistence`. It writes the newest state once per burst, and also saves during a burst that does not end. A
/// loop over `store.changes` is possible too: the stream buffers only the newest element. But such a loop does not
/// wait for a quiet period, and it does not save when it ends.
@Suite struct SavingChangesWithADebounceTests {
  enum AppTab: String, Codable, CaseIterable { case recipes }
  enum Route: Hashable, Codable { case recipe(Int) }
  typealias AppNavigation = NavigationState<AppTab, Route>

  let store = Store(initialState: AppNavigation(tabs: AppTab.allCases), reducer: NavigationReducer())
  let clock = TestClock()
  let storage = InMemoryStorage()

  /// Saves the current state half a second after the first change. This is a throttle: a debounce would start to wait
  /// again at each change. Changes in the last half second before the task is cancelled are lost.
  func saveByHand(_ changes: AsyncStream<AppNavigation>) -> Task<Void, any Error> {
    // A strong reference would keep the store alive, and the stream would never end.
    Task { [weak store, clock, storage] in
      for await _ in changes {
        try await clock.sleep(for: .milliseconds(500))
        // The state and not the element, which is older by the time of the sleep.
        guard let state = store?.state else { return }
        try storage.write(Persistence.encoded(state), keepingCurrentAsPrevious: true)
      }
    }
  }

  @Test func `after a burst the stream delivers only the newest state`() async {
    let changes = changesOfABurst()
    var depths: [Int] = []
    for await state in changes { depths.append(state.depth) }  // ends because the store is released
    #expect(depths == [3])
  }

  /// The stream of a store that was released after three pushes.
  func changesOfABurst() -> AsyncStream<AppNavigation> {
    let store = Store(initialState: AppNavigation(tabs: AppTab.allCases), reducer: NavigationReducer())
    let changes = store.changes
    for id in 1...3 { store.send(.push(Route.recipe(id))) }
    return changes
  }

  @Test func `the loop writes the last state of a burst once`() async throws {
    let changes = store.changes
    for id in 1...3 { store.send(.push(.recipe(id))) }
    let saving = saveByHand(changes)
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(500))
    await storage.writes(atLeast: 1)
    saving.cancel()
    #expect(try storage.states(as: AppNavigation.self) == [store.state])
  }

  @Test func `the loop writes changes during the wait, because it reads the state after it`() async throws {
    let changes = store.changes
    store.send(.push(.recipe(1)))
    let saving = saveByHand(changes)
    await clock.sleepers(atLeast: 1)
    store.send(.push(.recipe(2)))
    clock.advance(by: .milliseconds(500))
    await storage.writes(atLeast: 1)
    saving.cancel()
    #expect(try storage.states(as: AppNavigation.self).first?.path(of: .recipes) == [.recipe(1), .recipe(2)])
  }

  @Test func `Persistence writes the last state of a burst once`() async throws {
    let persistence = Persistence(of: store, to: storage, clock: clock)
    let saving = Task { await persistence.run() }
    for id in 1...3 { store.send(.push(.recipe(id))) }
    for await status in persistence.statuses where status.seenRevision == 3 { break }
    #expect(storage.writeCount == 0)
    clock.advance(by: .milliseconds(500))
    await storage.writes(atLeast: 1)
    saving.cancel()
    await saving.value
    #expect(try storage.states(as: AppNavigation.self) == [store.state])
  }

  @Test func `Persistence saves after five seconds if no half second is quiet`() async throws {
    let persistence = Persistence(of: store, to: storage, clock: clock)
    let saving = Task { await persistence.run() }
    for tap in 1...13 {
      store.send(.push(.recipe(tap)))
      for await status in persistence.statuses where status.seenRevision == tap { break }
      #expect(storage.writeCount == 0)
      clock.advance(by: .milliseconds(400))
    }
    await storage.writes(atLeast: 1)
    #expect(try storage.state(as: AppNavigation.self) == store.state)
    saving.cancel()
    await saving.value
  }

  @Test func `Persistence saves without a wait when the app enters the background`() async throws {
    let persistence = Persistence(of: store, to: storage, clock: clock)
    store.send(.push(.recipe(1)))
    try await persistence.flush()  // the clock does not advance
    #expect(try storage.state(as: AppNavigation.self) == store.state)
  }
}
