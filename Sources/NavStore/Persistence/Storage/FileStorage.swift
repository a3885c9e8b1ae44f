#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A storage that keeps a state in a file, so that the state survives a crash or a power cut at any instant.
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
/// | `navigation.state.aside-1`, `-2`, … | the ten newest files that were moved aside |
/// | `navigation.state.navstore-owner` | the process that saves to the file |
/// | `navigation.state.navstore-restores` | the number of restores that were not marked as healthy |
///
/// If another program has written a file with one of the last two names, that file is not changed. Only the user who
/// runs the process can read the files. If the path is a symbolic link, the link stays, and the file that the link
/// leads to is replaced.
///
/// A save writes a temporary file in the same directory, syncs it, and renames it, so that it replaces the state file.
/// Until the persistence is stopped or released, one such file is kept for the next save. The first save after a start
/// removes the temporary files that earlier processes left behind.
///
/// Only one `Persistence` at a time saves to a file. A second one, in this process or another, is refused until the
/// first one is stopped or released.
///
/// All members may be used from any thread. The operations of the sessions of one storage run one at a time.
public final class FileStorage: StateStorage, Sendable {
  /// The absolute path of the file. Symbolic links in the path are not resolved.
  package let path: String

  /// The identity of the file. Storages with the same path have the same identity.
  public let identity: StorageIdentity

  private let fileSystem: any FileSystem

  /// The writer of the file. Its lock is held during every operation, so that operations run one at a time.
  private let writer = Locked(AtomicFileWriter())

  /// The largest number of bytes of a file that is read or written. The limit is much larger than any navigation state.
  /// It prevents a wrong path, which may lead to a large file, from filling the memory.
  fileprivate static let largestFile = 256 << 20

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
  /// The initializer does not access the file. The first save creates missing directories.
  ///
  /// - Parameters:
  ///   - path: The path. A relative path begins at the current working directory.
  ///   - protection: When the system can read the files, on devices that encrypt each file; `nil` for the system's
  ///     default.
  /// - Throws: ``StorageError`` if the path does not end in the name of a file, or if it is relative and the working
  ///   directory no longer exists.
  public convenience init(path: String, protection: FileProtection? = nil) throws {
    try self.init(path: path, fileSystem: POSIXFileSystem(protection: protection))
  }

  /// Creates a storage for the file at a URL.
  ///
  /// The initializer does not access the file. The first save creates missing directories.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - protection: When the system can read the files, on devices that encrypt each file; `nil` for the system's
  ///     default.
  /// - Throws: ``StorageError`` if the URL is not a file URL, or if its path does not end in the name of a file.
  public convenience init(url: URL, protection: FileProtection? = nil) throws {
    // A trailing slash is accepted, because Foundation adds one if a directory exists at the path.
    guard url.isFileURL else {
      throw StorageError(action: .open, file: url.absoluteString, reason: "it is not the URL of a file")
    }
    try self.init(path: url.path, protection: protection)
  }

  /// Creates a storage for the file `<name>.state` in the directory where the system keeps the state of applications.
  ///
  /// On Apple platforms, the directory is `Application Support/<application>` in the container of the app or the
  /// library of the user. Elsewhere, it is `$XDG_STATE_HOME/<application>`, or `~/.local/state/<application>` if the
  /// variable is not set to an absolute path (XDG Base Directory Specification). The initializer does not access the
  /// file. The first save creates missing directories.
  ///
  /// - Parameters:
  ///   - name: The name of the file, without the ending `.state`.
  ///   - application: The name of the application; by default the bundle identifier or, without one, the name of the
  ///     process.
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

  private func discardSpare() {
    writer.withLock { $0.discardSpare(in: fileSystem) }
  }

  // MARK: - Sessions

  /// Returns the path of the generation's file, with links followed.
  public func name(of generation: StateGeneration) -> String {
    let file = access(.read)
    return ((try? file.followingLinks()) ?? file).of(generation).path
  }

