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

/// Lock files by `flock`, which belongs to the open file: two that open it in one process exclude each other, too, and
/// closing another descriptor of the same file does not end it, as it would end the locks of `fcntl`.
extension POSIXFileSystem {
  package func openLockFile(_ path: String, creates: Bool) throws(SystemError) -> FileDescriptor {
    // Without O_NONBLOCK, opening a pipe might wait for ever.
    let flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (creates ? O_CREAT : 0)
    return FileDescriptor(number: try SystemError.check(open(path, flags, mode_t(0o600))))
  }

  package func lock(_ file: FileDescriptor) throws(SystemError) -> Bool {
    if flock(file.number, LOCK_EX | LOCK_NB) == 0 { return true }
    if errno == EWOULDBLOCK { return false }
    throw .last
  }

  package func unlock(_ file: FileDescriptor) throws(SystemError) {
    // To close the file would not do: a process that was forked meanwhile has it open, too.
    try SystemError.check(flock(file.number, LOCK_UN))
  }

  /// 1, 2, 4, 8 ms, then 16 ms each time.
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
    // One byte more, so that what is too long is seen to be.
    var data = Data(count: limit + 1)
    let count = try SystemError.check(data.withUnsafeMutableBytes { pread(file.number, $0.baseAddress, $0.count, 0) })
    return data.prefix(count)
  }

  package func replaceContents(ofLockFile file: FileDescriptor, with data: Data) throws(SystemError) {
    var information = stat()
    try SystemError.check(fstat(file.number, &information))
    guard information.st_mode & S_IFMT == S_IFREG, information.st_nlink == 1, information.st_uid == geteuid()
    else { throw .permissionDenied }
    // A restored backup may have other permissions. A file system without permissions refuses this, and has no others.
    if information.st_mode & 0o077 != 0 { _ = fchmod(file.number, 0o600) }
    try SystemError.check(ftruncate(file.number, 0))
    let count = try SystemError.check(data.withUnsafeBytes { pwrite(file.number, $0.baseAddress, $0.count, 0) })
    guard count == data.count else { throw .noSpace }
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
      // The time of day at its start, which the next start of the machine does not repeat. The time of the machine's
      // own start is not added: it changes when somebody sets the clock.
      let start = information.kp_proc.p_un.__p_starttime
      return .running(start: "\(start.tv_sec).\(start.tv_usec)")
    #else
      guard let text = Self.text(of: "/proc/\(id)/stat"), let (state, ticks) = Self.stateAndStart(inStat: text) else {
        return Self.stateOfUnseen(id)
      }
      if "ZXx".contains(state) { return .gone }
      // Ticks since the machine was started, so it has to be said since which start.
      guard let boot = Self.text(of: "/proc/sys/kernel/random/boot_id") else { return .running(start: nil) }
      return .running(start: "\(ticks)@\(boot.prefix { $0 != "\n" })")
    #endif
  }

  /// The state of a process whose start cannot be looked at.
  ///
  /// One that may not even be signalled belongs to another user or another sandbox, so its number was most likely given
  /// out again: apps on a phone see nothing of one another, and what the system has killed there must not keep the app
  /// from its own file. It is taken for gone.
  private static func stateOfUnseen(_ id: Int32) -> ProcessState {
    kill(id, 0) == 0 ? .running(start: nil) : .gone
  }

  /// The third and the 22nd value of a line of `/proc/<process>/stat`: the state, and the start in ticks (`man 5
  /// proc_pid_stat`). The second one is the name of the program in parentheses, and may hold anything.
  package static func stateAndStart(inStat line: String) -> (state: Character, ticks: UInt64)? {
    guard let end = line.lastIndex(of: ")") else { return nil }
    let values = line[line.index(after: end)...].split(separator: " ")
    guard values.count > 19, values[0].count == 1, let state = values[0].first, let ticks = UInt64(values[19]) else {
      return nil
    }
    return (state, ticks)
  }

  /// What a file of `/proc` says, whose size is always zero.
  private static func text(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { _ = systemClose(file) }
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}

private func systemClose(_ file: Int32) -> Int32 { close(file) }
