#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The operating-system calls that a `FileStorage` and the writer of an action log use. Tests implement this protocol
/// with types that record the calls or make them fail.
///
/// If a signal interrupts a call, the call can throw `.interrupted`. The caller then decides whether to repeat the
/// call.
package protocol FileSystem: Sendable {
  /// Returns the kind of the file at a path, without following a link, or `nil` if the path does not exist.
  func kind(of path: String) throws(SystemError) -> FileKind?
  func destination(ofLink path: String) throws(SystemError) -> String
  /// Returns the bytes of a regular file, or `nil` if the path does not exist.
  ///
  /// A file that is larger than the limit is not read. If a file grows during the read, at most one byte more than its
  /// original size is read.
  ///
  /// - Throws: An error with an obstacle if the path does not lead to a regular file, or the file is larger than the
  ///   limit.
  func contents(of path: String, limit: Int) throws(SystemError) -> Data?
  func names(inDirectory path: String) throws(SystemError) -> [String]

  /// Creates a file and opens it for writing. The call fails if the path exists, even if it is a symbolic link.
  func createFile(_ path: String, permissions: UInt16) throws(SystemError) -> FileDescriptor
  /// Opens an existing file for writing from the beginning, and changes the size of the file. A link at the path is not
  /// followed.
  ///
  /// - Throws: An error if the file is not a regular file, belongs to another user, has permissions other than 0600, or
  ///   has a second name.
  func reopenFile(_ path: String, size: Int) throws(SystemError) -> FileDescriptor
  func write(_ bytes: UnsafeRawBufferPointer, to file: FileDescriptor) throws(SystemError) -> Int
  func synchronize(_ file: FileDescriptor) throws(SystemError)
  /// Closes the file. The descriptor is invalid afterwards, even when an error is thrown.
  func close(_ file: FileDescriptor) throws(SystemError)

  func link(_ path: String, to newPath: String) throws(SystemError)
  func rename(_ path: String, to newPath: String) throws(SystemError)
  func remove(_ path: String) throws(SystemError)
  func createDirectory(_ path: String, permissions: UInt16) throws(SystemError)
  func synchronizeDirectory(_ path: String) throws(SystemError)

  var processID: Int32 { get }
  func processIsAlive(_ id: Int32) -> Bool

  // MARK: Lock files, with default implementations

  /// Opens a file for reading and writing. A link at the path is not followed. A forked process inherits the
  /// descriptor, but a program that the process starts does not.
  ///
  /// If `creates` is `true`, a missing file is created. Only the current user can access a file that was created.
  func openLockFile(_ path: String, creates: Bool) throws(SystemError) -> FileDescriptor
  /// Locks an open file against every other descriptor that was opened for it, and returns immediately.
  ///
  /// - Returns: Whether the file is locked; `false` if another descriptor has locked it.
  func lock(_ file: FileDescriptor) throws(SystemError) -> Bool
  /// Ends the lock, even for processes that were forked during the lock.
  func unlock(_ file: FileDescriptor) throws(SystemError)
  /// Sleeps before the next attempt to lock a file. The duration increases with `number`, up to a limit. The first
  /// attempt has number 0.
  func waitForLock(afterTry number: Int)
  /// Returns up to `limit` + 1 bytes from the start of the file, or `nil` if the file has been removed from its
  /// directory.
  func contents(ofLockFile file: FileDescriptor, limit: Int) throws(SystemError) -> Data?
  /// Replaces the contents of the file.
  ///
  /// The file becomes accessible only to this user, if the file system has permissions.
  ///
  /// - Throws: An error if the file is not a regular file of this user, or has more than one name. The file is then
  ///   unchanged.
  func replaceContents(ofLockFile file: FileDescriptor, with data: Data) throws(SystemError)
  func state(ofProcess id: Int32) -> ProcessState
}

package enum FileKind: Equatable, Sendable {
  case regular, directory, link, other
}

package struct FileDescriptor: Hashable, Sendable {
  package var number: Int32
  package init(number: Int32) {
    self.number = number
  }
}

package struct SystemError: Error, Equatable, Sendable {
  package var code: Int32
  package var reason: String
  /// The property of the file that prevents it from being a saved state, such as its size. The value is `nil` if the
  /// error has another cause.
  package var obstacle: FileObstacle?

  package init(code: Int32, reason: String, obstacle: FileObstacle? = nil) {
    self.code = code
    self.reason = reason
    self.obstacle = obstacle
  }
}

/// The reason why a file cannot be a saved state.
package enum FileObstacle: Equatable, Sendable {
  /// The file is a directory, a pipe, a socket or a device.
  case notAFile
  case tooLarge(bytes: Int, limit: Int)
}

package enum ProcessState: Equatable, Sendable {
  /// No process has the number, or the process has ended and its parent has not collected it yet.
  case gone
  /// A process has the number. A later process with the same number has another `start`, even after a restart of the
  /// machine. The value of `start` is `nil` if the start is not known.
  case running(start: String?)
}

/// Default implementations for a file system without lock files. On such a file system, no owner is refused.
extension FileSystem {
  package func openLockFile(_ path: String, creates: Bool) throws(SystemError) -> FileDescriptor { throw .notSupported }
  package func lock(_ file: FileDescriptor) throws(SystemError) -> Bool { throw .notSupported }
  package func unlock(_ file: FileDescriptor) throws(SystemError) { throw .notSupported }
  package func waitForLock(afterTry number: Int) {}
  package func contents(ofLockFile file: FileDescriptor, limit: Int) throws(SystemError) -> Data? {
    throw .notSupported
  }
  package func replaceContents(ofLockFile file: FileDescriptor, with data: Data) throws(SystemError) {
    throw .notSupported
  }
  package func state(ofProcess id: Int32) -> ProcessState { processIsAlive(id) ? .running(start: nil) : .gone }
}

/// The protection class of a file, which determines when the file can be read. Only devices that encrypt each file have
/// such classes: those with iOS, iPadOS, tvOS, watchOS or visionOS.
///
/// The protection has no effect on other systems. The raw values are the protection classes A to D of
/// `F_SETPROTECTIONCLASS`.
public enum FileProtection: Int32, Hashable, Sendable {
  /// The file can be read only while the device is unlocked. A save while the device is locked fails, and is tried
  /// again.
  case complete = 1
  /// A file that is open stays readable when the device is locked. A closed file can be opened only while the device is
  /// unlocked.
  case completeUnlessOpen = 2
  /// The file can be read after the device has been unlocked once since it was started. This is the default of the
  /// system.
  case completeUntilFirstUserAuthentication = 3
  /// The file can always be read.
  case none = 4
}
