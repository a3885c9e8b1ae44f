import Foundation
import NavStore
import NavStoreCore
import NavStoreTesting
import Testing

/// No duration that a caller passes stops the program because of an overflow.
@Suite struct ExtremeDurationsTests {
  @Test(.startsProcess) func `a persistence with an endless quiet time saves at a flush`() async {
    await #expect(processExitsWith: .success) {
      for duration in extremes {
        for (quiet, maxWait) in [(duration, Duration.seconds(5)), (.milliseconds(500), duration), (duration, duration)]
        {
          let storage = InMemoryStorage()
          let store = Store<Int, Int>(initialState: 0, reducer: adding)
          let persistence = Persistence(of: store, to: storage, debounce: quiet, maxWait: maxWait)
          let run = Task { await persistence.run() }
          for _ in 0..<2 { store.send(1) }
          while persistence.status.seenRevision < 2 { await Task.yield() }
          try await persistence.flush()
          try #require(try storage.state(as: Int.self) == 2)
          run.cancel()
          await run.value
        }
      }
    }
  }

  @Test(.startsProcess) func `an effect that sleeps for ever can be cancelled`() async {
    await #expect(processExitsWith: .success) {
      for duration in extremes {
        let sleeping = Reduce<Int, Int> { state, action in
          state += action
          if action == 0 { return .cancel(id: "sleep") }
          return .run(id: "sleep") { context throws(CancellationError) in
            try await context.sleep(for: duration)
          }
        }
        let store = Store(initialState: 0, reducer: sleeping)
        let handle = store.send(1)
        for _ in 0..<1_000 { await Task.yield() }
        store.send(0)
        await handle.finish()
      }
    }
  }

  @Test(.startsProcess) func `an undo group with an endless pause stays open`() async {
    await #expect(processExitsWith: .success) {
      for duration in extremes where duration > .zero {
        let store = Store(
          initialState: UndoState(0), reducer: adding.undoable(groups: { _, _, _ in "all" }, groupPause: duration))
        store.send(.action(1))
        for _ in 0..<1_000 { await Task.yield() }
        store.send(.action(1))
        try #require(store.state.past.count == 1)
      }
    }
  }

  @Test(.startsProcess) func `a test clock can be advanced to the end of its time, and stays there`() async {
    await #expect(processExitsWith: .success) {
      let clock = TestClock()
      let sleeper = Task { try await clock.sleep(for: .seconds(Int64.max) * 18) }
      await clock.sleepers(atLeast: 1)
      for _ in 0..<40 { clock.advance(by: .seconds(Int64.max) * 18) }
      let end = clock.now
      clock.advance(by: .seconds(1))
      try #require(clock.now == end)
      try await sleeper.value
      for _ in 0..<3 { try await clock.sleep(for: .seconds(Int64.min) * 18) }
      try #require(end.advanced(by: .seconds(Int64.min) * 18).offset <= end.offset)
      _ = TestClock.Instant(offset: .seconds(Int64.min) * 18).duration(
        to: TestClock.Instant(offset: .seconds(Int64.max) * 18))
    }
  }

  @Test(.startsProcess) func `an immediate clock accepts any number of endless sleeps`() async {
    await #expect(processExitsWith: .success) {
      let clock = ImmediateClock()
      for _ in 0..<40 { try await clock.sleep(for: .seconds(Int64.max) * 18) }
      for _ in 0..<40 { try await clock.sleep(for: .seconds(Int64.min) * 18) }
    }
  }

  @Test(.startsProcess) func `a test may wait with an endless timeout`() async {
    await #expect(processExitsWith: .success) {
      for duration in extremes where duration > .zero {
        let clock = TestClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.sleepers(atLeast: 1, timeout: duration)
        clock.advance(by: .seconds(1))
        try await sleeper.value
        let storage = InMemoryStorage()
        let writer = Task {
          for _ in 0..<1_000 { await Task.yield() }
          try storage.write(Data(), keepingCurrentAsPrevious: false)
        }
        await storage.writes(atLeast: 1, timeout: duration)
        try await writer.value
        let store = TestStore(initialState: 0, reducer: echoing, timeout: duration)
        store.send(1) { $0 = 1 }
        await store.receive(10, timeout: duration) { $0 = 11 }
        await store.finish(timeout: duration)
      }
    }
  }
}

private let adding = Reduce<Int, Int> { state, action in
  state += action
  return .none
}

/// A reducer that adds its action, and for the action 1 starts work that sends 10.
private let echoing = Reduce<Int, Int> { state, action in
  state += action
  return action == 1 ? .run { context in context.send(10) } : .none
}

/// Durations that a clock of the system cannot add to its time, in both directions.
private let extremes: [Duration] = [
  .seconds(Int64.max), .seconds(Int64.max) * 18, .seconds(Int64.min), .seconds(Int64.min) * 18,
]

@Suite struct DurationBoundsTests {
  private let greatest = Duration.seconds(Int64.max) * 18
  private let least = Duration.seconds(Int64.min) * 18
  private let bound = Duration.seconds(Int64.max)

  @Test func `a time to wait is limited to zero through a hundred years`() {
    let century = Duration.seconds(100 * 365 * 24 * 60 * 60)
    #expect(Duration.longestWait == century)
    for wait in [Duration.zero, .nanoseconds(1), .seconds(5), century - .nanoseconds(1), century] {
      #expect(wait.boundedWait == wait)
    }
    for wait in [century + .nanoseconds(1), bound, bound + .seconds(1), greatest] {
      #expect(wait.boundedWait == century)
    }
    for wait in [Duration.nanoseconds(-1), .seconds(-5), .seconds(Int64.min), least] {
      #expect(wait.boundedWait == .zero)
    }
  }

  @Test func `a duration is limited to the seconds that fit in an integer`() {
    for duration in [Duration.zero, .seconds(5), .seconds(-5), bound, bound - .nanoseconds(1), .zero - bound] {
      #expect(duration.inBounds == duration)
    }
    #expect((bound + .nanoseconds(1)).inBounds == bound)
    #expect(greatest.inBounds == bound)
    #expect(least.inBounds == .zero - bound)
    #expect(greatest.inBounds.components.seconds == Int64.max)
  }

  @Test func `a sum is limited to the bounds`() {
    #expect(Duration.seconds(2).addingInBounds(.milliseconds(500)) == .milliseconds(2_500))
    #expect(Duration.seconds(2).addingInBounds(.seconds(-3)) == .seconds(-1))
    #expect(greatest.addingInBounds(greatest) == bound)
    #expect(least.addingInBounds(least) == .zero - bound)
    #expect(greatest.addingInBounds(least) == .zero)
    #expect(bound.addingInBounds(.nanoseconds(1)) == bound)
    #expect(bound.addingInBounds(.seconds(-1)) == bound - .seconds(1))
  }
}
