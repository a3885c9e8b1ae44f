// swift-tools-version: 6.2

import PackageDescription

// The smallest app. Its size and build time are what NavStore adds to an app.
let package = Package(
  name: "Client",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "NavStore", path: "../..")],
  targets: [
    .executableTarget(name: "Client", dependencies: [.product(name: "NavStoreCore", package: "NavStore")])
  ],
  swiftLanguageModes: [.v6]
)
