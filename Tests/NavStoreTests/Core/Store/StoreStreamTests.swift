import Dispatch
import Foundation
@testable import NavStore
@testable import NavStoreCore
import Testing

@Suite(.hangLimit) struct StoreStreamTests {
  @Test func `changes begin with the change after the call`() async {
    let store = makeCounter()
    store.send(.add(1))
    var changes = store.changes.makeAsyncIterator()
    store.send(.add(1))
    #expect(await changes.next() == 2)
  }

  @Test func `states begin with the current state`() async {
    let store = makeCounter(from: 5)
    var states = store.states.makeAsyncIterator()
    #expect(await states.next() == 5)
    store.send(.add(1))
    #expect(await states.next() == 6)
  }

  @Test func `changes of a part come only when the part differs`() async {
    let store = makeCounter()
    var tens = store.changes(of: { $0 / 10 }).makeAsyncIterator()
    for _ in 0..<9 { store.send(.add(1)) }
    async let first = tens.next()
    store.send(.add(1))
    #expect(await first == 1)
    store.send(.add(5))
    store.send(.add(-6))
    #expect(await tens.next() == 0)
  }

  @Test func `states of a part begin with its current value`() async {
    let store = makeCounter(from: 42)
    var tens = store.states(of: { $0 / 10 }).makeAsyncIterator()
    #expect(await tens.next() == 4)
    store.send(.add(1))
    store.send(.add(10))
    #expect(await tens.next() == 5)
    store.send(.add(30))
    var late = store.states(of: { $0 / 10 }).makeAsyncIterator()
    store.send(.add(10))
    #expect(await late.next() == 9)
  }

  @Test func `a value that is restored before the subscriber requests it is no change`() async {
    let store = makeCounter()
    var tens = store.changes(of: { $0 / 10 }).makeAsyncIterator()
    store.send(.add(10))
    store.send(.add(-10))
    store.send(.add(25))
    #expect(await tens.next() == 2)
  }

  @Test func `a slow subscriber receives only the newest state`() async {
    let store = makeCounter()
    var changes = store.changes.makeAsyncIterator()
    for _ in 0..<1_000 { store.send(.add(1)) }
    #expect(await changes.next() == 1_000)
    store.send(.add(1))
    #expect(await changes.next() == 1_001)
  }

  @Test func `each use is a separate stream`() async {
    let store = makeCounter()
    var first = store.changes.makeAsyncIterator()
    var second = store.changes.makeAsyncIterator()
    store.send(.add(1))
    #expect(await first.next() == 1)
    #expect(await second.next() == 1)
  }

  @Test func `streams end after the store is released and the last state is taken`() async {
    var store: Counter? = makeCounter()
    weak let released = store
    var changes = store?.changes.makeAsyncIterator()
    var states = store?.states.makeAsyncIterator()
    var parts = store?.changes(of: { $0 }).makeAsyncIterator()
    var transactions = store?.transactions.makeAsyncIterator()
    store?.send(.add(3))
    store = nil
    #expect(released == nil, "A stream keeps the store alive.")
    #expect(await changes?.next() == 3)
    #expect(await changes?.next() == nil)
    #expect(await states?.next() == 3)
    #expect(await states?.next() == nil)
    #expect(await parts?.next() == 3)
    #expect(await parts?.next() == nil)
    #expect(await transactions?.next()?.actions == [.add(3)])
    #expect(await transactions?.next() == nil)
  }

  @Test func `a waiting stream ends when the store is released`() async {
    for _ in 0..<100 {
      let taken = Gate()
      let consumer: Task<Int, Never>
      do {
        let store = makeCounter()
        consumer = Task { [states = store.states] in
          var count = 0
          for await _ in states {
            count += 1
            taken.open()
          }
          return count
        }
        await taken.wait()
      }
      #expect(await consumer.value == 1)
    }
  }

  @Test func `a waiting stream ends when its task is cancelled`() async {
    for _ in 0..<100 {
      let store = makeCounter()
      let taken = Gate()
      let consumer = Task { [states = store.states] in
        for await _ in states { taken.open() }
        return "ended"
      }
      await taken.wait()
      consumer.cancel()
      #expect(await consumer.value == "ended")
      #expect(store.core.waiterCount == 0)
      store.send(.add(1))
      #expect(store.state == 1)
    }
  }

