#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The count is a file of its own, `<file>.restores`, that is there only while a restore has not become healthy.
extension FileStorage: RestoreCounting {
  /// How many restores in a row have not become healthy. Throws ``StorageError`` if the count cannot be read; a file
  /// that holds no count counts as 0.
  public func unfinishedRestores() throws -> Int {
    try withOperation(.read) { operation in
      let counter = operation.counter
      let data = try operation.attempt("reading \(counter)") {
        try operation.fileSystem.contents(of: counter, limit: 100)
      }
      return max(0, data.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0)
    }
  }

  /// Sets the count. Throws ``StorageError`` if it cannot be written.
  ///
  /// It is not synced: it must survive the end of the process, not that of the machine.
  public func setUnfinishedRestores(_ count: Int) throws {
    try withOperation(.save) { try $0.writeCount(count) }
  }
}

extension FileOperation {
  var counter: String { file + ".restores" }

  fileprivate func writeCount(_ count: Int) throws(StorageError) {
    let counter = counter
    if count <= 0 {
      guard try attempt("looking at \(counter)", { try fileSystem.kind(of: counter) }) != nil else { return }
      return try attempt("removing \(counter)") { try fileSystem.remove(counter) }
    }
    // A process that ends in between leaves a temporary file, which the next save removes.
    let temporary = TemporaryNames.shared.reserve(for: file, process: fileSystem.processID)
    defer { TemporaryNames.shared.release(temporary) }
    do throws(StorageError) {
      let descriptor = try attempt("creating \(temporary.path)") {
        try fileSystem.createFile(temporary.path, permissions: 0o600)
      }
      defer { try? fileSystem.close(descriptor) }
      _ = try attempt("writing \(temporary.path)") {
        try Array("\(count)".utf8).withUnsafeBytes { try fileSystem.write($0, to: descriptor) }
      }
      try attempt("renaming \(temporary.path)") { try fileSystem.rename(temporary.path, to: counter) }
    } catch {
      try? fileSystem.remove(temporary.path)
      throw error
    }
  }
}
