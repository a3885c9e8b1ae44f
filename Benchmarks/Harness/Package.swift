// swift-tools-version: 6.2

import PackageDescription

// The suites with ordo-one's benchmark package, for percentiles and baselines. A separate package, because its
// dependencies and their plugins take about as long to build as everything that CI measures. Without its traits the
// package counts no allocations. `Ratios` does.
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