  @Test func `a subscriber that is cancelled before its request receives nothing`() async {
    let store = makeCounter()
    let gate = Gate()
    let consumer = Task { [changes = store.changes] in
      await gate.wait()
      for await _ in changes { return false }
      return true
    }
    consumer.cancel()
    gate.open()
    #expect(await consumer.value)
  }

  @Test func `two tasks that share a stream both end, and one of them receives the last state`() async {
    let consumers: [Task<[Int], Never>]
    do {
      let store = makeCounter()
      let changes = store.changes
      consumers = (0..<2).map { _ in Task { await changes.reduce(into: []) { $0.append($1) } } }
      for _ in 0..<1_000 { store.send(.add(1)) }
    }
    var all: [Int] = []
    for consumer in consumers { all += await consumer.value }
    #expect(all.contains(1_000))
  }

  @Test func `transactions are not collected after their stream is released`() {
    let store = makeCounter()
    var transactions: AsyncStream? = store.transactions
    #expect(store.core.recorderCount == 1)
    withExtendedLifetime(transactions) { _ = store.send(.add(1)) }
    transactions = nil
    #expect(store.core.recorderCount == 0)
  }

  @Test func `changes do not begin with the current state`() async {
    var store: Counter? = makeCounter()
    store?.send(.add(5))
    var changes = store?.changes.makeAsyncIterator()
    store = nil
    #expect(await changes?.next() == nil)
  }

  @Test func `a transaction that leaves an equal part is no change of the part`() async {
    var store: Counter? = makeCounter()
    var tens = store?.changes(of: { $0 / 10 }).makeAsyncIterator()
    store?.send(.add(1))
    store = nil
    #expect(await tens?.next() == nil)
  }

  @Test func `a value is compared with the last value that the stream has returned`() async {
    var store: Counter? = makeCounter()
    var tens = store?.changes(of: { $0 / 10 }).makeAsyncIterator()
    store?.send(.add(10))
    #expect(await tens?.next() == 1)
    store?.send(.add(5))
    store = nil
    #expect(await tens?.next() == nil)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `a waiting task is resumed by each action`() async {
    let store = makeCounter()
    for revision in 0..<10 {
      let waiting = Task.immediate { await store.presentSource.nextRevision(revision) }
      #expect(store.core.waiterCount == 1)
      store.send(.add(1))
      #expect(await waiting.value == revision + 1)
      #expect(store.core.waiterCount == 0)
    }
  }

  @Test func `a task that is cancelled during its check does not wait`() async {
    let store = makeCounter()
    let checking = Task {
      await store.core.next { _ -> Int? in
        withUnsafeCurrentTask { $0?.cancel() }
        return nil
      }
    }
    #expect(await checking.value == nil)
  }

  enum Event: CaseIterable { case change, end }

  /// The other thread starts while the subscriber checks its condition. The time from the start to the end of the check
  /// is different in each round, so that in some rounds the other thread has the lock before the subscriber waits.
  @Test(arguments: Event.allCases)
  func `an event between the check and the wait is not missed`(event: Event) async {
    for round in 0..<(TestEnvironment.isLong ? 20_000 : 500) {
      let keeper = StoreKeeper(makeCounter())
      guard let core = keeper.store?.core else { return }
      let isChecking = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        isChecking.wait()
        switch event {
        case .change: keeper.store?.send(.add(1))
        case .end: keeper.release()
        }
      }
      let seen = await core.next { contents -> Int? in
        guard contents.states.revision == 0 else { return contents.states.revision }
        isChecking.signal()
        var distance = 0
        while distance < round % 100 * 500 { distance += 1 }
        return nil
      }
      #expect(seen == (event == .change ? 1 : nil))
      withExtendedLifetime(keeper) {}
    }
  }

  @Test func `streams of a scope do not keep the store alive`() async {
    var store: Counter? = makeCounter()
    weak let released = store
    var changes = store?.scope(state: { $0 * 2 }, action: { (number: Int) in .add(number) }).changes.makeAsyncIterator()
    store?.send(.add(1))
    store = nil
    #expect(released == nil)
    #expect(await changes?.next() == 2)
    #expect(await changes?.next() == nil)
  }
}
