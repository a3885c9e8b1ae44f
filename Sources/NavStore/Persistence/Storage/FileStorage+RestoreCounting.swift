#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The count is a file of its own, `<file>.navstore-restores`, that exists only while a restore has not become healthy.
extension FileStorage: RestoreCounting {
  /// How many restores in a row have not become healthy. Throws ``StorageError`` if the count cannot be read; a file
  /// that holds no count counts as 0.
  public func unfinishedRestores() throws -> Int {
    try withOperation(.read) { operation in
      max(0, try operation.countData().flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0)
    }
  }

  /// Sets the count. Throws ``StorageError`` if it cannot be written, or another program has written the file.
  ///
  /// It is not synced: it must survive the end of the process, not that of the machine.
  public func setUnfinishedRestores(_ count: Int) throws {
    try withOperation(.save) { try $0.writeCount(count) }
  }
}

extension FileOperation {
  var counter: String { file + ".navstore-restores" }

  /// The contents of the count's file; nil if there is none. Throws if it is not a small file.
  fileprivate func countData() throws(StorageError) -> Data? {
    let counter = counter
    switch try attempt("looking at \(counter)", { try fileSystem.kind(of: counter) }) {
    case nil: return nil
    case .regular:
      do {
        return try attempt("reading \(counter)") { try fileSystem.contents(of: counter, limit: 100) }
      } catch {
        if case .tooLarge? = error.obstacle {
          throw failure("\(counter) holds no count: another program has written it")
        }
        throw error
      }
    case .link, .directory, .other: throw failure("\(counter) is not a regular file")
    }
  }

  /// Whether the count's file may be replaced or removed: it does not exist, or holds digits only. After a power cut it
  /// may hold nothing, or zeros.
  func ownsCount() throws(StorageError) -> Bool {
    guard let data = try countData() else { return true }
    return data.allSatisfy { $0 == 0 || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  fileprivate func writeCount(_ count: Int) throws(StorageError) {
    let counter = counter
    guard try ownsCount() else { throw failure("\(counter) holds no count: another program has written it") }
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
