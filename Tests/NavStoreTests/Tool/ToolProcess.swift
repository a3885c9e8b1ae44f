import Foundation
import Testing

/// The built `navtool`, or another program of the package, as a child process.
final class ToolProcess: @unchecked Sendable {
  // Unchecked because a test uses it from one task at a time.
  struct Result {
    /// The exit status. After a signal it is 128 and the number of the signal, as in a shell.
    let status: Int32
    let output: String
    let errors: String
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()
  private var unreadOutput = ""

  /// Starts the tool.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - product: The name of the program.
  ///   - environment: Variables in addition to those of the tests.
  ///   - isDiskFull: Whether every write to a file fails.
  ///   - script: A shell script that runs the tool as `"$0" "$@"`, or `nil` to run the tool directly.
  init(
    _ arguments: [String], product: String = "navtool", environment: [String: String] = [:],
    isDiskFull: Bool = false, script: String? = nil
  ) throws {
    // A tool that ends before it has read its input must not end the tests.
    Foundation.signal(SIGPIPE, SIG_IGN)
    let binary = try BuiltProduct.url(product)
    if let script = isDiskFull ? #"trap '' XFSZ; ulimit -f 0; exec "$0" "$@""# : script {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", script, binary.path] + arguments
    } else {
      process.executableURL = binary
      process.arguments = arguments
    }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// Runs the tool and waits for its end.
  static func run(
    _ arguments: [String], product: String = "navtool", input: String = "", environment: [String: String] = [:],
    isDiskFull: Bool = false
  ) async throws -> Result {
    try await run(
      arguments, product: product, bytes: Array(input.utf8), environment: environment, isDiskFull: isDiskFull)
  }

  static func run(
    _ arguments: [String], product: String = "navtool", bytes: [UInt8], environment: [String: String] = [:],
    isDiskFull: Bool = false
  ) async throws -> Result {
    let tool = try ToolProcess(arguments, product: product, environment: environment, isDiskFull: isDiskFull)
    await tool.send(bytes)
    return await tool.finish()
  }

  func send(_ text: String) async {
    await send(Array(text.utf8))
  }

  func send(_ bytes: [UInt8]) async {
    await blocking { try? self.input.fileHandleForWriting.write(contentsOf: Data(bytes)) }
  }

  /// Reads until the output contains the text.
  ///
  /// - Returns: The unread output up to the end of the text, or `nil` if the output ends without it.
  @discardableResult
  func readOutput(until text: String) async -> String? {
    await blocking {
      while true {
        if let range = self.unreadOutput.range(of: text) {
          let result = String(self.unreadOutput[..<range.upperBound])
          self.unreadOutput.removeSubrange(..<range.upperBound)
          return result
        }
        let data = self.output.fileHandleForReading.availableData
        if data.isEmpty { return nil }
        self.unreadOutput += String(decoding: data, as: UTF8.self)
      }
    }
  }

  /// Closes the reading end of the tool's output.
  func closeOutput() {
    try? output.fileHandleForReading.close()
  }

  func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// Ends the input and waits for the end of the process.
  func finish() async -> Result {
    try? input.fileHandleForWriting.close()
    // Both are read concurrently, because a process waits if one of its pipes is full.
    async let errors = blocking { (try? self.errors.fileHandleForReading.readToEnd()) ?? Data() }
    async let output = blocking { (try? self.output.fileHandleForReading.readToEnd()) ?? Data() }
    let (errorData, outputData) = await (errors, output)
    return await blocking {
      self.process.waitUntilExit()
      let status = self.process.terminationStatus
      return Result(
        status: self.process.terminationReason == .exit ? status : 128 + status,
        output: self.unreadOutput + String(decoding: outputData, as: UTF8.self),
        errors: String(decoding: errorData, as: UTF8.self))
    }
  }
}
