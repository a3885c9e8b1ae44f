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

extension NavigationLog {
  static func isStandardInput(_ file: String) -> Bool { file == "-" || file == "/dev/stdin" }

  /// Returns whether a path belongs to a regular file, or to a symbolic link to one. `nil` if there is no file.
  static func isFile(_ path: String) -> Bool? {
    var status = stat()
    if isStandardInput(path) { return false }
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// Creates a log from a file, and reads the header of the file.
  ///
  /// - Parameters:
  ///   - file: The path of the log, or `-` for standard input.
  ///   - backRule: The back rule of the app, or `nil` to use the rule that the header contains.
  /// - Throws: A ``LogFailure`` if the file cannot be read, or is not the log of a navigation.
  init(_ file: String, backRule: BackRule?) throws {
    let name = Self.isStandardInput(file) ? "standard input" : file.terminalSafe
    let copy = try InputCopy(file, named: name)
    try self.init(ActionLog(path: copy?.path ?? file), named: name, copy: copy, backRule: backRule)
  }

  /// The number of bytes in the files of the log, and in files that may continue it.
  var size: Int {
    log.files.reduce(0) { size, file in
      var status = stat()
      return stat(file, &status) == 0 ? size + Int(status.st_size) : size
    }
  }
}

extension LogFailure {
  var status: ExitStatus {
    switch kind {
    case .unreadable: .noInput
    case .invalid: .dataError
    case .system: .software
    }
  }
}
