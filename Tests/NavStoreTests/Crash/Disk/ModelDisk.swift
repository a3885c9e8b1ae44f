import Foundation
import NavStore

/// A disk in memory for one process. It records its image after each call that changes something.
///
/// The next process uses a new model disk with the last image.
final class ModelDisk: FileSystem, Sendable {
  /// The disk after one call, and the promises up to that call.
  struct CrashPoint {
    /// The calls that changed something, up to this point.
    var calls: [String]
    var image: DiskImage
    var progress: SaveProgress
  }

  /// The calls that fail, and the way in which they fail.
  struct Fault: Sendable {
    /// The number of the call, from 0. Calls that only read count, too.
    var call = 0
    var error: SystemError
    /// Whether all later calls fail, too.
    var lasts = false
    /// Whether the call does its work before it reports the error.
    var isAfterwards = false
    /// Whether later syncs of a directory do not cover the changes whose sync has failed.
    var abandonsNames = false
    /// Whether a write writes only one byte, without an error.
    var isShort = false
  }

  private struct State {
    var image: DiskImage
    var progress: SaveProgress
    var crashPoints: [CrashPoint] = []
    var calls: [String] = []
    var count = 0
    var fault: Fault?
    var files: [FileDescriptor: Int] = [:]
    var lastFile: Int32 = 0
    var hasHardLinks: Bool
    var longestWrite = Int.max

    mutating func open(_ node: Int) -> FileDescriptor {
      lastFile += 1
      let file = FileDescriptor(number: lastFile)
      files[file] = node
      return file
    }

    mutating func failSync(of node: Int?) {
      if let node { image.failSync(of: node, abandonsNames: fault?.abandonsNames == true) }
    }

    mutating func recordCrashPoint() {
      crashPoints.append(CrashPoint(calls: calls, image: image, progress: progress))
    }
  }

  let processID: Int32
  private let state: Locked<State>

  init(_ image: DiskImage, progress: SaveProgress, processID: Int32, hasHardLinks: Bool = true) {
    self.processID = processID
    state = Locked(State(image: image, progress: progress, hasHardLinks: hasHardLinks))
  }

  var image: DiskImage { state.withLock { $0.image } }

  var crashPoints: [CrashPoint] { state.withLock { $0.crashPoints } }

  /// The number of calls since the last `fail(_:)`, or since the beginning. Calls that only read or that failed count,
  /// too.
  var callCount: Int { state.withLock { $0.count } }

  var progress: SaveProgress {
    get { state.withLock { $0.progress } }
    set {
      state.withLock { state in
        state.progress = newValue
        state.recordCrashPoint()
      }
    }
  }

  /// Limits each write to `count` bytes.
  func limitWrites(to count: Int) {
    state.withLock { $0.longestWrite = count }
  }

  /// Makes later calls fail. The next call has number 0.
  func fail(_ fault: Fault?) {
    state.withLock { state in
      state.fault = fault
      state.count = 0
    }
  }

  /// Changes the disk as another program does, without a recorded call.
  func change(_ body: (inout DiskImage) -> Void) {
    state.withLock { body(&$0.image) }
  }

  // MARK: - Calls

  private func readImage<Result>(_ body: (DiskImage) throws(SystemError) -> Result) throws(SystemError) -> Result {
    try state.withLock { state throws(SystemError) in
      // A missing file is a normal result of these calls, so an injected `.missing` has no effect.
      if let error = Self.count(&state), error != .missing { throw error }
      return try body(state.image)
    }
  }

  /// Performs one call that changes something, and records a crash point after it.
  ///
  /// `failing` runs if the call fails before its work.
  private func call<Result>(
    _ name: String, _ paths: String..., failing: (inout State) -> Void = { _ in },
    body: (inout State) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    try state.withLock { state throws(SystemError) in
      let isAfterwards = state.fault?.isAfterwards == true
      let error = Self.count(&state)
      state.calls.append(([name] + paths.map(Self.last) + (error == nil ? [] : ["(fails)"])).joined(separator: " "))
      defer { state.recordCrashPoint() }
      if let error, !isAfterwards {
        failing(&state)
        throw error
      }
      let result = try body(&state)
      if let error { throw error }
      return result
    }
  }

  private static func count(_ state: inout State) -> SystemError? {
    defer { state.count += 1 }
    guard let fault = state.fault, !fault.isShort else { return nil }
    return state.count == fault.call || (fault.lasts && state.count > fault.call) ? fault.error : nil
  }

  private static func last(_ path: String) -> String {
    let name = String(path.split(separator: "/").last ?? "/")
    return name.firstRange(of: ".navstore-tmp-").map { name[..<$0.lowerBound] + ".tmp" } ?? name
  }

  // MARK: - FileSystem

  func kind(of path: String) throws(SystemError) -> FileKind? {
    try readImage { image throws(SystemError) in
      guard let node = image.node(at: path) else { return nil }
      return if case .directory = image.nodes[node] { .directory } else { .regular }
    }
  }

