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

  static func name(of file: String) -> String { isStandardInput(file) ? "standard input" : file.terminalSafe }

  /// Creates a log from a file; `-` is standard input. If `backRule` is `nil`, the rule in the header is used.
  init(_ file: String, backRule: BackRule?) throws {
    let name = Self.name(of: file)
    let copy = try InputCopy(file, named: name)
    try self.init(ActionLog(path: copy?.path ?? file), named: name, copy: copy, backRule: backRule)
  }

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
