import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The built `navstore` on a terminal that a test has the other end of.
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
    process.executableURL = try BuiltProduct.url("navstore")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["TERM": "xterm", "SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(environment) { $1 }
    process.standardInput = slave
    process.standardOutput = slave
    process.standardError = slave
    resize(columns: columns, rows: rows, sendsSignal: false)
    try process.run()
    // From now on only the process has it, so that its end is the end of what is read.
    try slave.close()
  }

  // MARK: Talking

  func type(_ text: String) {
    try? master.write(contentsOf: Data(text.utf8))
  }

  /// Reads until the output holds the text, and returns what came before it and it; nil if it never does.
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

  /// Runs what waits for the process; a test that is cancelled, because it has waited too long, ends it.
  private func waiting<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withTaskCancellationHandler {
      await blocking(body)
    } onCancel: {
      signal(SIGKILL)
    }
  }

  /// What has come; nil when the process has ended and everything is read.
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
    // The system tells the processes of a terminal's session, which the process is not in.
    if sendsSignal { signal(SIGWINCH) }
  }

  /// Takes the terminal away.
  func hangUp() {
    try? master.close()
  }

  // MARK: The end

  /// Whether the modes of the terminal are those from before the process was there.
  var hasOriginalModes: Bool { Self.modes(of: master.fileDescriptor) == modesBefore }

  /// Waits for the end of the process, and returns its status as a shell says it.
  func finish() async -> Int32 {
    await waiting {
      while let bytes = self.read() { self.unreadOutput += String(decoding: bytes, as: UTF8.self) }
      return self.status()
    }
  }

  /// As ``finish()``, without a terminal to read.
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
  /// What is there, after a wait for it; empty at the end, which for a terminal is an error.
  fileprivate var availableBytes: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = systemRead(fileDescriptor, &bytes, bytes.count)
    return Array(bytes[..<max(0, count)])
  }
}

// Inside the type, `read` would mean its own methods.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
