import Benchmark
import Suites

/// Registers every contender of every suite, the floors too, with the benchmark package.
///
///     swift package --package-path Benchmarks/Harness benchmark
///     swift package --package-path Benchmarks/Harness benchmark --filter "store/send/.*"
///
/// An iteration is one run of the contender. Its name contains the number of operations. The results of runs are not
/// compared here, because the package runs one contender after another. `Ratios` compares them. It also counts
/// allocations, which the package cannot do without its traits.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Benchmark.Configuration(
    metrics: [.wallClock, .throughput, .instructions], timeUnits: .microseconds, warmupIterations: 1,
    maxDuration: .milliseconds(300), maxIterations: 100)
  for suite in Suite.all {
    for series in suite.series where !series.isLong {
      for point in series.points {
        let size = point.size.map { size in "/\(series.axis ?? "size") \(size)" } ?? ""
        for contender in [point.floor] + point.contenders {
          Benchmark("\(suite.name)/\(series.name)\(size)/\(contender.name), \(point.operations) operations") {
            (benchmark: Benchmark) async throws -> Void in
            let run = try await contender.prepare()
            benchmark.startMeasurement()
            let result =
              switch run.work {
              case .atOnce(let work): try work()
              case .waiting(let work): try await work()
              }
            benchmark.stopMeasurement()
            blackHole(try await result())
          }
        }
      }
    }
  }
}