  func destination(ofLink path: String) throws(SystemError) -> String {
    fatalError("The model has no links. Add them to DiskImage.")
  }

  func contents(of path: String, limit: Int) throws(SystemError) -> Data? {
    try readImage { image throws(SystemError) in
      guard let node = image.node(at: path) else { return nil }
      guard case .file(let bytes, _) = image.nodes[node] else { throw .isDirectory }
      return Data(bytes)
    }
  }

  func names(inDirectory path: String) throws(SystemError) -> [String] {
    try readImage { image throws(SystemError) in
      guard let names = image.names(inDirectory: path) else { throw .missing }
      return names
    }
  }

  func createFile(_ path: String, permissions: UInt16) throws(SystemError) -> FileDescriptor {
    try call("create", path) { state throws(SystemError) in
      let node = try state.image.make(.file(bytes: [], log: ChangeLog()), at: path)
      return state.open(node)
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer, to file: FileDescriptor) throws(SystemError) -> Int {
    try append(Array(bytes), to: file)
  }

  func append(_ new: [UInt8], to file: FileDescriptor) throws(SystemError) -> Int {
    try call("write") { state throws(SystemError) in
      guard let node = state.files[file], case .file(let old, _) = state.image.nodes[node] else { throw .inputOutput }
      let isShort = state.fault.map { $0.isShort && state.count == $0.call + 1 } ?? false
      let count = min(new.count, isShort ? 1 : state.longestWrite)
      state.image.change(data: .write(Array(new[..<count]), at: old.count), of: node)
      return count
    }
  }

  func synchronize(_ file: FileDescriptor) throws(SystemError) {
    try call("sync", failing: { $0.failSync(of: $0.files[file]) }) { state throws(SystemError) in
      guard let node = state.files[file] else { throw .inputOutput }
      state.image.synchronize(node)
    }
  }

  func close(_ file: FileDescriptor) throws(SystemError) {
    try call("close", failing: { $0.files[file] = nil }) { state throws(SystemError) in state.files[file] = nil }
  }

  /// Opens an existing file, and empties it.
  ///
  /// A size of 0 is for a writer that accepts a file with other names. Any other size is the size of the file after the
  /// writes. The model ignores that size, so a power cut before the writes leaves the same as for an empty file.
  func reopenFile(_ path: String, size: Int) throws(SystemError) -> FileDescriptor {
    try call("reopen", path) { state throws(SystemError) in
      guard let node = state.image.node(at: path) else { throw .missing }
      if size > 0 && state.image.nameCount(of: node) > 1 { throw .permissionDenied }
      state.image.change(data: .truncate, of: node)
      return state.open(node)
    }
  }

  func link(_ path: String, to newPath: String) throws(SystemError) {
    try call("link", path, newPath) { state throws(SystemError) in
      guard state.hasHardLinks else { throw .permissionDenied }
      try state.image.link(path, to: newPath)
    }
  }

  func rename(_ path: String, to newPath: String) throws(SystemError) {
    try call("rename", path, newPath) { state throws(SystemError) in
      try state.image.rename(path, to: newPath)
    }
  }

  func remove(_ path: String) throws(SystemError) {
    try call("remove", path) { state throws(SystemError) in try state.image.remove(path) }
  }

  func createDirectory(_ path: String, permissions: UInt16) throws(SystemError) {
    try call("mkdir", path) { state throws(SystemError) in
      _ = try state.image.make(.directory(names: [:], log: ChangeLog()), at: path)
    }
  }

  func synchronizeDirectory(_ path: String) throws(SystemError) {
    try call("syncdir", path, failing: { $0.failSync(of: $0.image.node(at: path)) }) { state throws(SystemError) in
      guard let node = state.image.node(at: path) else { throw .missing }
      state.image.synchronize(node)
    }
  }

  func processIsAlive(_ id: Int32) -> Bool { id == processID }
}

/// The promises of the saves so far. States are ascending numbers, and 0 means that no state is saved.
struct SaveProgress: Hashable {
  /// The newest state that a save has reported as saved, or that was loaded from a durable disk.
  var acknowledged = 0
  /// The newest state whose save has begun.
  var started = 0
  /// Contents that no process may destroy, before and after they are moved aside: unusable contents, and states that
  /// the app has never loaded.
  var protectedContents: Set<[UInt8]> = []
  /// The contents of an older version's file, or empty without one. Only two newer states of the current version may
  /// replace them.
  var older: [UInt8] = []
  /// How many usable states may be moved aside because a read of them failed.
  var unreadable = 0
  /// The number of crashes.
  var crashes = 0

  /// The highest allowed number of files that were moved aside.
  ///
  /// Each crash allows three more. A crash between the reservation of a name and the sync of the move leaves an empty
  /// file, for each of the two generations. A power cut may keep the newest state's name but not the name before it.
  /// Then the previous generation does not match the checksum in the newest file.
  var movedAside: Int { protectedContents.count + unreadable + 3 * crashes }
}
