import Dispatch
import Foundation
@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Observation
import Testing

/// What a store drops may send to the store from its `deinit`: the store drops nothing while its lock is held.
///
/// What a reducer itself drops is different: it is dropped inside of a reduction, which `ReentrancyTests` covers.
@Suite(.hangLimit) struct ReleaseTests {
  /// Calls a closure when it is released.
  final class Token: Hashable, Sendable {
    private let number: Int
    private let atEnd: @Sendable () -> Void

    init(number: Int, atEnd: @escaping @Sendable () -> Void) {
      self.number = number
      self.atEnd = atEnd
    }

    deinit { atEnd() }

    static func == (first: Token, second: Token) -> Bool { first.number == second.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  struct State: Equatable, Sendable {
    var token: Token?
    var released = 0
  }

  enum Action: Sendable {
    case released
    case hold(Token?)
    /// Returns an effect that only the store holds.
    case perform(@Sendable () -> Effect<Action>)
  }

  typealias TokenStore = Store<State, Action>

  private static let reducer = Reduce<State, Action> { state, action in
    switch action {
    case .released:
      state.released += 1
      return .none
    case .hold(let token):
      state.token = token
      return .none
    case .perform(let makeEffect):
      return makeEffect()
    }
  }

  /// A store, and tokens that send to it when they are released.
  private final class Bench: Sendable {
    let clock = TestClock()
    let current: Locked<TokenStore?>
    /// Is signalled for each token, after it has sent.
    let hasSent = DispatchSemaphore(value: 0)
    private let lastNumber = Locked(0)

    init() {
      current = Locked(TokenStore(initialState: State(), reducer: ReleaseTests.reducer, clock: clock))
    }

    var store: TokenStore {
      guard let store = current.withLock(\.self) else { fatalError("The test has let the store go.") }
      return store
    }

    func token() -> Token {
      let number = lastNumber.withLock { last in
        last += 1
        return last
      }
      return Token(number: number) { [self] in
        current.withLock(\.self)?.send(.released)
        hasSent.signal()
      }
    }

    /// Sends an action of which the sender keeps nothing.
    func hold() { store.send(.hold(token())) }
  }

  private let bench = Bench()

  /// Runs `body` on a thread of its own. Expects that it returns, and that by then, or later, `count` tokens have sent.
  private func expectReleases(
    _ count: Int, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (Bench) -> Void
  ) async {
    let hasReturned = DispatchSemaphore(value: 0)
    let bench = bench
    Thread.detachNewThread {
      body(bench)
      hasReturned.signal()
    }
    let sent = await blocking { () -> Int? in
      // Only a store that hangs takes so long.
      let limit = DispatchTime.now() + 60
      guard hasReturned.wait(timeout: limit) == .success else { return nil }
      return (0..<count).prefix { _ in bench.hasSent.wait(timeout: limit) == .success }.count
    }
    guard let sent else {
      Issue.record("The store hangs: it has released a value under its lock.", sourceLocation: sourceLocation)
      return
    }
    #expect(sent == count, "\(count - sent) deinits did not come to their end.", sourceLocation: sourceLocation)
    guard sent == count else { return }
    #expect(bench.hasSent.wait(timeout: .now()) == .timedOut, "too many", sourceLocation: sourceLocation)
    if let store = bench.current.withLock(\.self) {
      #expect(store.state.released == count, sourceLocation: sourceLocation)
      // Ends the cycle of the store, its token and this bench.
      withExtendedLifetime(store.state) { store.core.replace(State(), origin: .user) }
    }
    bench.current.withLock { $0 = nil }
  }

  // MARK: States

  @Test func `a state that a full tap replaces by a newer one`() async {
    await expectReleases(3) { bench in
      let tap = TransactionSubscription(bench.store, capacity: 1, now: { .zero })
      // The first is recorded. Of the others, each drops the one before.
      for _ in 0..<4 { bench.hold() }
      tap.stop()
    }
  }

  @Test func `states and actions that a tap has when it stops, and when it is let go`() async {
    await expectReleases(4) { bench in
      var tap: TransactionSubscription? = TransactionSubscription(bench.store, capacity: 10, now: { .zero })
      for _ in 0..<2 { bench.hold() }
      bench.store.send(.hold(nil))
      tap?.stop()
      tap = TransactionSubscription(bench.store, capacity: 10, now: { .zero })
      for _ in 0..<2 { bench.hold() }
      bench.store.send(.hold(nil))
      tap = nil
    }
  }

  @Test func `states and actions that a tap gives`() async {
    await expectReleases(2) { bench in
      let tap = TransactionSubscription(bench.store, capacity: 10, now: { .zero })
      var events: [RecordedEvent<State, Action>] = []
      for _ in 0..<2 { bench.hold() }
      bench.store.send(.hold(nil))
      tap.take(&events)
      tap.take(&events)
    }
  }

  @Test func `a state that a replay replaces`() async {
    await expectReleases(1) { bench in
      bench.hold()
      bench.store.core.replace(State(), origin: .restore)
    }
  }

  @Test func `a part that observers read, when it is another`() async {
    await expectReleases(1) { bench in
      bench.hold()
      withObservationTracking {
        _ = bench.store.value(of: \.token)
      } onChange: {
      }
      bench.store.send(.hold(nil))
    }
  }

  @Test func `a value that a stream has given`() async {
    await expectReleases(1) { bench in
      bench.hold()
      let isOver = DispatchSemaphore(value: 0)
      Task {
        var tokens = bench.store.states(of: \.token).makeAsyncIterator()
        #expect(await tokens.next() != .some(nil))
        bench.store.send(.hold(nil))
        #expect(await tokens.next() == .some(nil))
        isOver.signal()
      }
      isOver.wait()
    }
  }

  @Test func `actions that a subscriber of the records has not taken`() async {
    await expectReleases(3) { bench in
      let isOver = DispatchSemaphore(value: 0)
      Task {
        do {
          var records = bench.store.actionRecords.makeAsyncIterator()
          for _ in 0..<3 { bench.hold() }
          bench.store.send(.hold(nil))
          #expect(await records.next() != nil)
        }
        isOver.signal()
      }
      isOver.wait()
    }
  }

  @Test func `a subscriber that is cancelled while it waits`() async {
    await expectReleases(1) { bench in
      let isOver = DispatchSemaphore(value: 0)
      let consumer: Task<Void, Never>
      do {
        let token = bench.token()
        let stream = bench.store.changes(of: { state in (token, state).1.released })
        consumer = Task {
          for await _ in stream {}
          isOver.signal()
        }
      }
      consumer.cancel()
      isOver.wait()
    }
  }

  @Test func `a scope that is let go`() async {
    await expectReleases(1) { bench in
      let token = bench.token()
      _ = bench.store.scope(state: { (token, $0).1.released }, action: { (_: Int) in .released }).state
    }
  }

  @Test func `actions that come too late for a revision`() async {
    await expectReleases(1) { bench in
      let isSent = bench.store.core.send([.hold(bench.token())], origin: .user, ifRevisionIs: 9)
      #expect(!isSent)
    }
  }

  // MARK: Effects

  @Test func `effects that a replay leaves out`() async {
    await expectReleases(2) { bench in
      _ = bench.store.core.replay(
        [
          .perform { .run { [token = bench.token()] _ in withExtendedLifetime(token) {} } },
          .perform { .cancel(id: bench.token()) },
        ], origin: .user)
    }
  }

  @Test func `the work and the id of an effect that ends`() async {
    await expectReleases(2) { bench in
      bench.store.send(
        .perform {
          .run(id: bench.token()) { [token = bench.token()] _ in withExtendedLifetime(token) {} }
        })
    }
  }

  @Test func `an effect that is cancelled before it starts`() async {
    await expectReleases(3) { bench in
      bench.store.send(
        .perform {
          .merge(
            .run(id: "work") { [token = bench.token()] _ in withExtendedLifetime(token) {} },
            .run(id: bench.token()) { _ in }, .cancel(id: bench.token()), .cancel(id: "work"))
        })
    }
  }

  @Test func `an effect that another with its id replaces, and one that its handle cancels`() async {
    await expectReleases(2) { bench in
      var handle: EffectHandle?
      for _ in 0..<2 {
        handle = bench.store.send(
          .perform {
            .run(id: "work", cancelInFlight: true) { [token = bench.token()] context throws(CancellationError) in
              try await context.sleep(for: .seconds(1))
              withExtendedLifetime(token) {}
            }
          })
      }
      handle?.cancel()
    }
  }

  @Test func `an effect that ends with its store`() async {
    await expectReleases(1) { bench in
      bench.store.send(
        .perform {
          .run { context in
            // Only the context reaches the store's core by then.
            let token = Token(number: 0) {
              context.send(.released)
              bench.hasSent.signal()
            }
            try? await context.sleep(for: .seconds(1))
            withExtendedLifetime(token) {}
          }
        })
      bench.current.withLock { $0 = nil }
    }
  }

  @Test func `the effects of an action that follows`() async {
    await expectReleases(2) { bench in
      bench.store.send(
        .perform {
          .send(
            .perform {
              .merge(
                .cancel(id: bench.token()), .run { [token = bench.token()] _ in withExtendedLifetime(token) {} })
            })
        })
    }
  }

  @Test func `actions that an effect sends after it was cancelled`() async {
    await expectReleases(1) { bench in
      let isCancelled = Gate()
      let handle = bench.store.send(
        .perform {
          .run { context in
            await Task.detached { await isCancelled.wait() }.value
            context.send(.hold(bench.token()))
          }
        })
      handle.cancel()
      isCancelled.open()
    }
  }

  // MARK: The test store

  @Test func `what a test store has received and dealt with, and what it has left`() async {
    let log = FailureLog()
    await expectReleases(4) { bench in
      var store: TestStore<State, Action>? = TestStore(
        bench.store, initialState: State(), clock: bench.clock, testTimeout: TestTimeout(limit: .seconds(60)),
        reporter: log.reporter, site: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: 1))
      store?.exhaustivity = .off
      bench.hold()
      bench.hold()
      store?.send(.hold(bench.token()))
      store?.skipReceived(strict: false)
      bench.hold()
      bench.store.send(.hold(nil))
      store = nil
    }
    #expect(log.failures.isEmpty)
  }

  // MARK: The presenter

  @Test func `a screen that a presenter has shown`() async {
    typealias Navigation = NavigationState<AppTab, Token>
    let hasSent = DispatchSemaphore(value: 0)
    let store = Store(
      initialState: Navigation(tabs: AppTab.allCases), reducer: NavigationReducer<AppTab, Token>())
    store.send(
      .push(
        Token(number: 1) { [weak store] in
          store?.send(.selectTab(.library))
          hasSent.signal()
        }))
    let presenter = NavigationPresenter(of: store, showing: ShownNavigation(store.state))
    store.core.replace(Navigation(tabs: AppTab.allCases), origin: .restore)
    let shell = Task { await presenter.run { _ in } }
    #expect(await blocking { hasSent.wait(timeout: .now() + 60) == .success }, "The store or the presenter hangs.")
    #expect(store.state.selectedTab == .library)
    shell.cancel()
    await shell.value
  }
}
