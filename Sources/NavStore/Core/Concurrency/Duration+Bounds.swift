// A caller may pass a duration of any size. The system's clocks stop the program if their arithmetic overflows.

extension Duration {
  package static var longestWait: Duration { .seconds(100 * 365 * 86_400 as Int64) }
  package var boundedWait: Duration { min(max(self, .zero), .longestWait) }

  package var inBounds: Duration {
    let bound = Duration.seconds(Int64.max)
    return min(max(self, .zero - bound), bound)
  }

  package func addingInBounds(_ other: Duration) -> Duration { (inBounds + other.inBounds).inBounds }
}
