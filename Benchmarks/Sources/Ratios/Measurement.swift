import AllocationCounter
import Suites

/// Runs the contenders of a suite by turns, so that a change of the machine's speed falls on all of them alike.
struct Measurement {
  let rounds: Int
  let isLong: Bool

  /// Throws what a contender throws, and ``WorkNotDone`` when one comes to another result than its floor.
  func measure(_ suite: Suite) async throws -> [MeasuredSeries] {
    var measured = suite.series.filter { isLong || !$0.isLong }.map { MeasuredSeries(suite: suite.name, series: $0) }
    // The first round makes files, fills caches and is not counted, unless there is no other.
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
      // Every second round backwards: what comes after something expensive is not always the same.
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
      // Its parts may run on several threads.
      try WorkNotDone.unless(waits, "It waits for tasks, and its series does not say so.")
      let meter = Meter(ofThread: false)
      result = try await work()
      sample = meter.sample
    }
    return (sample, try await result())
  }
}

/// A series with what its runs took.
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

/// A size of a series with what its runs took.
struct MeasuredPoint {
  let point: Point
  /// The floor first.
  let contenders: [Contender]
  /// Of each contender, a sample each round.
  var samples: [[Sample]]

  init(_ point: Point) {
    self.point = point
    contenders = [point.floor] + point.contenders
    samples = contenders.map { _ in [] }
  }

  /// The nanoseconds an operation of a contender, a number each round.
  func nanoseconds(of contender: Int) -> [Double] {
    samples[contender].map { $0.nanoseconds / Double(point.operations) }
  }

  /// The fewest allocations an operation of a contender in any round; nil where they cannot be counted.
  ///
  /// The fewest, because now and then the runtime allocates something that it keeps.
  func allocations(of contender: Int) -> Double? {
    guard allocation_count() >= 0 else { return nil }
    return samples[contender].map(\.allocations).min().map { Double($0) / Double(point.operations) }
  }
}

extension [Double] {
  /// The middle of the values, which no single slow one moves.
  var median: Double { sorted()[count / 2] }

  /// The middle of the quotients of values of the same round.
  func medianRatio(to others: [Double]) -> Double { zip(self, others).map { $0 / $1 }.median }
}
