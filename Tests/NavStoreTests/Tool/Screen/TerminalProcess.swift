import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The built `navtool` on a pseudo terminal, which a test controls.
final class TerminalProcess: @unchecked Sendable {
  // Unchecked because a test uses it from one task at a time.
  private let process = Process()
  private let master: FileHandle
  private let modesBefore: [UInt8]
  private(set) var unreadOutput = ""

  init(
    _ arguments: [String], columns: UInt16 = 80, rows: UInt16 = 24, environment: [String: String] = [:]
  ) throws {
    var (number, other): (Int32, Int32) = (-1, -1)
    guard openpty(&number, &other, nil, nil, nil) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    for end in [number, other] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    master = FileHandle(fileDescriptor: number, closeOnDealloc: true)
    let slave = FileHandle(fileDescriptor: other, closeOnDealloc: true)
    modesBefore = Self.modes(of: number)
    process.executableURL = try BuiltProduct.url("navtool")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["TERM": "xterm", "SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(environment) { $1 }
    process.standardInput = slave
    process.standardOutput = slave
    process.standardError = slave
    resize(columns: columns, rows: rows, sendsSignal: false)
    try process.run()
    // Now only the process has this end open, so the output ends with the process.
    try slave.close()
  }

  // MARK: Input and output

  func type(_ text: String) {
    try? master.write(contentsOf: Data(text.utf8))
  }

  /// Reads until the output contains the text.
  ///
  /// - Returns: The unread output up to the end of the text, or `nil` if the output ends without it.
  @discardableResult
  func readOutput(until text: String) async -> String? {
    await waiting {
      while true {
        if let range = self.unreadOutput.range(of: text) {
          let result = String(self.unreadOutput[..<range.upperBound])
          self.unreadOutput.removeSubrange(..<range.upperBound)
          return result
        }
        guard let bytes = self.read() else { return nil }
        self.unreadOutput += String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  /// Runs a closure that waits for the process. If the test is cancelled after its timeout, the process is killed.
  private func waiting<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withTaskCancellationHandler {
      await blocking(body)
    } onCancel: {
      signal(SIGKILL)
    }
  }

  /// Waits for output. Returns `nil` after the process has ended and all output is read.
  private func read() -> [UInt8]? {
    let bytes = master.availableBytes
    return bytes.isEmpty ? nil : bytes
  }

  func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// Waits until a signal has stopped the process.
  func waitUntilStopped() async {
    let identifier = process.processIdentifier
    await blocking {
      var information = siginfo_t()
      _ = waitid(P_PID, id_t(identifier), &information, WSTOPPED | WEXITED | WNOWAIT)
    }
  }

  func resize(columns: UInt16, rows: UInt16, sendsSignal: Bool = true) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master.fileDescriptor, UInt(TIOCSWINSZ), &size)
    // The system sends this signal only to processes in the session of the terminal, and the process is in another
    // session.
    if sendsSignal { signal(SIGWINCH) }
  }

  /// Closes the terminal.
  func hangUp() {
    try? master.close()
  }

  // MARK: Ending

  /// Whether the terminal has the modes that it had before the process started.
  var hasOriginalModes: Bool { Self.modes(of: master.fileDescriptor) == modesBefore }

  /// Waits for the end of the process, and returns its exit status as in a shell.
  func finish() async -> Int32 {
    await waiting {
      while let bytes = self.read() { self.unreadOutput += String(decoding: bytes, as: UTF8.self) }
      return self.status()
    }
  }

  /// Waits for the end of the process, like ``finish()``, after ``hangUp()``.
  func finishWithoutTerminal() async -> Int32 {
    await waiting { self.status() }
  }

  private func status() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
  }

  private static func modes(of descriptor: Int32) -> [UInt8] {
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else { return [] }
    return withUnsafeBytes(of: modes) { Array($0) }
  }
}

extension FileHandle {
  /// Waits for bytes and returns them. Returns an empty array at the end, where a terminal reports an error.
  fileprivate var availableBytes: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = systemRead(fileDescriptor, &bytes, bytes.count)
    return Array(bytes[..<max(0, count)])
  }
}

// Inside the type, `read` refers to its own methods.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
