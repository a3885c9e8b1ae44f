@testable import NavStore
@testable import NavStoreCore
import Testing

/// Code of an app that a store calls while its lock is held stops with a message if it uses the store.
@Suite(.startsProcess) struct LockedCodeTests {
  /// A closure that the code of the app calls once.
  private static let hook = Locked<(@Sendable () -> Void)?>(nil)

  private static func callHook() {
    let body = hook.withLock { hook in
      defer { hook = nil }
      return hook
    }
    body?()
  }

  /// A clock that calls the hook when its time is read.
  struct HookedClock: Clock {
    var now: ContinuousClock.Instant {
      LockedCodeTests.callHook()
      return ContinuousClock().now
    }

    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
  }

  /// A value that calls the hook when it is compared or hashed.
  struct HookedID: Hashable, Sendable {
    enum Hook { case comparison, hash }

    var number = 0
    var hook: Hook

    static func == (first: HookedID, second: HookedID) -> Bool {
      if first.hook == .comparison { LockedCodeTests.callHook() }
      return first.number == second.number
    }

    func hash(into hasher: inout Hasher) {
      if hook == .hash { LockedCodeTests.callHook() }
      hasher.combine(number)
    }
  }

  private struct State: Equatable, Sendable {
    var number = 0
    subscript(id: HookedID) -> Int { number + id.number }
  }

  private enum Action: Sendable {
    case add(Int)
    case run(HookedID)
    case cancel(HookedID)
  }

  private static let store = Store<State, Action>(
    initialState: State(),
    reducer: Reduce { state, action in
      switch action {
      case .add(let number):
        state.number += number
        return number == 9 ? .send(.add(1)) : .none
      case .run(let id): return .run(id: id) { _ in try? await Task.sleep(for: .seconds(60)) }
      case .cancel(let id): return .cancel(id: id)
      }
    }, clock: HookedClock())

  private static func use(_ body: @escaping @Sendable () -> Void) {
    hook.withLock { $0 = body }
  }

  private static let clockAdvice =
    "The store's lock is held while the clock returns the time, so a clock must not use a store."
  private static let comparisonAdvice =
    "The store's lock is held while values are compared, so they must not use a store."

  @Test func `the clock of a stream of transactions stops with a message that names the action`() async {
    let sends = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stream = Self.store.transactions
      Self.use { Self.store.send(.add(2)) }
      Self.store.send(.add(1))
      withExtendedLifetime(stream) {}
    }
    sends?.expectMessage("A clock sent add(2) while the store was recording add(1). \(Self.clockAdvice)")
    let reads = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stream = Self.store.transactions
      Self.use { _ = Self.store.state }
      Self.store.send([.add(3), .add(4)])
      withExtendedLifetime(stream) {}
    }
    reads?.expectMessage("A clock used its own store while the store was recording add(3). \(Self.clockAdvice)")
    let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stream = Self.store.transactions
      let other = makeCounter()
      Self.use { other.send([.add(5)]) }
      Self.store.send(.add(1))
      withExtendedLifetime(stream) {}
    }
    other?.expectMessage("A clock sent add(5) while the store was recording add(1).")
  }

  @Test func `the clock stops as well for an action of an effect, a replaced state and every use of the store`() async {
    let effect = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stream = Self.store.transactions
      Self.store.send(.add(0))
      Self.use { Self.use { _ = Self.store.revision } }
      Self.store.send(.add(9))
      withExtendedLifetime(stream) {}
    }
    effect?.expectMessage("A clock used its own store while the store was recording add(1).")
    let replaced = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stream = Self.store.transactions
      Self.use { Self.store.cancelEffects(id: "id") }
      Self.store.core.replace(State(number: 7), origin: .restore)
      withExtendedLifetime(stream) {}
    }
    replaced?.expectMessage("A clock used its own store while the store was recording a new state.")
    let part = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let scope = Self.store.scope(state: \.number, action: Action.add)
      let stream = Self.store.transactions
      Self.use { _ = scope.value(of: \.self) }
      scope.send(1)
      withExtendedLifetime(stream) {}
    }
    part?.expectMessage("A clock used its own store while the store was recording add(1).")
  }

  @Test func `the clock of a recorder stops with a message, also when a mark is recorded`() async {
    let action = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let clock = HookedClock()
      let subscription = TransactionSubscription(
        Self.store, capacity: 10,
        now: {
          _ = clock.now
          return .zero
        })
      Self.use { _ = Self.store.changes }
      Self.store.send(.add(1))
      withExtendedLifetime(subscription) {}
    }
    action?.expectMessage("A clock used its own store while the store was recording add(1).")
    let mark = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let clock = HookedClock()
      let subscription = TransactionSubscription(
        Self.store, capacity: 10,
        now: {
          _ = clock.now
          return .zero
        })
      Self.use { Self.store.send(.add(2)) }
      _ = subscription.mark(1)
    }
    mark?.expectMessage("A clock sent add(2) while the store was recording a mark.")
  }

  @Test func `the comparison and the hash of an effect's id stop with a message`() async {
    let action = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Self.store.send(.run(HookedID(hook: .comparison)))
      Self.use { Self.store.send(.add(2)) }
      Self.store.send(.cancel(HookedID(hook: .comparison)))
    }
    action?.expectMessage(
      """
      The == or hash(into:) of an effect's id sent add(2) while the store was looking for running effects. \
      \(Self.comparisonAdvice)
      """)
    let method = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Self.store.send(.run(HookedID(hook: .comparison)))
      Self.use { _ = Self.store.state }
      Self.store.cancelEffects(id: HookedID(hook: .comparison))
    }
    method?.expectMessage("The == or hash(into:) of an effect's id used its own store")
  }

  @Test func `the comparison and the hash of a key path's argument stop with a message`() async {
    let hash = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let id = HookedID(hook: .hash)
      Self.use { Self.store.send(.add(2)) }
      _ = Self.store.value(of: \.[id])
    }
    hash?.expectMessage("The == or hash(into:) of a key path's argument sent add(2) while the store was looking for")
    let comparison = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let id = HookedID(hook: .comparison)
      _ = Self.store.value(of: \.[id])
      Self.use { _ = Self.store.state }
      _ = Self.store.value(of: \.[id])
    }
    comparison?.expectMessage("The == or hash(into:) of a key path's argument used its own store")
  }

  @Test func `a clock may read another store, and use its store outside of a recording`() async throws {
    let result = await #expect(processExitsWith: .success) {
      let stream = Self.store.transactions
      let other = makeCounter(from: 5)
      let read = Locked(0)
      Self.use { read.withLock { $0 = other.state } }
      Self.store.send(.add(1))
      guard read.withLock(\.self) == 5 else { fatalError("The clock was not read.") }
      Self.use { Self.store.send(.add(2)) }
      _ = HookedClock().now
      guard Self.store.state.number == 3 else { fatalError("The clock's action was not reduced.") }
      withExtendedLifetime(stream) {}
    }
    #expect(result != nil)
  }
}
