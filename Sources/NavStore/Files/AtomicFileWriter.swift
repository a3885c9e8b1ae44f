#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A writer that replaces a file durably and as a whole. A writer must perform only one save at a time.
///
/// A save writes a temporary file in the same directory, syncs it, and renames it, so that it replaces the file. The
/// order of these calls protects the file from a crash. The tests verify the order.
struct AtomicFileWriter {
  /// Whether every change in the directory is durable, as far as this writer knows.
  var isDirectorySynced = false

  private var hasRemovedStaleFiles = false

  /// The file that was the previous generation before the last save. The next save uses it as the temporary file and
  /// overwrites its contents.
  ///
  /// Using an existing file is faster, because creating one file and freeing another costs about as much as a sync.
  private var spare: TemporaryNames.Name?

  /// Replaces the file durably.
  ///
  /// The last step syncs the directory. If an earlier step fails, the file does not change, and the temporary file is
  /// removed. On a file system without hard links, a failure may leave the saved state in the file of the previous
  /// generation. The error then says so.
  ///
  /// The links to `file` have been followed.
  mutating func replace(
    _ file: FileAccess, with data: Data, keepingCurrentAsPrevious keepsCurrent: Bool
  ) throws(StorageError) {
    if !hasRemovedStaleFiles {
      Self.removeStaleFiles(beside: file)
      hasRemovedStaleFiles = true
    }
    let wasDirectorySynced = isDirectorySynced
    isDirectorySynced = false
    // If no current file exists, the previous generation stays.
    let isFirst = try !file.requireRegularFile()
    // If the directory was not synced, a power cut may give the spare file its former name again. Therefore the spare
    // file must not be overwritten.
    if !wasDirectorySynced { discardSpare(in: file.fileSystem) }
    let temporary = try writeTemporaryFile(data, beside: file)
    defer { TemporaryNames.shared.release(temporary) }
    var hasMovedCurrent = false
    do {
      if isFirst || !wasDirectorySynced { try file.synchronizeDirectories() }
      if keepsCurrent, !isFirst { hasMovedCurrent = try keepCurrentAsPrevious(file) }
      try file.attempt("renaming \(temporary.path)") { try file.fileSystem.rename(temporary.path, to: file.path) }
    } catch {
      discardSpare(in: file.fileSystem)
      defer { try? file.fileSystem.remove(temporary.path) }
      guard hasMovedCurrent else { throw error }
      do {
        try file.fileSystem.rename(file.previous.path, to: file.path)
      } catch let failure {
        var error = error
        error.consequence =
          "The saved state is now in \(file.previous.path), because renaming it back failed too: \(failure.reason)."
        throw error
      }
      throw error
    }
    try file.attempt(
      "syncing the directory", consequence: "The new state is in place, but may not survive a power cut."
    ) { try file.fileSystem.synchronizeDirectory(file.directory) }
    isDirectorySynced = true
  }

  // MARK: - The previous generation

  /// Gives the current file the name of the previous generation as a second name, and returns whether the file has lost
  /// its own name.
  ///
  /// The name of a generation is only ever given to a file with the same state or a newer one. This rule matters
  /// because a power cut may undo any call that is not synced, including the calls of a killed process.
  private mutating func keepCurrentAsPrevious(_ file: FileAccess) throws(StorageError) -> Bool {
    let fileSystem = file.fileSystem
    let previous = file.previous.path
    spare = Self.linkPrevious(of: file)
    while true {
      let second = TemporaryNames.shared.reserve(for: file)
      defer { TemporaryNames.shared.release(second) }
      do {
        try file.attempt("linking it to \(second.path)") { try fileSystem.link(file.path, to: second.path) }
      } catch {
        if error.code == SystemError.exists.code { continue }
        // The current file has been removed since the check, so it is not kept.
        if error.code == SystemError.missing.code { return false }
        // A file system without hard links reports one of various errors. On such a file system, only the previous
        // generation exists for a moment.
        try file.attempt("renaming it to \(previous)") { try fileSystem.rename(file.path, to: previous) }
        return true
      }
      // A rename between two names of the same file does nothing and leaves both names. Therefore the second name is
      // removed in any case.
      defer { try? fileSystem.remove(second.path) }
      try file.attempt("renaming \(second.path) to \(previous)") { try fileSystem.rename(second.path, to: previous) }
      return false
    }
  }

  /// Gives the file of the previous generation a second name, so that the file still exists after another file has
  /// replaced it.
  ///
  /// - Returns: The second name, or `nil` if the previous generation does not exist or the file system has no hard
  ///   links.
  private static func linkPrevious(of file: FileAccess) -> TemporaryNames.Name? {
    let name = TemporaryNames.shared.reserve(for: file)
    if (try? file.fileSystem.link(file.previous.path, to: name.path)) != nil { return name }
    TemporaryNames.shared.release(name)
    return nil
  }

  /// Removes the file that is kept for the next save.
  ///
  /// A forked process does not remove the file of its parent process, because the parent still uses that file.
  mutating func discardSpare(in fileSystem: any FileSystem) {
    guard let name = spare.take() else { return }
    if name.process == fileSystem.processID { try? fileSystem.remove(name.path) }
    TemporaryNames.shared.release(name)
  }

