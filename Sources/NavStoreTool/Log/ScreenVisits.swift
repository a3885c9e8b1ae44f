/// How often a screen was shown, and for how long.
struct ScreenVisits {
  var count = 0
  private(set) var total = Duration.zero
  /// How many stays had a length, in milliseconds to three digits, so that there are not many of them.
  private var stays: [Int64: Int] = [:]

  mutating func stay(_ time: Duration) {
    total += time
    var milliseconds = Int64(time / .milliseconds(1))
    var unit: Int64 = 1
    while milliseconds >= 1_000 {
      milliseconds = (milliseconds + 5) / 10
      unit *= 10
    }
    stays[milliseconds * unit, default: 0] += 1
  }

  /// The length that half of the stays did not exceed, to three digits.
  var median: Duration {
    let half = (stays.values.reduce(0, +) + 1) / 2
    var seen = 0
    for (length, count) in stays.sorted(by: { $0.key < $1.key }) {
      seen += count
      if seen >= half { return .milliseconds(length) }
    }
    return .zero
  }
}
