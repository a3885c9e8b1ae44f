import Foundation

/// A process that writes to a database, and that a test kills.
struct WriterProcess: Sendable {
  private let process = Process()
  private let pipe = Pipe()

  init(_ arguments: [String]) throws {
    process.executableURL = try Self.program()
    process.arguments = arguments
    // Otherwise, the runtime may suspend a crashed process to print a backtrace.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardOutput = pipe
    try process.run()
  }

  var id: Int32 { process.processIdentifier }

  /// The build places the program next to the tests.
  private static func program() throws -> URL {
    let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folders = ([tests].compactMap(\.self) + CommandLine.arguments).flatMap { path in
      sequence(first: URL(fileURLWithPath: path).deletingLastPathComponent()) { $0.deletingLastPathComponent() }
        .prefix(5)
    }
    let programs = folders.map { $0.appendingPathComponent("GRDBWriter") }
    guard let program = programs.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      throw CocoaError(.fileNoSuchFile)
    }
    return program
  }

  /// Returns the next line that the process prints, or an incomplete line if it ends. Blocks the calling thread.
  func nextLine() -> String {
    var line = Data()
    while let byte = try? pipe.fileHandleForReading.read(upToCount: 1), byte.first != 0x0A, !byte.isEmpty {
      line += byte
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Kills the process at a random instant of the work that follows its first `count` lines. Blocks the calling thread.
  ///
  /// - Returns: The numbers in all complete lines.
  func kill(afterLines count: Int) throws -> [Int] {
    var lines: [String] = []
    var last = ContinuousClock.now
    var interval = Duration.milliseconds(100)
    while lines.count < count {
      let line = nextLine()
      if line.isEmpty { break }
      lines.append(line)
      interval = ContinuousClock.now - last
      last = .now
    }
    // The next line takes about as long as the last one. The time decides only what the process does when it is killed.
    let end = last + interval * .random(in: 0...1.5)
    while ContinuousClock.now < end {}
    kill()
    let rest = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    // An incomplete last line does not count.
    lines += rest.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0) }
    return lines.compactMap { Int($0) }
  }

  /// Kills the process, if it is running, and waits for its end. Blocks the calling thread.
  func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}

/// Runs a function that blocks on a thread that does not run Swift tasks.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(with: Swift.Result { try body() }) }
  }
}

/// A folder that is removed with this object.
final class TemporaryFolder: Sendable {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("navstore-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// The names of the files, sorted.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

  /// The size of the file, or 0.
  func size(_ name: String) -> Int { (try? Data(contentsOf: url.appendingPathComponent(name)))?.count ?? 0 }
}
