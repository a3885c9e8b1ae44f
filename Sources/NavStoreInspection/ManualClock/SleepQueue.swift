/// The current time of a ``ManualClock``, and its sleepers with their deadlines.
///
/// The queue only decides which sleepers wake. The clock resumes these sleepers, and protects the queue with a lock.
package struct SleepQueue<Sleeper: Sendable>: Sendable {
  package typealias Instant = ManualClock.Instant

  private struct Entry: Sendable {
    var id: Int
    var deadline: Instant
    var sleeper: Sleeper
  }

  package private(set) var now = Instant(offset: .zero)
  /// The sleepers in the order in which they wake: by deadline, and by arrival if deadlines are equal.
  private var entries: [Entry] = []

  package init() {}

  package var count: Int { entries.count }

  package var nextDeadline: Instant? { entries.first?.deadline }

  /// Adds a sleeper if its deadline is later than ``now``, and returns whether it was added.
  ///
  /// - Complexity: O(n), where n is the number of sleepers. The method compares O(log n) deadlines.
  package mutating func insert(_ sleeper: Sleeper, id: Int, until deadline: Instant) -> Bool {
    if deadline <= now { return false }
    entries.insert(Entry(id: id, deadline: deadline, sleeper: sleeper), at: firstIndex(after: deadline))
    return true
  }

  package mutating func remove(id: Int) -> Sleeper? {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
    return entries.remove(at: index).sleeper
  }

  /// Advances the time, and removes the sleepers to wake. Sleepers with the same deadline are returned in the order of
  /// their arrival.
  package mutating func advance(to instant: Instant) -> [Sleeper] {
    now = instant
    let end = firstIndex(after: instant)
    let woken = entries[..<end].map(\.sleeper)
    entries.removeFirst(end)
    return woken
  }

  /// Advances the time to the next deadline. If there are fewer than `count` sleepers, nothing changes.
  package mutating func step(whenAsleep count: Int, limit: Instant? = nil) -> (SleepStep, woken: [Sleeper]) {
    guard entries.count >= count, let next = nextDeadline else { return (.waiting, []) }
    if let limit, next > limit { return (.reachedLimit, advance(to: max(limit, now))) }
    return (.moved, advance(to: next))
  }

  private func firstIndex(after instant: Instant) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].deadline > instant { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The result of an attempt to advance a clock to the next deadline.
package enum SleepStep: Sendable {
  case waiting
  case moved
  /// The next deadline is later than the limit, and the time was advanced to the limit.
  case reachedLimit
}
