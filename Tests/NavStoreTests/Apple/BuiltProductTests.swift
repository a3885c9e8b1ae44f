import Foundation
import Testing

@Suite struct BuiltProductTests {
  private struct Launch: CustomTestStringConvertible {
    let testDescription: String
    let arguments: [String]
    var environment: [String: String] = [:]
    var program: String?
    let expected: String
  }

  /// The helpers are those of SwiftPM (Sources/swiftpm-testing-helper) and of Xcode.
  private static let launches = [
    Launch(
      testDescription: "swift test on Linux", arguments: [".build/debug/AppPackageTests.xctest", "--filter", "A"],
      program: "/app/.build/x86_64-unknown-linux-gnu/debug/AppPackageTests.xctest",
      expected: "/app/.build/x86_64-unknown-linux-gnu/debug/tool"),
    Launch(
      testDescription: "swift test on macOS, Swift Testing",
      arguments: [
        "/Xcode/usr/libexec/swift/pm/swiftpm-testing-helper", "--test-bundle-path",
        "/app/.build/arm64-apple-macosx/debug/AppPackageTests.xctest/Contents/MacOS/AppPackageTests",
        "--filter", "A", "/app/.build/arm64-apple-macosx/debug/AppPackageTests.xctest/Contents/MacOS/AppPackageTests",
        "--testing-library", "swift-testing",
      ], expected: "/app/.build/arm64-apple-macosx/debug/tool"),
    Launch(
      testDescription: "swift test on macOS, XCTest",
      arguments: [
        "/Xcode/usr/bin/xctest", "-XCTest", "All", "/app/.build/arm64-apple-macosx/debug/AppPackageTests.xctest",
      ], expected: "/app/.build/arm64-apple-macosx/debug/tool"),
    Launch(
      testDescription: "Xcode",
      arguments: ["/Xcode/Platforms/MacOSX.platform/Developer/Library/Xcode/Agents/xctest"],
      environment: ["XCTestBundlePath": "/Derived/Build/Products/Debug/AppTests.xctest"],
      expected: "/Derived/Build/Products/Debug/tool"),
  ]

  @Test(arguments: launches)
  private func `a product is found beside the tests of each build system`(_ launch: Launch) {
    let found = BuiltProduct.candidates(
      "tool", arguments: launch.arguments, environment: launch.environment, program: launch.program)
    // Xcode also has programs with names of products, so its folders come last.
    let helper = found.firstIndex { $0.hasPrefix("/Xcode") } ?? found.endIndex
    #expect(found[..<helper].contains(launch.expected))
  }

  @Test func `the products of this build are found`() throws {
    #expect(try BuiltProduct.url("CrashWriter").lastPathComponent == "CrashWriter")
    #expect(throws: CocoaError.self) { try BuiltProduct.url("NoProduct") }
  }
}
