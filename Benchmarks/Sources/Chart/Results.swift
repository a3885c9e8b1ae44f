/// The part of the output of `Ratios --json` that the chart shows.
struct Results: Decodable {
  struct Suite: Decodable {
    let name: String
    let series: [Series]
  }

  struct Series: Decodable {
    let name: String
    let axis: String?
    let points: [Point]
    /// The exponent of each contender's growth with the size.
    let growth: [String: Double]
  }

  struct Point: Decodable {
    let size: Int?
    let contenders: [Contender]
  }

  struct Contender: Decodable {
    let name: String
    let isFloor: Bool
    let nanoseconds: Double
    let ratio: Double
    let ratioBeside: Double?
    let allocations: Double?
  }

  /// An error for a measured suite that lacks the values of the chart.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// The suites that the picture shows.
  static let suitesOfPicture = [
    "store", "navigation", "streams", "persistence", "log", "links", "undo", "teststore", "explorer",
  ]

  let rounds: Int
  let suites: [Suite]

  /// Returns a series of a suite, or nil if the suite was not measured.
  func series(_ name: String, of suite: String) throws -> Series? {
    guard let suite = suites.first(where: { $0.name == suite }) else { return nil }
    guard let series = suite.series.first(where: { $0.name == name }) else {
      throw Missing(description: "The suite \(suite.name) has no series \"\(name)\".")
    }
    return series
  }
}

extension Results.Series {
  /// Returns the point of a contender at a size.
  func contender(_ name: String, at size: Int? = nil) throws -> Results.Contender {
    for point in points where point.size == size {
      if let contender = point.contenders.first(where: { $0.name == name }) { return contender }
    }
    let place = size.map { " at \($0)" } ?? ""
    throw Results.Missing(description: "The series \"\(self.name)\" has no \"\(name)\"\(place).")
  }

  /// Returns the ratio of a contender's time at a size to the reference of its limit.
  func ratioBeside(_ name: String, at size: Int) throws -> Double {
    guard let ratio = try contender(name, at: size).ratioBeside else {
      throw Results.Missing(description: "\"\(name)\" at \(size) of \"\(self.name)\" is compared with nothing.")
    }
    return ratio
  }
}
