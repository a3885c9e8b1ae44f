@testable import NavStore
@testable import NavStoreCore
import Observation
import Testing

/// A notification ends, whatever its observers send, and the last state reaches the observers.
@Suite(.hangLimit) struct NotificationEndTests {
  private struct State: Equatable, Sendable {
    var number = 0
    var twice: Int { 2 * number }
  }

  private typealias NumberStore = Store<State, Int>

  private static func makeStore() -> NumberStore {
    NumberStore(
      initialState: State(),
      reducer: Reduce { state, number in
        state.number += number
        return .none
      })
  }

  /// The ways in which an observer reads the number of a store.
  enum Reading: String, CaseIterable, Sendable {
    case state, part, computedPart, scope, partOfScope, computedScope, temporary, several
  }

  /// Returns a function that reads the number of a store so that Observation tracks the read.
  private static func read(_ reading: Reading, of store: NumberStore) -> @Sendable () -> Int {
    switch reading {
    case .state: return { store.state.number }
    case .part: return { store.value(of: \.number) }
    case .computedPart: return { store.value(of: \.twice) / 2 }
    case .scope:
      let scope = store.scope(state: \.number, action: { $0 })
      return { scope.state }
    case .partOfScope:
      let scope = store.scope(state: \.self, action: { $0 })
      return { scope.value(of: \.number) }
    case .computedScope:
      let scope = store.scope(state: { $0.number }, action: { $0 })
      return { scope.state }
    case .temporary:
      let reader = store.core.temporaryReader(\.number)
      return { reader.value }
    case .several: return { max(store.state.number, store.value(of: \.number), store.value(of: \.twice) / 2) }
    }
  }

  /// An observer that begins a new observation in each call, and then sends.
  private final class Sender: Sendable {
    private let read: @Sendable () -> Int
    private let send: @Sendable (_ calls: Int) -> Void
    private let contents = Locked((calls: 0, last: 0))

    init(_ read: @escaping @Sendable () -> Int, send: @escaping @Sendable (_ calls: Int) -> Void) {
      (self.read, self.send) = (read, send)
      observe()
    }

    private func observe() {
      let number = withObservationTracking {
        read()
      } onChange: {
        let calls = self.contents.withLock {
          $0.calls += 1
          return $0.calls
        }
        self.observe()
        self.send(calls)
      }
      contents.withLock { $0.last = number }
    }

    var calls: Int { contents.withLock(\.calls) }
    /// The number that the observer has read last.
    var last: Int { contents.withLock(\.last) }
  }

  /// More than a send may call its observers. An observer stops after this number of calls, so that the tests end if a
  /// notification does not.
  private static let tooMany = 10_000

  @Test(arguments: Reading.allCases)
  func `a send returns although an observer sends in each of its calls`(reading: Reading) {
    let mainLoop = TestMainLoop()
    let store = mainLoop.withStores { Self.makeStore() }
    let observer = Sender(Self.read(reading, of: store)) { if $0 < Self.tooMany { store.send(1) } }
    store.send(1)
    let calls = observer.calls
    #expect((2...200).contains(calls))
    #expect(mainLoop.scheduledCount == 1)
    for turn in 1...5 {
      let before = observer.calls
      mainLoop.runTurn()
      #expect((1...200).contains(observer.calls - before), "turn \(turn)")
      #expect(mainLoop.scheduledCount == 1, "turn \(turn)")
    }
  }

  @Test(arguments: Reading.allCases)
  func `the turns of the main loop go on until the observers have the last state`(reading: Reading) {
    let mainLoop = TestMainLoop()
    let store = mainLoop.withStores { Self.makeStore() }
    let read = Self.read(reading, of: store)
    let reader = Sender(read) { _ in }
    let sender = Sender(read) { _ in if store.source.snapshot().state.number < 1_000 { store.send(1) } }
    store.send(1)
    #expect(store.revision < 1_000)
    var turns = 0
    while mainLoop.scheduledCount > 0, turns < Self.tooMany {
      mainLoop.runTurn()
      turns += 1
    }
    #expect((2...200).contains(turns))
    #expect(store.revision == 1_000)
    #expect((reader.last, sender.last) == (1_000, 1_000))
  }

