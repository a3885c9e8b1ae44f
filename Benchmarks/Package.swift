// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that nothing that measures NavStore ever reaches a user of it. It has no other dependency:
// the harness that needs some is a package within this one.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Suites", targets: ["Suites"])],
  dependencies: [.package(name: "NavStore", path: "..")],
  targets: [
    .target(name: "AllocationCounter"),
    .target(
      name: "Suites",
      dependencies: [
        .product(name: "NavStore", package: "NavStore"), .product(name: "NavStoreTesting", package: "NavStore"),
      ]),
    .executableTarget(name: "Ratios", dependencies: ["Suites", "AllocationCounter"]),
    .executableTarget(name: "Chart"),
    .executableTarget(
      name: "HotPaths",
      dependencies: [
        .product(name: "NavStore", package: "NavStore"), .product(name: "NavStoreTesting", package: "NavStore"),
        "Suites", "AllocationCounter",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
