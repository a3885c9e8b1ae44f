import Foundation
import Testing

/// The process that is killed while it writes.
struct CrashWriter: Sendable {
  private let process = Process()
  private let pipe = Pipe()

  /// Where the build has put the executable: beside the tests'.
  static func executable() throws -> String {
    var places = [CommandLine.arguments[0]]
    if let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") { places.append(link) }
    for place in places {
      var folder = URL(fileURLWithPath: place).deletingLastPathComponent()
      // On Apple platforms the tests' executable lies deep in a bundle.
      for _ in 0..<5 {
        let candidate = folder.appendingPathComponent("CrashWriter").path
        if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
        folder.deleteLastPathComponent()
      }
    }
    throw CocoaError(.fileNoSuchFile)
  }

  init(_ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: try Self.executable())
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
  }

  /// What a writer prints until it ends by itself.
  static func output(_ arguments: [String]) async throws -> Data {
    try await blocking {
      let writer = try CrashWriter(arguments)
      let data = try writer.pipe.fileHandleForReading.readToEnd() ?? Data()
      writer.process.waitUntilExit()
      guard writer.process.terminationStatus == 0 else { throw CocoaError(.executableRuntimeMismatch) }
      return data
    }
  }

  /// Kills the writer some time after it has acknowledged that many saves, and returns the last revision it acknowledged.
  ///
  /// Blocks its thread.
  func kill(afterAcknowledgements count: Int, spinning spins: Int) throws -> Int? {
    let output = pipe.fileHandleForReading
    var data = Data()
    var lines = 0
    while lines < count {
      let more = output.availableData
      if more.isEmpty { break }
      lines += more.count { $0 == 0x0A }
      data += more
    }
    // A moment that no schedule of the writer can know.
    var spun = 0
    while spun < spins { spun += 1 }
    Foundation.kill(process.processIdentifier, SIGKILL)
    data += try output.readToEnd() ?? Data()
    process.waitUntilExit()
    // A line counts when it is complete.
    let complete = data[..<(data.lastIndex(of: 0x0A) ?? data.startIndex)]
    return complete.split(separator: 0x0A).last.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
  }
}

/// Runs what blocks on a thread that tasks do not need.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(with: Swift.Result { try body() }) }
  }
}
