@testable import NavStore
@testable import NavStoreCore
import Observation
import Testing

@Suite(.noMainLoop, .hangLimit) struct ObservationTests {
  @Test func `an observer that reads the state and sends does not deadlock, and sees the change`() {
    let store = makeCounter()
    let seen = Locked<[Int]>([])
    withObservationTracking {
      _ = store.state
    } onChange: {
      seen.withLock { $0.append(store.state) }
      store.send(.add(10))
    }
    store.send(.add(1))
    #expect(seen.withLock { $0 } == [1])
    #expect(store.state == 11)
  }

  @Test func `an observer that installs itself again sees every change of one thread`() {
    let store = makeCounter()
    let seen = Locked<[Int]>([])
    @Sendable func observe() {
      withObservationTracking {
        let state = store.state
        seen.withLock { $0.append(state) }
      } onChange: {
        observe()
      }
    }
    observe()
    for _ in 0..<100 { store.send(.add(1)) }
    #expect(seen.withLock { $0 } == Array(0...100))
  }

  @Test func `an observer that reads through a scope is notified`() {
    let store = makeCounter()
    let scope = store.scope(state: { $0 * 2 }, action: { (number: Int) in .add(number) })
    let count = Locked(0)
    withObservationTracking {
      _ = scope.state
    } onChange: {
      count.withLock { $0 += 1 }
    }
    scope.send(1)
    scope.send(1)
    #expect(count.withLock { $0 } == 1)
  }

  @Test func `reads of streams are not observed`() async {
    let store = makeCounter()
    var states = store.states.makeAsyncIterator()
    _ = await states.next()
    _ = store.revision
    #expect(!store.core.isStateObserved)
    _ = store.state
    #expect(store.core.isStateObserved)
  }

  /// An observer is installed after its reads, and is not notified of a change on another thread between the two. It
  /// must be notified of the next change, so that it does not show an old state for ever.
  @Test func `an observer on another thread has read the final state after the next change`() {
    for _ in 0..<200 {
      let store = makeCounter()
      let latest = Locked(-1)
      @Sendable func observe() {
        let state = withObservationTracking {
          store.state
        } onChange: {
          observe()
        }
        latest.withLock { $0 = max($0, state) }
      }
      onThreads(2) { thread in
        if thread == 0 {
          for _ in 0..<20 { store.send(.add(1)) }
        } else {
          observe()
        }
      }
      store.send(.add(0))
      #expect(latest.withLock { $0 } == 20)
    }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `Observations returns every settled state`() async {
    let store = makeCounter()
    let (steps, next) = AsyncStream.makeStream(of: Int.self)
    let observer = Task {
      var seen: [Int] = []
      for await state in Observations({ store.state }) {
        seen.append(state)
        next.yield(state)
        if state == 50 { break }
      }
      next.finish()
      return seen
    }
    // Each change is sent after the observer has read the state before it, so that each state is settled.
    for await state in steps where state < 50 { store.send(.add(1)) }
    #expect(await observer.value == Array(0...50))
  }

  @Test func `nothing is observed before the state is read through Observation`() {
    let store = makeCounter()
    for _ in 0..<10 { store.send(.add(1)) }
    #expect(!store.core.isStateObserved)
  }

  @Test func `a change before an observer is installed does not disable later notifications`() {
    let store = makeCounter()
    let count = Locked(0)
    withObservationTracking {
      _ = store.state
      store.send(.add(1))
    } onChange: {
      count.withLock { $0 += 1 }
    }
    store.send(.add(1))
    #expect(count.withLock { $0 } == 1)
  }

  @Test func `observers are notified of a change that an observer makes`() {
    let store = makeCounter()
    let seen = Locked<[Int]>([])
    @Sendable func observe() {
      withObservationTracking {
        let state = store.state
        seen.withLock { $0.append(state) }
      } onChange: {
        observe()
        if store.state == 1 { store.send(.add(1)) }
      }
    }
    observe()
    store.send(.add(1))
    #expect(seen.withLock { $0 } == [0, 1, 2])
  }

  @Test func `observers of another store are notified of a change that an observer makes there`() {
    let store = makeCounter()
    let other = makeCounter()
    let isNotified = Locked(false)
    withObservationTracking {
      _ = other.state
    } onChange: {
      isNotified.withLock { $0 = true }
    }
    withObservationTracking {
      _ = store.state
    } onChange: {
      other.send(.add(1))
    }
    store.send(.add(1))
    #expect(isNotified.withLock { $0 })
  }
}
