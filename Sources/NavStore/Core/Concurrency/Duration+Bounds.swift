// A caller may pass a duration of any size, and the clocks of the system stop the program when they overflow.

extension Duration {
  /// The longest time that the library waits, a hundred years.
  package static var longestWait: Duration { .seconds(100 * 365 * 86_400 as Int64) }

  /// The duration, limited to the times that the library waits: from zero to ``longestWait``.
  package var boundedWait: Duration { min(max(self, .zero), .longestWait) }

  /// The duration, limited so that its whole seconds fit in an `Int64` with either sign.
  package var inBounds: Duration {
    let bound = Duration.seconds(Int64.max)
    return min(max(self, .zero - bound), bound)
  }

  /// Returns the sum of the durations, limited like ``inBounds``.
  package func addingInBounds(_ other: Duration) -> Duration { (inBounds + other.inBounds).inBounds }
}
