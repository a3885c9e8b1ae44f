#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The right of one owner to save to a file.
///
/// The file has a lock file in the same directory. A record in the lock file names the owner, and is valid as long as
/// the owner exists. The lock file is locked only during a save, so that two owners that find no record do not both
/// write a record.
///
/// If the lock file cannot be used, the save continues without it, so that a problem with the lock causes no loss of a
/// state.
struct FileLease {
  /// The error that is thrown if another living owner owns the file.
  struct Refusal: Error {
    let file: String
    let location: StorageOwner.Location
  }

  let file: FileAccess

  private var fileSystem: any FileSystem { file.fileSystem }
  private var lockFile: String { file.path + ".navstore-owner" }

  /// The maximum number of attempts to claim the file, and of attempts to open a lock file that other processes remove.
  /// If another owner holds the lock, that owner is saving, or is about to be refused.
  private static var tries: Int { 8 }

  init(on file: FileAccess) {
    self.file = file
  }

  /// Runs a save as the owner.
  ///
  /// - Throws: ``Refusal`` if another living owner owns the file, and the errors that the body throws.
  func withOwnership<Result>(of owner: StorageOwner, _ body: () throws -> Result) throws -> Result {
    for number in 0..<Self.tries {
      guard let lock = openLock() else { break }
      do {
        defer { close(lock) }
        try claim(lock, for: owner)
        return try body()
      } catch let refusal as Refusal {
        // An owner in another process usually continues to exist. An owner in this process may end soon: a task that
        // waits for the last save of an owner resumes slightly before that owner ends.
        if case .process = refusal.location { throw refusal }
        if number == Self.tries - 1 { throw refusal }
        fileSystem.waitForLock(afterTry: number)
      }
    }
    return try body()
  }

  /// Runs the body and then removes the lock file.
  ///
  /// - Throws: ``Refusal`` if another living owner owns the file, and the errors that the body throws.
  func remove(as owner: StorageOwner, _ body: () throws -> Void) throws {
    for number in 0..<Self.tries {
      guard let lock = openLock() else { break }
      defer { close(lock) }
      if !isOwned(lock, by: owner) {
        if let location = lock.record.flatMap(location) { throw refusal(by: location) }
        if lock.hold == .another {
          // Another process examines the file, and is about to save or to end.
          if number == Self.tries - 1 { throw refusal(by: .unknown) }
          fileSystem.waitForLock(afterTry: number)
          continue
        }
      }
      try body()
      // A process that has opened the lock file and waits for the lock detects that the file no longer has a name.
      try? fileSystem.remove(lockFile)
      return
    }
    try body()
  }

  /// Removes the owner's records from the lock files that the owner has written. The call blocks only for a few system
  /// calls, which do not wait for the disk.
  static func release(_ owner: StorageOwner, in fileSystem: any FileSystem) {
    for (path, claim) in owner.allClaims where claim.process == fileSystem.processID {
      // The lock is not needed, because the owner is still alive and no other owner replaces its record.
      guard let file = try? fileSystem.openLockFile(path, creates: false) else { continue }
      defer { try? fileSystem.close(file) }
      let lease = FileLease(on: FileAccess(.save, to: path, in: fileSystem))
      guard let data = try? lease.contents(of: file), OwnerRecord(data) == claim else { continue }
      try? lease.replaceContents(of: file, with: Data())
    }
  }

  // MARK: - The record

  private func claim(_ lock: OpenLock, for owner: StorageOwner) throws(Refusal) {
    if let record = lock.record {
      if isOwned(lock, by: owner) { return }
      if let location = location(of: record) { throw refusal(by: location) }
    }
    if lock.hold == .another { throw refusal(by: .unknown) }
    let start =
      if case .running(let start) = fileSystem.state(ofProcess: fileSystem.processID) { start } else { nil as String? }
    let claim = OwnerRecord(process: fileSystem.processID, start: start, owner: owner.number)
    owner.note(claim, of: lockFile)
    // The record is not synced, because after a power cut the process no longer exists.
    try? replaceContents(of: lock.file, with: claim.encoded)
    guard lock.hold == .none else { return }
    // Without locks, two owners may have written at the same time. The owner that wrote last owns the file.
    if let data = try? contents(of: lock.file), let record = OwnerRecord(data), record != claim,
      let location = location(of: record)
    {
      throw refusal(by: location)
    }
  }

