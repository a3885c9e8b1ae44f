import Foundation

/// The figures as `--json` writes them.
struct Results: Encodable {
  let rounds: Int
  let suites: [SuiteResult]
}

struct SuiteResult: Encodable {
  let name: String
  let series: [SeriesResult]

  init(_ measured: [MeasuredSeries]) {
    name = measured.first?.suite ?? ""
    series = measured.map(SeriesResult.init)
  }
}

struct SeriesResult: Encodable {
  let name: String
  /// The unit of the points' sizes.
  let axis: String?
  /// Whether the time includes waiting. Otherwise it is the time of one thread.
  let waits: Bool
  let points: [PointResult]
  /// The exponents of the powers with which the contenders' times grow with the size.
  let growth: [String: Double]

  init(_ measured: MeasuredSeries) {
    name = measured.series.name
    axis = measured.series.axis
    waits = measured.series.waits
    points = measured.points.map { PointResult($0, of: measured) }
    let sized = points.filter { $0.size ?? 0 > 0 }
    let names = Set(sized.flatMap { $0.contenders.map(\.name) })
    growth = Dictionary(
      uniqueKeysWithValues: names.compactMap { name in
        let times = sized.compactMap { point in
          point.contenders.first { $0.name == name }.map { (size: Double(point.size ?? 1), time: $0.nanoseconds) }
        }
        return Self.exponent(times).map { (name, $0) }
      })
  }

  /// The slope of the straight line through the logarithms, by least squares, or nil for fewer than three sizes.
  private static func exponent(_ times: [(size: Double, time: Double)]) -> Double? {
    guard times.count >= 3 else { return nil }
    let x = times.map { log($0.size) }
    let y = times.map { log($0.time) }
    let (meanX, meanY) = (x.reduce(0, +) / Double(x.count), y.reduce(0, +) / Double(y.count))
    let covariance = zip(x, y).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
    let variance = x.reduce(0) { $0 + ($1 - meanX) * ($1 - meanX) }
    return (covariance / variance).rounded(to: 3)
  }
}

struct PointResult: Encodable {
  let size: Int?
  let operations: Int
  /// The floor first.
  let contenders: [ContenderResult]

  init(_ measured: MeasuredPoint, of series: MeasuredSeries) {
    size = measured.point.size
    operations = measured.point.operations
    contenders = measured.contenders.indices.map { ContenderResult(measured, $0, of: series) }
  }
}

struct ContenderResult: Encodable {
  let name: String
  let isFloor: Bool
  /// The nanoseconds per operation, the median of the rounds.
  let nanoseconds: Double
  /// The first and the third quartile of the rounds.
  let quartiles: [Double]
  /// The ratio to the floor: the median of the ratios of the rounds, and not the ratio of the medians.
  let ratio: Double
  /// The ratio of the fastest rounds. If it differs much from `ratio`, the machine was busy.
  let ratioAtBest: Double
  /// The ratio to the reference of its limit, such as another size, computed like `ratio`. It is nil without such a
  /// limit.
  let ratioBeside: Double?
  /// The allocations per operation, or nil if they cannot be counted.
  let allocations: Double?

  init(_ measured: MeasuredPoint, _ number: Int, of series: MeasuredSeries) {
    let times = measured.nanoseconds(of: number)
    let sorted = times.sorted()
    name = measured.contenders[number].name
    isFloor = number == 0
    nanoseconds = times.median.rounded(to: 2)
    quartiles = [sorted[sorted.count / 4], sorted[sorted.count * 3 / 4]].map { $0.rounded(to: 2) }
    ratio = times.medianRatio(to: measured.nanoseconds(of: 0)).rounded(to: 3)
    ratioAtBest = (sorted[0] / (measured.nanoseconds(of: 0).min() ?? sorted[0])).rounded(to: 3)
    ratioBeside = series.ratioBeside(of: number, in: measured)?.rounded(to: 3)
    allocations = measured.allocations(of: number)?.rounded(to: 3)
  }
}
