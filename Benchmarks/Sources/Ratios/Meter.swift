import AllocationCounter
import Foundation

/// The measurement of one run.
struct Sample {
  let nanoseconds: Double
  let allocations: Int
}

/// A counter of time and allocations that starts when it is created.
struct Meter {
  private let clock: clockid_t
  private let allocations: Int
  private let start: timespec

  /// - Parameter isThread: Whether to count only the time in which this thread computes, or also the time it waits.
  init(ofThread isThread: Bool) {
    clock = isThread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC
    allocations = allocation_count()
    start = Self.now(clock)
  }

  /// The counts so far. The time of a thread must be read on that thread.
  var sample: Sample {
    let end = Self.now(clock)
    let seconds = Double(end.tv_sec - start.tv_sec)
    return Sample(
      nanoseconds: seconds * 1e9 + Double(end.tv_nsec - start.tv_nsec), allocations: allocation_count() - allocations)
  }

  private static func now(_ clock: clockid_t) -> timespec {
    var time = timespec()
    let result = clock_gettime(clock, &time)
    precondition(result == 0, "This system cannot tell the time of a thread: error \(errno).")
    return time
  }
}
