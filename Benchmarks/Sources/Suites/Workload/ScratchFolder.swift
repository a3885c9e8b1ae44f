import Foundation

/// A temporary folder for the files of a measuring process, which is removed when the process ends.
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

  /// Returns a storage for a new file.
  static func file(_ suffix: String) -> URL {
    url.appending(path: "\(UUID().uuidString).\(suffix)")
  }

  /// Returns a path for new files, in an existing folder.
  static func folder() throws -> URL {
    let folder = url.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
