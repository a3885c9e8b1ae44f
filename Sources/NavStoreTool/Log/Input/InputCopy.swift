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

/// A temporary copy of an input that can be read only once, such as a pipe. The copy is required because a command
/// reads a log several times.
final class InputCopy: LogCopy {
  /// The path of the copy, which is valid during the lifetime of this object.
  let path: String
  private let copy: Descriptor

  /// The maximum size, in bytes, of an input that is copied from a pipe or a device. The size is limited because such
  /// an input can be endless.
  static let longestInput = 256 << 20
  /// The maximum length, in bytes, of a line in an input from a pipe or a device. Recorders do not write longer lines,
  /// and readers skip such lines.
  static let longestLine = 16 << 20

  /// Copies an input; `-` is standard input. Returns `nil` if `file` is the path of a regular file or a directory, or
  /// cannot be opened. Standard input is always copied.
  init?(_ file: String, named name: String) throws {
    var status = stat()
    let isStandardInput = NavigationLog.isStandardInput(file)
    let isKnown = isStandardInput ? fstat(STDIN_FILENO, &status) == 0 : stat(file, &status) == 0
    let isFile = isKnown && status.st_mode & S_IFMT == S_IFREG
    var input = Descriptor.standardInput
    if !isStandardInput {
      guard isKnown, !isFile, status.st_mode & S_IFMT != S_IFDIR else { return nil }
      input = Descriptor(number: open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY))
      guard input.number >= 0 else { return nil }
    }
    defer { if !isStandardInput { input.close() } }
    guard let copy = TemporaryFiles.openUnlinkedFile() else {
      throw LogFailure(
        "a temporary file cannot be created in \(TemporaryFiles.folder): \(Descriptor.lastError). Set TMPDIR to "
          + "another folder.", .system)
    }
    self.copy = copy
    #if canImport(Darwin)
      path = "/dev/fd/\(copy.number)"
    #else
      path = "/proc/self/fd/\(copy.number)"
    #endif
    guard access(path, R_OK) == 0 else {
      throw LogFailure("the copy of \(name) cannot be read at \(path). Check that /proc is mounted.", .system)
    }
    try copyAll(of: input, named: name, isFile: isFile)
  }

  deinit {
    copy.close()
  }

  private func copyAll(of input: Descriptor, named name: String, isFile: Bool) throws {
    var count = 0
    var lineLength = 0
    while true {
      guard let bytes = input.read() else {
        throw LogFailure("reading \(name) failed: \(Descriptor.lastError).", .unreadable)
      }
      if bytes.isEmpty { return }
      count += bytes.count
      // Each read returns fewer bytes than the limit, so only a line that spans several reads can be too long.
      let firstEnd = bytes.withUnsafeBytes { $0.lineFeed(from: 0) }
      lineLength += firstEnd ?? bytes.count
      if !isFile, lineLength > Self.longestLine {
        throw LogFailure("\(name) is not an action log: a line has more than \(Self.longestLine) bytes.", .invalid)
      }
      if firstEnd != nil, let end = bytes.lastIndex(of: UInt8(ascii: "\n")) { lineLength = bytes.count - end - 1 }
      if !isFile, count > Self.longestInput {
        throw LogFailure(
          "\(name) is larger than \(Self.longestInput >> 20) MiB, the limit for a pipe or a device. Save the input in "
            + "a file of any size, and pass the name of that file.", .invalid)
      }
      if let error = copy.writeError(bytes) {
        throw LogFailure(
          "\(name) cannot be copied to \(TemporaryFiles.folder): \(error). Set TMPDIR to a folder with more space, or "
            + "save the input in a file and pass the name of that file.", .system)
      }
    }
  }
}
