#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The steps of a save. The order of the calls is what survives a crash; the tests hold it fast.
extension FileOperation {
  /// Replaces the file durably, or leaves it as it is, removes what was begun and throws.
  ///
  /// `isDirectorySynced` says that all that was done in the directory before is durable. `spare` is a file that nobody
  /// needs, which is written over; afterwards it is the one that was the previous generation. To write over a file
  /// spares the disk to make one and to free one, which cost about as much as a sync.
  func replace(
    with data: Data, keepingCurrentAsPrevious: Bool, isDirectorySynced: Bool, spare: inout TemporaryNames.Name?
  ) throws(StorageError) {
    // Without a current file there is nothing to keep, and the previous generation stays.
    let isFirst = try !requireRegularFile()
    // After a power cut what is not synced may have its former name again.
    if !isDirectorySynced { discard(&spare) }
    let temporary = try writeTemporaryFile(data, over: &spare)
    defer { TemporaryNames.shared.release(temporary) }
    var hasMovedCurrent = false
    do {
      if isFirst || !isDirectorySynced { try synchronizeDirectories() }
      if keepingCurrentAsPrevious, !isFirst { hasMovedCurrent = try keepCurrentAsPrevious(spare: &spare) }
      try attempt("renaming \(temporary.path)") { try fileSystem.rename(temporary.path, to: file) }
    } catch {
      discard(&spare)
      defer { try? fileSystem.remove(temporary.path) }
      guard hasMovedCurrent else { throw error }
      do {
        try fileSystem.rename(previous, to: file)
      } catch let failure {
        var error = error
        error.consequence = "The saved state is now \(previous): renaming it back failed, too: \(failure.reason)."
        throw error
      }
      throw error
    }
    try attempt(
      "syncing the directory", consequence: "The new state is in place, but may not survive a power cut."
    ) { try fileSystem.synchronizeDirectory(directory) }
  }

  private var previous: String { Self.file(of: .previous, at: file) }

  /// Makes the current file the previous generation too, and returns whether it has lost its own name by that.
  ///
  /// No call takes the last name of a generation away without giving one to the same or a newer state: of several calls
  /// that nobody has synced, some of them a killed process's, a power cut may keep any.
  private func keepCurrentAsPrevious(spare: inout TemporaryNames.Name?) throws(StorageError) -> Bool {
    spare = linkPrevious()
    while true {
      let second = TemporaryNames.shared.reserve(for: file, process: fileSystem.processID)
      defer { TemporaryNames.shared.release(second) }
      do {
        try attempt("linking it to \(second.path)") { try fileSystem.link(file, to: second.path) }
      } catch {
        if error.code == SystemError.exists.code { continue }
        // Nothing is current: there is nothing to keep.
        if error.code == SystemError.missing.code { return false }
        // Some file systems have no hard links, and say so in many ways. For a moment the previous generation is the
        // only one.
        try attempt("renaming it to \(previous)") { try fileSystem.rename(file, to: previous) }
        return true
      }
      // A rename between two names of one file does nothing, and leaves both.
      defer { try? fileSystem.remove(second.path) }
      try attempt("renaming \(second.path) to \(previous)") { try fileSystem.rename(second.path, to: previous) }
      return false
    }
  }

  /// Gives the previous generation a second name, by which it is there when it has lost its own; nil if that cannot be
  /// done.
  private func linkPrevious() -> TemporaryNames.Name? {
    let name = TemporaryNames.shared.reserve(for: file, process: fileSystem.processID)
    if (try? fileSystem.link(previous, to: name.path)) != nil { return name }
    TemporaryNames.shared.release(name)
    return nil
  }

  /// Removes a spare file. A forked process leaves alone what it has from its parent, which goes on with it.
  func discard(_ spare: inout TemporaryNames.Name?) {
    guard let name = spare.take() else { return }
    if name.process == fileSystem.processID { try? fileSystem.remove(name.path) }
    TemporaryNames.shared.release(name)
  }

  func removeIfPresent(_ path: String) throws(SystemError) {
    do {
      try fileSystem.remove(path)
    } catch {
      if error.code != SystemError.missing.code { throw error }
    }
  }

  // MARK: - The temporary file

