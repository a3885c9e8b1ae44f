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
/// Beside the file, the storage keeps these files:
///
/// | file | contents |
/// | --- | --- |
/// | `navigation.state.previous` | the previous generation |
/// | `navigation.state.aside-1`, `-2`, … | the ten newest of those that were moved aside because they could not be used |
/// | `navigation.state.navstore-owner` | the process that saves to the file |
/// | `navigation.state.navstore-restores` | the count of restores |
///
/// A file with one of the last two names that another program has written is not changed. Only the user of the process
/// can read the files. A link to a file stays a link: the file that it leads to is replaced.
///
/// A save writes a temporary file in the same directory, syncs it, and renames it to the file. Until the persistence
/// stops or is released, one such file is kept for the next save. The first save after a start removes the temporary
/// files that earlier processes left behind.
///
/// Only one `Persistence` at a time saves to a file. A second one, in this process or another, is refused until the
/// first one has stopped or is released.
///
/// All members may be used from any thread. The operations of one storage wait for each other.
public final class FileStorage: StateStorage, Sendable {
  /// The absolute path of the file. Links in it are not followed.
  package let path: String

  /// The identity of the file by its path.
  public let identity: StorageIdentity

  private let fileSystem: any FileSystem

  /// Held during every operation, so that operations wait for each other.
  private let writer = Locked(AtomicFileWriter())

  /// The paths of the saves in progress, with links followed. There is more than one path only if a link has changed
  /// since the first save began, or if the lock file cannot be used.
  private let leasedPaths = Locked<[String]>([])

  /// The largest file that is read or written. The limit is much larger than any navigation state, and prevents a wrong
  /// path from filling the memory.
  private static let largestFile = 256 << 20