  /// Runs the body with the file that the path leads to. Links are followed once, before the body runs.
  ///
  /// If there is an owner, a lock file beside the file is locked during the session and contains a record of the owner.
  /// The lock file, `<file>.navstore-owner`, is not removed after the session. Its record is valid only as long as the
  /// owner exists. If the lock file cannot be created, or if another program has written it, the session runs without a
  /// lock file. If the file system has no locks, only the record determines the owner.
  ///
  /// - Throws: ``PersistenceError/ownedElsewhere(file:by:)`` if another living owner owns the file, ``StorageError`` if
  ///   the links to the file cannot be followed, and the errors that the body throws.
  public func withSession<Result>(
    of owner: StorageOwner?, _ body: (any StorageSession) throws -> Result
  ) throws -> Result {
    let file = try access(owner == nil ? .read : .save).followingLinks()
    let session = Session(writer: writer, fileSystem: fileSystem, path: file.path)
    guard let owner else { return try body(session) }
    owner.whenEnding(ObjectIdentifier(self)) { [weak self, fileSystem] owner in
      self?.discardSpare()
      FileLease.release(owner, in: fileSystem)
    }
    do {
      return try FileLease(on: file).withOwnership(of: owner) { try body(session) }
    } catch let refusal as FileLease.Refusal {
      throw PersistenceError.ownedElsewhere(file: refusal.file, by: refusal.location)
    }
  }

  /// Removes the file, the previous generation, the files that were moved aside, and all other files of the storage.
  /// Directories stay. If the path is a symbolic link, the link stays.
  ///
  /// - Throws: ``PersistenceError/ownedElsewhere(file:by:)``, without removing anything, if another owner saves to the
  ///   file. ``StorageError`` if a file cannot be removed. All other files are then removed, except that the current
  ///   generation stays if the previous one cannot be removed. The message names the files that are left.
  public func remove(as owner: StorageOwner) throws {
    discardSpare()
    try writer.withLock { writer in
      writer.isDirectorySynced = false
      do {
        try FileRemoval(of: access(.remove).followingLinks()).perform(as: owner)
      } catch let refusal as FileLease.Refusal {
        throw PersistenceError.ownedElsewhere(file: refusal.file, by: refusal.location)
      }
    }
  }

  private func access(_ action: StorageError.Action) -> FileAccess { FileAccess(action, to: path, in: fileSystem) }

  private struct Session: StorageSession {
    let writer: Locked<AtomicFileWriter>
    let fileSystem: any FileSystem
    let path: String

    private func access(_ action: StorageError.Action, _ generation: StateGeneration = .current) -> FileAccess {
      FileAccess(action, to: path, in: fileSystem).of(generation)
    }

    /// A file that is larger than the limit is not read.
    func read(_ generation: StateGeneration, limit: Int) throws -> Data? {
      try writer.withLock { _ in
        let file = access(.read, generation)
        return try file.attempt("reading it") {
          try fileSystem.contents(of: file.path, limit: min(limit, FileStorage.largestFile))
        }
      }
    }

    /// If a step fails, the file is unchanged, and the temporary file is removed. There are two exceptions, which the
    /// message reports. If only the last step fails, the sync of the directory, the new state is in place, but a power
    /// cut can undo the save. On a file system without hard links, a failure can leave the saved state in the file of
    /// the previous generation.
    func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {
      try writer.withLock { writer in
        let file = access(.save)
        guard data.count <= FileStorage.largestFile else {
          throw file.failure(
            "the state has \(data.count) bytes, and the limit for a file is \(FileStorage.largestFile)")
        }
        try writer.replace(file, with: data, keepingCurrentAsPrevious: keepingCurrentAsPrevious)
      }
    }

