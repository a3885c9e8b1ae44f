import Foundation

/// A folder in the temporary one for what a process writes while it measures; it is removed when the process ends.
///
/// `TMPDIR` chooses the disk.
enum ScratchFolder {
  static let url: URL = {
    let name = "navstore-benchmarks-\(ProcessInfo.processInfo.processIdentifier)"
    let url = FileManager.default.temporaryDirectory.appending(path: name)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      fatalError("\(url.path) cannot be made: \(error). Set TMPDIR to a folder that can be written.")
    }
    atexit { try? FileManager.default.removeItem(at: ScratchFolder.url) }
    return url
  }()

  /// A place for a file of its own.
  static func file(_ suffix: String) -> URL {
    url.appending(path: "\(UUID().uuidString).\(suffix)")
  }

  /// A place for files of its own, in a folder that is there.
  static func folder() throws -> URL {
    let folder = url.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
