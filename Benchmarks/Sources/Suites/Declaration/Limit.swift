/// The maximum cost of a contender.
public enum Limit: Sendable {
  /// A multiple of the time of the floor of the same size.
  case timesFloor(Double)
  /// A multiple of the time of a contender of the series at a size, by default of this contender.
  case times(Double, of: String? = nil, at: Int? = nil)
  /// A number of allocations per operation. It does not depend on the machine's load.
  case allocations(Double)

  /// A multiple of the time of the floor of the same size.
  static func atMost(_ ratio: Double) -> Limit { .timesFloor(ratio) }

  /// No allocation, except those that happen once per run.
  static var noAllocations: Limit { .allocations(0) }
}