  @Test(arguments: Reading.allCases, [10, 1_000])
  func `without a main loop, a task goes on until the observers have the last state`(
    reading: Reading, last: Int
  ) async {
    let store = MainLoop.$current.withValue(nil) { Self.makeStore() }
    let read = Self.read(reading, of: store)
    let (numbers, next) = AsyncStream.makeStream(of: Int.self)
    let reader = Sender(read) { _ in next.yield(read()) }
    let sender = Sender(read) { _ in if store.source.snapshot().state.number < last { store.send(1) } }
    store.send(1)
    // A short chain needs no task.
    if last == 10 { #expect(reader.last == 10) } else { #expect(sender.calls < last) }
    #expect(await numbers.first { $0 == last } == last)
    withExtendedLifetime((reader, sender)) {}
  }

  @Test func `a send returns although the observers of two stores send to the other store`() {
    let mainLoop = TestMainLoop()
    let (first, second) = mainLoop.withStores { (Self.makeStore(), Self.makeStore()) }
    let firstObserver = Sender({ first.state.number }, send: { if $0 < Self.tooMany { second.send(1) } })
    let secondObserver = Sender({ second.state.number }, send: { if $0 < Self.tooMany { first.send(1) } })
    first.send(1)
    let (firstCalls, secondCalls) = (firstObserver.calls, secondObserver.calls)
    #expect((2...200).contains(firstCalls) && (2...200).contains(secondCalls))
    mainLoop.runTurn()
    #expect((1...1_000).contains(firstObserver.calls - firstCalls))
    #expect((1...1_000).contains(secondObserver.calls - secondCalls))
  }

  @Test func `a change that is shown instead of the state ends its notification as well`() {
    let mainLoop = TestMainLoop()
    let store = mainLoop.withStores { Self.makeStore() }
    let observer = Sender({ store.state.number }, send: { if $0 < Self.tooMany { store.send(1) } })
    store.core.view(State(number: 7))
    #expect((2...200).contains(observer.calls))
    #expect(observer.last == 7)
  }

  @Test func `a notification without a change ends although its observers request another one`() {
    let store = MainLoop.$current.withValue(nil) { Self.makeStore() }
    let part = Sender({ store.value(of: \.number) }) { if $0 < Self.tooMany { store.core.notifyReaders(of: \.number) } }
    let whole = Sender({ store.state.number }) { if $0 < Self.tooMany { store.core.notifyReaders() } }
    store.core.notifyReaders(of: \.number)
    #expect((2...200).contains(part.calls))
    store.core.notifyReaders()
    #expect((2...200).contains(whole.calls))
  }

  @Test func `a refused write ends although an observer writes again in each of its calls`() {
    let store = MainLoop.$current.withValue(nil) {
      Store(
        initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases),
        reducer: Reduce<NavigationState<AppTab, Route>, NavigationAction<AppTab, Route>> { _, _ in .none })
    }
    let navigator = Navigator(store)
    let path = navigator.binding(\.[pathOf: .home])
    let observer = Sender({ navigator[pathOf: .home].count }) { if $0 < Self.tooMany { path.value = [.song($0)] } }
    path.value = [.song(0)]
    #expect((2...200).contains(observer.calls))
  }

  @Test func `a store that is released has no further notification`() {
    let mainLoop = TestMainLoop()
    let calls = Locked(0)
    weak var core: AnyObject?
    do {
      let store = mainLoop.withStores { Self.makeStore() }
      core = store.core
      let observer = Sender({ [weak store] in store?.state.number ?? 0 }) { [weak store] in
        calls.withLock { $0 += 1 }
        if $0 < Self.tooMany { store?.send(1) }
      }
      store.send(1)
      _ = observer
    }
    let before = calls.withLock(\.self)
    mainLoop.runTurn()
    #expect(calls.withLock(\.self) == before)
    #expect(core == nil)
  }

  /// The Observation framework keeps an observer for ever if its value changes between the registration of the
  /// observer's reads and its installation. Such an observer is called after each change. With many of them, each send
  /// takes long, so only the long version has many.
  @Test func `sends on four threads return, also if the framework keeps observers that send`() async {
    let store = MainLoop.$current.withValue(nil) { Self.makeStore() }
    let (seen, next) = AsyncStream.makeStream(of: Int.self)
    @Sendable func watch() {
      // If several threads send at the same time, the framework may call the closure more than once.
      let isFirst = Locked(true)
      next.yield(
        withObservationTracking {
          store.state.number
        } onChange: {
          let mustWatch = isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
          }
          if mustWatch { watch() } else { next.yield(store.state.number) }
        })
    }
    watch()
    let sent = Locked(0)
    let isOver = Locked(false)
    await blocking {
      onThreads(4) { _ in
        for _ in 0..<(TestEnvironment.isLong ? 1_000 : 50) {
          withObservationTracking {
            _ = store.value(of: \.self)
            _ = store.state
          } onChange: {
            let count = sent.withLock { count in
              count += 1
              return count
            }
            if count < 20_000_000, !isOver.withLock(\.self) { store.send(1) }
          }
          store.send(1)
        }
      }
    }
    #expect(sent.withLock(\.self) < 20_000_000)
    // From now on, the observers that the framework has kept send no more.
    isOver.withLock { $0 = true }
    store.send(0)
    for await number in seen where number == store.source.snapshot().state.number { break }
  }
}
