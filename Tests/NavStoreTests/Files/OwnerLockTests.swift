import Foundation
import NavStore
import Testing

@Suite struct OwnerLockTests {
  private let directory: TemporaryDirectory
  private let system = RecordingFileSystem()
  private let storage: FileStorage
  private let owner = StorageOwner()
  private let other = StorageOwner()

  init() throws {
    directory = try TemporaryDirectory()
    storage = try FileStorage(path: directory.path("a.state"), fileSystem: system)
  }

  private func refused(_ place: StorageOwner.Location) -> PersistenceError {
    .ownedElsewhere(file: directory.path("a.state"), by: place)
  }

  private func record(process: Int32, start: String? = nil) throws {
    try put(String(decoding: OwnerRecord(process: process, start: start, owner: 1).encoded, as: UTF8.self))
  }

  /// Creates a lock file with that text that only this user can access.
  private func put(_ text: String) throws {
    try directory.put(text, "a.state.navstore-owner")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: directory.path("a.state.navstore-owner"))
  }

  private var recorded: OwnerRecord? { directory.bytes("a.state.navstore-owner").flatMap { OwnerRecord($0) } }

  /// Returns whether another descriptor holds the lock.
  private func isLocked() throws -> Bool {
    let real = POSIXFileSystem()
    let file = try real.openLockFile(directory.path("a.state.navstore-owner"), creates: false)
    defer { try? real.close(file) }
    return try !real.lock(file)
  }

  // MARK: - Calls

  @Test func `the first save records the owner of the file, and later saves only check the record`() throws {
    try storage.withSession(of: owner) { _ in try #require(try isLocked()) }
    #expect(
      system.calls
        == ["openlock", "lock", "readlock", "writelock", "unlock", "close"].map { "\($0) a.state.navstore-owner" })
    #expect(try directory.permissions("a.state.navstore-owner") == 0o600)
    #expect(recorded?.process == getpid())
    system.forgetCalls()
    try storage.withSession(of: owner) { _ in try #require(try isLocked()) }
    #expect(system.calls == ["openlock", "lock", "readlock", "unlock", "close"].map { "\($0) a.state.navstore-owner" })
    // Between saves, the file is not locked. So a suspended app holds no lock.
    #expect(try !isLocked())
  }

  @Test func `the lock ends with the save, even if the save fails or a forked process has the file open`() throws {
    struct Failure: Error {}
    system.inheritLocks()
    #expect(throws: Failure.self) { try storage.withSession(of: owner) { _ in throw Failure() } }
    #expect(try !isLocked())
    try storage.withSession(of: owner) { _ in }
    #expect(try !isLocked())
  }

  @Test func `a process that is started does not inherit the lock file`() throws {
    let file = try POSIXFileSystem().openLockFile(directory.path("a.state.navstore-owner"), creates: true)
    defer { close(file.number) }
    #expect(fcntl(file.number, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func `missing directories are created for the lock file, too`() throws {
    let storage = try FileStorage(path: directory.path("x/y/a.state"), fileSystem: system)
    try storage.withSession(of: owner) { _ in }
    #expect(directory.bytes("x/y/a.state.navstore-owner") != nil)
  }

  @Test func `a save follows the link to its file once, and the next save follows it again`() throws {
    let (files, link) = (FileManager.default, directory.path("link.state"))
    try files.createSymbolicLink(atPath: link, withDestinationPath: "a.state")
    let storage = try FileStorage(path: link, fileSystem: system)
    let states = SavedStateStore(storage: storage, owner: owner)
    for number in 1...3 {
      let count = system.followedLinks
      #expect(try states.save(Data("\(number)".utf8), revision: number) == .written)
      #expect(system.followedLinks == count + 1)
    }
    try files.removeItem(atPath: link)
    try files.createSymbolicLink(atPath: link, withDestinationPath: "b.state")
    #expect(try states.save(Data("4".utf8), revision: 4) == .written)
    #expect(directory.text("b.state")?.hasSuffix("4") == true)
    #expect(directory.text("a.state")?.hasSuffix("3") == true)
  }

  // MARK: - Refused owners

  @Test func `a second owner is refused, and accepted after the first has released the file`() throws {
    try storage.withSession(of: owner) { _ in }
    #expect(throws: refused(.thisProcess)) { try storage.withSession(of: other) { _ in Issue.record("It ran.") } }
    // The owner may be about to release the file, so the save tries again a few times.
    #expect(system.calls.filter { $0.hasPrefix("wait") } == (0..<7).map { "wait \($0)" })
    owner.end()
    try storage.withSession(of: other) { _ in }
    #expect(throws: refused(.thisProcess)) { try storage.withSession(of: owner) { _ in } }
  }

  @Test func `an owner that was deallocated without a release owns no file`() throws {
    try storage.withSession(of: StorageOwner()) { _ in }
    #expect(recorded != nil)
    try storage.withSession(of: other) { _ in }
  }

  @Test func `an owner in another process is reported without a wait`() throws {
    system.pretendState(.running(start: "5@boot"), ofProcess: 77)
    for start in ["5@boot", nil] {
      try record(process: 77, start: start)
      #expect(throws: refused(.process(77))) { try storage.withSession(of: owner) { _ in } }
      #expect(recorded == OwnerRecord(process: 77, start: start, owner: 1))
    }
    #expect(!system.calls.contains { $0.hasPrefix("wait") })
    // If the start of a process is unknown, only its number is compared.
    system.pretendState(.running(start: nil), ofProcess: 77)
    try record(process: 77, start: "5@boot")
    #expect(throws: refused(.process(77))) { try storage.withSession(of: owner) { _ in } }
  }

  @Test func `a process that has ended owns no file, and neither does the next process with its number`() throws {
    system.pretendState(.gone, ofProcess: 77)
    try record(process: 77, start: "5@boot")
    try storage.withSession(of: owner) { _ in }
    system.pretendState(.running(start: "5@later boot"), ofProcess: 78)
    try record(process: 78, start: "5@boot")
    try storage.withSession(of: owner) { _ in }
    #expect(recorded?.process == getpid())
  }

  @Test func `the record of an earlier process with the same number has no owner`() throws {
    for start in ["5@boot", nil] {
      try record(process: getpid(), start: start)
      try storage.withSession(of: owner) { _ in }
      #expect(recorded?.owner != 1)
    }
  }

  @Test(arguments: [
    "", "\u{0}\u{0}\u{0}", "navstore.owner 1 77", "navstore.owner 1 77 - 1", "navstore.owner 2 x y z\n",
  ])
  func `a damaged record is replaced`(text: String) throws {
    system.pretendState(.running(start: nil), ofProcess: 77)
    try put(text)
    try storage.withSession(of: owner) { _ in }
    #expect(recorded?.process == getpid())
  }

  @Test(arguments: ["locked by me\n", "navstore", String(repeating: "x", count: 100_000)])
  func `a lock file that another program has written is left as it is, and nothing is refused`(text: String) throws {
    try put(text)
    try storage.withSession(of: owner) { _ in }
    try storage.withSession(of: other) { _ in }
    owner.end()
    #expect(directory.text("a.state.navstore-owner") == text)
    #expect(!system.calls.contains { $0.hasPrefix("writelock") })
    // The file is not locked any more, and every descriptor is closed.
    #expect(try !isLocked())
    #expect(system.calls.count { $0.hasPrefix("openlock") } == system.calls.count { $0.hasPrefix("close") })
  }

  @Test(arguments: [0o644, 0o660, 0o604])
  func `a lock file that other users can open is made private`(permissions: Int) throws {
    let path = directory.path("a.state.navstore-owner")
    func allow() throws {
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    }
    system.pretendState(.running(start: nil), ofProcess: 77)
    try record(process: 77)
    try allow()
    #expect(throws: refused(.process(77))) { try storage.withSession(of: owner) { _ in } }
    system.pretendState(.gone, ofProcess: 77)
    try storage.withSession(of: owner) { _ in }
    #expect(recorded?.process == getpid())
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    #expect(throws: refused(.thisProcess)) { try storage.withSession(of: other) { _ in } }
  }

  @Test func `a lock file with a second name is read, and not written`() throws {
    let text = String(decoding: OwnerRecord(process: 77, start: nil, owner: 1).encoded, as: UTF8.self)
    try put(text)
    try FileManager.default.linkItem(
      atPath: directory.path("a.state.navstore-owner"), toPath: directory.path("other"))
    system.pretendState(.running(start: nil), ofProcess: 77)
    #expect(throws: refused(.process(77))) { try storage.withSession(of: owner) { _ in } }
    system.pretendState(.gone, ofProcess: 77)
    try storage.withSession(of: owner) { _ in }
    #expect(directory.text("other") == text)
  }

  @Test func `a forked process does not own the file of its parent`() throws {
    try storage.withSession(of: owner) { _ in }
    let parent = getpid()
    system.pretendProcess(parent + 1)
    #expect(throws: refused(.process(parent))) { try storage.withSession(of: owner) { _ in } }
    // The forked process cannot release the file of its parent either.
    owner.end()
    #expect(recorded?.process == parent)
  }

  @Test func `while another process holds the lock, the owner continues and others are refused`() throws {
    try storage.withSession(of: owner) { _ in }
    system.lockByAnother()
    try storage.withSession(of: owner) { _ in }
    owner.end()
    #expect(recorded == nil)
    system.forgetCalls()
    #expect(throws: refused(.unknown)) { try storage.withSession(of: other) { _ in } }
    #expect(system.calls.filter { $0.hasPrefix("wait") }.count == 7)
    system.lockByAnother(false)
    try storage.withSession(of: other) { _ in }
  }

  @Test func `a lock file that was removed before it was locked is created again`() throws {
    system.removeLockFiles(2)
    try storage.withSession(of: owner) { _ in }
    #expect(recorded?.process == getpid())
    #expect(system.calls.filter { $0 == "openlock a.state.navstore-owner" }.count == 3)
    try directory.remove("a.state.navstore-owner")
    try storage.withSession(of: owner) { _ in }
    #expect(recorded?.process == getpid())
    #expect(throws: refused(.thisProcess)) { try storage.withSession(of: other) { _ in } }
  }

  // MARK: - Failures

  @Test(arguments: [ENOLCK, ENOTSUP, EINVAL])
  func `without locks, only the record decides`(code: Int32) throws {
    system.fail(["lock": SystemError(code)])
    try storage.withSession(of: owner) { _ in }
    try storage.withSession(of: owner) { _ in }
    #expect(throws: refused(.thisProcess)) { try storage.withSession(of: other) { _ in } }
    owner.end()
    try storage.withSession(of: other) { _ in }
    #expect(!system.calls.contains { $0.hasPrefix("unlock") })
  }

  @Test(arguments: ["openlock", "readlock", "writelock"])
  func `a save succeeds without a usable lock file`(call: String) throws {
    system.fail([call: .permissionDenied])
    let file = SavedStateStore(storage: storage, owner: owner)
    #expect(try file.save(Data("1".utf8), revision: 1) == .written)
    #expect(try file.save(Data("2".utf8), revision: 2) == .written)
    file.end()
    // Every lock file that was opened is closed.
    #expect(
      system.calls.count { $0 == "close a.state.navstore-owner" }
        == (call == "openlock" ? 0 : system.calls.count { $0 == "openlock a.state.navstore-owner" }))
  }

  @Test func `if the directory is not writable, the error is that of the save`() throws {
    system.fail(["openlock": .permissionDenied, "create": .permissionDenied])
    let file = SavedStateStore(storage: storage, owner: owner)
    let error = #expect(throws: PersistenceError.self) { try file.save(Data("1".utf8), revision: 1) }
    guard case .storage(let error) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error.reason.hasPrefix("creating \(directory.path("a.state.navstore-tmp-"))"))
  }

  @Test func `a lock file that is a link, a pipe or a directory does not stop a save and is not followed`() throws {
    try directory.put("precious", "other")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("a.state.navstore-owner"), withDestinationPath: directory.path("other"))
    try storage.withSession(of: owner) { _ in }
    #expect(directory.text("other") == "precious")
    try directory.remove("a.state.navstore-owner")
    #expect(mkfifo(directory.path("a.state.navstore-owner"), 0o600) == 0)
    try storage.withSession(of: owner) { _ in }
    try directory.remove("a.state.navstore-owner")
    try FileManager.default.createDirectory(
      atPath: directory.path("a.state.navstore-owner"), withIntermediateDirectories: false)
    try storage.withSession(of: owner) { _ in }
  }

  @Test func `an interrupted call is repeated`() throws {
    for step in 0..<3 {
      let owner = StorageOwner()
      system.fail(after: step, with: .interrupted)
      try storage.withSession(of: owner) { _ in try #require(try isLocked()) }
      #expect(throws: refused(.thisProcess)) { try storage.withSession(of: other) { _ in } }
      owner.end()
    }
  }

  @Test func `only one of many concurrent owners owns the file`() async throws {
    let storage = try FileStorage(path: directory.path("a.state"))
    for _ in 0..<(TestEnvironment.isLong ? 200 : 5) {
      let owners = (0..<4).map { _ in StorageOwner() }
      let accepted = Locked<[Int]>([])
      await blocking {
        onThreads(owners.count) { number in
          try? storage.withSession(of: owners[number]) { _ in accepted.withLock { $0.append(number) } }
        }
      }
      let numbers = accepted.withLock { $0 }
      #expect(numbers.count == 1)
      for owner in owners { owner.end() }
    }
  }
}
