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

/// A copy of what can be read once only: a log is read more than once, its header first. It is removed with the value.
final class CopiedInput {
  let path: String
  private let folder: TemporaryFolder

  /// Nil for a file, which needs no copy. Throws an ``ExitStatus`` if the copy cannot be made.
  @MainActor
  init?(_ file: String) throws {
    var input = Descriptor.standardInput
    var isOpened = false
    if !NavigationLog.isStandardInput(file) {
      var status = stat()
      guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
      input = Descriptor(number: open(file, O_RDONLY | O_CLOEXEC))
      isOpened = true
    }
    defer { if isOpened { input.close() } }
    guard let folder = TemporaryFolder() else {
      Descriptor.standardError.write("navstore: a temporary folder cannot be made.\n")
      throw ExitStatus.software
    }
    self.folder = folder
    path = folder.path + "/input.navlog"
    TerminationSignals.removeAtSignal(file: path, folder: folder.path)
    guard input.number >= 0, Self.copy(input, to: path) else {
      folder.remove()
      Descriptor.standardError.write("navstore: \(file) cannot be read, or not be copied to \(folder.path).\n")
      throw ExitStatus.noInput
    }
  }

  deinit {
    folder.remove()
  }

  private static func copy(_ input: Descriptor, to path: String) -> Bool {
    let output = Descriptor(number: open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
    guard output.number >= 0 else { return false }
    defer { output.close() }
    while let bytes = input.read() {
      if bytes.isEmpty { return true }
      if !output.write(bytes) { return false }
    }
    return false
  }
}
