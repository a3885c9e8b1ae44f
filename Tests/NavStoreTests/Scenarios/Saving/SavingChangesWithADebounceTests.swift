import NavStore
import NavStoreTesting
import Testing

/// How do I debounce the saves of my navigation path, without Combine?
///
/// `Persistence` does it: a burst is one write, of the newest state, and a user who never rests is saved all the same.
/// By hand it is a loop over `store.changes`, whose buffer holds one element, the newest; but it neither waits for rest
/// nor saves at the end.
@Suite struct SavingChangesWithADebounceTests {
  enum AppTab: String, Codable, CaseIterable { case recipes }
  enum Route: Hashable, Codable { case recipe(Int) }
  typealias AppNavigation = NavigationState<AppTab, Route>

  let store = Store(initialState: AppNavigation(tabs: AppTab.allCases), reducer: NavigationReducer())
  let clock = TestClock()
  let storage = InMemoryStorage()

  /// By hand: half a second after the first change save what is there by then. It is a throttle: a debounce would begin
  /// to wait anew at each change. What has changed in the half second before it is cancelled is lost.
  func saveByHand(_ changes: AsyncStream<AppNavigation>) -> Task<Void, any Error> {
    // Weak, or the stream would never end, because its store never goes.
    Task { [weak store, clock, storage] in
      for await _ in changes {
        try await clock.sleep(for: .milliseconds(500))
        // Not the element, which is as old as the sleep.
        guard let state = store?.state else { return }
        try storage.write(Persistence.encoded(state), keepingCurrentAsPrevious: true)
      }
    }
  }

  @Test func `of a burst the stream gives the newest state alone`() async {
    let changes = changesOfABurst()
    var depths: [Int] = []
    for await state in changes { depths.append(state.depth) }  // until the end, because the store is gone
    #expect(depths == [3])
  }

  /// What a store tells of three pushes to somebody who was busy meanwhile.
  func changesOfABurst() -> AsyncStream<AppNavigation> {
    let store = Store(initialState: AppNavigation(tabs: AppTab.allCases), reducer: NavigationReducer())
    let changes = store.changes
    for id in 1...3 { store.send(.push(Route.recipe(id))) }
    return changes
  }

  @Test func `by hand, a burst is one write of its last state`() async throws {
    let changes = store.changes
    for id in 1...3 { store.send(.push(.recipe(id))) }
    let saving = saveByHand(changes)
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(500))
    await storage.writes(atLeast: 1)
    saving.cancel()
    #expect(try storage.states(as: AppNavigation.self) == [store.state])
  }

  @Test func `by hand, what changed during the wait is in the write, because the state is read after it`() async throws
  {
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

  @Test func `by Persistence, a burst is one write of its last state`() async throws {
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

  @Test func `by Persistence, a user who never rests for half a second is saved after five`() async throws {
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

  @Test func `by Persistence, nobody has to wait when the app goes to the background`() async throws {
    let persistence = Persistence(of: store, to: storage, clock: clock)
    store.send(.push(.recipe(1)))
    try await persistence.flush()  // and the clock stands still
    #expect(try storage.state(as: AppNavigation.self) == store.state)
  }
}
