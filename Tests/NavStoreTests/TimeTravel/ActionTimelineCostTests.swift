import NavStore
import NavStoreCore
import Testing

/// The number of times that a timeline calls its reducer.
@Suite struct ActionTimelineCostTests {
  private final class Calls: Sendable {
    private let count = Locked(0)
    func add() { count.withLock { $0 += 1 } }

    /// Returns the number of calls since the last time that this method was called.
    func take() -> Int {
      count.withLock { count in
        defer { count = 0 }
        return count
      }
    }
  }

  private let calls = Calls()

  /// A timeline of 10,000 actions, 1 to 10,000 or, if it was longer before, the last 10,000 ones.
  private func timeline(_ actions: Int, maximumCount: Int = .max) -> ActionTimeline<Int, Int> {
    let reducer = Reduce<Int, Int> { [calls] state, action in
      calls.add()
      state = state &* 31 &+ action
      return .none
    }
    var timeline = ActionTimeline(start: 0, reducer: reducer, maximumCount: maximumCount)
    for action in 1...actions { timeline.append(action) }
    return timeline
  }

  @Test func `a new action calls the reducer once`() {
    var timeline = timeline(10_000)
    #expect(calls.take() == 10_000)
    _ = timeline.present
    timeline.append(1)
    #expect(calls.take() == 1)
  }

  @Test(arguments: [(10_000, Int.max), (25_000, 10_000)])
  func `an edit near the end of 10,000 actions computes only the states after the last stored state`(
    actions: Int, maximumCount: Int
  ) {
    var timeline = timeline(actions, maximumCount: maximumCount)
    _ = calls.take()
    #expect(timeline.entries.count == 10_000)
    let last = timeline.entries[9_999].id

    timeline.exclude(last - 10)
    #expect((10..<64 + 10).contains(calls.take()))
    timeline.include(last - 10)
    #expect((10..<64 + 10).contains(calls.take()))
    timeline.move(last, before: last - 20)
    #expect((20..<64 + 20).contains(calls.take()))
    timeline.stepBack()
    #expect(calls.take() < 64)
  }

  @Test func `a state that was computed is viewed again with fewer than 64 calls, forwards and backwards`() {
    var timeline = timeline(10_000)
    _ = calls.take()
    for position in [5_000, 1, 9_999, 63, 64, 0, 10_000] {
      timeline.view(at: position)
      #expect(calls.take() < 64, "\(position)")
    }
  }

  @Test func `an edit computes no state after the one that is viewed`() {
    var timeline = timeline(10_000)
    timeline.view(at: 5_000)
    _ = calls.take()
    timeline.exclude(5_001)
    timeline.move(9_000, before: 6_000)
    timeline.append(1)
    #expect(calls.take() == 0)
    timeline.exclude(4_999)
    #expect(calls.take() < 64)
    timeline.viewPresent()
    #expect((5_000..<5_064).contains(calls.take()))
    timeline.view(at: 9_000)
    #expect(calls.take() < 64)
  }

  @Test func `a sweep calls the reducer not at all, and keeps the stored states`() {
    var timeline = timeline(10_000)
    timeline.exclude(1...5)
    _ = calls.take()
    timeline.sweep()
    timeline.commit()
    timeline.rollBack()
    timeline.reset()
    #expect(calls.take() == 0)

    timeline = self.timeline(10_000)
    timeline.exclude(1...5)
    timeline.sweep()
    _ = calls.take()
    timeline.exclude(9_990)
    #expect(calls.take() < 64 + 10)
  }
}
