import Foundation
import NavStore
import NavStoreTesting
import Testing

/// Combinations of failures, and unexpected files.
@Suite struct SavingEdgeCaseTests {
  private let directory: TemporaryDirectory
  private let system = RecordingFileSystem()

  init() throws { directory = try TemporaryDirectory() }

  @Test func `a directory whose parent was not synced is synced by the next save`() throws {
    let storage = try FileStorage(path: directory.path("sub/a.state"), fileSystem: system)
    // Seven calls come before the sync of the parent: the create that finds no directory, mkdir, the four calls for the
    // temporary file, and the sync of the directory.
    system.fail(after: 7)
    #expect(throws: StorageError.self) { try storage.write(Data("1".utf8), keepingCurrentAsPrevious: false) }
    #expect(system.calls.contains { $0.hasPrefix("syncdir navstore-test") })
    #expect(directory.names == ["sub"])
    system.forgetCalls()
    try storage.write(Data("1".utf8), keepingCurrentAsPrevious: false)
    #expect(system.calls.contains { $0.hasPrefix("syncdir navstore-test") }, "\(system.calls)")
  }

  @Test func `after a failed sync of the directory, the same state is written again`() throws {
    let file = SavedStateStore(
      storage: try FileStorage(path: directory.path("a.state"), fileSystem: system), schema: StateSchema())
    for number in 1...2 {
      let payload = Data("\(number)".utf8)
      system.fail(["syncdir": .inputOutput])
      #expect(throws: PersistenceError.self) { try file.save(payload, revision: number) }
      system.fail([:])
      system.forgetCalls()
      #expect(try file.save(payload, revision: number) == .written)
      #expect(system.calls.contains("rename a.state.tmp a.state") && system.calls.contains("sync a.state.tmp"))
      #expect(try file.save(payload, revision: number) == .unchanged)
    }
  }

  @Test func `a save that fails after a move aside says where the file is`() throws {
    let storage = try FileStorage(path: directory.path("a.state"), fileSystem: system)
    _ = try SavedStateStore(storage: storage, schema: StateSchema()).save(Data("1".utf8), revision: 1)
    system.fail(["write": .noSpace])
    let error = #expect(throws: PersistenceError.self) {
      _ = try SavedStateStore(storage: storage, schema: StateSchema(version: 2)).save(Data("2".utf8), revision: 2)
    }
    let text = "\(error.map { "\($0)" } ?? "")"
    #expect(directory.names == ["a.state.aside-1"])
    #expect(text.hasSuffix("a.state.aside-1, because it could not be used."), "\(text)")
  }

  @Test func `without a current generation, a save does not replace the previous one`() throws {
    let storage = try FileStorage(path: directory.path("a.state"), fileSystem: system)
    try directory.put("good", "a.state.previous")
    try storage.write(Data("new".utf8), keepingCurrentAsPrevious: true)
    #expect(directory.text("a.state.previous") == "good")
    let memory = InMemoryStorage(previous: Data("good".utf8))
    try memory.write(Data("new".utf8), keepingCurrentAsPrevious: true)
    #expect(memory[.previous] == Data("good".utf8))
  }

  @Test func `renames that always fail are not reported as unchanged`() throws {
    let storage = try FileStorage(path: directory.path("a.state"), fileSystem: FailingRenames())
    try directory.put("old", "a.state")
    let error = #expect(throws: StorageError.self) {
      try storage.write(Data("new".utf8), keepingCurrentAsPrevious: true)
    }
    #expect(
      directory.text("a.state") == "old" || error?.consequence != "The saved state is unchanged.", "\(directory.names)")
  }

  @Test func `no write is in progress when a stop ends`() {
    var schedule = SaveSchedule()
    let at = Duration.seconds(1)
    _ = schedule.handle(.changed(revision: 1), at: .zero)
    _ = schedule.handle(.woke, at: at)
    _ = schedule.handle(.writeBegan(revision: 1), at: at)
    _ = schedule.handle(.writeEnded(.saved), at: at)
    _ = schedule.handle(.changed(revision: 2), at: at)
    #expect(schedule.handle(.woke, at: at * 2).contains(.write))
    // The caller of stop has read revision 1 just before the store changed to revision 2.
    let commands = schedule.handle(.stop(7, revision: 1), at: at * 2)
    #expect(!commands.contains(.complete([7], .saved)), "the write is still to come: \(schedule.phase)")
  }

  @Test func `a previous generation that is a link does not prevent a save`() throws {
    let storage = try FileStorage(path: directory.path("a.state"), fileSystem: system)
    try directory.put("foreign", "elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("a.state.previous"), withDestinationPath: directory.path("elsewhere"))
    _ = try SavedStateStore(storage: storage, schema: StateSchema()).save(Data("1".utf8), revision: 1)
  }
}

/// A file system without hard links, in which every rename after the first one fails.
private final class FailingRenames: FileSystem, Sendable {
  let real = POSIXFileSystem()
  private let renames = Locked(0)

  func kind(of path: String) throws(SystemError) -> FileKind? { try real.kind(of: path) }
  func destination(ofLink path: String) throws(SystemError) -> String { try real.destination(ofLink: path) }
  func contents(of path: String, limit: Int) throws(SystemError) -> Data? { try real.contents(of: path, limit: limit) }
  func names(inDirectory path: String) throws(SystemError) -> [String] { try real.names(inDirectory: path) }
  func createFile(_ path: String, permissions: UInt16) throws(SystemError) -> FileDescriptor {
    try real.createFile(path, permissions: permissions)
  }
  func reopenFile(_ path: String, size: Int) throws(SystemError) -> FileDescriptor {
    try real.reopenFile(path, size: size)
  }
  func write(_ bytes: UnsafeRawBufferPointer, to file: FileDescriptor) throws(SystemError) -> Int {
    try real.write(bytes, to: file)
  }
  func synchronize(_ file: FileDescriptor) throws(SystemError) { try real.synchronize(file) }
  func close(_ file: FileDescriptor) throws(SystemError) { try real.close(file) }
  func link(_ path: String, to newPath: String) throws(SystemError) { throw .permissionDenied }
  func rename(_ path: String, to newPath: String) throws(SystemError) {
    let isFirst = renames.withLock { count in
      count += 1
      return count == 1
    }
    guard isFirst else { throw .inputOutput }
    try real.rename(path, to: newPath)
  }
  func remove(_ path: String) throws(SystemError) { try real.remove(path) }
  func createDirectory(_ path: String, permissions: UInt16) throws(SystemError) {
    try real.createDirectory(path, permissions: permissions)
  }
  func synchronizeDirectory(_ path: String) throws(SystemError) { try real.synchronizeDirectory(path) }
  var processID: Int32 { real.processID }
  func processIsAlive(_ id: Int32) -> Bool { real.processIsAlive(id) }
}
