struct FileRemoval {
  private let file: FileAccess
  private var fileSystem: any FileSystem { file.fileSystem }

  init(of file: FileAccess) {
    self.file = file
  }

  /// Removes the file, its previous generation, the files that were moved aside, the count of restores, the lock file,
  /// and temporary files.
  ///
  /// The method removes neither directories nor a count file that another program has written.
  ///
  /// - Throws: `FileLease.Refusal`, without removing anything, if another living owner owns the file. ``StorageError``
  ///   if a file cannot be removed. The other files are then removed, and the error names those that are left.
  func perform(as owner: StorageOwner) throws {
    // Without the directory, there is nothing to remove, and the lock would create the directory.
    guard try names() != nil else { return }
    try FileLease(on: file).remove(as: owner) {
      let names = try names() ?? []
      var failures: [(path: String, error: StorageError)] = []
      // No other owner is saving, so every temporary file is stale, even that of a process that still exists.
      let temporary = TemporaryNames.names(of: file, among: names).map(\.path)
      for path in temporary + Quarantine(beside: file).paths(among: names) + counts() { remove(path, &failures) }
      let kept = failures.count
      remove(file.previous.path, &failures)
      // The current generation is removed last, so that a crash cannot bring back an older state. If the previous
      // generation is left, the current one stays for the same reason.
      if failures.count == kept {
        remove(file.path, &failures)
      } else {
        failures.append((file.path, failures[kept].error))
      }
      if var error = failures.first?.error {
        error.consequence = "These files are left: \(failures.map(\.path).joined(separator: ", "))."
        throw error
      }
      try file.attempt("syncing the directory") { try fileSystem.synchronizeDirectory(file.directory) }
    }
  }

  private func names() throws(StorageError) -> [String]? {
    do {
      return try file.attempt("listing \(file.directory)") { try fileSystem.names(inDirectory: file.directory) }
    } catch {
      if error.code == SystemError.missing.code { return nil }
      throw error
    }
  }

  private func counts() -> [String] {
    let count = RestoreCountFile(beside: file)
    return (try? count.isReplaceable()) == true ? [count.path] : []
  }

  private func remove(_ path: String, _ failures: inout [(path: String, error: StorageError)]) {
    do throws(StorageError) {
      if try file.to(path).kind() == .directory { return }
      try file.attempt("removing \(path)") { try fileSystem.remove(path) }
    } catch {
      if error.code != SystemError.missing.code { failures.append((path, error)) }
    }
  }
}
