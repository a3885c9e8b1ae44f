import Foundation
import NavStore

/// A model disk that leaves calls out or makes them in another order, like a writer with a mistake.
final class MutatedDisk: FileSystem, Sendable {
  private let mutation: SaveMutation
  private let disk: ModelDisk
  /// The file whose sync is delayed until after its rename.
  private let late = Locked<FileDescriptor?>(nil)

  init(_ mutation: SaveMutation, _ disk: ModelDisk) {
    self.mutation = mutation
    self.disk = disk
  }

  func kind(of path: String) throws(SystemError) -> FileKind? { try disk.kind(of: path) }
  func destination(ofLink path: String) throws(SystemError) -> String { try disk.destination(ofLink: path) }
  func contents(of path: String, limit: Int) throws(SystemError) -> Data? {
    try disk.contents(of: path, limit: limit)
  }
  func names(inDirectory path: String) throws(SystemError) -> [String] {
    let names = try disk.names(inDirectory: path)
    // A writer that ignores existing names uses the first name again.
    return mutation == .oneNameAside ? names.filter { !$0.contains(".aside-") } : names
  }

  func createFile(_ path: String, permissions: UInt16) throws(SystemError) -> FileDescriptor {
    if mutation == .oneNameAside, path.contains(".aside-") { try? disk.remove(path) }
    return try disk.createFile(path, permissions: permissions)
  }

  func reopenFile(_ path: String, size: Int) throws(SystemError) -> FileDescriptor {
    try disk.reopenFile(path, size: size)
  }

  func write(_ bytes: UnsafeRawBufferPointer, to file: FileDescriptor) throws(SystemError) -> Int {
    try disk.write(bytes, to: file)
  }

  func synchronize(_ file: FileDescriptor) throws(SystemError) {
    switch mutation {
    case .noFileSync: break
    case .lateFileSync: late.withLock { $0 = file }
    default: try disk.synchronize(file)
    }
  }

  func close(_ file: FileDescriptor) throws(SystemError) {
    if late.withLock({ $0 }) != file { try disk.close(file) }
  }

  func link(_ path: String, to newPath: String) throws(SystemError) { try disk.link(path, to: newPath) }

  func rename(_ path: String, to newPath: String) throws(SystemError) {
    if path.contains(".navstore-tmp-") {
      switch mutation {
      case .inPlace: return try disk.overwrite(newPath, with: path)
      case .removedFirst: try? disk.remove(newPath)
      default: break
      }
    }
    try disk.rename(path, to: newPath)
    if newPath == ModelProcess.path, let file = late.withLock({ $0 }) {
      late.withLock { $0 = nil }
      try disk.synchronize(file)
      try disk.close(file)
    }
  }

  func remove(_ path: String) throws(SystemError) { try disk.remove(path) }

  func createDirectory(_ path: String, permissions: UInt16) throws(SystemError) {
    try disk.createDirectory(path, permissions: permissions)
  }

  func synchronizeDirectory(_ path: String) throws(SystemError) {
    if mutation == .noDirectorySync { return }
    if mutation == .noSyncAbove && !ModelProcess.path.hasPrefix(path + "/a.") { return }
    try disk.synchronizeDirectory(path)
  }

  var processID: Int32 { disk.processID }
  func processIsAlive(_ id: Int32) -> Bool { disk.processIsAlive(id) }
}

extension ModelDisk {
  /// Saves like a writer without a temporary file: empties the file, writes the new bytes and syncs the file.
  fileprivate func overwrite(_ path: String, with source: String) throws(SystemError) {
    guard image.node(at: path) != nil else { return try rename(source, to: path) }
    let bytes = image.bytes(at: source) ?? []
    let file = try reopenFile(path, size: 0)
    try remove(source)
    _ = try append(bytes, to: file)
    try synchronize(file)
    try close(file)
  }
}

/// A mistake in the calls of a save. `CrashCheck` must find it.
enum SaveMutation: CaseIterable {
  /// The file's bytes are not synced.
  case noFileSync
  /// No directory is synced.
  case noDirectorySync
  /// The directory of the file is synced, but its parent directories, which may be new too, are not.
  case noSyncAbove
  /// The file's bytes are synced after its rename.
  case lateFileSync
  /// The new bytes are written to the old file.
  case inPlace
  /// The old file is removed before the rename.
  case removedFirst
  /// A file that is moved aside replaces the file that was moved aside before.
  case oneNameAside
}
