// swift-tools-version: 6.2

import PackageDescription

// A program of its own package, to be linked statically, where neither test framework is to be had.
let package = Package(
  name: "StaticReport",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "NavStore", path: "../..")],
  targets: [
    .executableTarget(
      name: "StaticReport", dependencies: [.product(name: "NavStoreTesting", package: "NavStore")])
  ],
  swiftLanguageModes: [.v6]
)
