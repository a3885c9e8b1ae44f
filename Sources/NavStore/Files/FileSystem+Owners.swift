#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

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
