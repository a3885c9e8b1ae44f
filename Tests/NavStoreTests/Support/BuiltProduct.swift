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
    var places = [CommandLine.arguments[0]]
    if let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") { places.append(link) }
    for place in places {
      var folder = URL(fileURLWithPath: place).deletingLastPathComponent()
      // On Apple platforms the tests' executable is deep inside a bundle.
      for _ in 0..<5 {
        let candidate = folder.appendingPathComponent(name)
        if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
        folder.deleteLastPathComponent()
      }
    }
    throw CocoaError(.fileNoSuchFile)
  }
}
