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

/// A child process that runs this program, with pipes as standard input and standard output.
struct ChildProcess {
  /// The identifier of the process, or `nil` after the process has ended, because the system can reuse the identifier.
  private var identifier: pid_t?
  private var input: Descriptor?
  private let output: Descriptor
  private var splitter = LineSplitter(limit: 1 << 20)

  init?(arguments: [String]) {
    guard let toChild = Descriptor.pipe() else { return nil }
    guard let fromChild = Descriptor.pipe() else {
      toChild.reading.close()
      toChild.writing.close()
      return nil
    }
    let program = CommandLine.arguments.first ?? "navtool"
    // The name of the program can be a relative path, which is invalid after the current folder has changed. On Linux,
    // the kernel provides a valid path.
    #if os(Linux) || os(Android)
      let path = "/proc/self/exe"
    #else
      let path = program
    #endif
    let started = Self.spawn(
      path, arguments: [program] + arguments, input: toChild.reading, output: fromChild.writing)
    toChild.reading.close()
    fromChild.writing.close()
    guard let started else {
      toChild.writing.close()
      fromChild.reading.close()
      return nil
    }
    identifier = started
    input = toChild.writing
    output = fromChild.reading
  }

  // MARK: Input and output

  /// Sends a line. If the process has ended and cannot read the line, ``readResponse()`` returns `nil`.
  func write(_ line: String) {
    input?.write(line + "\n")
  }

  /// Returns the lines of output up to the next empty line or the end of the output. Returns `nil` if the output has
  /// ended.
  mutating func readResponse() -> [String]? {
    var lines: [String] = []
    while true {
      while let line = splitter.next() {
        guard case .success(let text) = line.text else { continue }
        if text.isEmpty { return lines }
        lines.append(text)
      }
      guard let bytes = output.read(), !bytes.isEmpty else { return lines.isEmpty ? nil : lines }
      splitter.append(bytes)
    }
  }

  mutating func closeInput() {
    input?.close()
    input = nil
  }

  // MARK: Ending

  mutating func killImmediately() {
    guard let identifier else { return }
    kill(identifier, SIGKILL)
    wait()
  }

  /// Waits for the end and returns the exit status; `nil` if a signal ended the process or a previous call has already
  /// waited for its end.
  @discardableResult
  mutating func wait() -> ExitStatus? {
    guard let identifier else { return nil }
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
    self.identifier = nil
    closeInput()
    output.close()
    // The lower seven bits of `status` are the signal that ended the process. The second byte is the exit status.
    return status & 0x7F == 0 ? ExitStatus(code: status >> 8 & 0xFF) : nil
  }

  // MARK: Starting

  private static func spawn(
    _ path: String, arguments: [String], input: Descriptor, output: Descriptor
  ) -> pid_t? {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      // tvOS and watchOS do not have these functions. iOS and visionOS do not let an app use them.
      return nil
    #else
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
      #else
        var actions = posix_spawn_file_actions_t()
      #endif
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, input.number, STDIN_FILENO)
      posix_spawn_file_actions_adddup2(&actions, output.number, STDOUT_FILENO)
      var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
      defer { for word in words { free(word) } }
      #if canImport(Darwin)
        let environment = _NSGetEnviron().pointee
      #else
        let environment = environ
      #endif
      var identifier: pid_t = 0
      return posix_spawnp(&identifier, path, &actions, nil, &words, environment) == 0 ? identifier : nil
    #endif
  }
}
