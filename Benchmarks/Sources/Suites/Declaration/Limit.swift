/// What a contender may cost at most.
public enum Limit: Sendable {
  /// So many times what the floor of the same size takes.
  case timesFloor(Double)
  /// So many times what a contender of the series takes at a size, by default this one.
  case times(Double, of: String? = nil, at: Int? = nil)
  /// So many allocations an operation. The count does not depend on the machine's load.
  case allocations(Double)

  /// So many times what the floor of the same size takes.
  static func atMost(_ ratio: Double) -> Limit { .timesFloor(ratio) }

  /// No allocation, but for what a run allocates once.
  static var noAllocations: Limit { .allocations(0) }
}
