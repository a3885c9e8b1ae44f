// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

// A resource adds a bundle and the code that finds it. Only the tools of Apple's platforms use this one.
#if os(macOS)
  let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
  let notOnThisHost: [String] = []
#else
  let privacyManifest: [Resource] = []
  let notOnThisHost = ["PrivacyInfo.xcprivacy"]
#endif

// The platforms that run the programs of the tests.
let programs: [Platform] = [.macOS, .linux]

let package = Package(
  name: "NavStore",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "NavStore", targets: ["NavStore"]),
    .library(name: "NavStoreCore", targets: ["NavStoreCore"]),
    .library(name: "NavStoreTesting", targets: ["NavStoreTesting"]),
    .executable(name: "navtool", targets: ["NavStoreTool"]),
  ],
  targets: [
    // The store and the navigation, without Foundation, for programs that must be small. It uses no other target.
    .target(name: "NavStoreCore", path: "Sources/NavStore/Core", swiftSettings: settings),
    .target(
      name: "NavStore", dependencies: ["NavStoreCore"], exclude: ["Core"] + notOnThisHost, resources: privacyManifest,
      swiftSettings: settings),
    .target(name: "NavStoreTesting", dependencies: ["NavStore", "NavStoreInspection"], swiftSettings: settings),
    // Code that the testing tools and the command share and that no app contains: differences of values, values as
    // source code, shrinking, graphs, a manual clock. It is not a product.
    .target(
      name: "NavStoreInspection", dependencies: ["NavStore", "NavStoreReportPage"], exclude: ["ReportPage"],
      swiftSettings: settings),
    // The HTML, CSS and JavaScript of the session report, which a C file embeds. A resource would need its bundle beside
    // each program: see Docs/Decisions/0039-session-report.md.
    .target(
      name: "NavStoreReportPage", path: "Sources/NavStoreInspection/ReportPage",
      exclude: ["Model", "Styles", "Views", "main.js", "page.html"]),
    .executableTarget(name: "NavStoreTool", dependencies: ["NavStore", "NavStoreInspection"], swiftSettings: settings),
    // The states that the crash tests and the process that they kill save. Not part of a product.
    .target(
      name: "NumberedStates", dependencies: ["NavStore"], path: "Tests/NumberedStates", swiftSettings: settings),
    // The process that the crash tests kill while it writes. Not part of a product.
    .executableTarget(
      name: "CrashWriter", dependencies: ["NavStore", "NumberedStates"], path: "Tests/CrashWriter",
      swiftSettings: settings),
    // A program that uses the testing tools outside a test. Not part of a product. It is empty for devices, where only
    // the bundle of a test can link XCTest.
    .executableTarget(
      name: "ReportWriter",
      dependencies: [
        .target(name: "NavStore", condition: .when(platforms: programs)),
        .target(name: "NavStoreTesting", condition: .when(platforms: programs)),
      ], path: "Tests/ReportWriter", swiftSettings: settings),
    .testTarget(
      name: "NavStoreTests",
      dependencies: [
        "NavStore", "NavStoreCore", "NavStoreTesting", "NavStoreInspection", "NavStoreTool", "NumberedStates",
        "CrashWriter",
        "ReportWriter",
      ],
      exclude: ["RecordedFormats/Recorded", "Conformance/Cases", "Documentation/ReleaseContracts/Contracts"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
