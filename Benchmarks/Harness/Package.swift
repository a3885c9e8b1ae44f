// swift-tools-version: 6.2

import PackageDescription

// The suites under ordo-one's benchmark package: percentiles, baselines and comparisons of them. A package of its own,
// because its dependencies and their plugins take about as long to build as everything that CI measures. Without the
// traits it interposes nothing: allocations are counted by `Ratios`.
let package = Package(
  name: "Harness",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Benchmarks", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.0", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "NavStoreBenchmarks",
      dependencies: [
        .product(name: "Suites", package: "Benchmarks"), .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/NavStore",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ],
  swiftLanguageModes: [.v6]
)
