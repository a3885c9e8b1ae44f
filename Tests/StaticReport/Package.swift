// swift-tools-version: 6.2

import PackageDescription

// A separate package that is linked statically, without either test framework.
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
