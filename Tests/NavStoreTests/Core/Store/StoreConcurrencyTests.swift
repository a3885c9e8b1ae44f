@testable import NavStore
@testable import NavStoreCore
import Testing

@Suite(.hangLimit) struct StoreConcurrencyTests {
  @Test func `no send of eight threads is lost`() {
    let store = makeCounter()
    let sends = 100_000
    onThreads(8) { _ in
      for _ in 0..<sends { store.send(.add(1)) }
    }
    #expect(store.state == 8 * sends)
    #expect(store.revision == 8 * sends)
  }

  @Test func `the actions of each thread are reduced in the order in which it sends them`() {
    struct Entry: Sendable { var thread, number: Int }
    let store = Store(
      initialState: [Entry](),
      reducer: Reduce<[Entry], Entry> { entries, entry in
        entries.append(entry)
        return .none
      })
    onThreads(4) { thread in
      for number in 0..<1_000 { store.send(Entry(thread: thread, number: number)) }
    }
    let entries = store.state
    for thread in 0..<4 {
      #expect(entries.filter { $0.thread == thread }.map(\.number) == Array(0..<1_000))
    }
  }

  @Test func `a thread that has sent an action reads its result`() {
    let store = Store(
      initialState: [Int: Int](),
      reducer: Reduce { (state: inout [Int: Int], thread: Int) in
        state[thread, default: 0] += 1
        return .none
      })
    // Swift Testing does not attribute expectations on other threads to this test.
    let wrong = Locked<[String]>([])
    onThreads(4) { thread in
      for number in 1...500 {
        store.send(thread)
        let state = store.state[thread]
        if state != number { wrong.withLock { $0.append("\(thread): \(state ?? 0) after \(number)") } }
      }
    }
    #expect(wrong.withLock { $0 } == [])
  }

  @Test func `each of a hundred subscribers ends on the last state and receives the states in order`() async {
    let subscribers: [Task<[Int], Never>]
    do {
      let store = makeCounter()
      subscribers = (0..<100).map { _ in
        Task { [states = store.states] in
          var seen: [Int] = []
          for await state in states { seen.append(state) }
          return seen
        }
      }
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask { for _ in 0..<2_500 { store.send(.add(1)) } }
        }
      }
    }
    for subscriber in subscribers {
      let seen = await subscriber.value
      #expect(seen.last == 10_000)
      #expect(zip(seen, seen.dropFirst()).allSatisfy(<))
    }
  }

  @Test func `subscribers may start and end while other tasks send`() async {
    let store = makeCounter()
    await withTaskGroup { group in
      for _ in 0..<2 {
        group.addTask { for _ in 0..<5_000 { store.send(.add(1)) } }
      }
      for _ in 0..<50 {
        group.addTask {
          for _ in 0..<20 {
            let consumer = Task { [changes = store.changes] in for await _ in changes {} }
            consumer.cancel()
            await consumer.value
          }
        }
      }
    }
    #expect(store.state == 10_000)
    #expect(store.core.waiterCount == 0)
  }

  @Test func `effects that start, are cancelled and send from many tasks leave nothing behind`() async {
    let store = makeCounter([
      "work": .run(id: "work", cancelInFlight: true) { context in
        context.send(.add(1))
        context.send([.add(1), .add(-1)])
      }
    ])
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for round in 0..<200 {
            let handle = store.send(.run("work"))
            if round.isMultiple(of: 3) { store.send(.cancel("work")) }
            if round.isMultiple(of: 5) { handle.cancel() }
            await handle.finish()
          }
        }
      }
    }
    #expect(store.core.effectCount == 0)
    #expect(store.core.effectTaskCount == 0)
    #expect((0...1_600).contains(store.state))
  }

  @Test func `a state and its revision are read together`() {
    let store = makeCounter()
    let torn = Locked(0)
    onThreads(3) { thread in
      for _ in 0..<100_000 {
        if thread < 2 {
          store.send(.add(1))
        } else {
          let (state, revision) = store.source.snapshot()
          if state != revision { torn.withLock { $0 += 1 } }
        }
      }
    }
    #expect(torn.withLock { $0 } == 0)
  }

  @Test func `transactions of many threads come in the order of reduction`() async {
    let transactions: AsyncStream<StoreTransaction<[Int], Int>>
    let numbers: [Int]
    do {
      let store = Store(
        initialState: [Int](),
        reducer: Reduce<[Int], Int> { numbers, number in
          numbers.append(number)
          return .none
        })
      transactions = store.transactions
      onThreads(8) { thread in
        for number in 0..<250 { store.send(thread * 250 + number) }
      }
      numbers = store.state
    }
    let recorded = await transactions.reduce(into: []) { $0.append(($1.revision, $1.actions)) }
    #expect(recorded.flatMap(\.1) == numbers)
    #expect(recorded.map(\.0) == Array(1...2_000))
  }
}
