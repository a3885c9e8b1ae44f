#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A storage that keeps a state in a file, and survives crashes and power cuts at any instant.
///
/// ```swift
/// let file = try FileStorage(name: "navigation")
/// let restored = Persistence.load(AppState(), from: file)
/// ```
///
/// Beside the file it keeps the previous generation (`navigation.state.previous`) and what was moved aside because it
/// could not be used (`navigation.state.aside-1`, `-2`, …), of which it keeps the ten newest. A lock file
/// (`navigation.state.navstore-owner`) says which process saves to it, and `navigation.state.navstore-restores` counts
/// restores. A file of one of these two names that another program has written is left alone. Only the user of the
/// process can read the files. A link to a file stays a link: what it points to is replaced.
///
/// A save writes a temporary file in the same directory, syncs it, and puts it in the place of the old one. Until the
/// persistence stops or is released, one such file is kept to be written over by the next save; one that a process left
/// behind when it ended is removed at the next start's first save.
///
/// One `Persistence` at a time saves to a file: a second one, in this process or another, is refused as long as the
/// first one lives and has not stopped. See ``OwnedStorage``.
///
/// All members may be used from any thread; the operations of one storage wait for one another.
public final class FileStorage: StateStorage, RememberingStorage, BoundedStorage, Sendable {
  /// The path of the file, as it was given, made absolute.
  public let path: String

  let fileSystem: any FileSystem
  package let restoredStates: KnownGenerations
  private struct Session {
    var hasRemovedStaleFiles = false
    /// Whether all that was done in the directory is durable, as far as this object can know.
    var isDirectorySynced = false
    /// The file that was the previous generation before the last save, which the next one writes over.
    var spare: TemporaryNames.Name?
  }

  /// Held during every operation, so that they wait for one another.
  private let session = Locked(Session())

  /// Much more than any navigation state; it keeps a wrong path from filling the memory.
  package static let largestFile = 256 << 20

  package init(path: String, fileSystem: any FileSystem) throws {
    let last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard !last.isEmpty, last != ".", last != "..", !path.utf8.contains(0) else {
      throw StorageError(action: .open, file: "\"\(path)\"", reason: "the path does not end in the name of a file")
    }
    if path.hasPrefix("/") {
      self.path = path
    } else {
      let folder = FileManager.default.currentDirectoryPath
      guard folder.hasPrefix("/") else {
        throw StorageError(
          action: .open, file: "\"\(path)\"", reason: "the path is relative, and the working directory is gone")
      }
      self.path = folder + "/" + path
    }
    self.fileSystem = fileSystem
    restoredStates = fileSystem is POSIXFileSystem ? .named(self.path) : KnownGenerations()
  }

  /// Makes a storage for the file at a path; a relative one counts from the working directory of this moment.
  ///
  /// `protection` says when the system can read the files, where it encrypts each.
  ///
  /// Throws ``StorageError`` if the path does not end in the name of a file. The file system is not touched: missing
  /// directories are made by the first save.
  public convenience init(path: String, protection: FileProtection? = nil) throws {
    try self.init(path: path, fileSystem: POSIXFileSystem(protection: protection))
  }

  /// Makes a storage for the file at a URL.
  ///
  /// `protection` says when the system can read the files, where it encrypts each.
  ///
  /// Throws ``StorageError`` if it is not a file URL. The file system is not touched: missing directories are made by
  /// the first save.
  public convenience init(url: URL, protection: FileProtection? = nil) throws {
    // A slash at the end is no reason: Foundation adds one if there is a directory at the moment.
    guard url.isFileURL else {
      throw StorageError(action: .open, file: url.absoluteString, reason: "it is not the URL of a file")
    }
    try self.init(path: url.path, protection: protection)
  }

  deinit {
    discardSpare()
  }

  /// Removes what is kept only for the next save.
  func discardSpare() {
    session.withLock { session in
      guard session.spare != nil else { return }
      FileOperation(.save, on: path, fileSystem: fileSystem).discard(&session.spare)
    }
  }

  // MARK: - StateStorage

  /// The path of the generation's file; where the path given is a link, of the file it leads to.
  public func name(of generation: StateGeneration) -> String {
    FileOperation.file(of: generation, at: (try? operation(.read).file) ?? path)
  }

  /// Returns the bytes of the generation's file, or nil if there is none.
  ///
  /// Throws ``StorageError`` if something is there that cannot be read, or that is not a file of at most 256 MiB.
  public func read(_ generation: StateGeneration) throws -> Data? {
    try read(generation, limit: Self.largestFile)
  }

