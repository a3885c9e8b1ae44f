import Dispatch
import Foundation
@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Observation
import Testing

/// A store releases no value of the user while its lock is held, so that a `deinit` may send to the store.
///
/// A value that a reducer releases is different: its `deinit` runs during the reduction, which `ReentrancyTests`
/// covers.
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

  /// The seconds after which a wait counts as a deadlock. Many tests share the threads of the tasks.
  private static let hangLimit = 500.0

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

  /// A store, and tokens that send to the store when they are released.
  private final class Fixture: Sendable {
    let clock = TestClock()
    let current: Locked<TokenStore?>
    /// A semaphore that each token signals after it has sent.
    let hasSent = DispatchSemaphore(value: 0)
    private let lastNumber = Locked(0)

    init() {
      current = Locked(TokenStore(initialState: State(), reducer: ReleaseTests.reducer, clock: clock))
    }

    var store: TokenStore {
      guard let store = current.withLock(\.self) else { fatalError("The test has released the store.") }
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

    /// Sends an action with a token. The caller keeps neither.
    func hold() { store.send(.hold(token())) }
  }

  private let fixture = Fixture()

  /// Runs a closure on a new thread. Expects that it returns, and that `count` tokens send by then or later.
  private func expectReleases(
    _ count: Int, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (Fixture) -> Void
  ) async {
    let hasReturned = DispatchSemaphore(value: 0)
    let fixture = fixture
    Thread.detachNewThread {
      body(fixture)
      hasReturned.signal()
    }
    let sent = await blocking { () -> Int? in
      // Only a deadlock takes that long.
      let limit = DispatchTime.now() + ReleaseTests.hangLimit
      guard hasReturned.wait(timeout: limit) == .success else { return nil }
      return (0..<count).prefix { _ in fixture.hasSent.wait(timeout: limit) == .success }.count
    }
    guard let sent else {
      Issue.record("The store is deadlocked: it released a value under its lock.", sourceLocation: sourceLocation)
      return
    }
    #expect(sent == count, "\(count - sent) deinits did not return.", sourceLocation: sourceLocation)
    guard sent == count else { return }
    #expect(fixture.hasSent.wait(timeout: .now()) == .timedOut, "Too many tokens.", sourceLocation: sourceLocation)
    if let store = fixture.current.withLock(\.self) {
      #expect(store.state.released == count, sourceLocation: sourceLocation)
      // Breaks the cycle of references between the store, its token and this fixture.
      withExtendedLifetime(store.state) { store.core.replace(State(), origin: .user) }
    }
    fixture.current.withLock { $0 = nil }
  }

  // MARK: States

  @Test func `the state after lost transactions is released after the lock`() async {
    await expectReleases(1) { fixture in
      let subscription = TransactionSubscription(fixture.store, capacity: 1, now: { .zero })
      fixture.store.send(.perform { .none })
      fixture.hold()
      #expect(subscription.mark(0))
      fixture.store.send(.hold(nil))
      subscription.stop()
    }
  }

  @Test func `a state that a subscription has returned after lost transactions is released after the lock`() async {
    await expectReleases(1) { fixture in
      let subscription = TransactionSubscription(fixture.store, capacity: 1, now: { .zero })
      fixture.store.send(.perform { .none })
      fixture.hold()
      var events: [RecordedEvent<State, Action>] = []
      subscription.take(&events)
      fixture.store.send(.hold(nil))
      subscription.take(&events)
    }
  }

  @Test func `the events of a subscription that stops or is released are released after the lock`() async {
    await expectReleases(4) { fixture in
      var subscription: TransactionSubscription? = TransactionSubscription(fixture.store, capacity: 10, now: { .zero })
      for _ in 0..<2 { fixture.hold() }
      fixture.store.send(.hold(nil))
      subscription?.stop()
      subscription = TransactionSubscription(fixture.store, capacity: 10, now: { .zero })
      for _ in 0..<2 { fixture.hold() }
      fixture.store.send(.hold(nil))
      subscription = nil
    }
  }

  @Test func `events that a subscription has returned are released after the lock`() async {
    await expectReleases(2) { fixture in
      let subscription = TransactionSubscription(fixture.store, capacity: 10, now: { .zero })
      var events: [RecordedEvent<State, Action>] = []
      for _ in 0..<2 { fixture.hold() }
      fixture.store.send(.hold(nil))
      subscription.take(&events)
      subscription.take(&events)
    }
  }

  @Test func `a state that is replaced is released after the lock`() async {
    await expectReleases(1) { fixture in
      fixture.hold()
      fixture.store.core.replace(State(), origin: .restore)
    }
  }

  @Test func `the old value of an observed part is released after the lock`() async {
    await expectReleases(1) { fixture in
      fixture.hold()
      withObservationTracking {
        _ = fixture.store.value(of: \.token)
      } onChange: {
      }
      fixture.store.send(.hold(nil))
    }
  }

  @Test func `the previous value of a stream is released after the lock`() async {
    await expectReleases(1) { fixture in
      fixture.hold()
      let isOver = DispatchSemaphore(value: 0)
      Task {
        var tokens = fixture.store.states(of: \.token).makeAsyncIterator()
        #expect(await tokens.next() != .some(nil))
        fixture.store.send(.hold(nil))
        #expect(await tokens.next() == .some(nil))
        isOver.signal()
      }
      isOver.wait()
    }
  }

  @Test func `records that a subscriber has not taken are released after the lock`() async {
    await expectReleases(3) { fixture in
      let isOver = DispatchSemaphore(value: 0)
      Task {
        do {
          var transactions = fixture.store.transactions.makeAsyncIterator()
          for _ in 0..<3 { fixture.hold() }
          fixture.store.send(.hold(nil))
          #expect(await transactions.next() != nil)
        }
        isOver.signal()
      }
      isOver.wait()
    }
  }

  @Test func `the closure of a cancelled subscriber is released after the lock`() async {
    await expectReleases(1) { fixture in
      let isOver = DispatchSemaphore(value: 0)
      let consumer: Task<Void, Never>
      do {
        let token = fixture.token()
        let stream = fixture.store.changes(of: { state in (token, state).1.released })
        consumer = Task {
          for await _ in stream {}
          isOver.signal()
        }
      }
      consumer.cancel()
      isOver.wait()
    }
  }

  @Test func `the closures of a scope are released after the lock`() async {
    await expectReleases(1) { fixture in
      let token = fixture.token()
      _ = fixture.store.scope(state: { (token, $0).1.released }, action: { (_: Int) in .released }).state
    }
  }

  @Test func `actions for an outdated revision are released after the lock`() async {
    await expectReleases(1) { fixture in
      let state = fixture.store.core.send([.hold(fixture.token())], origin: .user, ifRevisionIs: 9)
      #expect(state == nil)
    }
  }

  // MARK: Effects

  @Test func `the operations of a sequence are released after the lock, at its end and when it is cancelled`() async {
    await expectReleases(3) { fixture in
      let isOver = DispatchSemaphore(value: 0)
      Task {
        await fixture.store.send(
          .perform {
            let token = fixture.token()
            return .concatenate(.run { _ in withExtendedLifetime(token) {} }, .run { _ in })
          }
        ).finish()
        let handle = fixture.store.send(
          .perform {
            .concatenate(
              .concatenate(
                .run(id: "first") { context throws(CancellationError) in try await context.sleep(for: .seconds(1)) },
                .send(.hold(fixture.token()))),
              .send(.hold(fixture.token())))
          })
        fixture.store.cancelEffects(id: "first")
        await handle.finish()
        isOver.signal()
      }
      isOver.wait()
    }
  }

  @Test func `a sequence that starts no work is released after the lock, at its end`() async {
    await expectReleases(1) { fixture in
      let send = { @Sendable in
        let token = fixture.token()
        return Effect<Action>.send(.perform { withExtendedLifetime(token) { .none } })
      }
      fixture.store.send(.perform { .concatenate(send(), .send(.hold(nil))) })
    }
  }

  @Test func `a sequence that the work of an effect sends is released after the lock`() async {
    await expectReleases(1) { fixture in
      let send = { @Sendable in
        let token = fixture.token()
        return Effect<Action>.send(.perform { withExtendedLifetime(token) { .none } })
      }
      fixture.store.send(
        .perform { .run { context in context.send(.perform { .concatenate(send(), .send(.hold(nil))) }) } })
    }
  }

  @Test func `a sequence is released when its work has ended, even if its context is kept`() async {
    /// An object like a player, which an effect uses and which calls back through the context.
    final class Player: Sendable {
      let token: Token
      let context = Locked<EffectContext<Action>?>(nil)

      init(token: Token) { self.token = token }
    }
    await expectReleases(1) { fixture in
      fixture.store.send(
        .perform {
          let player = Player(token: fixture.token())
          return .concatenate(.run { context in player.context.withLock { $0 = context } }, .send(.hold(nil)))
        })
    }
  }

  @Test func `effects that a replay discards are released after the lock`() async {
    await expectReleases(2) { fixture in
      _ = fixture.store.core.replay(
        [
          .perform { .run { [token = fixture.token()] _ in withExtendedLifetime(token) {} } },
          .perform { .cancel(id: fixture.token()) },
        ], origin: .user)
    }
  }

  @Test func `the work and the id of an effect that ends are released after the lock`() async {
    await expectReleases(2) { fixture in
      fixture.store.send(
        .perform {
          .run(id: fixture.token()) { [token = fixture.token()] _ in withExtendedLifetime(token) {} }
        })
    }
  }

  @Test func `the work of an effect that is cancelled before it starts is released after the lock`() async {
    await expectReleases(3) { fixture in
      fixture.store.send(
        .perform {
          .merge(
            .run(id: "work") { [token = fixture.token()] _ in withExtendedLifetime(token) {} },
            .run(id: fixture.token()) { _ in }, .cancel(id: fixture.token()), .cancel(id: "work"))
        })
    }
  }

  @Test func `the work of an effect that another effect or a handle cancels is released after the lock`() async {
    await expectReleases(2) { fixture in
      var handle: EffectHandle?
      for _ in 0..<2 {
        handle = fixture.store.send(
          .perform {
            .run(id: "work", cancelInFlight: true) { [token = fixture.token()] context throws(CancellationError) in
              try await context.sleep(for: .seconds(1))
              withExtendedLifetime(token) {}
            }
          })
      }
      handle?.cancel()
    }
  }

  @Test func `the work of an effect that ends with its store is released after the lock`() async {
    await expectReleases(1) { fixture in
      fixture.store.send(
        .perform {
          .run { context in
            // At that time only the context has a reference to the store's core.
            let token = Token(number: 0) {
              context.send(.released)
              fixture.hasSent.signal()
            }
            try? await context.sleep(for: .seconds(1))
            withExtendedLifetime(token) {}
          }
        })
      fixture.current.withLock { $0 = nil }
    }
  }

  @Test func `the effects of an action that an effect sends are released after the lock`() async {
    await expectReleases(2) { fixture in
      fixture.store.send(
        .perform {
          .send(
            .perform {
              .merge(
                .cancel(id: fixture.token()), .run { [token = fixture.token()] _ in withExtendedLifetime(token) {} })
            })
        })
    }
  }

  @Test func `actions of effects that follow one another are released after the lock`() async {
    await expectReleases(3) { fixture in
      fixture.store.send(
        .perform {
          .send(
            .perform { [first = fixture.token()] in
              withExtendedLifetime(first) {
                .send(
                  .perform { [second = fixture.token()] in
                    withExtendedLifetime(second) {
                      .send(
                        .perform { [third = fixture.token()] in
                          withExtendedLifetime(third) { .none }
                        })
                    }
                  })
              }
            })
        })
    }
  }

  @Test func `actions that a cancelled effect sends are released after the lock`() async {
    await expectReleases(1) { fixture in
      let isCancelled = Gate()
      let handle = fixture.store.send(
        .perform {
          .run { context in
            await Task.detached { await isCancelled.wait() }.value
            context.send(.hold(fixture.token()))
          }
        })
      handle.cancel()
      isCancelled.open()
    }
  }

  // MARK: The test store

  @Test func `the transactions of a test store are released after the lock`() async {
    let log = FailureLog()
    await expectReleases(4) { fixture in
      var store: TestStore<State, Action>? = TestStore(
        fixture.store, initialState: State(), clock: fixture.clock,
        testTimeout: TestTimeout(limit: .seconds(ReleaseTests.hangLimit)),
        reporter: log.reporter, site: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: 1))
      store?.exhaustivity = .off
      fixture.hold()
      fixture.hold()
      store?.send(.hold(fixture.token()))
      store?.skipReceived(strict: false)
      fixture.hold()
      fixture.store.send(.hold(nil))
      store = nil
    }
    #expect(log.failures.isEmpty)
  }

  // MARK: The reducer

  @Test func `what a reducer retains is released with the store, although others still use its state`() {
    final class Model: Sendable {}
    weak var retained: Model?
    let remaining: [any Sendable]
    do {
      let model = Model()
      retained = model
      let store = Store(
        initialState: 0,
        reducer: Reduce<Int, Int> { state, action in
          withExtendedLifetime(model) { state += action }
          return .none
        })
      store.send(1)
      remaining = [
        store.changes, store.states(of: \.self), store.transactions, Persistence(of: store, to: InMemoryStorage()),
      ]
    }
    #expect(retained == nil)
    withExtendedLifetime(remaining) {}
  }

  // MARK: The presenter

  @Test func `the navigation that a presenter has shown is released after the lock`() async {
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
    #expect(await blocking { hasSent.wait(timeout: .now() + Self.hangLimit) == .success }, "The store is deadlocked.")
    #expect(store.state.selectedTab == .library)
    shell.cancel()
    await shell.value
  }
}
