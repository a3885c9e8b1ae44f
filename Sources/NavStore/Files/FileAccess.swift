/// Access to one file for one action of a storage.
///
/// This type makes the calls of the file system, repeats calls that a signal interrupted, and converts their errors to
/// a ``StorageError`` that names the action and the file.
struct FileAccess {
  let fileSystem: any FileSystem
  let action: StorageError.Action
  let path: String

  init(_ action: StorageError.Action, to path: String, in fileSystem: any FileSystem) {
    self.fileSystem = fileSystem
    self.action = action
    self.path = path
  }

  // MARK: - Paths

  var directory: String { Self.directory(of: path) }

  static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  var previous: FileAccess { to(path + ".previous") }

  /// Returns access to the file that the path leads to, with links followed.
  ///
  /// This method follows only links in the last component of the path. The system follows the links in the directories.
  func followingLinks() throws(StorageError) -> FileAccess {
    var access = self
    for _ in 0..<40 {
      let path = access.path
      guard try attempt("checking \(path)", { try fileSystem.kind(of: path) }) == .link else { return access }
      let target = try attempt("following the link \(path)") { try fileSystem.destination(ofLink: path) }
      access = access.to(target.hasPrefix("/") ? target : Self.directory(of: path) + "/" + target)
    }
    throw failure("following the link failed: \(SystemError.tooManyLinks.reason)", code: SystemError.tooManyLinks.code)
  }

  func to(_ path: String) -> FileAccess { FileAccess(action, to: path, in: fileSystem) }

  // MARK: - Errors

  /// Makes one call of the file system, and repeats it while a signal interrupts it. In the message, `step` precedes
  /// "failed". `consequence` is the state after the failure, as a sentence; `nil` for the usual consequence of the
  /// action.
  func attempt<Result>(
    _ step: String, consequence: String? = nil, _ body: () throws -> Result
  ) throws(StorageError) -> Result {
    while true {
      do {
        return try body()
      } catch let error as SystemError {
        if error.code == SystemError.interrupted.code { continue }
        var failure = failure("\(step) failed: \(error.reason)", code: error.code, consequence: consequence)
        failure.obstacle = error.obstacle
        throw failure
      } catch {
        throw failure("\(step) failed: \(error)", consequence: consequence)
      }
    }
  }

  func failure(_ reason: String, code: Int32? = nil, consequence: String? = nil) -> StorageError {
    let usual =
      switch action {
      case .open: ""
      case .read: "It was not changed."
      case .save: "The saved state is unchanged."
      case .quarantine: "It was not moved."
      case .remove: "It may have been removed in part."
      }
    return StorageError(action: action, file: path, reason: reason, code: code, consequence: consequence ?? usual)
  }

  // MARK: - The file

  func kind() throws(StorageError) -> FileKind? {
    try attempt("checking it") { try fileSystem.kind(of: path) }
  }

  /// Returns whether a regular file exists. Throws an error if something else exists at the path.
  func requireRegularFile() throws(StorageError) -> Bool {
    switch try kind() {
    case nil: return false
    case .regular: return true
    case .directory: throw failure("it is a directory", code: SystemError.isDirectory.code)
    case .link, .other: throw failure("it is not a regular file")
    }
  }

  /// Returns whether a regular file or a link exists. Throws an error if something else exists at the path.
  func requireFileOrLink() throws(StorageError) -> Bool {
    try kind() == .link ? true : try requireRegularFile()
  }

  // MARK: - Its directory

  func createDirectory() throws(StorageError) {
    try onDirectories { chain throws(DirectoryChain.Failure) in try chain.create() }
  }

  func synchronizeDirectories() throws(StorageError) {
    try onDirectories { chain throws(DirectoryChain.Failure) in try chain.synchronize() }
  }

  private func onDirectories(
    _ body: (DirectoryChain) throws(DirectoryChain.Failure) -> Void
  ) throws(StorageError) {
    do {
      try body(DirectoryChain(directory, in: fileSystem))
    } catch {
      let reason = "\(error.step) the directory \(error.directory) failed: \(error.error.reason)"
      throw failure(reason, code: error.error.code)
    }
  }
}
