import Suites

/// A cost above its limit.
struct Excess: CustomStringConvertible {
  let description: String
  /// Whether the cost is independent of the machine's load.
  let isExact: Bool
}

extension MeasuredSeries {
  /// The costs above the limits that are declared with the contenders.
  var excesses: [Excess] {
    points.flatMap { point in
      point.contenders.indices.flatMap { number in
        point.contenders[number].limits.compactMap { excess($0, of: number, in: point) }
      }
    }
  }

  private func excess(_ limit: Limit, of number: Int, in point: MeasuredPoint) -> Excess? {
    let contender = point.contenders[number].name
    let size = point.point.size.map { size in series.axis.map { ", \($0) \(size)" } ?? "" } ?? ""
    let subject = "\(suite): \(series.name)\(size): \(contender)"
    let taken = point.nanoseconds(of: number)
    switch limit {
    case .timesFloor(let most):
      let ratio = taken.medianRatio(to: point.nanoseconds(of: 0))
      guard ratio > most else { return nil }
      return Excess(
        description: "\(subject) takes \(ratio.rounded(to: 2)) × the floor, and \(most) × is allowed.", isExact: false)
    case .times(let most, let name, let otherSize):
      let other = name ?? contender
      let ratio = ratio(of: number, in: point, to: other, at: otherSize)
      guard ratio > most else { return nil }
      let place = otherSize.map { " at \($0)" } ?? ""
      return Excess(
        description: "\(subject) takes \(ratio.rounded(to: 2)) × \(other)\(place), and \(most) × is allowed.",
        isExact: false)
    case .allocations(let most):
      // A single allocation of a run, such as the memory for its first routes, does not count as one per operation.
      guard let allocations = point.allocations(of: number), allocations > most + 0.001 else { return nil }
      return Excess(
        description: "\(subject) allocates \(allocations.rounded(to: 3)) times an operation, and \(most) is allowed.",
        isExact: true)
    }
  }

  /// The ratio of a time to the reference of its limit: the median of the ratios of the rounds. It is nil if every
  /// limit compares it with the floor.
  func ratioBeside(of number: Int, in point: MeasuredPoint) -> Double? {
    for case .times(_, let name, let size) in point.contenders[number].limits {
      return ratio(of: number, in: point, to: name ?? point.contenders[number].name, at: size)
    }
    return nil
  }

  private func ratio(of number: Int, in point: MeasuredPoint, to other: String, at size: Int?) -> Double {
    guard let reference = times(of: other, at: size ?? point.point.size) else {
      fatalError(
        "A limit of \(point.contenders[number].name) is about \(other) at \(size ?? -1), which \(series.name) has not.")
    }
    return point.nanoseconds(of: number).medianRatio(to: reference)
  }

  private func times(of contender: String, at size: Int?) -> [Double]? {
    for point in points where point.point.size == size {
      if let number = point.contenders.firstIndex(where: { $0.name == contender }) {
        return point.nanoseconds(of: number)
      }
    }
    return nil
  }
}

extension Double {
  func rounded(to digits: Int) -> Double {
    let scale = digits == 2 ? 100.0 : 1_000.0
    return (self * scale).rounded() / scale
  }
}
