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
  /// The path as the user named it, which messages contain.
  private let name: String
  private let path: String
  /// The path of the file that is written: a temporary file, or `path` itself if it is a device or a pipe.
  private let writtenPath: String
  private let file: Descriptor

  private var isTemporary: Bool { writtenPath != path }

  /// Writes a report piece by piece. If the path belongs to a device or a pipe, the bytes are written to it directly.
  /// If the path belongs to a regular file that is not a report, the method throws a ``LogFailure``.
  package static func write<Result>(
    to path: String, _ body: (_ write: @escaping ([UInt8]) throws -> Void) throws -> Result
  ) throws -> Result {
    let file = try ReportFile(path)
    let result: Result
    do {
      result = try body(file.write)
    } catch {
      file.discard()
      throw error
    }
    try file.replace()
    return result
  }

  private init(_ path: String) throws {
    let isSpecial = try Self.check(path)
    name = path.terminalSafe
    self.path = isSpecial ? path : Self.target(of: path)
    // The name is random, because a killed process may have left a temporary file.
    writtenPath = isSpecial ? path : "\(self.path).\(UInt32.random(in: 0...(.max))).tmp"
    let flags = isSpecial ? O_WRONLY | O_NOCTTY : O_WRONLY | O_CREAT | O_EXCL
    file = Descriptor(number: open(writtenPath, flags | O_CLOEXEC, 0o666))
    if file.number < 0 { throw Self.failure("opening \(name) for writing failed: \(Descriptor.lastError).") }
  }

  private func write(_ bytes: [UInt8]) throws {
    if let error = file.writeError(bytes) {
      throw Self.failure("writing \(name) failed: \(error).")
    }
  }

  private func replace() throws {
    file.close()
    guard isTemporary else { return }
    do {
      _ = try Self.check(path)
      guard rename(writtenPath, path) == 0 else {
        throw Self.failure("replacing \(name) failed: \(Descriptor.lastError).")
      }
    } catch {
      unlink(writtenPath)
      throw error
    }
  }

  private func discard() {
    file.close()
    if isTemporary { unlink(writtenPath) }
  }

  /// Checks that a path has no file, or a file that may be replaced.
  ///
  /// - Returns: Whether the path belongs to something other than a regular file, such as a device or a pipe.
  /// - Throws: A ``LogFailure`` if the path belongs to a regular file that is neither a report nor empty.
  private static func check(_ path: String) throws -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    guard status.st_mode & S_IFMT == S_IFREG else { return true }
    guard status.st_size == 0 || isReport(path) else {
      throw failure(
        "\(path.terminalSafe) exists and is not a session report, so it is kept. Name another file.")
    }
    return false
  }

  /// Returns the path of the file that a symbolic link leads to, so that the link is kept. Returns any other path
  /// unchanged.
  private static func target(of path: String) -> String {
    guard let target = realpath(path, nil) else { return path }
    defer { free(target) }
    return String(cString: target)
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
