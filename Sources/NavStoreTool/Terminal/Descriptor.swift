internal import NavStore
internal import NavStoreInspection

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// A file descriptor. If a signal interrupts a read or a write, the operation is repeated.
struct Descriptor: Sendable {
  static let standardInput = Descriptor(number: STDIN_FILENO)
  static let standardOutput = Descriptor(number: STDOUT_FILENO)
  static let standardError = Descriptor(number: STDERR_FILENO)

  let number: Int32

  /// Opens `/dev/null` for each standard descriptor that is closed.
  ///
  /// A parent process can start this process with closed standard descriptors. Without this function, the next file or
  /// pipe that the process opens would get the number of a standard descriptor.
  static func openMissingStandardDescriptors() {
    for descriptor in [standardInput, standardOutput, standardError] where fcntl(descriptor.number, F_GETFD) == -1 {
      // `open` returns the lowest free number, which is the number of this descriptor.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Creates a pipe that child processes do not inherit. Returns `nil` if the system cannot create it.
  static func pipe() -> (reading: Descriptor, writing: Descriptor)? {
    var ends: [Int32] = [-1, -1]
    guard systemPipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (Descriptor(number: ends[0]), Descriptor(number: ends[1]))
  }

  var isTerminal: Bool { isatty(number) == 1 }

  /// Reads the available bytes, at most 64 KiB. Waits until at least one byte is available.
  ///
  /// - Returns: The bytes, an empty array at the end of the input, or `nil` after an error.
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

  /// Reads the available bytes without waiting.
  ///
  /// - Returns: The bytes, an empty array at the end of the input, or `nil` if no bytes are available or after an
  ///   error.
  func readIfReady() -> [UInt8]? {
    isReady(within: .zero) ? read() : nil
  }

  /// Waits until bytes are available, the input ends or the time has passed.
  ///
  /// - Returns: Whether a read returns without waiting. `false` also if a signal interrupts the wait.
  func isReady(within time: Duration) -> Bool {
    var watched = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, Int32(clamping: time.wholeMilliseconds)) > 0
  }

  /// Writes the whole text.
  ///
  /// - Returns: Whether the text was written.
  @discardableResult
  func write(_ text: String) -> Bool {
    writeError(text) == nil
  }

  /// Writes the whole text.
  ///
  /// - Returns: The reason for the failure, or `nil` if the text was written.
  func writeError(_ text: String) -> SystemFailure? {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes all bytes.
  ///
  /// - Returns: Whether the bytes were written.
  func write(_ bytes: [UInt8]) -> Bool {
    writeError(bytes) == nil
  }

  /// Writes all bytes.
  ///
  /// - Returns: The reason for the failure, or `nil` if the bytes were written.
  func writeError(_ bytes: [UInt8]) -> SystemFailure? {
    bytes.withUnsafeBytes { write($0) }
  }

  /// The reason why the last system call failed, with the number of the error, for example `Is a directory (error 21)`.
  static var lastError: String { SystemFailure(code: errno).description }

  /// The reason why a system call failed.
  struct SystemFailure: CustomStringConvertible {
    fileprivate let code: Int32

    /// A Boolean value that indicates whether the write failed because the other end of the pipe is closed.
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

  /// Returns whether the last call failed only temporarily. Waits until a retry can succeed.
  ///
  /// A standard descriptor can be non-blocking even if this process did not request that, because all processes that
  /// use the same terminal share the flag.
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

// These functions are outside `Descriptor`, because `pipe`, `read`, `write` and `close` inside the type refer to its
// methods.
private func systemPipe(_ ends: inout [Int32]) -> Int32 {
  pipe(&ends)
}

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
  /// Writes a message to standard error, as one line.
  ///
  /// Control characters are escaped, because the message can contain the names of files and the descriptions of errors.
  static func report(_ message: String) {
    standardError.write("navstore: \(message.terminalSafe)\n")
  }
}
