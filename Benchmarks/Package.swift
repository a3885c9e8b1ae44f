// swift-tools-version: 6.2

import PackageDescription

// A separate package, so that users of NavStore never build its benchmarks. NavStore is its only dependency: the
// harness, which has others, is a package inside this one.
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