  private func writeTemporaryFile(
    _ data: Data, over spare: inout TemporaryNames.Name?
  ) throws(StorageError) -> TemporaryNames.Name {
    // A link that led here may lead to another directory since.
    if let name = spare, name.process == fileSystem.processID, Self.directory(of: name.path) == directory,
      let descriptor = try? fileSystem.reopenFile(name.path, size: data.count)
    {
      spare = nil
      do {
        try fill(descriptor, at: name.path, with: data)
        return name
      } catch {
        TemporaryNames.shared.release(name)
        throw error
      }
    }
    discard(&spare)
    while true {
      let name = TemporaryNames.shared.reserve(for: file, process: fileSystem.processID)
      do {
        try fill(try createTemporaryFile(name.path), at: name.path, with: data)
        return name
      } catch {
        TemporaryNames.shared.release(name)
        // A file of that name belongs to somebody else: take the next number.
        if error.code == SystemError.exists.code { continue }
        throw error
      }
    }
  }

  private func createTemporaryFile(_ path: String) throws(StorageError) -> FileDescriptor {
    do {
      return try attempt("creating \(path)") { try fileSystem.createFile(path, permissions: 0o600) }
    } catch {
      guard error.code == SystemError.missing.code else { throw error }
    }
    try createDirectory(directory)
    return try attempt("creating \(path)") { try fileSystem.createFile(path, permissions: 0o600) }
  }

  /// Makes the directory and those above it that are missing.
  func createDirectory(_ path: String) throws(StorageError) {
    try onDirectories { () throws(DirectoryChain.Failure) in try DirectoryChain(path, in: fileSystem).create() }
  }

  /// Syncs the directory and those above it, before names change that others may have been moved from.
  func synchronizeDirectories() throws(StorageError) {
    try onDirectories { () throws(DirectoryChain.Failure) in
      try DirectoryChain(directory, in: fileSystem).synchronize()
    }
  }

  private func onDirectories(_ body: () throws(DirectoryChain.Failure) -> Void) throws(StorageError) {
    do {
      try body()
    } catch {
      let reason = "\(error.step) the directory \(error.directory) failed: \(error.error.reason)"
      throw failure(reason, code: error.error.code)
    }
  }

  /// Writes, syncs and closes the temporary file, or removes it.
  private func fill(_ descriptor: FileDescriptor, at path: String, with data: Data) throws(StorageError) {
    var isOpen = true
    do throws(StorageError) {
      var written = 0
      while written < data.count {
        let start = written
        let count = try attempt("writing \(path)") {
          try data.withUnsafeBytes { bytes in
            try fileSystem.write(UnsafeRawBufferPointer(rebasing: bytes[start...]), to: descriptor)
          }
        }
        guard count > 0 else { throw failure("writing \(path) failed: the system took no bytes") }
        written += count
      }
      try attempt("syncing \(path)") { try fileSystem.synchronize(descriptor) }
      isOpen = false
      try attempt("closing \(path)") { try fileSystem.close(descriptor) }
    } catch {
      if isOpen { try? fileSystem.close(descriptor) }
      try? fileSystem.remove(path)
      throw error
    }
  }

  /// Removes what killed processes left behind. Nothing that fails here is worth failing a save.
  func removeStaleFiles() {
    guard let names = try? fileSystem.names(inDirectory: directory) else { return }
    let prefix = file.dropFirst(directory == "/" ? 1 : directory.count + 1) + ".navstore-tmp-"
    for name in names where name.hasPrefix(prefix) {
      let numbers = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
      guard numbers.count == 2, let process = Int32(numbers[0]), process > 0, let number = Int(numbers[1]) else {
        continue
      }
      // After a restart in a container the new process may have the number of the old one.
      let isInUse =
        process == fileSystem.processID
        ? TemporaryNames.shared.isReserved(number) : fileSystem.processIsAlive(process)
      if !isInUse { try? fileSystem.remove("\(file).navstore-tmp-\(process)-\(number)") }
    }
  }
}

/// The names of the temporary files that this process is writing, or keeps to write over.
///
/// The process's number in a name tells other processes that the file is in use. Inside the process, and for one that
/// was started anew with the same number, this list does.
final class TemporaryNames: Sendable {
  struct Name {
    var path: String
    var process: Int32
    var number: Int
  }

  static let shared = TemporaryNames()

  private struct Numbers {
    var last = 0
    var reserved: Set<Int> = []
  }

  private let numbers = Locked(Numbers())

  /// Returns a name beside the file that this process has never used.
  func reserve(for file: String, process: Int32) -> Name {
    let number = numbers.withLock { numbers in
      numbers.last += 1
      numbers.reserved.insert(numbers.last)
      return numbers.last
    }
    return Name(path: "\(file).navstore-tmp-\(process)-\(number)", process: process, number: number)
  }

  func release(_ name: Name) {
    numbers.withLock { _ = $0.reserved.remove(name.number) }
  }

  func isReserved(_ number: Int) -> Bool {
    numbers.withLock { $0.reserved.contains(number) }
  }
}
