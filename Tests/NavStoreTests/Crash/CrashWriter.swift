import Foundation
import Testing

/// A process that the crash tests kill while it writes.
struct CrashWriter: Sendable {
  private let process = Process()
  private let pipe = Pipe()

  init(_ arguments: [String]) throws {
    process.executableURL = try BuiltProduct.url("CrashWriter")
    process.arguments = arguments
    // Otherwise, the runtime may suspend a crashed process to print a backtrace.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardOutput = pipe
    try process.run()
  }

  /// Returns the complete output of a writer that exits without being killed.
  static func output(_ arguments: [String]) async throws -> Data {
    try await blocking {
      let writer = try CrashWriter(arguments)
      let data = try writer.pipe.fileHandleForReading.readToEnd() ?? Data()
      writer.process.waitUntilExit()
      guard writer.process.terminationStatus == 0 else { throw CocoaError(.executableRuntimeMismatch) }
      return data
    }
  }

  /// Kills the writer some time after it has acknowledged `count` saves.
  ///
  /// Blocks the calling thread. `willKill` is called immediately before the signal is sent.
  ///
  /// - Returns: The revisions that the writer acknowledged.
  func kill(
    afterAcknowledgements count: Int, spinning spins: Int, signal: Int32 = SIGKILL, willKill: () -> Void = {}
  ) throws -> [Int] {
    let output = pipe.fileHandleForReading
    var data = Data()
    var lines = 0
    while lines < count {
      let more = output.availableData
      if more.isEmpty { break }
      lines += more.count { $0 == 0x0A }
      data += more
    }
    // The instant of the kill does not depend on the writer's schedule.
    var spun = 0
    while spun < spins { spun += 1 }
    willKill()
    Foundation.kill(process.processIdentifier, signal)
    data += try output.readToEnd() ?? Data()
    process.waitUntilExit()
    // An incomplete last line does not count.
    let complete = data[..<(data.lastIndex(of: 0x0A) ?? data.startIndex)]
    return complete.split(separator: 0x0A).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  // MARK: - Line by line

  var processID: Int32 { process.processIdentifier }

  /// Returns the next line that the writer prints, or an incomplete line if the writer ends. Blocks the calling thread.
  func nextLine() -> String {
    var line = Data()
    while let byte = try? pipe.fileHandleForReading.read(upToCount: 1), byte.first != 0x0A, !byte.isEmpty {
      line += byte
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Returns everything that the writer prints before it ends. Blocks the calling thread.
  func rest() -> String {
    String(decoding: (try? pipe.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
  }

  /// Kills the writer, if it is running, and waits for its end. Blocks the calling thread.
  func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
