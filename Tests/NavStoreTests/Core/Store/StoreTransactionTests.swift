@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Testing

/// The stream of a store's transactions.
@Suite(.hangLimit) struct StoreTransactionTests {
  typealias NumberStore = Store<Int, Int>

  private static func makeStore(_ state: Int = 0, clock: any Clock<Duration> = ContinuousClock()) -> NumberStore {
    NumberStore(
      initialState: state,
      reducer: Reduce { state, number in
        state += number
        return number == 100 ? .send(1) : .none
      }, clock: clock)
  }

  private static func text(_ transaction: StoreTransaction<Int, Int>) -> String {
    "\(transaction.revision): \(transaction.before) \(transaction.actions) \(transaction.after) "
      + transaction.origin.rawValue
  }

  private static func texts(_ count: Int, of stream: AsyncStream<StoreTransaction<Int, Int>>) async -> [String] {
    var texts: [String] = []
    for await transaction in stream {
      texts.append(text(transaction))
      if texts.count == count { break }
    }
    return texts
  }

  @Test func `a stream has every transaction from its creation on, with the states before and after`() async {
    let store = Self.makeStore()
    store.send(5)
    let transactions = store.transactions
    store.send(1)
    store.send([2, 3], origin: .deepLink)
    store.send([])
    store.send(100)  // its effect sends 1
    store.core.replace(7, origin: .restore)
    await store.send([100]).finish()
    await store.send([100, 100]).finish()
    #expect(
      await Self.texts(10, of: transactions) == [
        "2: 5 [1] 6 user", "3: 6 [2, 3] 11 deeplink", "4: 11 [100] 111 user", "5: 111 [1] 112 effect",
        "6: 112 [] 7 restore", "7: 7 [100] 107 user", "8: 107 [1] 108 effect", "9: 108 [100, 100] 308 user",
        "10: 308 [1] 309 effect", "11: 309 [1] 310 effect",
      ])
  }

  @Test func `a transaction has its time on the clock of the store`() async {
    let clock = TestClock()
    let store = Self.makeStore(clock: clock)
    clock.advance(by: .seconds(1))
    var iterator = store.transactions.makeAsyncIterator()
    clock.advance(by: .seconds(2))
    store.send(1)
    clock.advance(by: .seconds(3))
    #expect(await iterator.next()?.time == .seconds(2))
  }

  @Test func `the stream ends after the last transaction of a released store, and when its task is cancelled`() async {
    var store: NumberStore? = Self.makeStore()
    let transactions = store!.transactions
    store?.send(1)
    store?.send(2)
    store = nil
    #expect(await Self.texts(9, of: transactions) == ["1: 0 [1] 1 user", "2: 1 [2] 3 user"])

    let other = Self.makeStore()
    let waiting = other.transactions
    let task = Task { await Self.texts(9, of: waiting) }
    task.cancel()
    #expect(await task.value == [])
  }

  @Test func `a released stream ends its subscription`() async {
    let store = Self.makeStore()
    var transactions: AsyncStream<StoreTransaction<Int, Int>>? = store.transactions
    #expect(store.core.recorderCount == 1)
    store.send(1)
    _ = transactions
    transactions = nil
    #expect(store.core.recorderCount == 0)
  }

  @Test func `two streams are independent`() async {
    let store = Self.makeStore()
    let first = store.transactions
    store.send(1)
    let second = store.transactions
    store.send(2)
    #expect(await Self.texts(2, of: first) == ["1: 0 [1] 1 user", "2: 1 [2] 3 user"])
    #expect(await Self.texts(1, of: second) == ["2: 1 [2] 3 user"])
  }

  @Test func `of sends from eight threads, every transaction arrives once, in order`() async {
    let (threads, count) = (8, TestEnvironment.isLong ? 100_000 : 2_000)
    let store = Self.makeStore()
    let transactions = store.transactions
    let sent = Task.detached {
      await blocking { onThreads(threads) { thread in for _ in 0..<count { store.send(thread + 1) } } }
    }
    var (revision, state) = (0, 0)
    for await transaction in transactions {
      revision += 1
      guard transaction.revision == revision, transaction.before == state,
        transaction.after == state + transaction.actions.reduce(0, +)
      else {
        Issue.record("\(transaction) does not follow revision \(revision - 1) with the state \(state)")
        break
      }
      state = transaction.after
      if revision == threads * count { break }
    }
    await sent.value
    #expect(state == store.state)
    #expect(state == count * threads * (threads + 1) / 2)
  }
}
