import Foundation
import NavStore

/// The real file system, with a record of the calls that change something and with injected failures.
///
/// If a file's sync fails, the bytes since its last sync are destroyed. A system that cannot write the bytes may
/// destroy them, too.
final class RecordingFileSystem: FileSystem, Sendable {
  /// The recorded calls, each with the last components of its paths: for example, `rename a.state.tmp a.state`.
  var calls: [String] { lock.withLock { storage.calls } }

  /// The size limits of the reads, in bytes, without the reads of lock files.
  var readLimits: [Int] { lock.withLock { storage.readLimits } }

  /// How many times the destination of a link was read.
  var followedLinks: Int { lock.withLock { storage.followedLinks } }

  private struct Storage {
    var calls: [String] = []
    var followedLinks = 0
    var names: [FileDescriptor: String] = [:]
    /// The number of synced bytes of each file.
    var synced: [String: Int] = [:]
    var countdown: Int?
    var remainingCalls = Int.max
    var failures: [String: SystemError] = [:]
    var error = SystemError.inputOutput
    var longestWrite = Int.max
    var isLockedByAnother = false
    var processID: Int32?
    var states: [Int32: ProcessState] = [:]
    var unnamedOpens = 0
    var inherited: [FileDescriptor] = []
    var inheritsLocks = false
    var readLimits: [Int] = []
  }

  private let real = POSIXFileSystem()
  private let lock = Lock()
  private nonisolated(unsafe) var storage = Storage()

  /// Makes later calls fail with the errors of a dictionary. A key is a recorded call or its first
  /// word. `look` and `read` are keys for calls that only read.
  func fail(_ failures: [String: SystemError]) {
    lock.withLock { storage.failures = failures }
  }

  /// Makes one call fail, after `count` other calls. Calls that only clean up count, too.
  func fail(after count: Int, with error: SystemError = .inputOutput) {
    lock.withLock {
      storage.countdown = count
      storage.error = error
    }
  }

  /// Makes every call that changes something fail after `count` calls, even cleanup. The disk remains as after a crash.
  func failEveryCall(after count: Int) {
    lock.withLock { storage.remainingCalls = count }
  }

  /// Limits each write to `count` bytes.
  func limitWrites(to count: Int) {
    lock.withLock { storage.longestWrite = count }
  }

  /// Makes lock files appear to be locked by another owner.
  func lockByAnother(_ isLocked: Bool = true) {
    lock.withLock { storage.isLockedByAnother = isLocked }
  }

  /// Changes the number of this process, as after a fork.
  func pretendProcess(_ id: Int32) {
    lock.withLock { storage.processID = id }
  }

  /// Sets the state that is reported for a process.
  func pretendState(_ state: ProcessState, ofProcess id: Int32) {
    lock.withLock { storage.states[id] = state }
  }

  /// Removes the next `count` lock files after they are opened and before they are locked.
  func removeLockFiles(_ count: Int) {
    lock.withLock { storage.unnamedOpens = count }
  }

  /// Keeps a second descriptor of each lock file open, like a process that was forked while the file was open.
  func inheritLocks() {
    lock.withLock { storage.inheritsLocks = true }
  }

  deinit {
    for file in storage.inherited { try? real.close(file) }
  }

  func forgetCalls() {
    lock.withLock { storage.calls = [] }
  }

  private func record(_ call: String, _ paths: String...) throws(SystemError) {
    let names = paths.map { path -> String in
      let name = String(path.split(separator: "/").last ?? "/")
      // The numbers of the process and the file differ from run to run, so they are removed.
      return name.replacing(/\.navstore-tmp-\d+-\d+$/, with: ".tmp")
    }
    let error: SystemError? = lock.withLock {
      if storage.remainingCalls == 0 { return .inputOutput }
      storage.remainingCalls -= 1
      let words = ([call] + names).joined(separator: " ")
      storage.calls.append(words)
      if let countdown = storage.countdown {
        storage.countdown = countdown == 0 ? nil : countdown - 1
        if countdown == 0 { return storage.error }
      }
      return storage.failures[call] ?? storage.failures[words]
    }
    if let error { throw error }
  }

  private func name(_ file: FileDescriptor) -> String {
    lock.withLock { storage.names[file] ?? "?" }
  }

  func kind(of path: String) throws(SystemError) -> FileKind? {
    if let error = lock.withLock({ storage.failures["look"] }) { throw error }
    return try real.kind(of: path)
  }

  func destination(ofLink path: String) throws(SystemError) -> String {
    lock.withLock { storage.followedLinks += 1 }
    return try real.destination(ofLink: path)
  }

  func contents(of path: String, limit: Int) throws(SystemError) -> Data? {
    let error = lock.withLock {
      storage.readLimits.append(limit)
      return storage.failures["read"]
    }
    if let error { throw error }
    return try real.contents(of: path, limit: limit)
  }

  func names(inDirectory path: String) throws(SystemError) -> [String] { try real.names(inDirectory: path) }

  func createFile(_ path: String, permissions: UInt16) throws(SystemError) -> FileDescriptor {
    try record("create", path)
    let file = try real.createFile(path, permissions: permissions)
    lock.withLock {
      storage.names[file] = path
      storage.synced[path] = nil
    }
    return file
  }

  func reopenFile(_ path: String, size: Int) throws(SystemError) -> FileDescriptor {
    try record("reopen", path)
    let file = try real.reopenFile(path, size: size)
    lock.withLock {
      storage.names[file] = path
      storage.synced[path] = nil
    }
    return file
  }

  func write(_ bytes: UnsafeRawBufferPointer, to file: FileDescriptor) throws(SystemError) -> Int {
    try record("write", name(file))
    let count = min(bytes.count, lock.withLock { storage.longestWrite })
    return try real.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: file)
  }

  func synchronize(_ file: FileDescriptor) throws(SystemError) {
    let name = name(file)
    let end = Int(lseek(file.number, 0, SEEK_CUR))
    do {
      try record("sync", name)
    } catch {
      if error != .interrupted { destroyBytes(of: file, from: lock.withLock { storage.synced[name] ?? 0 }, to: end) }
      throw error
    }
    try real.synchronize(file)
    lock.withLock { storage.synced[name] = end }
  }

  private func destroyBytes(of file: FileDescriptor, from start: Int, to end: Int) {
    let zeros = [UInt8](repeating: 0, count: max(end - start, 0))
    _ = zeros.withUnsafeBytes { pwrite(file.number, $0.baseAddress, $0.count, off_t(start)) }
  }

  func close(_ file: FileDescriptor) throws(SystemError) {
    // A descriptor without a name is already closed. The second close is recorded, too.
    let name = lock.withLock { storage.names.removeValue(forKey: file) } ?? "?"
    defer { if name != "?" { try? real.close(file) } }
    try record("close", name)
  }

  func link(_ path: String, to newPath: String) throws(SystemError) {
    try record("link", path, newPath)
    try real.link(path, to: newPath)
  }

  func rename(_ path: String, to newPath: String) throws(SystemError) {
    try record("rename", path, newPath)
    try real.rename(path, to: newPath)
  }

  func remove(_ path: String) throws(SystemError) {
    try record("remove", path)
    try real.remove(path)
  }

  func createDirectory(_ path: String, permissions: UInt16) throws(SystemError) {
    try record("mkdir", path)
    try real.createDirectory(path, permissions: permissions)
  }

  func synchronizeDirectory(_ path: String) throws(SystemError) {
    try record("syncdir", path)
    try real.synchronizeDirectory(path)
  }

  // MARK: - Owners

  func openLockFile(_ path: String, creates: Bool) throws(SystemError) -> FileDescriptor {
    try record("openlock", path)
    let file = try real.openLockFile(path, creates: creates)
    let (isInherited, isRemoved) = lock.withLock {
      storage.names[file] = path
      defer { storage.unnamedOpens = max(storage.unnamedOpens - 1, 0) }
      return (storage.inheritsLocks, storage.unnamedOpens > 0)
    }
    if isInherited {
      let copy = FileDescriptor(number: dup(file.number))
      lock.withLock { storage.inherited.append(copy) }
    }
    if isRemoved { try real.remove(path) }
    return file
  }

  func lock(_ file: FileDescriptor) throws(SystemError) -> Bool {
    try record("lock", name(file))
    return lock.withLock({ storage.isLockedByAnother }) ? false : try real.lock(file)
  }

  func unlock(_ file: FileDescriptor) throws(SystemError) {
    try record("unlock", name(file))
    try real.unlock(file)
  }

  func waitForLock(afterTry number: Int) {
    try? record("wait", "\(number)")
  }

  func contents(ofLockFile file: FileDescriptor, limit: Int) throws(SystemError) -> Data? {
    try record("readlock", name(file))
    return try real.contents(ofLockFile: file, limit: limit)
  }

  func replaceContents(ofLockFile file: FileDescriptor, with data: Data) throws(SystemError) {
    try record("writelock", name(file))
    try real.replaceContents(ofLockFile: file, with: data)
  }

  func state(ofProcess id: Int32) -> ProcessState {
    lock.withLock { storage.states[id] } ?? real.state(ofProcess: id)
  }

  var processID: Int32 { lock.withLock { storage.processID } ?? real.processID }
  func processIsAlive(_ id: Int32) -> Bool { real.processIsAlive(id) }
}
