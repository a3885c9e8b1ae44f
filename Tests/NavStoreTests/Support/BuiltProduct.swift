import Foundation

/// An executable of this package, which the build places next to the tests.
enum BuiltProduct {
  /// The file name of the program that runs the tests, on Linux. Build systems name it differently.
  static var runningName: String {
    get throws {
      let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(fileURLWithPath: path).lastPathComponent
    }
  }

  static func url(_ name: String) throws -> URL {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let paths = candidates(
      name, arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment, program: program)
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name])
    }
    return URL(fileURLWithPath: path)
  }

  /// Returns the paths that a product may have, the most likely ones first.
  ///
  /// On Linux, the program itself contains the tests. On a Mac, a program of Xcode loads a bundle: `swift test` passes
  /// the executable of the bundle after `--test-bundle-path` (Swift Testing) or the bundle as the last argument
  /// (XCTest), and Xcode sets `XCTestBundlePath`.
  static func candidates(
    _ name: String, arguments: [String], environment: [String: String], program: String?
  ) -> [String] {
    var tests = zip(arguments, arguments.dropFirst()).filter { $0.0 == "--test-bundle-path" }.map(\.1)
    tests += [arguments.dropFirst().last { $0.hasSuffix(".xctest") }, environment["XCTestBundlePath"], program]
      .compactMap(\.self)
    tests += arguments.prefix(1)
    return tests.flatMap { path in
      // The executable of the tests is deep inside its bundle.
      sequence(first: URL(fileURLWithPath: path).deletingLastPathComponent()) { $0.deletingLastPathComponent() }
        .prefix(5).map { $0.appendingPathComponent(name).path }
    }
  }
}