  // MARK: - Creating a storage

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
          action: .open, file: "\"\(path)\"",
          reason: "the path is relative, and the working directory no longer exists")
      }
      self.path = folder + "/" + path
    }
    self.fileSystem = fileSystem
    identity = fileSystem is POSIXFileSystem ? StorageIdentity(name: self.path) : StorageIdentity()
  }

  /// Creates a storage for the file at a path.
  ///
  /// The file system is not touched: the first save creates missing directories.
  ///
  /// - Parameters:
  ///   - path: The path. A relative path begins at the current working directory.
  ///   - protection: When the system can read the files, on devices that encrypt each file; `nil` for the system's
  ///     default.
  /// - Throws: ``StorageError`` if the path does not end in the name of a file.
  public convenience init(path: String, protection: FileProtection? = nil) throws {
    try self.init(path: path, fileSystem: POSIXFileSystem(protection: protection))
  }

  /// Creates a storage for the file at a URL.
  ///
  /// The file system is not touched: the first save creates missing directories.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - protection: When the system can read the files, on devices that encrypt each file; `nil` for the system's
  ///     default.
  /// - Throws: ``StorageError`` if the URL is not that of a file.
  public convenience init(url: URL, protection: FileProtection? = nil) throws {
    // A slash at the end is accepted: Foundation adds one if a directory has the path at the moment.
    guard url.isFileURL else {
      throw StorageError(action: .open, file: url.absoluteString, reason: "it is not the URL of a file")
    }
    try self.init(path: url.path, protection: protection)
  }

  /// Creates a storage for the file `<name>.state` where the system keeps the state of applications.
  ///
  /// On Apple platforms that is `Application Support/<application>` in the container of the app or the library of the
  /// user. Elsewhere it is `$XDG_STATE_HOME/<application>`, or `~/.local/state/<application>` if the variable is not
  /// set to an absolute path (XDG Base Directory Specification). The file system is not touched: the first save creates
  /// missing directories.
  ///
  /// - Parameters:
  ///   - name: The name of the file, without its ending.
  ///   - application: The name of the application; by default the identifier of the bundle or the name of the process.
  ///   - protection: When the system can read the files, on devices that encrypt each file; `nil` for the system's
  ///     default.
  /// - Throws: ``StorageError`` if a name is empty, begins with a dot, or contains a slash or a null character.
  public convenience init(name: String, application: String? = nil, protection: FileProtection? = nil) throws {
    try self.init(
      path: Self.defaultPath(name: name, application: application ?? Self.thisApplication), protection: protection)
  }

  deinit {
    discardSpare()
  }

  /// Removes the file that is kept only for the next save.
  private func discardSpare() {
    writer.withLock { $0.discardSpare(in: fileSystem) }
  }

  // MARK: - Reading and writing

  /// Returns the path of the generation's file, with links followed.
  public func name(of generation: StateGeneration) -> String {
    (try? access(.read, generation).path) ?? access(.read, to: path, generation).path
  }

  /// Returns the bytes of the generation's file, or `nil` if it does not exist.
  ///
  /// - Throws: ``StorageError`` if the file cannot be read, has more than 256 MiB, or is not a regular file.
  public func read(_ generation: StateGeneration) throws -> Data? {
    try read(generation, limit: Self.largestFile)
  }

  /// Returns the bytes of the generation's file, or `nil` if it does not exist.
  ///
  /// A file that is larger than the limit is not read.
  ///
  /// - Throws: ``StorageError`` if the file cannot be read, has more bytes than the limit or than 256 MiB, or is not a
  ///   regular file.
  public func read(_ generation: StateGeneration, limit: Int) throws -> Data? {
    try writer.withLock { _ in
      let file = try access(.read, generation)
      return try file.attempt("reading it") {
        try fileSystem.contents(of: file.path, limit: min(limit, Self.largestFile))
      }
    }
  }

  /// Replaces the file durably, and creates missing directories.
  ///
  /// - Throws: ``StorageError`` if the data was not saved. The file has not changed then, and the temporary file is
  ///   removed. If only the last step fails, the sync of the directory, the message says so: the new state is in place,
  ///   but may not survive a power cut.
  public func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {
    try writer.withLock { writer in
      let file = try access(.save)
      guard data.count <= Self.largestFile else {
        throw file.failure("the state has \(data.count) bytes, and the limit for a file is \(Self.largestFile)")
      }
      try writer.replace(file, with: data, keepingCurrentAsPrevious: keepingCurrentAsPrevious)
    }
  }

  /// Moves the generation's file to the next name of `<file>.aside-1`, `-2`, …, and removes the oldest of more than
  /// ten.
  ///
  /// The previous generation is always moved, even if it is a directory or a pipe. The current generation is moved if
  /// it is a file or a link.
  ///
  /// - Returns: The new path, or `nil` if the file does not exist.
  /// - Throws: ``StorageError`` if the file cannot be moved.
  public func quarantine(_ generation: StateGeneration) throws -> String? {
    try writer.withLock { writer in
      let current = try access(.quarantine)
      let file = access(.quarantine, to: current.path, generation)
      let exists =
        switch generation {
        case .current: try file.requireFileOrLink()
        case .previous: try file.kind() != nil
        }
      guard exists else { return nil }
      // A power cut may undo a rename of a killed process that created the other generation. In that case, this file is
      // needed.
      if !writer.isDirectorySynced { try file.synchronizeDirectories() }
      // A move that is not synced is no error: the next save syncs it before another file takes the old name.
      writer.isDirectorySynced = false
      return try Quarantine(beside: current).moveAside(file)
    }
  }

  /// Removes the file with everything that is stored beside it: the previous generation, and the files that were moved
  /// aside.
  ///
  /// Call it when a user signs out and none of the user's data may remain. Stop the persistence first, and create
  /// another one afterwards.
  ///
  /// - Throws: ``PersistenceError/ownedElsewhere(file:by:)`` if a living persistence saves to the file, and
  ///   ``StorageError`` if a file cannot be removed.
  public func remove() throws {
    discardSpare()
    try writer.withLock { writer in
      writer.isDirectorySynced = false
      let file = try access(.remove)
      guard try FileRemoval(of: file).perform() else {
        throw PersistenceError.ownedElsewhere(
          file: file.path, by: FileLease(on: file).ownerLocation ?? .unknown)
      }
    }
  }

  // MARK: - Owners

  /// `true`: only one owner at a time saves to a file.
  public var hasOwners: Bool { true }

  /// Runs a save while the lock file beside the file records the owner and is locked.
  ///
  /// The path is resolved once, and every operation of the save uses the file that it leads to.
  ///
  /// The lock file, `<file>.navstore-owner`, stays. Its record counts only as long as its owner exists. The save runs
  /// without it if it cannot be created, if another program has written it, or if the file system has no locks.
  ///
  /// - Throws: ``PersistenceError/ownedElsewhere(file:by:)`` if another living owner owns the file, ``StorageError`` if
  ///   the links to the file cannot be followed, and the errors that the body throws.
  public func withOwnership<Result>(of owner: StorageOwner, _ body: () throws -> Result) throws -> Result {
    let file = try access(.save, to: path).followingLinks()
    do {
      return try FileLease(on: file).withOwnership(of: owner) {
        leasedPaths.withLock { $0.append(file.path) }
        defer { leasedPaths.withLock { _ = $0.remove(at: $0.firstIndex(of: file.path) ?? 0) } }
        return try body()
      }
    } catch let refusal as FileLease.Refusal {
      throw PersistenceError.ownedElsewhere(file: refusal.file, by: refusal.location)
    }
  }

  /// Removes the record of the owner from the lock file, and the file that is kept for its next save.
  ///
  /// It blocks for a few calls that do not wait for the disk.
  public func releaseOwnership(of owner: StorageOwner) {
    discardSpare()
    FileLease.release(owner, in: fileSystem)
  }

  // MARK: - Counting restores

  /// Returns how many restores in a row have not been marked as healthy. Returns 0 if the file of the count contains
  /// none.
  ///
  /// - Throws: ``StorageError`` if the count cannot be read.
  public func unfinishedRestores() throws -> Int {
    try writer.withLock { _ in try RestoreCountFile(beside: access(.read)).count() }
  }

  /// Sets how many restores in a row have not been marked as healthy.
  ///
  /// The count survives the end of the process. It may not survive a power cut, because it is not synced.
  ///
  /// - Throws: ``StorageError`` if the count cannot be written, or another program has written its file.
  public func setUnfinishedRestores(_ count: Int) throws {
    try writer.withLock { _ in try RestoreCountFile(beside: access(.save)).setCount(count) }
  }

  // MARK: - Access

  /// Returns access to the generation's file, with links followed. During a save, the links have been followed already.
  private func access(
    _ action: StorageError.Action, _ generation: StateGeneration = .current
  ) throws(StorageError) -> FileAccess {
    let leased = leasedPaths.withLock { $0.count == 1 ? $0.first : nil }
    if let leased { return access(action, to: leased, generation) }
    return access(action, to: try access(action, to: path).followingLinks().path, generation)
  }

  /// Returns access to the generation whose current file has the path.
  private func access(
    _ action: StorageError.Action, to path: String, _ generation: StateGeneration = .current
  ) -> FileAccess {
    let current = FileAccess(action, to: path, in: fileSystem)
    return switch generation {
    case .current: current
    case .previous: current.previous
    }
  }
}

