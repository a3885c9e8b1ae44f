import Dispatch
import NavStore
import NavStoreTesting
import Testing

/// An object in a state may use the store when it is released. So a test store must not release a state while it holds
/// the lock of its store.
@Suite(.hangLimit) struct TestStoreReleaseTests {
  /// An object in a state that calls a closure when it is released.
  private final class Thing: Equatable, Sendable {
    let number: Int
    private let atEnd: @Sendable () -> Void

    init(_ number: Int, atEnd: @escaping @Sendable () -> Void = {}) {
      self.number = number
      self.atEnd = atEnd
    }

    deinit { atEnd() }

    static func == (first: Thing, second: Thing) -> Bool { first.number == second.number }
  }

  /// Counts how often the store could be read and how often it could not.
  private final class Probe: Sendable {
    let store = Locked<(@Sendable () -> Void)?>(nil)
    private let counts = Locked((read: 0, stuck: 0))

    var read: Int { counts.withLock { $0.read } }
    var stuck: Int { counts.withLock { $0.stuck } }

    func run() {
      guard let read = store.withLock(\.self) else { return }
      let done = DispatchSemaphore(value: 0)
      // On another thread, which waits instead of this one if the lock is held. The timeout ends a deadlock.
      DispatchQueue.global().async {
        read()
        done.signal()
      }
      let isRead = done.wait(timeout: .now() + 50) == .success
      counts.withLock { if isRead { $0.read += 1 } else { $0.stuck += 1 } }
    }
  }

  private let log = FailureLog()
  private let probe = Probe()

  /// Creates a store in which each action except 0 replaces the object in the state. The effect of action 0 sends
  /// `count` actions.
  private func makeStore(sending count: Int) -> TestStore<Thing, Int> {
    let store = makeTestStore(
      Reduce<Thing, Int> { [probe] state, action in
        guard action == 0 else {
          state = Thing(action) { probe.run() }
          return .none
        }
        return .run { context in for number in 1...count { context.send(number) } }
      }, from: Thing(0), log: log)
    probe.store.withLock { $0 = { [weak base = store.base] in _ = base?.revision } }
    return store
  }

  @Test func `states of sent actions are released without the lock`() {
    let store = makeStore(sending: 0)
    // The store keeps the states of at most 2,000 actions for the report of a failure.
    for number in 1...2_005 { store.send(number) { $0 = Thing(number) } }
    #expect((probe.read, probe.stuck) == (999, 0))
    probe.store.withLock { $0 = nil }
  }

  @Test func `states of received actions are released without the lock`() async {
    let store = makeStore(sending: 4)
    // More actions than the store records.
    for _ in 0..<500 {
      store.send(0)
      for number in 1...4 { await store.receive(number) { $0 = Thing(number) } }
      #expect(store.state == Thing(4))
    }
    // One list contains both handled and unhandled actions.
    store.send(0)
    await store.receive(1) { $0 = Thing(1) }
    store.send(0)
    store.send(0)
    store.skipReceived()
    #expect(probe.stuck == 0)
    #expect(probe.read > 0)
    #expect(log.headlines.filter { !$0.hasPrefix("Unasserted") } == [])
    probe.store.withLock { $0 = nil }
  }
}
