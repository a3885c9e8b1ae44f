import Foundation
import Testing

/// The process that is killed while it writes.
struct CrashWriter: Sendable {
  private let process = Process()
  private let pipe = Pipe()

  init(_ arguments: [String]) throws {
    process.executableURL = try BuiltProduct.url("CrashWriter")
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

  /// Kills the writer some time after it has acknowledged that many saves, and returns the revisions it acknowledged.
  ///
  /// Blocks its thread.
  func kill(afterAcknowledgements count: Int, spinning spins: Int) throws -> [Int] {
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
    return complete.split(separator: 0x0A).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  // MARK: - Line by line

  var processID: Int32 { process.processIdentifier }

  /// The next line that the writer prints, or what it printed before its end. Blocks its thread.
  func nextLine() -> String {
    var line = Data()
    while let byte = try? pipe.fileHandleForReading.read(upToCount: 1), byte.first != 0x0A, !byte.isEmpty {
      line += byte
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// What is printed until the writer ends. Blocks its thread.
  func rest() -> String {
    String(decoding: (try? pipe.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
  }

  /// Kills the writer, if it still runs, and waits for its end. Blocks its thread.
  func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
