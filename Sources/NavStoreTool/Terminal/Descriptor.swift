internal import NavStore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// A file descriptor: reads and writes that go on after an interruption by a signal.
struct Descriptor: Sendable {
  static let standardInput = Descriptor(number: STDIN_FILENO)
  static let standardOutput = Descriptor(number: STDOUT_FILENO)
  static let standardError = Descriptor(number: STDERR_FILENO)

  let number: Int32

  /// Opens `/dev/null` in the place of a standard descriptor that whoever started the process had closed.
  ///
  /// Otherwise the next pipe or file of this process would get its number, and be read and written as input and output.
  static func openMissingStandardDescriptors() {
    for descriptor in [standardInput, standardOutput, standardError] where fcntl(descriptor.number, F_GETFD) == -1 {
      // The lowest free number is taken, which is this one.
      _ = open("/dev/null", O_RDWR)
    }
  }

  var isTerminal: Bool { isatty(number) == 1 }

  /// Reads what is there, at most 64 KiB; waits until there is something. Empty at the end, nil after an error.
  func read() -> [UInt8]? {
    while true {
      var result = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        result = systemRead(number, buffer.baseAddress, buffer.count)
        count = max(0, result)
      }
      if result >= 0 { return bytes }
      guard shouldTryAgain(for: POLLIN) else { return nil }
    }
  }

  /// Reads what is there, or nothing if that would mean to wait.
  func readIfReady() -> [UInt8]? {
    var watched = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, 0) > 0 ? read() : nil
  }

  /// Writes the whole text; false when that cannot be done.
  @discardableResult
  func write(_ text: String) -> Bool {
    writeError(text) == nil
  }

  /// Writes the whole text, and says why that cannot be done.
  func writeError(_ text: String) -> SystemFailure? {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes all bytes; false when that cannot be done.
  func write(_ bytes: [UInt8]) -> Bool {
    writeError(bytes) == nil
  }

  /// Writes all bytes, and returns why that cannot be done.
  func writeError(_ bytes: [UInt8]) -> SystemFailure? {
    bytes.withUnsafeBytes { write($0) }
  }

  /// Why the last system call failed, in the system's words: `Is a directory (error 21)`.
  static var lastError: String { SystemFailure(code: errno).description }

  /// Why a system call failed.
  struct SystemFailure: CustomStringConvertible {
    fileprivate let code: Int32

    /// Whether nobody reads any more.
    var isBrokenPipe: Bool { code == EPIPE }

    var description: String { "\(String(cString: strerror(code))) (error \(code))" }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> SystemFailure? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = systemWrite(number, UnsafeRawBufferPointer(rebasing: rest))
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else {
        let code = errno
        guard shouldTryAgain(for: POLLOUT) else { return SystemFailure(code: code) }
      }
    }
    return nil
  }

  /// Whether the last call failed only for now; waits until it may go well.
  ///
  /// Who shares a terminal may have set it not to wait, which is said to all that use it.
  private func shouldTryAgain(for event: Int32) -> Bool {
    guard errno == EAGAIN else { return errno == EINTR }
    var watched = pollfd(fd: number, events: Int16(event), revents: 0)
    _ = poll(&watched, 1, -1)
    return true
  }

  func close() {
    systemClose(number)
  }
}

// Inside the type, `read` and `close` would mean its own methods.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

private func systemClose(_ descriptor: Int32) {
  _ = close(descriptor)
}

extension Descriptor {
  /// Writes a message to standard error, in one line: the names and the system's words in it are text from outside.
  static func report(_ message: String) {
    standardError.write("navstore: \(message.terminalSafe)\n")
  }
}

extension String {
  /// Text from outside as it is shown: in one line, and without what a terminal would act on.
  var terminalSafe: String { printable(limit: 65_536) }
}
