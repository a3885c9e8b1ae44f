#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// A folder for the reports of failures. No file in it is ever replaced.
package struct ReportFolder: Sendable {
  private let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// The folder that the environment variable `NAVSTORE_REPORTS` names, or `nil` if the variable is not set or empty.
  package static var ofEnvironment: ReportFolder? {
    guard let value = getenv("NAVSTORE_REPORTS"), value.pointee != 0 else { return nil }
    return ReportFolder(String(cString: value))
  }

  /// Writes a file and returns its path. If a file has the name, a number is added to the name.
  package func write(_ bytes: [UInt8], named name: String) throws -> String {
    createFolder()
    var stem = name[...]
    let suffix = ".html"
    if stem.hasSuffix(suffix) { stem = stem.dropLast(suffix.count) }
    var number = 1
    while true {
      let path = "\(self.path)/\(stem)\(number > 1 ? "-\(number)" : "")\(suffix)"
      let file = Descriptor(number: open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666))
      if file.number < 0, errno == EEXIST, number < 10_000 {
        number += 1
        continue
      }
      guard file.number >= 0 else { throw Self.failure("opening", path, Descriptor.lastError) }
      defer { file.close() }
      if let error = file.writeError(bytes) {
        unlink(path)
        throw Self.failure("writing", path, "\(error)")
      }
      return path
    }
  }

  /// Creates the folder and its parents. If that fails, opening the file fails too.
  private func createFolder() {
    var folder = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      folder += "/\(part)"
      _ = mkdir(folder, 0o777)
    }
  }

  private static func failure(_ step: String, _ path: String, _ reason: String) -> LogFailure {
    LogFailure("\(step) \(path.terminalSafe) failed: \(reason).", .system)
  }
}
