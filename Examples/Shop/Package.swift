// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Shop",
  platforms: [.macOS(.v14), .iOS(.v17), .visionOS(.v1)],
  dependencies: [.package(name: "NavStore", path: "../..")],
  targets: [
    // State, actions, rules, links and saving. It has no views, so its tests run on Linux, too.
    .target(name: "ShopCore", dependencies: [.product(name: "NavStore", package: "NavStore")]),
    .executableTarget(name: "Shop", dependencies: ["ShopCore"]),
    .testTarget(
      name: "ShopCoreTests",
      dependencies: ["ShopCore", .product(name: "NavStoreTesting", package: "NavStore")]),
  ],
  swiftLanguageModes: [.v6]
)
