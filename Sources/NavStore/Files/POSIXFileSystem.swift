#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// The file system of the machine. This file contains all system calls of the persistence.
package struct POSIXFileSystem: FileSystem {
  private let protection: FileProtection?

  /// - Parameter protection: The protection of created files; `nil` for the default of the system.
  package init(protection: FileProtection? = nil) {
    self.protection = protection
  }

  package func kind(of path: String) throws(SystemError) -> FileKind? {
    var information = stat()
    guard lstat(path, &information) == 0 else {
      if errno == ENOENT { return nil }
      throw .last
    }
    return FileKind(information)
  }

  package func destination(ofLink path: String) throws(SystemError) -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    guard count >= 0 else { throw .last }
    guard count < buffer.count else { throw SystemError(ENAMETOOLONG) }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  package func contents(of path: String, limit: Int) throws(SystemError) -> Data? {
    // Without O_NONBLOCK, opening a pipe without a writer would wait forever. Without O_NOCTTY, opening a terminal
    // might make it the controlling terminal of the process.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    var information = stat()
    guard file >= 0 else {
      var error = SystemError.last
      if error.code == ENOENT { return nil }
      // A socket cannot be opened at all.
      if stat(path, &information) == 0, FileKind(information) != .regular { error.obstacle = .notAFile }
      throw error
    }
    defer { _ = systemClose(file) }
    guard fstat(file, &information) == 0 else { throw .last }
    switch FileKind(information) {
    case .regular: break
    case .directory: throw SystemError(code: EISDIR, reason: SystemError.isDirectory.reason, obstacle: .notAFile)
    case .link, .other: throw SystemError(code: EINVAL, reason: "it is not a regular file", obstacle: .notAFile)
    }
    // A file may have more bytes than an `Int` of 32 bits can count.
    let size = Int(clamping: information.st_size)
    guard size <= limit else {
      let reason = "it has \(information.st_size) bytes, and the limit for a saved state is \(limit)"
      throw SystemError(code: EFBIG, reason: reason, obstacle: .tooLarge(bytes: size, limit: limit))
    }
    // The buffer has one byte more than the file, so that the last read finds the end without growing the buffer.
    var data = Data(count: size + 1)
    var count = 0
    while count < data.count {
      let start = count
      let result = data.withUnsafeMutableBytes { bytes in
        read(file, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if result < 0 {
        if errno == EINTR { continue }
        throw .last
      }
      if result == 0 { break }
      count += result
    }
    return data.prefix(count)
  }

  package func names(inDirectory path: String) throws(SystemError) -> [String] {
    guard let directory = opendir(path) else { throw .last }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  package func createFile(_ path: String, permissions: UInt16) throws(SystemError) -> FileDescriptor {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = FileDescriptor(number: try SystemError.check(open(path, flags, mode_t(permissions))))
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      if let protection, fcntl(file.number, F_SETPROTECTIONCLASS, protection.rawValue) != 0 {
        let error = SystemError.last
        _ = systemClose(file.number)
        _ = unlink(path)
        throw error
      }
    #endif
    return file
  }

  package func reopenFile(_ path: String, size: Int) throws(SystemError) -> FileDescriptor {
    let file = try SystemError.check(open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK))
    do throws(SystemError) {
      var information = stat()
      try SystemError.check(fstat(file, &information))
      guard FileKind(information) == .regular, information.st_nlink == 1, information.st_uid == geteuid(),
        information.st_mode & 0o777 == 0o600
      else { throw .permissionDenied }
      try SystemError.check(ftruncate(file, off_t(size)))
    } catch {
      _ = systemClose(file)
      throw error
    }
    return FileDescriptor(number: file)
  }

  package func write(_ bytes: UnsafeRawBufferPointer, to file: FileDescriptor) throws(SystemError) -> Int {
    try SystemError.check(systemWrite(file.number, bytes.baseAddress, bytes.count))
  }

  static func isRegularFile(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && FileKind(information) == .regular
  }

  static func openToRead(_ path: String, offset: Int) throws(SystemError) -> FileDescriptor {
    let file = try SystemError.check(open(path, O_RDONLY | O_CLOEXEC))
    // A path such as /dev/fd/3 shares its position with earlier readers, so the position is always set. A pipe has no
    // position and is read from its beginning.
    if lseek(file, off_t(offset), SEEK_SET) < 0, offset > 0 {
      let error = SystemError.last
      _ = systemClose(file)
      throw error
    }
    return FileDescriptor(number: file)
  }

  /// Reads some bytes, and returns their number, which is 0 at the end of the file.
  static func fill(_ bytes: UnsafeMutableRawBufferPointer, from file: FileDescriptor) throws(SystemError) -> Int {
    try SystemError.check(systemRead(file.number, bytes.baseAddress, bytes.count))
  }

  package func synchronize(_ file: FileDescriptor) throws(SystemError) {
    #if canImport(Darwin)
      // On Apple platforms, fsync leaves the bytes in the cache of the disk, and F_FULLFSYNC does not. Not every file
      // system supports F_FULLFSYNC.
      if fcntl(file.number, F_FULLFSYNC) == 0 { return }
      try SystemError.check(fsync(file.number))
    #else
      // fdatasync skips metadata that is not needed to read the bytes, such as the time of the change.
      try SystemError.check(fdatasync(file.number))
    #endif
  }

  package func close(_ file: FileDescriptor) throws(SystemError) {
    // On Linux, a close that was interrupted has closed the descriptor. On Apple platforms, it may have closed the
    // descriptor. Therefore the close is not repeated.
    if systemClose(file.number) != 0 && errno != EINTR { throw .last }
  }

  package func link(_ path: String, to newPath: String) throws(SystemError) {
    try SystemError.check(systemLink(path, newPath))
  }

  package func rename(_ path: String, to newPath: String) throws(SystemError) {
    try SystemError.check(systemRename(path, newPath))
  }

  package func remove(_ path: String) throws(SystemError) {
    try SystemError.check(unlink(path))
  }

  package func createDirectory(_ path: String, permissions: UInt16) throws(SystemError) {
    try SystemError.check(mkdir(path, mode_t(permissions)))
  }

  package func synchronizeDirectory(_ path: String) throws(SystemError) {
    let directory = try SystemError.check(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    defer { _ = systemClose(directory) }
    #if canImport(Darwin)
      // As for a file, `fsync` would leave the names in the cache of the disk.
      if fcntl(directory, F_FULLFSYNC) == 0 { return }
    #endif
    if fsync(directory) == 0 { return }
    try Self.checkDirectorySync(.last)
  }

  /// Throws the error of a failed directory sync, unless the error means that the file system cannot sync directories.
  ///
  /// Some network shares cannot sync directories. In that case, the share determines how durable a save is.
  package static func checkDirectorySync(_ error: SystemError) throws(SystemError) {
    if [EINVAL, ENOTSUP, EOPNOTSUPP].contains(error.code) { return }
    throw error
  }

  package var processID: Int32 { getpid() }

  package func processIsAlive(_ id: Int32) -> Bool {
    kill(id, 0) == 0 || errno != ESRCH
  }
}

extension FileKind {
  fileprivate init(_ information: stat) {
    switch information.st_mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .directory
    case S_IFLNK: self = .link
    default: self = .other
    }
  }
}

extension SystemError {
  package static let interrupted = SystemError(EINTR)
  package static let missing = SystemError(ENOENT)
  package static let exists = SystemError(EEXIST)
  package static let isDirectory = SystemError(EISDIR)
  package static let permissionDenied = SystemError(EACCES)
  package static let operationNotPermitted = SystemError(EPERM)
  package static let readOnly = SystemError(EROFS)
  package static let noSpace = SystemError(ENOSPC)
  package static let inputOutput = SystemError(EIO)
  package static let tooManyLinks = SystemError(ELOOP)
  package static let notSupported = SystemError(ENOTSUP)

  package init(_ code: Int32) {
    self.init(code: code, reason: String(cString: strerror(code)))
  }

  static var last: SystemError { SystemError(errno) }

  @discardableResult
  static func check<Result: SignedInteger>(_ result: Result) throws(SystemError) -> Result {
    if result < 0 { throw .last }
    return result
  }
}

// These functions are outside the type, because inside it the names of the system calls refer to the methods of the
// type.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(file, bytes, count) }
private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}
private func systemClose(_ file: Int32) -> Int32 { close(file) }
private func systemLink(_ path: String, _ newPath: String) -> Int32 { link(path, newPath) }
private func systemRename(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }

/// Lock files use `flock`, whose locks belong to the open file. Therefore, two descriptors of one process exclude each
/// other, and a lock stays when another descriptor of the same file is closed. With `fcntl`, closing any descriptor of
/// the file would end the lock.
extension POSIXFileSystem {
  package func openLockFile(_ path: String, creates: Bool) throws(SystemError) -> FileDescriptor {
    // Without O_NONBLOCK, opening a pipe might wait forever.
    let flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (creates ? O_CREAT : 0)
    return FileDescriptor(number: try SystemError.check(open(path, flags, mode_t(0o600))))
  }

  package func lock(_ file: FileDescriptor) throws(SystemError) -> Bool {
    if flock(file.number, LOCK_EX | LOCK_NB) == 0 { return true }
    if errno == EWOULDBLOCK { return false }
    throw .last
  }

  package func unlock(_ file: FileDescriptor) throws(SystemError) {
    // Closing the file is not enough, because a process that was forked during the lock also has the file open.
    try SystemError.check(flock(file.number, LOCK_UN))
  }

  /// Sleeps for 1, 2, 4 and 8 ms after the first four attempts, and for 16 ms after each further attempt.
  package func waitForLock(afterTry number: Int) {
    usleep(1_000 << UInt32(min(max(number, 0), 4)))
  }

  package func contents(ofLockFile file: FileDescriptor, limit: Int) throws(SystemError) -> Data? {
    var information = stat()
    try SystemError.check(fstat(file.number, &information))
    guard information.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(code: EINVAL, reason: "it is not a regular file")
    }
    if information.st_nlink == 0 { return nil }
    // The buffer has one byte more than the limit, so that the caller notices longer contents.
    var data = Data(count: limit + 1)
    let count = data.withUnsafeMutableBytes { bytes in
      // On Android, the pointer must not be `nil`.
      bytes.baseAddress.map { pread(file.number, $0, bytes.count, 0) } ?? 0
    }
    return data.prefix(try SystemError.check(count))
  }

  package func replaceContents(ofLockFile file: FileDescriptor, with data: Data) throws(SystemError) {
    var information = stat()
    try SystemError.check(fstat(file.number, &information))
    guard information.st_mode & S_IFMT == S_IFREG, information.st_nlink == 1, information.st_uid == geteuid()
    else { throw .permissionDenied }
    // The permissions may differ, for instance after a backup was restored. A file system without permissions refuses
    // the change, which is not needed there.
    if information.st_mode & 0o077 != 0 { _ = fchmod(file.number, 0o600) }
    try SystemError.check(ftruncate(file.number, 0))
    let count = data.withUnsafeBytes { bytes in
      bytes.baseAddress.map { pwrite(file.number, $0, bytes.count, 0) } ?? 0
    }
    guard try SystemError.check(count) == data.count else { throw .noSpace }
  }

  package func state(ofProcess id: Int32) -> ProcessState {
    guard processIsAlive(id) else { return .gone }
    #if canImport(Darwin)
      var information = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, id]
      guard sysctl(&name, UInt32(name.count), &information, &size, nil, 0) == 0 else { return Self.stateOfUnseen(id) }
      if size == 0 { return .gone }
      if Int32(information.kp_proc.p_stat) == SZOMB { return .gone }
      // The date and time at which the process was started. A later process does not have the same value, even after a
      // restart of the machine. The start of the machine is not added, because it changes when the clock is set.
      let start = information.kp_proc.p_un.__p_starttime
      return .running(start: "\(start.tv_sec).\(start.tv_usec)")
    #else
      guard let text = Self.text(of: "/proc/\(id)/stat"), let (state, ticks) = Self.stateAndStart(inStat: text) else {
        return Self.stateOfUnseen(id)
      }
      if "ZXx".contains(state) { return .gone }
      // The ticks are counted from the start of the machine, so the identifier of that start is added.
      guard let boot = Self.text(of: "/proc/sys/kernel/random/boot_id") else { return .running(start: nil) }
      return .running(start: "\(ticks)@\(boot.prefix { $0 != "\n" })")
    #endif
  }

  /// Returns the state of a process whose start time cannot be read.
  ///
  /// If this process is not allowed to signal the other process, the other process belongs to another user or sandbox.
  /// Most likely, the owner in the lock file has ended, and the system has reused its process ID. Therefore the method
  /// returns `gone`. Otherwise an app on a phone, where apps cannot see each other, could not save to its own file
  /// after the system has killed the app.
  private static func stateOfUnseen(_ id: Int32) -> ProcessState {
    kill(id, 0) == 0 ? .running(start: nil) : .gone
  }

  /// Returns the third and the 22nd value of a line of `/proc/<process>/stat`: the state, and the start in ticks (`man
  /// 5 proc_pid_stat`).
  ///
  /// The second value is the name of the program in parentheses, which may contain any character.
  package static func stateAndStart(inStat line: String) -> (state: Character, ticks: UInt64)? {
    guard let end = line.lastIndex(of: ")") else { return nil }
    let values = line[line.index(after: end)...].split(separator: " ")
    guard values.count > 19, values[0].count == 1, let state = values[0].first, let ticks = UInt64(values[19]) else {
      return nil
    }
    return (state, ticks)
  }

  /// Returns the contents of a file in `/proc`. Such files always report a size of zero.
  private static func text(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { _ = systemClose(file) }
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