    /// Moves the generation's file to the next of the names `<file>.aside-1`, `-2`, …, and removes all but the ten
    /// newest of these files.
    ///
    /// The previous generation is always moved, even if its path leads to a directory or a pipe. The current generation
    /// is moved only if its path leads to a regular file or a link.
    func quarantine(_ generation: StateGeneration) throws -> String? {
      try writer.withLock { writer in
        let file = access(.quarantine, generation)
        let exists =
          switch generation {
          case .current: try file.requireFileOrLink()
          case .previous: try file.kind() != nil
          }
        guard exists else { return nil }
        // A process that was killed may have created the other generation with a rename that was not synced. A power
        // cut may undo that rename. In that case, this file is needed.
        if !writer.isDirectorySynced { try file.synchronizeDirectories() }
        // A move that is not synced is not an error: the next save syncs the directory before another file takes the
        // old name.
        writer.isDirectorySynced = false
        return try Quarantine(beside: access(.quarantine)).moveAside(file)
      }
    }

    func unfinishedRestores() throws -> Int {
      try writer.withLock { _ in try RestoreCountFile(beside: access(.read)).count() }
    }

    /// The count survives the end of the process. It may not survive a power cut, because it is not synced.
    func setUnfinishedRestores(_ count: Int) throws {
      try writer.withLock { _ in try RestoreCountFile(beside: access(.save)).setCount(count) }
    }
  }
}

extension FileAccess {
  /// Returns access to the file of a generation. `self` must be access to the current generation.
  fileprivate func of(_ generation: StateGeneration) -> FileAccess {
    switch generation {
    case .current: self
    case .previous: previous
    }
  }
}

// MARK: - Default paths

extension FileStorage {
  fileprivate static func stem(name: String, application: String?) throws(StorageError) -> String {
    String(try defaultPath(name: name, application: application ?? thisApplication).dropLast(".state".count))
  }

  /// Returns the path of a storage with a name. The environment is an argument, so that tests can replace it.
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

/// Storages with one file for each scene or window. The files are in the folder `<name>.scenes` beside the file of
/// `init(name:application:)`. Therefore, the file of a scene never has the path of the file for another name.
extension FileStorage {
  /// Creates a storage for the file of one scene or window.
  ///
  /// The initializer does not access the file. The first save creates missing directories.
  ///
  /// - Parameters:
  ///   - name: The name of the folder, without the ending `.scenes`.
  ///   - application: The name of the application; by default the bundle identifier or, without one, the name of the
  ///     process.
  ///   - scene: The key of the scene, for instance `persistentIdentifier` of a `UISceneSession`, or a UUID that a
  ///     window keeps in its `@SceneStorage`. The key may be any string that is not empty. Two keys that differ in one
  ///     byte, even only in the case of a letter, have different files.
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
  /// The result does not contain a key whose escaped form has more than 100 bytes, because the name of its file
  /// contains only the beginning of the key. Each UTF-8 byte of the key other than `a`–`z`, `0`–`9`, `-` and `_` is
  /// escaped as `%XX`, and so takes three bytes.
  ///
  /// - Throws: ``StorageError`` if the folder cannot be read.
  public static func scenes(name: String, application: String? = nil) throws -> [String] {
    try sceneFolder(name: name, application: application).scenes()
  }

  /// Removes the files of all scenes except the given ones, with everything that is stored beside these files.
  ///
  /// Call this method when the system has discarded scenes, and pass the keys of the remaining scenes, which are those
  /// of `UIApplication.shared.openSessions`. A file that a persistence still saves to, in this process or another, is
  /// not removed.
  ///
  /// - Parameters:
  ///   - name: The name of the folder, without the ending `.scenes`.
  ///   - application: The name of the application; by default the bundle identifier or, without one, the name of the
  ///     process.
  ///   - scenes: The keys of the scenes whose files stay.
  /// - Returns: How many scenes were removed.
  /// - Throws: ``StorageError`` if a file cannot be removed. Other files may have been removed before.
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