  package func read(_ generation: StateGeneration, limit: Int) throws -> Data? {
    try session.withLock { _ in
      let operation = try operation(.read, generation)
      return try operation.attempt("reading it") {
        try fileSystem.contents(of: operation.file, limit: min(limit, Self.largestFile))
      }
    }
  }

  /// Replaces the file durably; makes missing directories.
  ///
  /// Throws ``StorageError``; the file is then what it was, and the temporary file is gone. The one exception says so
  /// in its message: if the last step fails, the sync of the directory, the new state is in place but may not survive a
  /// power cut.
  public func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {
    try session.withLock { session in
      let operation = try operation(.save)
      guard data.count <= Self.largestFile else {
        throw operation.failure("the state has \(data.count) bytes, more than the \(Self.largestFile) of a file")
      }
      if !session.hasRemovedStaleFiles {
        operation.removeStaleFiles()
        session.hasRemovedStaleFiles = true
      }
      let isDirectorySynced = session.isDirectorySynced
      session.isDirectorySynced = false
      try operation.replace(
        with: data, keepingCurrentAsPrevious: keepingCurrentAsPrevious, isDirectorySynced: isDirectorySynced,
        spare: &session.spare)
      session.isDirectorySynced = true
    }
  }

  /// Moves the generation's file to the next name of `<file>.aside-1`, `-2`, … and returns its path. Of more than ten
  /// such files the oldest are removed.
  ///
  /// In the place of the previous generation it moves anything, also a directory or a pipe. In the place of the current
  /// one it moves a file or a link.
  ///
  /// Returns nil if there is no such file. Throws ``StorageError`` if it cannot be moved.
  public func quarantine(_ generation: StateGeneration) throws -> String? {
    try session.withLock { session in
      let base = try operation(.quarantine).file
      let operation = try operation(.quarantine, generation)
      let exists =
        switch generation {
        case .current: try operation.requireFileOrLink()
        case .previous: try operation.kind() != nil
        }
      guard exists else { return nil }
      // What a killed process has put in the other generation's place may come undone, and this one would be missed.
      if !session.isDirectorySynced { try operation.synchronizeDirectories() }
      // A move that is not synced is not an error: the next save syncs it before anything takes the old name.
      session.isDirectorySynced = false
      return try operation.moveAside(base: base)
    }
  }

  /// Removes the file with all that lies beside it: the previous generation, and what was moved aside.
  ///
  /// For a user who signs out and leaves nothing behind. Call it when the persistence has stopped, and make another one
  /// after it.
  ///
  /// Throws ``PersistenceError/ownedElsewhere(file:by:)`` if a living persistence saves to the file, and
  /// ``StorageError`` if something cannot be removed.
  public func remove() throws {
    discardSpare()
    try session.withLock { session in
      session.isDirectorySynced = false
      let operation = try operation(.remove)
      guard try operation.removeEverything() else {
        throw PersistenceError.ownedElsewhere(file: operation.file, by: operation.owningPlace ?? .unknown)
      }
    }
  }

  /// Does something to what belongs to the file, while nothing else is done to it.
  func withOperation<Result>(
    _ action: StorageError.Action, _ body: (FileOperation) throws -> Result
  ) throws -> Result {
    try session.withLock { _ in try body(try operation(action)) }
  }

  func operation(
    _ action: StorageError.Action, _ generation: StateGeneration = .current
  ) throws(StorageError) -> FileOperation {
    let current = try FileOperation(action, on: path, fileSystem: fileSystem).followingLinks()
    return FileOperation(
      action, on: FileOperation.file(of: generation, at: current.file), fileSystem: fileSystem)
  }
}

extension FileStorage {
  /// Makes a storage for the file `<name>.state` where the system keeps the state of applications.
  ///
  /// On Apple platforms that is `Application Support/<application>` in the app's container or the user's library,
  /// elsewhere `$XDG_STATE_HOME/<application>`, or `~/.local/state/<application>` if the variable is not set to an
  /// absolute path (XDG Base Directory Specification). The application is by default the bundle's identifier or the
  /// name of the process.
  ///
  /// `protection` says when the system can read the files, where it encrypts each.
  ///
  /// Throws ``StorageError`` if a name is empty, begins with a dot or contains a slash or a null character. The file
  /// system is not touched: missing directories are made by the first save.
  public convenience init(name: String, application: String? = nil, protection: FileProtection? = nil) throws {
    try self.init(
      path: Self.defaultPath(name: name, application: application ?? Self.thisApplication), protection: protection)
  }

