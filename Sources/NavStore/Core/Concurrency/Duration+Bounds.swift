/// Durations that a caller passes may be of any size, and the clocks of the system stop the program when they overflow.
extension Duration {
  /// The longest time that the library waits: a hundred years.
  package static var longestWait: Duration { .seconds(100 * 365 * 86_400 as Int64) }

  /// The duration as a time to wait: at least zero, and at most ``longestWait``.
  package var boundedWait: Duration { min(max(self, .zero), .longestWait) }

  /// The duration, or the nearest one whose whole seconds fit an `Int64` with either sign.
  package var inBounds: Duration {
    let bound = Duration.seconds(Int64.max)
    return min(max(self, .zero - bound), bound)
  }

  /// The sum, in bounds.
  package func addingInBounds(_ other: Duration) -> Duration { (inBounds + other.inBounds).inBounds }
}