  // MARK: - The temporary file

  private mutating func writeTemporaryFile(
    _ data: Data, beside file: FileAccess
  ) throws(StorageError) -> TemporaryNames.Name {
    let fileSystem = file.fileSystem
    // The directory of the spare file differs if a link led to the saved file, and the target of the link has changed
    // since the last save.
    if let name = spare, name.process == fileSystem.processID, FileAccess.directory(of: name.path) == file.directory,
      let descriptor = try? fileSystem.reopenFile(name.path, size: data.count)
    {
      spare = nil
      do {
        try Self.fill(descriptor, at: name.path, with: data, for: file)
        return name
      } catch {
        TemporaryNames.shared.release(name)
        throw error
      }
    }
    discardSpare(in: fileSystem)
    while true {
      let name = TemporaryNames.shared.reserve(for: file)
      do {
        let descriptor = try Self.createTemporaryFile(name.path, for: file)
        try Self.fill(descriptor, at: name.path, with: data, for: file)
        return name
      } catch {
        TemporaryNames.shared.release(name)
        // Another program has created a file with that name. The next number is tried.
        if error.code == SystemError.exists.code { continue }
        throw error
      }
    }
  }

  private static func createTemporaryFile(
    _ path: String, for file: FileAccess
  ) throws(StorageError) -> FileDescriptor {
    func create() throws(StorageError) -> FileDescriptor {
      try file.attempt("creating \(path)") { try file.fileSystem.createFile(path, permissions: 0o600) }
    }
    do {
      return try create()
    } catch {
      guard error.code == SystemError.missing.code else { throw error }
    }
    try file.createDirectory()
    return try create()
  }

  /// Writes, syncs and closes the temporary file, and removes it if a step fails.
  private static func fill(
    _ descriptor: FileDescriptor, at path: String, with data: Data, for file: FileAccess
  ) throws(StorageError) {
    let fileSystem = file.fileSystem
    var isOpen = true
    do throws(StorageError) {
      var written = 0
      while written < data.count {
        let start = written
        let count = try file.attempt("writing \(path)") {
          try data.withUnsafeBytes { bytes in
            try fileSystem.write(UnsafeRawBufferPointer(rebasing: bytes[start...]), to: descriptor)
          }
        }
        guard count > 0 else { throw file.failure("writing \(path) failed: the system wrote no bytes") }
        written += count
      }
      try file.attempt("syncing \(path)") { try fileSystem.synchronize(descriptor) }
      isOpen = false
      try file.attempt("closing \(path)") { try fileSystem.close(descriptor) }
    } catch {
      if isOpen { try? fileSystem.close(descriptor) }
      try? fileSystem.remove(path)
      throw error
    }
  }

  // MARK: - Stale files

  /// Removes the temporary files of processes that have ended. A failure is ignored, because a save does not depend on
  /// the removal.
  static func removeStaleFiles(beside file: FileAccess) {
    let (fileSystem, directory) = (file.fileSystem, file.directory)
    guard let names = try? fileSystem.names(inDirectory: directory) else { return }
    for name in TemporaryNames.names(of: file, among: names) {
      // This process may have the number of an earlier process, for instance after the restart of a container. A file
      // with that number may therefore be stale.
      let isInUse =
        name.process == fileSystem.processID
        ? TemporaryNames.shared.isReserved(name.number) : fileSystem.processIsAlive(name.process)
      if !isInUse { try? fileSystem.remove(name.path) }
    }
  }
}

/// The names of the temporary files that this process is writing, or keeps for the next save.
///
/// A name contains the number of the process, so that other processes can detect that the file is in use. If that
/// number is the number of the current process, the file was created by the current process or by an earlier process
/// with the same number. Such a file is in use only if the second number in its name is reserved.
final class TemporaryNames: Sendable {
  struct Name {
    var path: String
    var process: Int32
    var number: Int
  }

  static let shared = TemporaryNames()

  private static let infix = ".navstore-tmp-"

  static func names(of file: FileAccess, among names: [String]) -> [Name] {
    let directory = file.directory
    let prefix = file.path.dropFirst(directory == "/" ? 1 : directory.count + 1) + infix
    return names.compactMap { name in
      guard name.hasPrefix(prefix) else { return nil }
      let numbers = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
      guard numbers.count == 2, let process = Int32(numbers[0]), process > 0, let number = Int(numbers[1]) else {
        return nil
      }
      return Name(path: "\(file.path)\(infix)\(process)-\(number)", process: process, number: number)
    }
  }

  private struct Numbers {
    var last = 0
    var reserved: Set<Int> = []
  }

  private let numbers = Locked(Numbers())

  func reserve(for file: FileAccess) -> Name {
    let number = numbers.withLock { numbers in
      numbers.last += 1
      numbers.reserved.insert(numbers.last)
      return numbers.last
    }
    let process = file.fileSystem.processID
    return Name(path: "\(file.path)\(Self.infix)\(process)-\(number)", process: process, number: number)
  }

  func release(_ name: Name) {
    numbers.withLock { _ = $0.reserved.remove(name.number) }
  }

  func isReserved(_ number: Int) -> Bool {
    numbers.withLock { $0.reserved.contains(number) }
  }
}
