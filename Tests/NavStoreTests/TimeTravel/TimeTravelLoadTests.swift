@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Observation
import Testing

/// Time travel in a store to which other threads send much more than a person does. All limits are counts.
@MainActor @Suite(.hangLimit) struct TimeTravelLoadTests {
  /// A reducer that counts its calls.
  private struct Summing: Reducer {
    let calls = Locked(0)

    func reduce(into state: inout Int, action: Int) -> Effect<Int> {
      calls.withLock { $0 += 1 }
      state &+= action
      return .none
    }

    /// Returns the number of calls since the last call of this method.
    func takeCalls() -> Int {
      calls.withLock { calls in
        defer { calls = 0 }
        return calls
      }
    }
  }

  private let store = Store<Int, Int>(initialState: 0, reducer: Summing())
  private let reducer = Summing()

  private func send(_ count: Int) {
    for _ in 0..<count { store.send(1) }
  }

  @Test(arguments: [(5_000, 1_000), (100_000, 1_000), (100_000, 3), (100_000, 20_000)])
  func `a read of the timeline adds no more transactions than the timeline holds`(count: Int, maximumCount: Int) {
    let timeTravel = TimeTravel(in: store, reducer: reducer, maximumCount: maximumCount)
    send(count)
    let timeline = timeTravel.timeline
    #expect(reducer.takeCalls() <= 3 * max(maximumCount, 1_000))
    #expect(timeline.entries.count <= maximumCount)
    #expect(timeline.present == count)
    #expect(timeline.entries.last?.replacement == count)
    #expect(!timeline.isEdited)
    #expect(store.state == count)

    send(2)
    #expect(timeTravel.timeline.entries.suffix(2).map(\.actions) == [[1], [1]])
    #expect(timeTravel.timeline.present == count + 2)
    timeTravel.timeline.stepBack()
    #expect(store.state == count + 1)
  }

  @Test func `transactions that the timeline can hold are all entries`() {
    let timeTravel = TimeTravel(in: store, reducer: reducer, maximumCount: 2_000)
    send(2_000)
    #expect(timeTravel.timeline.entries.count == 2_000)
    #expect(timeTravel.timeline.entries.allSatisfy { $0.actions == [1] })
  }

  @Test func `even a short timeline has the newest of a thousand transactions`() {
    let timeTravel = TimeTravel(in: store, reducer: reducer, maximumCount: 3)
    send(1_000)
    #expect(timeTravel.timeline.entries.map(\.id) == [998, 999, 1_000])
    #expect(timeTravel.timeline.entries.allSatisfy { $0.actions == [1] })
  }

  @Test func `other work of the main actor runs after each portion of transactions`() async {
    let timeTravel = TimeTravel(in: store, reducer: reducer)
    // The task of the time travel waits for the first transaction.
    while store.core.waiterCount == 0 { await Task.yield() }
    send(1_000)
    var portions: [Int] = []
    while portions.reduce(0, +) < 1_000 {
      await Task.yield()
      portions.append(reducer.takeCalls())
    }
    #expect(portions.max() ?? 0 <= 100)
    #expect(timeTravel.timeline.entries.count == 1_000)
  }

  @Test func `reads of the timeline end while another thread sends without a pause, and the last state is shown`() async
  {
    let timeTravel = TimeTravel(in: store, reducer: reducer)
    timeTravel.timeline.append(0)
    timeTravel.timeline.exclude(1)
    let isOver = Locked(false)
    let sending = Task.detached { [store] in
      await blocking { while !isOver.withLock(\.self) { store.send(1) } }
    }
    // Each read of the timeline ends although more transactions arrive meanwhile.
    var (reads, last) = (0, 0)
    while reads < 20 {
      await Task.yield()
      let id = timeTravel.timeline.entries.last?.id ?? 0
      if id > last { (reads, last) = (reads + 1, id) }
      #expect(timeTravel.timeline.entries.count <= 1_000)
    }
    isOver.withLock { $0 = true }
    await sending.value
    #expect(timeTravel.timeline.present == store.core.withLock { $0.states.present })
    #expect(store.state == timeTravel.timeline.present)
  }

