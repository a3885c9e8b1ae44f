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

/// The file system of the machine. All system calls of the persistence are in this file and the one about owners.
package struct POSIXFileSystem: FileSystem {
  private let protection: FileProtection?

  /// - Parameter protection: The protection of the files that are made; nil for the system's default.
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
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    // Without O_NOCTTY, opening a terminal might make it that of the process.
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
      let reason = "it has \(information.st_size) bytes, more than the \(limit) of a saved state"
      throw SystemError(code: EFBIG, reason: reason, obstacle: .tooLarge(bytes: size, limit: limit))
    }
    // One byte more than the size, so that the end is found without growing.
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

  /// Whether a path leads to a regular file, which can be read more than once.
  static func isRegularFile(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && FileKind(information) == .regular
  }

  /// Opens a file to be read from a place on.
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

  /// Reads some bytes and returns how many; 0 at the end.
  static func fill(_ bytes: UnsafeMutableRawBufferPointer, from file: FileDescriptor) throws(SystemError) -> Int {
    try SystemError.check(systemRead(file.number, bytes.baseAddress, bytes.count))
  }

  package func synchronize(_ file: FileDescriptor) throws(SystemError) {
    #if canImport(Darwin)
      // fsync on Apple platforms leaves the bytes in the cache of the disk; not every file system knows the stronger
      // call.
      if fcntl(file.number, F_FULLFSYNC) == 0 { return }
      try SystemError.check(fsync(file.number))
    #else
      // All but what is not needed to read the bytes, such as the time of the change.
      try SystemError.check(fdatasync(file.number))
    #endif
  }

  package func close(_ file: FileDescriptor) throws(SystemError) {
    // An interrupted close has closed the descriptor on Linux, and may have on Apple platforms: never twice.
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
      // As for a file: `fsync` alone would leave the names in the cache of the disk.
      if fcntl(directory, F_FULLFSYNC) == 0 { return }
    #endif
    if fsync(directory) == 0 { return }
    try Self.checkDirectorySync(.last)
  }

  /// Throws the error of a directory's sync, unless it says that the file system cannot sync directories. Some network
  /// shares cannot, and nothing more can be done there.
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

  /// Returns the result of a system call, or throws the error that a negative one stands for.
  @discardableResult
  static func check<Result: SignedInteger>(_ result: Result) throws(SystemError) -> Result {
    if result < 0 { throw .last }
    return result
  }
}

// The methods above have the names of these functions, which a call inside them would otherwise mean.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(file, bytes, count) }
private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}
private func systemClose(_ file: Int32) -> Int32 { close(file) }
private func systemLink(_ path: String, _ newPath: String) -> Int32 { link(path, newPath) }
private func systemRename(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }
