#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Who may save to a file. The record in the lock file beside it says who owns it, for as long as that one lives; the
/// lock is held only during a save, so that of two that find nobody there one comes first.
///
/// Whatever is wrong with the lock file alone is no reason to lose a state: then the save goes on without it.
extension FileOperation {
  /// How often a lock that somebody else holds is tried. Whoever holds it is saving, or is about to be refused.
  private static var tries: Int { 8 }

  private var lockFile: String { file + ".navstore-owner" }

  /// Runs the body as the owner, or throws `PersistenceError.ownedElsewhere`.
  func withOwnership<Result>(of owner: StorageOwner, _ body: () throws -> Result) throws -> Result {
    for number in 0..<Self.tries {
      guard let lock = openLock() else { break }
      do {
        defer { close(lock) }
        try claim(lock, for: owner)
        return try body()
      } catch let refusal as Refusal {
        // Another process stays for long. In this one, an owner may be gone in a moment: who waits for its last save
        // goes on a little earlier than it does.
        if case .process = refusal.place { throw refusal.error(file: file) }
        if number == Self.tries - 1 { throw refusal.error(file: file) }
        fileSystem.waitForLock(afterTry: number)
      }
    }
    return try body()
  }

  /// Runs the body unless somebody owns the file, and says whether it did; then the lock file is gone, too.
  func ifNobodyOwns(_ body: () throws -> Void) throws -> Bool {
    guard let lock = openLock() else {
      try body()
      return true
    }
    defer { close(lock) }
    if lock.hold == .another || lock.record.flatMap(place) != nil { return false }
    try body()
    // Whoever has opened it meanwhile and waits for the lock finds that it has lost its name.
    try? fileSystem.remove(lockFile)
    return true
  }

  /// Where the owner is, if anybody owns the file.
  var owningPlace: StorageOwner.Place? {
    guard let lock = openLock() else { return nil }
    defer { close(lock) }
    return lock.record.flatMap(place) ?? (lock.hold == .another ? .unknown : nil)
  }

  /// Removes the records of the owner from the lock files that it has written.
  static func releaseOwnership(of owner: StorageOwner, fileSystem: any FileSystem) {
    for (path, claim) in owner.allClaims where claim.process == fileSystem.processID {
      // The lock is not needed: nobody else replaces the record of an owner that lives, as this one still does.
      guard let file = try? fileSystem.openLockFile(path, creates: false) else { continue }
      defer { try? fileSystem.close(file) }
      let operation = FileOperation(.save, on: path, fileSystem: fileSystem)
      guard let data = try? operation.contents(of: file), OwnerRecord(data) == claim else { continue }
      try? operation.replaceContents(of: file, with: Data())
    }
    owner.retire()
  }

  // MARK: - The record

  private struct Refusal: Error {
    let place: StorageOwner.Place

    func error(file: String) -> PersistenceError { .ownedElsewhere(file: file, by: place) }
  }

  /// Makes sure that the record is the owner's, or throws a `Refusal`.
  private func claim(_ lock: OpenLock, for owner: StorageOwner) throws(Refusal) {
    if let record = lock.record {
      // Nobody but the owner itself replaces it, so the lock of another, who is about to be refused, is no hindrance.
      // A forked process has the parent's claim and another number.
      if record == owner.claim(of: lockFile), record.process == fileSystem.processID { return }
      if let place = place(of: record) { throw Refusal(place: place) }
    }
    if lock.hold == .another { throw Refusal(place: .unknown) }
    let start =
      if case .running(let start) = fileSystem.state(ofProcess: fileSystem.processID) { start } else { nil as String? }
    let claim = OwnerRecord(process: fileSystem.processID, start: start, owner: owner.number)
    owner.note(claim, of: lockFile)
    // Not synced: after a power cut every process is gone.
    try? replaceContents(of: lock.file, with: claim.encoded)
    guard lock.hold == .none else { return }
    // Without locks two may have written at once. The one that wrote last owns it.
    if let data = try? contents(of: lock.file), let record = OwnerRecord(data), record != claim,
      let place = place(of: record)
    {
      throw Refusal(place: place)
    }
  }

  /// Where the owner is that a record tells of; nil if it is gone.
  private func place(of record: OwnerRecord) -> StorageOwner.Place? {
    guard case .running(let start) = fileSystem.state(ofProcess: record.process) else { return nil }
    // The number was given to another process since.
    if let start, let recorded = record.start, start != recorded { return nil }
    guard record.process == fileSystem.processID else { return .process(record.process) }
    return StorageOwner.isLiving(record.owner) ? .thisProcess : nil
  }

  // MARK: - The lock

  private struct OpenLock {
    enum Hold { case mine, another, none }

    let file: FileDescriptor
    let hold: Hold
    /// Nil if the file holds no record, or a damaged one: then the state has no owner.
    let record: OwnerRecord?
  }

  /// Opens the lock file, tries to lock it, and reads it; nil if it cannot be used.
  private func openLock() -> OpenLock? {
    for _ in 0..<Self.tries {
      guard let file = openLockFile() else { return nil }
      let hold = hold(of: file)
      let found = Result { try contents(of: file) }
      let data = try? found.get()
      let lock = OpenLock(file: file, hold: hold, record: data.flatMap { OwnerRecord($0) })
      if let data, OwnerRecord.isReplaceable(data) { return lock }
      close(lock)
      // Another process removed the file after this one opened it, so a lock on it excludes no other process.
      if case .success(nil) = found { continue }
      // It cannot be read, or another program has written it.
      return nil
    }
    return nil
  }

  private func openLockFile() -> FileDescriptor? {
    do {
      return try attempt("opening \(lockFile)") { try fileSystem.openLockFile(lockFile, creates: true) }
    } catch {
      guard error.code == SystemError.missing.code else { return nil }
    }
    // What fails here fails again in the save, which says so.
    try? createDirectory(directory)
    return try? attempt("opening \(lockFile)") { try fileSystem.openLockFile(lockFile, creates: true) }
  }

  private func hold(of file: FileDescriptor) -> OpenLock.Hold {
    do {
      return try attempt("locking \(lockFile)") { try fileSystem.lock(file) } ? .mine : .another
    } catch {
      // Some network file systems know no locks: there the record alone has to do.
      return .none
    }
  }

  private func contents(of lockFile: FileDescriptor) throws(StorageError) -> Data? {
    try attempt("reading the lock file") { try fileSystem.contents(ofLockFile: lockFile, limit: OwnerRecord.longest) }
  }

  private func replaceContents(of lockFile: FileDescriptor, with data: Data) throws(StorageError) {
    try attempt("writing the lock file") { try fileSystem.replaceContents(ofLockFile: lockFile, with: data) }
  }

  private func close(_ lock: OpenLock) {
    if lock.hold == .mine { try? fileSystem.unlock(lock.file) }
    try? fileSystem.close(lock.file)
  }
}
