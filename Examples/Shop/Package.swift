// swift-tools-version: 6.2

import PackageDescription

// What the app is made of, without its views. `Shop.xcodeproj` builds the app.
let package = Package(
  name: "Shop",
  platforms: [.macOS(.v14), .iOS(.v17), .visionOS(.v1)],
  products: [.library(name: "ShopCore", targets: ["ShopCore"])],
  dependencies: [.package(name: "NavStore", path: "../..")],
  targets: [
    // State, actions, rules, links and saving. It has no views, so its tests run on Linux, too.
    .target(name: "ShopCore", dependencies: [.product(name: "NavStore", package: "NavStore")]),
    .testTarget(
      name: "ShopCoreTests",
      dependencies: ["ShopCore", .product(name: "NavStoreTesting", package: "NavStore")],
      exclude: ["Contracts"]),
  ],
  swiftLanguageModes: [.v6]
)