  /// The path of what a name stands for, without an ending.
  static func stem(name: String, application: String?) throws(StorageError) -> String {
    String(try defaultPath(name: name, application: application ?? thisApplication).dropLast(".state".count))
  }

  /// The path that `init(name:application:)` uses, with the environment as an argument.
  package static func defaultPath(
    name: String, application: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(StorageError) -> String {
    for (what, part) in [("name", name), ("application", application)] {
      guard !part.isEmpty, !part.hasPrefix("."), !part.utf8.contains(UInt8(ascii: "/")), !part.utf8.contains(0) else {
        let reason = "the \(what) must not be empty, begin with a dot or contain a slash or a null character"
        throw StorageError(action: .open, file: "\"\(part)\"", reason: reason)
      }
    }
    #if canImport(Darwin)
      let folder = URL.applicationSupportDirectory.path
    #else
      let folder: String
      if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
        folder = state
      } else {
        folder = FileManager.default.homeDirectoryForCurrentUser.path + "/.local/state"
      }
    #endif
    return "\(folder)/\(application)/\(name).state"
  }

  private static var thisApplication: String {
    #if canImport(Darwin)
      if let identifier = Bundle.main.bundleIdentifier { return identifier }
    #endif
    return ProcessInfo.processInfo.processName
  }
}

/// A file for each scene or window. They lie where the file of `init(name:application:)` does, in a folder of their
/// own, `<name>.scenes`, so that no key can lead to the file of another name.
extension FileStorage {
  /// Makes a storage for the file of one scene or window.
  ///
  /// The key is what the system calls the scene, for instance `persistentIdentifier` of a `UISceneSession`, or a UUID
  /// that a window keeps in its `@SceneStorage`. It may be any text; two keys that differ in a single byte, also in the
  /// case of a letter, have two files.
  ///
  /// Throws ``StorageError`` if the key or a name is empty, or a name begins with a dot or contains a slash or a null
  /// character. The file system is not touched: missing directories are made by the first save.
  public convenience init(
    name: String, application: String? = nil, scene: String, protection: FileProtection? = nil
  ) throws {
    try self.init(
      path: Self.sceneFolder(name: name, application: application).file(of: scene), protection: protection)
  }

  /// Returns the keys of the scenes that have a file, sorted.
  ///
  /// A key of more than 100 bytes, counting three for each that is not a lower-case letter, a digit, `-` or `_`, is not
  /// among them: its file's name has only its beginning. Throws ``StorageError`` if the folder cannot be read.
  public static func scenes(name: String, application: String? = nil) throws -> [String] {
    try sceneFolder(name: name, application: application).scenes()
  }

  /// Removes the files of all scenes but those, with all that lies beside them, and returns how many scenes that were.
  ///
  /// Call it when the system has discarded scenes, with those that are left: `UIApplication.shared.openSessions`. What
  /// a living persistence saves to stays, in this process or another. Throws ``StorageError`` if a file cannot be
  /// removed; those before it are gone.
  @discardableResult
  public static func removeScenes(
    name: String, application: String? = nil, keeping scenes: some Sequence<String>
  ) throws -> Int {
    try sceneFolder(name: name, application: application).removeScenes(keeping: scenes)
  }

  private static func sceneFolder(name: String, application: String?) throws -> SceneFolder {
    SceneFolder(path: try stem(name: name, application: application) + ".scenes")
  }
}

extension FileStorage: OwnedStorage {
  /// Runs the body while the lock file beside the file records the owner, and is locked.
  ///
  /// The lock file, `<file>.navstore-owner`, stays. Its record counts only as long as its owner lives. Where it cannot
  /// be made, another program has written it, or the file system has no locks, the body runs all the same. Throws
  /// ``PersistenceError/ownedElsewhere(file:by:)`` if another living owner has the file, ``StorageError`` if a link to
  /// the file leads nowhere, and what the body throws.
  public func withOwnership<Result>(of owner: StorageOwner, _ body: () throws -> Result) throws -> Result {
    try operation(.save).withOwnership(of: owner, body)
  }

  /// Removes what the owner has written into the lock file, and the file that is kept for its next save. It blocks for
  /// a few calls that wait for no disk.
  public func releaseOwnership(of owner: StorageOwner) {
    discardSpare()
    FileOperation.releaseOwnership(of: owner, fileSystem: fileSystem)
  }
}
