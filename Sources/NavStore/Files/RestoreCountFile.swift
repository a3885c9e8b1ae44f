#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The file `<file>.navstore-restores`, which stores how many restores in a row have not been marked as healthy.
///
/// The file exists only while that number is above 0. It is not synced: the count must survive the end of the process,
/// but not a power cut.
struct RestoreCountFile {
  private let file: FileAccess
  private var fileSystem: any FileSystem { file.fileSystem }

  var path: String { file.path + ".navstore-restores" }

  init(beside file: FileAccess) {
    self.file = file
  }

  /// Returns the count, or 0 if the file does not exist or contains no count.
  func count() throws(StorageError) -> Int {
    max(0, try contents().flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0)
  }

  /// Returns whether the file may be replaced or removed.
  ///
  /// The result is `true` if the file does not exist, is empty, or contains only digits and zero bytes. A power cut can
  /// leave an empty file or zero bytes. Another program has written any other contents.
  func isReplaceable() throws(StorageError) -> Bool {
    guard let data = try contents() else { return true }
    return data.allSatisfy { $0 == 0 || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Sets the count; 0 removes the file. Throws an error if another program has written the file.
  func setCount(_ count: Int) throws(StorageError) {
    let path = path
    guard try isReplaceable() else { throw foreignFile }
    if count <= 0 {
      guard try file.attempt("checking \(path)", { try fileSystem.kind(of: path) }) != nil else { return }
      return try file.attempt("removing \(path)") { try fileSystem.remove(path) }
    }
    // A process that ends before the rename leaves a temporary file, which a later save removes.
    let temporary = TemporaryNames.shared.reserve(for: file)
    defer { TemporaryNames.shared.release(temporary) }
    do throws(StorageError) {
      let descriptor = try file.attempt("creating \(temporary.path)") {
        try fileSystem.createFile(temporary.path, permissions: 0o600)
      }
      defer { try? fileSystem.close(descriptor) }
      _ = try file.attempt("writing \(temporary.path)") {
        try Array("\(count)".utf8).withUnsafeBytes { try fileSystem.write($0, to: descriptor) }
      }
      try file.attempt("renaming \(temporary.path)") { try fileSystem.rename(temporary.path, to: path) }
    } catch {
      try? fileSystem.remove(temporary.path)
      throw error
    }
  }

  private func contents() throws(StorageError) -> Data? {
    let path = path
    switch try file.attempt("checking \(path)", { try fileSystem.kind(of: path) }) {
    case nil: return nil
    case .regular:
      do {
        return try file.attempt("reading \(path)") { try fileSystem.contents(of: path, limit: 100) }
      } catch {
        if case .tooLarge? = error.obstacle { throw foreignFile }
        throw error
      }
    case .link, .directory, .other: throw file.failure("\(path) is not a regular file")
    }
  }

  private var foreignFile: StorageError {
    file.failure("\(path) does not contain a count of restores: another program has written it")
  }
}
