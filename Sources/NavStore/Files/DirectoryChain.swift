struct DirectoryChain {
  struct Failure: Error {
    let step: String
    let directory: String
    let error: SystemError
  }

  let path: String
  let fileSystem: any FileSystem

  init(_ path: String, in fileSystem: any FileSystem) {
    self.path = path
    self.fileSystem = fileSystem
  }

  /// The directories that this process has created. Their parent directories must be synced.
  private static let made = Locked<Set<String>>([])

  /// The chain that begins with the parent directory; `nil` for the root, and for the working directory of a relative
  /// path.
  private var parent: DirectoryChain? {
    if path == "/" || path == "." { return nil }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return DirectoryChain(".", in: fileSystem) }
    // A path may have several slashes in a row.
    let end = path[..<slash].utf8.lastIndex { $0 != UInt8(ascii: "/") }
    return DirectoryChain(end.map { String(path[...$0]) } ?? "/", in: fileSystem)
  }

  func create() throws(Failure) {
    do {
      try makeUnlessThere()
    } catch {
      guard error.error.code == SystemError.missing.code, let parent else { throw error }
      try parent.create()
      try makeUnlessThere()
    }
  }

  private func makeUnlessThere() throws(Failure) {
    do {
      try attempt("creating") { () throws(SystemError) in try fileSystem.createDirectory(path, permissions: 0o700) }
    } catch {
      if error.error.code == SystemError.exists.code { return }
      throw error
    }
    Self.made.withLock { _ = $0.insert(path) }
  }

  /// Syncs the directory and the directories above it.
  ///
  /// A power cut can undo a rename that was not synced and keep a later one. A killed process, or a failed sync, leaves
  /// such a rename. Without this sync, a file that was moved aside could get its old name back and be overwritten. New
  /// directories are synced for the same reason.
  func synchronize() throws(Failure) {
    try synchronize(isNeeded: true)
    try synchronizeParents()
  }

  /// Syncs the directories above this one. Each of them contains the name of the next directory in the path.
  func synchronizeParents() throws(Failure) {
    guard let parent else { return }
    try parent.synchronize(isNeeded: Self.made.withLock { $0.contains(path) })
    try parent.synchronizeParents()
  }

  private func synchronize(isNeeded: Bool) throws(Failure) {
    do {
      try attempt("syncing") { () throws(SystemError) in try fileSystem.synchronizeDirectory(path) }
    } catch {
      // A directory that the process is not allowed to open cannot be synced later either. A sandbox denies access to
      // the directories above an app's own folders, and Apple's sandbox reports EPERM. These directories are not new,
      // so their sync is not needed.
      let isHidden = error.error.code == SystemError.permissionDenied.code
      let isOutOfReach = [SystemError.operationNotPermitted, .readOnly, .missing].contains {
        $0.code == error.error.code
      }
      if !isHidden && (isNeeded || !isOutOfReach) { throw error }
    }
  }

  private func attempt(_ step: String, _ body: () throws(SystemError) -> Void) throws(Failure) {
    while true {
      do {
        return try body()
      } catch {
        if error.code != SystemError.interrupted.code { throw Failure(step: step, directory: path, error: error) }
      }
    }
  }
}
