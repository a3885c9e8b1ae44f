// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that nothing that measures NavStore ever reaches a user of it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "NavStore", path: "..")],
  targets: [
    .target(name: "AllocationCounter"),
    .target(name: "Workload", dependencies: [.product(name: "NavStore", package: "NavStore")]),
    .executableTarget(
      name: "StoreRatios",
      dependencies: [
        .product(name: "NavStore", package: "NavStore"), .product(name: "NavStoreTesting", package: "NavStore"),
        "AllocationCounter", "Workload",
      ]),
    .executableTarget(
      name: "ExplorerSpeed",
      dependencies: [
        .product(name: "NavStore", package: "NavStore"), .product(name: "NavStoreTesting", package: "NavStore"),
      ]),
    .executableTarget(
      name: "LinkSpeed", dependencies: [.product(name: "NavStore", package: "NavStore"), "Workload"]),
    .executableTarget(
      name: "SaveSpeed", dependencies: [.product(name: "NavStore", package: "NavStore"), "Workload"]),
    .executableTarget(
      name: "LogRatios", dependencies: [.product(name: "NavStore", package: "NavStore"), "Workload"]),
  ],
  swiftLanguageModes: [.v6]
)
