import AllocationCounter
import Suites

/// Runs the contenders of a suite in turns, so that a change of the machine's speed affects all of them equally.
struct Measurement {
  let rounds: Int
  let isLong: Bool

  /// - Throws: The error of a contender, or ``WorkNotDone`` if the result of a contender differs from that of its
  ///   floor.
  func measure(_ suite: Suite) async throws -> [MeasuredSeries] {
    var measured = suite.series.filter { isLong || !$0.isLong }.map { MeasuredSeries(suite: suite.name, series: $0) }
    // The first round creates files and fills caches. It is not counted unless it is the only one.
    for round in (rounds == 1 ? 1 : 0)...rounds {
      for index in measured.indices {
        for _ in 0..<(round == 0 ? 1 : measured[index].series.roundsPerRound) {
          try await run(&measured[index], round: round)
        }
      }
    }
    return measured
  }

  private func run(_ measured: inout MeasuredSeries, round: Int) async throws {
    for index in measured.points.indices {
      let contenders = measured.points[index].contenders
      var results = [AnyHashable?](repeating: nil, count: contenders.count)
      // Every second round runs backwards, so that the same contender does not always follow an expensive one.
      for number in round.isMultiple(of: 2) ? Array(contenders.indices) : contenders.indices.reversed() {
        let sample: Sample
        do {
          (sample, results[number]) = try await Self.run(contenders[number], waits: measured.series.waits)
        } catch {
          throw WorkNotDone("\(measured.suite): \(measured.series.name): \(contenders[number].name): \(error)")
        }
        if round > 0 { measured.points[index].samples[number].append(sample) }
      }
      for (contender, result) in zip(contenders, results) where result != nil && result != results[0] {
        throw WorkNotDone(
          "\(measured.suite): \(measured.series.name): \(contender.name) comes to another result than the floor.")
      }
    }
  }

  private static func run(_ contender: Contender, waits: Bool) async throws -> (Sample, AnyHashable?) {
    let run = try await contender.prepare()
    let result: Run.Result
    let sample: Sample
    switch run.work {
    case .atOnce(let work):
      let meter = Meter(ofThread: !waits)
      result = try work()
      sample = meter.sample
    case .waiting(let work):
      // The parts of the work may run on several threads.
      try WorkNotDone.unless(waits, "It waits for tasks, and its series does not say so.")
      let meter = Meter(ofThread: false)
      result = try await work()
      sample = meter.sample
    }
    return (sample, try await result())
  }
}

/// A series with its measurements.
struct MeasuredSeries {
  let suite: String
  let series: Series
  var points: [MeasuredPoint]

  init(suite: String, series: Series) {
    self.suite = suite
    self.series = series
    points = series.points.map(MeasuredPoint.init)
  }
}

/// A size of a series with its measurements.
struct MeasuredPoint {
  let point: Point
  /// The floor first.
  let contenders: [Contender]
  /// A sample for each round, by contender.
  var samples: [[Sample]]

  init(_ point: Point) {
    self.point = point
    contenders = [point.floor] + point.contenders
    samples = contenders.map { _ in [] }
  }

  /// The nanoseconds per operation of a contender, a number for each round.
  func nanoseconds(of contender: Int) -> [Double] {
    samples[contender].map { $0.nanoseconds / Double(point.operations) }
  }

  /// The fewest allocations per operation of a contender in any round, or nil if they cannot be counted.
  ///
  /// The minimum, because the runtime sometimes allocates memory that it keeps.
  func allocations(of contender: Int) -> Double? {
    guard allocation_count() >= 0 else { return nil }
    return samples[contender].map(\.allocations).min().map { Double($0) / Double(point.operations) }
  }
}

extension [Double] {
  /// The median of the values.
  var median: Double { sorted()[count / 2] }

  /// The median of the quotients of values of the same round.
  func medianRatio(to others: [Double]) -> Double { zip(self, others).map { $0 / $1 }.median }
}