  /// Returns whether the lock file contains the owner's record.
  ///
  /// Only the owner itself replaces its record. Another owner that holds the lock is refused, so its lock does not
  /// matter. A forked process has a copy of its parent's claim, but a different process number.
  private func isOwned(_ lock: OpenLock, by owner: StorageOwner) -> Bool {
    guard let record = lock.record else { return false }
    return record == owner.claim(of: lockFile) && record.process == fileSystem.processID
  }

  private func refusal(by location: StorageOwner.Location) -> Refusal { Refusal(file: file.path, location: location) }

  /// Returns the location of the owner that a record names, or `nil` if that owner has ended.
  private func location(of record: OwnerRecord) -> StorageOwner.Location? {
    guard case .running(let start) = fileSystem.state(ofProcess: record.process) else { return nil }
    // If the starts differ, the process number now belongs to another process.
    if let start, let recorded = record.start, start != recorded { return nil }
    guard record.process == fileSystem.processID else { return .process(record.process) }
    return StorageOwner.isLiving(record.owner) ? .thisProcess : nil
  }

  // MARK: - The lock

  private struct OpenLock {
    enum Hold { case mine, another, none }

    let file: FileDescriptor
    let hold: Hold
    /// The record in the file. If the file has no record or a damaged one, the value is `nil`, and the saved file has
    /// no owner.
    let record: OwnerRecord?
  }

  /// Opens the lock file, tries to lock it, and reads it.
  ///
  /// - Returns: The lock, or `nil` if the lock file cannot be used.
  private func openLock() -> OpenLock? {
    for _ in 0..<Self.tries {
      guard let file = openLockFile() else { return nil }
      let hold = hold(of: file)
      let found = Result { try contents(of: file) }
      let data = try? found.get()
      let lock = OpenLock(file: file, hold: hold, record: data.flatMap { OwnerRecord($0) })
      if let data, OwnerRecord.isReplaceable(data) { return lock }
      close(lock)
      // Another process removed the file after this process had opened it, so a lock on the file excludes no other
      // process.
      if case .success(nil) = found { continue }
      // The file cannot be read, or another program has written it.
      return nil
    }
    return nil
  }

  private func openLockFile() -> FileDescriptor? {
    func open() throws(StorageError) -> FileDescriptor {
      try file.attempt("opening \(lockFile)") { try fileSystem.openLockFile(lockFile, creates: true) }
    }
    do {
      return try open()
    } catch {
      guard error.code == SystemError.missing.code else { return nil }
    }
    // If this fails, the save fails in the same way and reports the error.
    try? file.createDirectory()
    return try? open()
  }

  private func hold(of lockFile: FileDescriptor) -> OpenLock.Hold {
    do {
      return try file.attempt("locking \(self.lockFile)") { try fileSystem.lock(lockFile) } ? .mine : .another
    } catch {
      // Some network file systems have no locks. On them, only the record decides.
      return .none
    }
  }

  private func contents(of lockFile: FileDescriptor) throws(StorageError) -> Data? {
    try file.attempt("reading the lock file") {
      try fileSystem.contents(ofLockFile: lockFile, limit: OwnerRecord.longest)
    }
  }

  private func replaceContents(of lockFile: FileDescriptor, with data: Data) throws(StorageError) {
    try file.attempt("writing the lock file") { try fileSystem.replaceContents(ofLockFile: lockFile, with: data) }
  }

  private func close(_ lock: OpenLock) {
    if lock.hold == .mine { try? fileSystem.unlock(lock.file) }
    try? fileSystem.close(lock.file)
  }
}
