internal import NavStoreInspection

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

enum TemporaryFiles {
  static var folder: String { ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp" }

  fileprivate static var template: ContiguousArray<CChar> { "\(folder)/navtool-XXXXXX".utf8CString }

  /// Creates a file and unlinks it, so that the system removes the file when the process ends for any reason.
  ///
  /// - Returns: The open file, or `nil` if the file cannot be created. In that case, ``Descriptor/lastError`` is the
  ///   reason.
  static func openUnlinkedFile() -> Descriptor? {
    var template = Array(template)
    let file = Descriptor(number: mkstemp(&template))
    guard file.number >= 0 else { return nil }
    unlink(template)
    _ = fcntl(file.number, F_SETFD, FD_CLOEXEC)
    return file
  }
}

struct TemporaryFolder {
  let path: String

  init?() {
    var template = Array(TemporaryFiles.template)
    guard mkdtemp(&template) != nil else { return nil }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
