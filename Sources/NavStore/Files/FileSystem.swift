#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What `FileStorage` asks of the operating system, one call each, so that tests can fail and record every step.
///
/// A call that a signal interrupted throws `.interrupted`, and the storage repeats it.
package protocol FileSystem: Sendable {
  /// What the path names, without following a link; nil if there is nothing.
  func kind(of path: String) throws(SystemError) -> FileKind?
  func destination(ofLink path: String) throws(SystemError) -> String
  /// The bytes of a regular file; nil if there is nothing. Anything else than a regular file is an error, and so is a
  /// file that is larger than the limit, of which nothing is read. Both errors have an obstacle. A file that grows
  /// meanwhile is read up to one byte more than the limit.
  func contents(of path: String, limit: Int) throws(SystemError) -> Data?
  func names(inDirectory path: String) throws(SystemError) -> [String]

  /// Makes a file that did not exist, never through a link, and opens it for writing.
  func createFile(_ path: String, permissions: UInt16) throws(SystemError) -> FileDescriptor
  /// Opens a file of this user's that has no other name, never through a link, to be written from its beginning, and
  /// gives it that size.
  func reopenFile(_ path: String, size: Int) throws(SystemError) -> FileDescriptor
  /// Writes some of the bytes and returns how many.
  func write(_ bytes: UnsafeRawBufferPointer, to file: FileDescriptor) throws(SystemError) -> Int
  func synchronize(_ file: FileDescriptor) throws(SystemError)
  /// The descriptor is gone afterwards, even when an error is thrown.
  func close(_ file: FileDescriptor) throws(SystemError)

  func link(_ path: String, to newPath: String) throws(SystemError)
  func rename(_ path: String, to newPath: String) throws(SystemError)
  func remove(_ path: String) throws(SystemError)
  func createDirectory(_ path: String, permissions: UInt16) throws(SystemError)
  /// Makes the names in the directory durable.
  func synchronizeDirectory(_ path: String) throws(SystemError)

  var processID: Int32 { get }
  func processIsAlive(_ id: Int32) -> Bool

  // What owners need; each has a default.

  /// Opens a file for reading and writing, never through a link and only if it is a regular file. With `creates` it is
  /// made if there is none, for this user alone. No process that is started meanwhile inherits it.
  func openLockFile(_ path: String, creates: Bool) throws(SystemError) -> FileDescriptor
  /// Locks an open file against all others who open it, and returns at once: false if one of them has locked it.
  func lock(_ file: FileDescriptor) throws(SystemError) -> Bool
  /// Ends the lock, also for processes that were forked while it was held.
  func unlock(_ file: FileDescriptor) throws(SystemError)
  /// Lets a moment pass, longer with each try, before a lock is tried again. The first try has number 0.
  func waitForLock(afterTry number: Int)
  /// The first bytes of the file, or nil if it has no name any more.
  func contents(ofLockFile file: FileDescriptor, limit: Int) throws(SystemError) -> Data?
  /// Writes the data over the contents of the file. Throws and writes nothing unless the file belongs to this user, has
  /// this one name, and is accessible to this user only.
  func replaceContents(ofLockFile file: FileDescriptor, with data: Data) throws(SystemError)
  func state(ofProcess id: Int32) -> ProcessState
}

/// What a name in a directory stands for.
package enum FileKind: Equatable, Sendable {
  case regular, directory, link, other
}

/// An open file.
package struct FileDescriptor: Hashable, Sendable {
  package var number: Int32
  package init(number: Int32) {
    self.number = number
  }
}

/// An error of the operating system.
package struct SystemError: Error, Equatable, Sendable {
  /// The value of `errno`.
  package var code: Int32
  /// The system's words for it.
  package var reason: String
  /// Why the file cannot be a state, if that is the reason of the error.
  package var obstacle: FileObstacle?

  package init(code: Int32, reason: String, obstacle: FileObstacle? = nil) {
    self.code = code
    self.reason = reason
    self.obstacle = obstacle
  }
}

/// Why what a path names cannot be a state.
package enum FileObstacle: Equatable, Sendable {
  /// It is a directory, a pipe, a socket or a device.
  case notAFile
  /// It has more bytes than a state may have.
  case tooLarge(bytes: Int, limit: Int)
}

/// Whether a process runs, and since when.
package enum ProcessState: Equatable, Sendable {
  /// There is none of that number, or what is left of it only waits to be collected.
  case gone
  /// There is one. `start` tells it from all others that had or will have its number on this machine, also after the
  /// machine was started anew; nil if that cannot be found out.
  case running(start: String?)
}

/// A file system without lock files, which every conforming type is at first: nobody is refused there.
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

/// When the system can read a file, on devices that encrypt each: iOS, iPadOS, tvOS, watchOS and visionOS. Elsewhere it
/// has no effect.
///
/// The numbers are those of the protection classes that the system's `F_SETPROTECTIONCLASS` takes (A to D).
public enum FileProtection: Int32, Hashable, Sendable {
  /// Only while the device is unlocked. A save while it is locked fails, and is tried again.
  case complete = 1
  /// A file that is open stays readable when the device is locked.
  case completeUnlessOpen = 2
  /// From the first time on that the device is unlocked after its start: the system's default.
  case completeUntilFirstUserAuthentication = 3
  /// Always.
  case none = 4
}
