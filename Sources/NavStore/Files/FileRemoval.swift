/// The removal of a saved file and of all other files of the same state.
struct FileRemoval {
  private let file: FileAccess

  init(of file: FileAccess) {
    self.file = file
  }

  /// Removes the file, its previous generation, the files that were moved aside, the count of restores, the lock file,
  /// and stale temporary files.
  ///
  /// The method removes neither directories nor a count file that another program has written.
  ///
  /// - Returns: Whether the files were removed. Nothing is removed while a living owner owns the file.
  /// - Throws: ``StorageError`` if a file cannot be removed.
  func perform() throws -> Bool {
    let fileSystem = file.fileSystem
    return try FileLease(on: file).ifUnowned {
      AtomicFileWriter.removeStaleFiles(beside: file)
      let beside = (Quarantine(beside: file).paths + [file.previous.path]).filter { path in
        (try? fileSystem.kind(of: path)) != .directory
      }
      let count = RestoreCountFile(beside: file)
      let counts = (try? count.isReplaceable()) == true ? [count.path] : []
      // The current generation is removed last, so that a crash cannot bring back an older state.
      for path in beside + counts + [file.path] { try remove(path) }
      try file.attempt("syncing the directory") { try fileSystem.synchronizeDirectory(file.directory) }
    }
  }

  private func remove(_ path: String) throws(StorageError) {
    do {
      try file.attempt("removing \(path)") { try file.fileSystem.remove(path) }
    } catch {
      if error.code != SystemError.missing.code { throw error }
    }
  }
}
