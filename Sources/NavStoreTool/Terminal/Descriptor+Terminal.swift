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

extension Descriptor {
  static let standardInput = Descriptor(number: STDIN_FILENO)
  static let standardOutput = Descriptor(number: STDOUT_FILENO)
  static let standardError = Descriptor(number: STDERR_FILENO)

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

  /// Whether the output is a terminal and its user permits colors: `NO_COLOR` is not set or empty, and `TERM` is not
  /// `dumb`.
  var isColorTerminal: Bool {
    func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    return isTerminal && variable("NO_COLOR").isEmpty && variable("TERM") != "dumb"
  }

  /// Reads the available bytes without waiting. Returns an empty array at the end of the input, and `nil` if no bytes
  /// are available or after an error.
  func readIfReady() -> [UInt8]? {
    isReady(within: .zero) ? read() : nil
  }

  /// Waits for input for at most `time`. Returns whether a read returns without waiting. `false` also if a signal
  /// interrupts the wait.
  func isReady(within time: Duration) -> Bool {
    var watched = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, Int32(clamping: time.wholeMilliseconds)) > 0
  }

  /// Writes text to standard output. If that fails, reports the reason, unless the reader has closed the pipe.
  ///
  /// - Throws: ``ExitStatus/brokenPipe`` if the reader of the output has closed the pipe, otherwise
  ///   ``ExitStatus/software``.
  static func print(_ text: String) throws(ExitStatus) {
    try print(Array(text.utf8))
  }

  static func print(_ bytes: [UInt8]) throws(ExitStatus) {
    guard let error = standardOutput.writeError(bytes) else { return }
    if error.isBrokenPipe { throw .brokenPipe }
    report("the output cannot be written: \(error).")
    throw .software
  }

  /// Writes a message to standard error, as one line.
  ///
  /// Control characters are escaped, because the message can contain the names of files and the descriptions of errors.
  static func report(_ message: String) {
    standardError.write("navtool: \(message.terminalSafe)\n")
  }
}

// This function is outside `Descriptor`, because `pipe` inside the type refers to its method.
private func systemPipe(_ ends: inout [Int32]) -> Int32 {
  pipe(&ends)
}
