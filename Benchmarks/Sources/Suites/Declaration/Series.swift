/// Contenders for one job, at one size or at several.
public struct Series: Sendable {
  /// What the job is.
  public let name: String
  /// What the sizes count, for example `depth`; nil if there is one size.
  public let axis: String?
  /// The sizes, the smallest first.
  public let points: [Point]
  /// Whether its work waits, for other threads, for tasks or for a disk, so that the time of a clock on the wall is
  /// what counts. The time of work that does not is that of its thread alone: what other programs take of the machine
  /// is not in it.
  public let waits: Bool
  /// How many rounds it gets for each round of the others: more where single runs are short and differ, as writes to a
  /// disk do.
  public let roundsPerRound: Int
  /// Whether it takes minutes, so that it is run only when it is asked for.
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

/// One size of a job, with the cheapest thing that could do it.
public struct Point: Sendable {
  /// The size; nil if there is one.
  public let size: Int?
  /// How many operations one run is: what times and allocations are divided by.
  public let operations: Int
  /// The cheapest thing that could do the same job. What the others come to is compared with what it comes to.
  public let floor: Contender
  /// What is measured beside it.
  public let contenders: [Contender]

  init(_ size: Int? = nil, operations: Int, floor: Contender, _ contenders: [Contender]) {
    self.size = size
    self.operations = operations
    self.floor = floor
    self.contenders = contenders
  }
}
