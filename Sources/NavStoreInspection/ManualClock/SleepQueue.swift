/// Who sleeps until when, and who wakes when the time moves: the rules of a ``ManualClock``, without tasks.
package struct SleepQueue<Sleeper: Sendable>: Sendable {
  package typealias Instant = ManualClock.Instant

  private struct Entry: Sendable {
    var id: Int
    var deadline: Instant
    var sleeper: Sleeper
  }

  package private(set) var now = Instant(offset: .zero)
  /// In the order in which they wake: by deadline, then by arrival.
  private var entries: [Entry] = []

  package init() {}

  /// How many sleep.
  package var count: Int { entries.count }

  /// When they wake, in order; one for each.
  package var deadlines: [Instant] { entries.map(\.deadline) }

  /// When the next one wakes.
  package var nextDeadline: Instant? { entries.first?.deadline }

  /// Lets somebody sleep; returns false if the deadline has come already. Cost: O(log n) comparisons and O(n) moves.
  package mutating func insert(_ sleeper: Sleeper, id: Int, until deadline: Instant) -> Bool {
    if deadline <= now { return false }
    entries.insert(Entry(id: id, deadline: deadline, sleeper: sleeper), at: firstIndex(after: deadline))
    return true
  }

  /// Takes out who sleeps under that id, if anybody does.
  package mutating func remove(id: Int) -> Sleeper? {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
    return entries.remove(at: index).sleeper
  }

  /// Moves the time and returns whose deadline has come: earliest first, ties in order of arrival.
  package mutating func advance(to instant: Instant) -> [Sleeper] {
    now = instant
    let end = firstIndex(after: instant)
    let woken = entries[..<end].map(\.sleeper)
    entries.removeFirst(end)
    return woken
  }

  /// Moves the time to the next deadline and no further than the limit, but only while at least `count` sleep.
  package mutating func step(whenAsleep count: Int, limit: Instant? = nil) -> (SleepStep, woken: [Sleeper]) {
    guard entries.count >= count, let next = nextDeadline else { return (.waiting, []) }
    if let limit, next > limit { return (.reachedLimit, advance(to: max(limit, now))) }
    return (.moved, advance(to: next))
  }

  /// The first index whose deadline lies after the instant.
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

/// What a step of the time from deadline to deadline has done.
package enum SleepStep: Sendable {
  /// Too few sleep: the time stands where it stood.
  case waiting
  /// The time stands at what was the next deadline.
  case moved
  /// No deadline comes before the limit: the time stands at the limit.
  case reachedLimit
}
