// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]

let navStore = Target.Dependency.product(name: "NavStore", package: "NavStore")
let testing = Target.Dependency.product(name: "NavStoreTesting", package: "NavStore")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

// A separate package, so that NavStore has no dependencies: see Docs/Decisions/0047-integrations.md.
let package = Package(
  name: "Integrations",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "NavStoreLogging", targets: ["NavStoreLogging"]),
    .library(name: "NavStoreMetrics", targets: ["NavStoreMetrics"]),
    .library(name: "NavStoreTracing", targets: ["NavStoreTracing"]),
    .library(name: "NavStoreServiceLifecycle", targets: ["NavStoreServiceLifecycle"]),
    .library(name: "NavStoreGRDB", targets: ["NavStoreGRDB"]),
  ],
  dependencies: [
    .package(name: "NavStore", path: ".."),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // Names of actions and of results of links, without values of the app. Not a product.
    .target(name: "Names", dependencies: [navStore], swiftSettings: settings),
    .target(name: "NavStoreLogging", dependencies: [navStore, "Names", logging], swiftSettings: settings),
    .target(name: "NavStoreMetrics", dependencies: [navStore, "Names", metrics], swiftSettings: settings),
    .target(name: "NavStoreTracing", dependencies: [navStore, tracing], swiftSettings: settings),
    .target(name: "NavStoreServiceLifecycle", dependencies: [navStore, lifecycle], swiftSettings: settings),
    .target(name: "NavStoreGRDB", dependencies: [navStore, grdb], swiftSettings: settings),
    // The app of the tests and of README.
    .target(name: "Player", dependencies: [navStore], path: "Tests/Player", swiftSettings: settings),
    .testTarget(
      name: "LoggingTests",
      dependencies: ["NavStoreLogging", "Player", testing, .product(name: "InMemoryLogging", package: "swift-log")],
      swiftSettings: settings),
    .testTarget(
      name: "MetricsTests",
      dependencies: ["NavStoreMetrics", "Player", testing, .product(name: "MetricsTestKit", package: "swift-metrics")],
      swiftSettings: settings),
    .testTarget(
      name: "TracingTests",
      dependencies: [
        "NavStoreTracing", "Player", testing,
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
      ], swiftSettings: settings),
    .testTarget(
      name: "ServiceLifecycleTests",
      dependencies: [
        "NavStoreServiceLifecycle", "Player", testing, logging,
        .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ], swiftSettings: settings),
    // The process that the crash tests kill while it writes.
    .executableTarget(
      name: "GRDBWriter", dependencies: ["NavStoreGRDB", "NumberedApp", navStore, grdb], path: "Tests/GRDBWriter",
      swiftSettings: settings),
    .target(
      name: "NumberedApp", dependencies: ["NavStoreGRDB", navStore, grdb], path: "Tests/NumberedApp",
      swiftSettings: settings),
    .testTarget(
      name: "GRDBTests", dependencies: ["NavStoreGRDB", "NumberedApp", "GRDBWriter", "Player", testing],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