// MARK: - The place of a name

extension FileStorage {
  /// Returns the path of the file of a name, without its ending.
  fileprivate static func stem(name: String, application: String?) throws(StorageError) -> String {
    String(try defaultPath(name: name, application: application ?? thisApplication).dropLast(".state".count))
  }

  /// Returns the path that `init(name:application:)` uses, with the environment as an argument.
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

  fileprivate static var thisApplication: String {
    #if canImport(Darwin)
      if let identifier = Bundle.main.bundleIdentifier { return identifier }
    #endif
    return ProcessInfo.processInfo.processName
  }
}

// MARK: - Scenes

/// One file for each scene or window, in the folder `<name>.scenes` beside the file of `init(name:application:)`. A key
/// therefore cannot lead to the file of another name.
extension FileStorage {
  /// Creates a storage for the file of one scene or window.
  ///
  /// The file system is not touched: the first save creates missing directories.
  ///
  /// - Parameters:
  ///   - name: The name of the folder, without its ending.
  ///   - application: The name of the application; by default the identifier of the bundle or the name of the process.
  ///   - scene: The key of the scene, for instance `persistentIdentifier` of a `UISceneSession`, or a UUID that a
  ///     window keeps in its `@SceneStorage`. It may be any text. Two keys that differ in one byte, also in the case of
  ///     a letter, have two files.
  ///   - protection: When the system can read the files, on devices that encrypt each file; `nil` for the system's
  ///     default.
  /// - Throws: ``StorageError`` if the key or a name is empty, or if a name begins with a dot, or contains a slash or a
  ///   null character.
  public convenience init(
    name: String, application: String? = nil, scene: String, protection: FileProtection? = nil
  ) throws {
    try self.init(
      path: Self.sceneFolder(name: name, application: application).file(of: scene), protection: protection)
  }

  /// Returns the keys of the scenes that have a file, sorted.
  ///
  /// Keys of more than 100 bytes are missing, because the names of their files contain only their beginnings. A
  /// character that is not a lower-case letter, a digit, `-` or `_` counts as three bytes for each byte of it.
  ///
  /// - Throws: ``StorageError`` if the folder cannot be read.
  public static func scenes(name: String, application: String? = nil) throws -> [String] {
    try sceneFolder(name: name, application: application).scenes()
  }

  /// Removes the files of all other scenes, with everything that is stored beside them.
  ///
  /// Call it when the system has discarded scenes, with the keys of the remaining ones:
  /// `UIApplication.shared.openSessions`. A file that a living persistence saves to, in this process or another, is not
  /// removed.
  ///
  /// - Parameters:
  ///   - name: The name of the folder, without its ending.
  ///   - application: The name of the application; by default the identifier of the bundle or the name of the process.
  ///   - scenes: The keys of the scenes whose files stay.
  /// - Returns: How many scenes were removed.
  /// - Throws: ``StorageError`` if a file cannot be removed. The files before it are removed.
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
