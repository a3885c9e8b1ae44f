// swift-tools-version: 6.2

import PackageDescription

// What the app is made of, without its views. `.ci/typecheck-apple` checks the views.
let package = Package(
  name: "Mail",
  platforms: [.macOS(.v14), .iOS(.v17), .visionOS(.v1)],
  products: [.library(name: "MailCore", targets: ["MailCore"])],
  dependencies: [.package(name: "NavStore", path: "../..")],
  targets: [
    // State, actions, rules, links and saving. It has no views, so its tests run on Linux, too.
    .target(name: "MailCore", dependencies: [.product(name: "NavStore", package: "NavStore")]),
    .testTarget(
      name: "MailCoreTests",
      dependencies: ["MailCore", .product(name: "NavStoreTesting", package: "NavStore")]),
  ],
  swiftLanguageModes: [.v6]
)
