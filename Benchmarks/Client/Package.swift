// swift-tools-version: 6.2

import PackageDescription

// The smallest app: what it takes to be built, and how large it is, is what NavStore adds to one.
let package = Package(
  name: "Client",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "NavStore", path: "../..")],
  targets: [
    .executableTarget(name: "Client", dependencies: [.product(name: "NavStoreCore", package: "NavStore")])
  ],
  swiftLanguageModes: [.v6]
)
