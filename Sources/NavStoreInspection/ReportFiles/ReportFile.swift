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

/// The file of a session report. An earlier report is replaced when the new one is complete, and never in part.
package struct ReportFile {
  private let path: String
  /// The path of the file that is written: a temporary file, or `path` itself if it is a device or a pipe.
  private let writtenPath: String
  private let file: Descriptor

  private var isTemporary: Bool { writtenPath != path }

  /// Creates a file beside the path.
  ///
  /// - Throws: A ``LogFailure`` if the path belongs to a file that is not a report, or if the system refuses the file.
  package init(_ path: String) throws {
    self.path = path
    let isSpecial = try Self.check(path)
    writtenPath = isSpecial ? path : "\(path).\(getpid()).tmp"
    let flags = isSpecial ? O_WRONLY | O_NOCTTY : O_WRONLY | O_CREAT | O_EXCL
    file = Descriptor(number: open(writtenPath, flags | O_CLOEXEC, 0o666))
    if file.number < 0 { throw Self.failure("opening \(writtenPath.terminalSafe) failed: \(Descriptor.lastError).") }
  }

  /// Writes bytes at the end of the file.
  ///
  /// - Throws: A ``LogFailure`` if the system refuses the write.
  package func write(_ bytes: [UInt8]) throws {
    if let error = file.writeError(bytes) {
      throw Self.failure("writing \(writtenPath.terminalSafe) failed: \(error).")
    }
  }

  /// Closes the file, and moves it to its path.
  package func replace() throws {
    file.close()
    guard isTemporary else { return }
    do {
      _ = try Self.check(path)
      guard rename(writtenPath, path) == 0 else {
        throw Self.failure("renaming \(writtenPath.terminalSafe) failed: \(Descriptor.lastError).")
      }
    } catch {
      unlink(writtenPath)
      throw error
    }
  }

  /// Closes and removes an incomplete file.
  package func discard() {
    file.close()
    if isTemporary { unlink(writtenPath) }
  }

  /// Checks that a path has no file, or a file that may be replaced.
  ///
  /// - Returns: Whether the path belongs to a device or a pipe.
  /// - Throws: A ``LogFailure`` if the path belongs to another file.
  private static func check(_ path: String) throws -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    guard status.st_mode & S_IFMT == S_IFREG else { return true }
    guard isReport(path) else {
      throw failure(
        "\(path.terminalSafe) exists and is not a session report, so it is kept. Name another file.")
    }
    return false
  }

  private static func isReport(_ path: String) -> Bool {
    let file = Descriptor(number: open(path, O_RDONLY | O_CLOEXEC))
    guard file.number >= 0 else { return false }
    defer { file.close() }
    var bytes: [UInt8] = []
    // The data begins after the style sheets, which are smaller than this limit.
    while bytes.count < 1 << 20, let next = file.read(), !next.isEmpty { bytes += next }
    return bytes.starts(with: "<!DOCTYPE html>".utf8) && bytes.contains(Array(ReportDocument.mark.utf8))
  }

  private static func failure(_ description: String) -> LogFailure { LogFailure(description, .system) }
}
