/// Contenders for one job, at one size or at several.
public struct Series: Sendable {
  /// The name of the job.
  public let name: String
  /// The unit of the sizes, for example `depth`, or nil if there is one size.
  public let axis: String?
  /// The sizes, the smallest first.
  public let points: [Point]
  /// Whether the work waits for other threads, tasks or a disk. If so, its time is measured with a wall clock.
  /// Otherwise it is the time of the thread, which excludes other programs.
  public let waits: Bool
  /// The number of rounds for each round of the other series. It is larger if single runs are short and vary, like
  /// writes to a disk.
  public let roundsPerRound: Int
  /// Whether the series takes minutes, so that it runs only on request.
  public let isLong: Bool

  init(
    _ name: String, over axis: String? = nil, waits: Bool = false, roundsPerRound: Int = 1, isLong: Bool = false,
    _ points: [Point]
  ) {
    self.name = name
    self.axis = axis
    self.waits = waits
    self.points = points
    self.roundsPerRound = roundsPerRound
    self.isLong = isLong
  }
}

/// One size of a job, with the cheapest code that does it.
public struct Point: Sendable {
  /// The size, or nil if there is only one.
  public let size: Int?
  /// The number of operations of one run, by which times and allocations are divided.
  public let operations: Int
  /// The cheapest code that does the same job. The results of the contenders are compared with its result.
  public let floor: Contender
  /// The contenders that are compared with the floor.
  public let contenders: [Contender]

  init(_ size: Int? = nil, operations: Int, floor: Contender, _ contenders: [Contender]) {
    self.size = size
    self.operations = operations
    self.floor = floor
    self.contenders = contenders
  }
}
