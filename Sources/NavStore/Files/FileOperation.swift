/// One thing that a `FileStorage` does to one file, and how its failures are told.
struct FileOperation {
  let fileSystem: any FileSystem
  let action: StorageError.Action
  /// The file, with links followed.
  let file: String

  init(_ action: StorageError.Action, on file: String, fileSystem: any FileSystem) {
    self.fileSystem = fileSystem
    self.action = action
    self.file = file
  }

  /// Runs one call of the system, again if a signal interrupted it; `step` completes the sentence "… failed".
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
      case .read: "It was left as it is."
      case .save: "The saved state is unchanged."
      case .quarantine: "It was left in its place."
      case .remove: "It may be removed in part."
      }
    return StorageError(action: action, file: file, reason: reason, code: code, consequence: consequence ?? usual)
  }

  /// The same operation on what the file is a link to, through every link.
  ///
  /// Only the last component is followed here: the links before it are the system's matter.
  func followingLinks() throws(StorageError) -> FileOperation {
    var operation = self
    for _ in 0..<40 {
      let file = operation.file
      guard try attempt("looking at \(file)", { try fileSystem.kind(of: file) }) == .link else { return operation }
      let target = try attempt("following \(file)") { try fileSystem.destination(ofLink: file) }
      let path = target.hasPrefix("/") ? target : Self.directory(of: file) + "/" + target
      operation = FileOperation(action, on: path, fileSystem: fileSystem)
    }
    throw failure("following it failed: \(SystemError.tooManyLinks.reason)", code: SystemError.tooManyLinks.code)
  }

  /// Returns whether there is a file; throws if something else has its name.
  func requireRegularFile() throws(StorageError) -> Bool {
    switch try kind() {
    case nil: return false
    case .regular: return true
    case .directory: throw failure("it is a directory", code: SystemError.isDirectory.code)
    case .link, .other: throw failure("it is not a regular file")
    }
  }

  /// Returns whether there is a file, or a link in its place; throws if something else has its name.
  func requireFileOrLink() throws(StorageError) -> Bool {
    try kind() == .link ? true : try requireRegularFile()
  }

  /// Returns what has the name of the file, without following a link; nil if nothing has it.
  func kind() throws(StorageError) -> FileKind? {
    try attempt("looking at it") { try fileSystem.kind(of: file) }
  }

  var directory: String { Self.directory(of: file) }

  static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  static func file(of generation: StateGeneration, at path: String) -> String {
    switch generation {
    case .current: path
    case .previous: path + ".previous"
    }
  }
}