  @Test func `after the last transaction, the timeline is updated without a read of it`() async {
    let timeTravel = TimeTravel(in: store, reducer: reducer, maximumCount: 1_000)
    timeTravel.timeline.append(100)  // only in the timeline, so the store shows the timeline
    #expect(store.state == 100)
    send(950)
    for await state in store.states where state == 1_050 { break }
    #expect(store.state == 1_050)
    withExtendedLifetime(timeTravel) {}
  }

  @Test func `an observer of the timeline that sends and reads it does not notify itself without end`() async {
    let timeTravel = TimeTravel(in: store, reducer: reducer)
    let calls = Locked(0)
    @Sendable func observe() {
      withObservationTracking {
        MainActor.assumeIsolated { _ = timeTravel.timeline }
      } onChange: {
        let count = calls.withLock { calls in
          calls += 1
          return calls
        }
        observe()
        if count < 300 { store.send(1) }
        MainActor.assumeIsolated { _ = timeTravel.timeline }
      }
    }
    observe()
    store.send(1)
    _ = timeTravel.timeline
    #expect((2...100).contains(calls.withLock(\.self)))
    while calls.withLock(\.self) < 300 { await Task.yield() }
    #expect(timeTravel.timeline.present == 300)
  }

  // MARK: The maximum number of entries

  @Test(arguments: [(1, 1), (2, 2), (9, 9), (10, 10), (11, 10), (100, 91), (1_000, 901)])
  func `a full timeline drops a tenth of its entries, at least one`(maximumCount: Int, remaining: Int) {
    var timeline = ActionTimeline(start: 0, reducer: reducer, maximumCount: maximumCount)
    for _ in 0..<maximumCount { timeline.append(1) }
    #expect(timeline.entries.count == maximumCount && timeline.start == 0)
    timeline.append(1)
    #expect(timeline.entries.count == remaining)
    #expect(timeline.start == maximumCount + 1 - remaining)
    #expect(timeline.entries.last?.id == maximumCount + 1)
    #expect(timeline.present == maximumCount + 1)
  }

  @Test func `a full timeline calls the reducer at most twice for each new action`() {
    var timeline = ActionTimeline(start: 0, reducer: reducer, maximumCount: 1_000)
    for _ in 0..<1_000 { timeline.append(1) }
    _ = reducer.takeCalls()
    var drops = 0
    for _ in 0..<10_000 {
      let count = timeline.entries.count
      timeline.append(1)
      if timeline.entries.count < count { drops += 1 }
    }
    #expect(reducer.takeCalls() <= 20_000)
    #expect(drops == 100)
  }

  @Test func `a timeline that is longer than the time travel allows is cut at the next transaction`() {
    let timeTravel = TimeTravel(in: store, reducer: reducer, maximumCount: 10)
    var long = ActionTimeline(start: 0, reducer: reducer)
    for _ in 0..<500 { long.append(2) }
    timeTravel.timeline = long
    #expect(store.state == 1_000)
    send(1)
    #expect(timeTravel.timeline.entries.count <= 10)
    #expect(store.state == 1_001)
  }

  @Test func `a sweep without an entry that is left out is no edit`() {
    let timeTravel = TimeTravel(in: store, reducer: reducer)
    send(3)
    timeTravel.timeline.sweep()
    #expect(!timeTravel.timeline.isEdited)
    #expect(timeTravel.timeline.entries.count == 3)
    send(1)
    timeTravel.timeline.exclude(2)
    timeTravel.timeline.include(2)
    timeTravel.timeline.sweep()
    #expect(!timeTravel.timeline.isEdited)
    timeTravel.timeline.exclude(2)
    timeTravel.timeline.sweep()
    #expect(timeTravel.timeline.isEdited)
  }
}
