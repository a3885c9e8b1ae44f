import Dispatch
import NavStore
import NavStoreTesting
import Testing

/// What a state holds may use its store when it is let go: a test store lets go of no state while its store's lock is
/// held.
@Suite(.hangLimit) struct TestStoreReleaseTests {
  /// A thing in a state that reads the store at its end.
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

  /// Tells how often a store could be read, and how often it could not.
  private final class Probe: Sendable {
    let store = Locked<(@Sendable () -> Void)?>(nil)
    private let counts = Locked((read: 0, stuck: 0))

    var read: Int { counts.withLock { $0.read } }
    var stuck: Int { counts.withLock { $0.stuck } }

    func run() {
      guard let read = store.withLock(\.self) else { return }
      let done = DispatchSemaphore(value: 0)
      // On another thread, which waits instead of this one if the lock is held. The limit ends what would hang for ever.
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

  /// Each action but 0 puts a new thing into the state. 0 has an effect that sends as many as it is told.
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

  @Test func `what was sent is let go without the lock`() {
    let store = makeStore(sending: 0)
    for number in 1...5 { store.send(number) { $0 = Thing(number) } }
    #expect((probe.read, probe.stuck) == (4, 0))
    probe.store.withLock { $0 = nil }
  }

  @Test func `what was received is let go without the lock`() async {
    let store = makeStore(sending: 4)
    for _ in 0..<3 {
      store.send(0)
      for number in 1...4 { await store.receive(number) { $0 = Thing(number) } }
      #expect(store.state == Thing(4))
    }
    // Some that are dealt with and some that are not stand in one list.
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
