import Foundation
import NavStore
import Testing

@Suite struct FileStorageTests {
  private let directory: TemporaryDirectory
  private let system = RecordingFileSystem()
  private let storage: FileStorage

  init() throws {
    directory = try TemporaryDirectory()
    storage = try FileStorage(path: directory.path("a.state"), fileSystem: system)
  }

  private func save(_ text: String, keeping: Bool = true) throws {
    try storage.write(Data(text.utf8), keepingCurrentAsPrevious: keeping)
  }

  private func read(_ generation: StateGeneration) throws -> String? {
    try storage.read(generation).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The names of the test's directory and the directories above it, up to the root.
  private var folders: [String] { directory.path.split(separator: "/").reversed().map(String.init) + ["/"] }

  // MARK: - Saving

  @Test func `a save is written, synced, linked, renamed and its directory synced, in this order`() throws {
    let temporary = ["create a.state.tmp", "write a.state.tmp", "sync a.state.tmp", "close a.state.tmp"]
    let inPlace = ["rename a.state.tmp a.state", "syncdir \(folders[0])"]
    try save("one", keeping: false)
    #expect(system.calls == temporary + folders.map { "syncdir \($0)" } + inPlace)
    system.forgetCalls()
    try save("two")
    let keeping = [
      "link a.state.previous a.state.tmp", "link a.state a.state.tmp", "rename a.state.tmp a.state.previous",
      "remove a.state.tmp",
    ]
    #expect(system.calls == temporary + keeping + inPlace)
    #expect(try read(.current) == "two")
    #expect(try read(.previous) == "one")
    #expect(directory.names == ["a.state", "a.state.previous"])
  }

  // MARK: - The spare file

  @Test func `the file of a previous generation is reused by the save after the next`() throws {
    for text in ["one", "two", "three"] { try save(text) }
    let number = try numbers()
    system.forgetCalls()
    try save("a longer one")
    #expect(
      system.calls == [
        "reopen a.state.tmp", "write a.state.tmp", "sync a.state.tmp", "close a.state.tmp",
        "link a.state.previous a.state.tmp", "link a.state a.state.tmp", "rename a.state.tmp a.state.previous",
        "remove a.state.tmp", "rename a.state.tmp a.state", "syncdir \(folders[0])",
      ])
    #expect(try read(.current) == "a longer one")
    #expect(try read(.previous) == "three")
    // The spare file is now the current generation, and each of the other two files is now one generation older.
    #expect(try numbers() == [number[2], number[0], number[1]])
    try save("4")
    #expect(try read(.current) == "4")
    #expect(try read(.previous) == "a longer one")
    #expect(directory.names == ["a.state", "a.state.previous", "a.state.tmp"])
  }

  @Test func `after a failed sync of the directory, the spare file is not reused`() throws {
    for text in ["one", "two", "three"] { try save(text) }
    system.fail(["syncdir": .inputOutput])
    #expect(throws: StorageError.self) { try save("four") }
    system.fail([:])
    system.forgetCalls()
    try save("five")
    #expect(system.calls.prefix(2) == ["remove a.state.tmp", "create a.state.tmp"])
    #expect(try read(.current) == "five")
    #expect(try read(.previous) == "four")
  }

  @Test func `a spare file that has a second name is not overwritten`() throws {
    for text in ["one", "two", "three"] { try save(text) }
    let spare = directory.path(try #require(try spareName()))
    try FileManager.default.linkItem(atPath: spare, toPath: directory.path("backup"))
    try save("four")
    #expect(directory.text("backup") == "one")
    #expect(try read(.previous) == "three")
  }

  @Test(arguments: ["gone", "link", "readable by others", "directory"])
  func `a spare file that was changed is not overwritten`(change: String) throws {
    for text in ["one", "two", "three"] { try save(text) }
    try directory.put("another program's", "other")
    let name = try #require(try spareName())
    let (files, path) = (FileManager.default, directory.path(name))
    if change != "readable by others" { try directory.remove(name) }
    switch change {
    case "link": try files.createSymbolicLink(atPath: path, withDestinationPath: directory.path("other"))
    case "readable by others": try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    case "directory": try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    default: break
    }
    try save("four")
    #expect(directory.text("other") == "another program's")
    #expect(try read(.current) == "four")
    #expect(try read(.previous) == "three")
    #expect(try directory.permissions("a.state") == 0o600)
  }

  @Test func `a released storage removes its spare file, but not the spare file of another process`() throws {
    var storage: FileStorage? = try FileStorage(path: directory.path("a.state"), fileSystem: system)
    for text in ["one", "two", "three"] { try storage?.write(Data(text.utf8), keepingCurrentAsPrevious: true) }
    #expect(directory.names == ["a.state", "a.state.previous", "a.state.tmp"])
    // The process ID changes, as in a forked process with a parent that continues.
    system.pretendProcess(1)
    system.forgetCalls()
    try storage?.write(Data("four".utf8), keepingCurrentAsPrevious: true)
    #expect(system.calls.first == "create a.state.tmp")
    system.forgetCalls()
    storage = nil
    #expect(system.calls == ["remove a.state.tmp"])
    #expect(directory.names == ["a.state", "a.state.previous", "a.state.tmp"])
  }

  /// Returns the name of the spare file, which the next save overwrites.
  private func spareName() throws -> String? {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).first { $0.contains(".navstore-tmp-") }
  }

  /// Returns the file system's numbers of the current, the previous and the spare file.
  private func numbers() throws -> [UInt64?] {
    try ["a.state", "a.state.previous", try #require(try spareName())].map { name in
      try FileManager.default.attributesOfItem(atPath: directory.path(name))[.systemFileNumber] as? UInt64
    }
  }

  // MARK: - Directories above

  @Test(arguments: [SystemError.operationNotPermitted, .readOnly, .missing, .permissionDenied])
  func `a save succeeds if the sandbox refuses syncs of directories above the app's folders`(error: SystemError) throws
  {
    system.fail(Dictionary(uniqueKeysWithValues: folders.dropFirst().map { ("syncdir \($0)", error) }))
    try save("one")
    #expect(try read(.current) == "one")
    #expect(system.calls.filter { $0.hasPrefix("syncdir") }.count == folders.count + 1)
    // The sync of the directory above a new directory must succeed.
    system.fail(["syncdir \(folders[0])": .operationNotPermitted])
    let other = try FileStorage(path: directory.path("new/deep/a.state"), fileSystem: system)
    #expect(throws: StorageError.self) { try other.write(Data("x".utf8), keepingCurrentAsPrevious: true) }
    #expect(try other.read(.current) == nil)
    system.fail([:])
    try other.write(Data("x".utf8), keepingCurrentAsPrevious: true)
    #expect(try other.read(.current) == Data("x".utf8))
  }

  @Test func `a disk error in a directory above the file fails the save`() throws {
    system.fail(["syncdir /": .inputOutput])
    #expect(throws: StorageError.self) { try save("one") }
  }

  // MARK: - Faults

  @Test func `a save that does not keep the current generation does not change the previous one`() throws {
    try save("one")
    try save("two")
    try save("three", keeping: false)
    #expect(try read(.current) == "three")
    #expect(try read(.previous) == "one")
  }

  @Test func `without hard links the current file is renamed, and put back if the save fails`() throws {
    try save("one")
    system.fail(["link": SystemError(code: 95, reason: "Operation not supported")])
    try save("two")
    #expect(try read(.previous) == "one")
    system.forgetCalls()
    // Seven calls come first: create, write, sync, close, both links, and the rename to the previous generation.
    // The eighth call renames the temporary file to the current generation.
    system.fail(after: 7)
    #expect(throws: StorageError.self) { try save("three") }
    #expect(system.calls.suffix(2) == ["rename a.state.previous a.state", "remove a.state.tmp"])
    #expect(try read(.current) == "two")
    try save("four")
    #expect(try read(.current) == "four")
    #expect(try read(.previous) == "two")
  }

  @Test func `short and interrupted writes are completed`() throws {
    system.limitWrites(to: 3)
    try save("a text of more than three bytes")
    #expect(try read(.current) == "a text of more than three bytes")
    for step in 0..<8 {
      system.fail(after: step, with: .interrupted)
      try save("interrupted at \(step)")
      #expect(try read(.current) == "interrupted at \(step)")
    }
  }

  @Test func `if any step fails, the saved state is complete and no temporary file is left`() throws {
    try save("first")
    try save("old")
    var failures = 0
    for step in 0... {
      system.forgetCalls()
      system.fail(after: step)
      do {
        try save("new")
        // A save can succeed although a link or a removal fails. If it makes fewer calls, every step was tested.
        if system.calls.count <= step { break }
      } catch let error as StorageError {
        failures += 1
        let isInPlace = system.calls.last?.hasPrefix("syncdir") == true
        #expect(try read(.current) == (isInPlace ? "new" : "old"))
        #expect(error.file == directory.path("a.state"))
        #expect(error.description.contains(directory.path("a.state")))
        #expect(error.description.contains("Input/output error (error 5)"))
        #expect(error.description.hasSuffix(isInPlace ? "power cut." : "The saved state is unchanged."))
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      #expect(names.count { $0.contains(".navstore-tmp-") } <= 1, "step \(step): \(names)")
      system.fail(after: Int.max)
      try save("first")
      try save("old")
    }
    #expect(failures == 7)
  }

  @Test(arguments: ["close", "write", "sync"])
  func `a save that fails closes its temporary file once`(step: String) throws {
    system.fail([step: .inputOutput])
    #expect(throws: StorageError.self) { try save("new") }
    #expect(system.calls.filter { $0.hasPrefix("close") } == ["close a.state.tmp"])
  }

  @Test func `an error of a directory's sync is thrown, unless the file system cannot sync directories`() throws {
    for error in [SystemError.inputOutput, .noSpace, .permissionDenied] {
      #expect(throws: error) { try POSIXFileSystem.checkDirectorySync(error) }
    }
    for code in [EINVAL, ENOTSUP, EOPNOTSUPP] { try POSIXFileSystem.checkDirectorySync(SystemError(code)) }
    #expect(throws: SystemError.missing) { try POSIXFileSystem().synchronizeDirectory(directory.path("missing")) }
    #if os(Linux)
      // The file system of `/proc` cannot sync directories.
      try POSIXFileSystem().synchronizeDirectory("/proc")
    #endif
  }

  @Test func `a full disk is reported with the file and the message of the system`() throws {
    try save("old")
    system.fail(["write": .noSpace])
    let error = #expect(throws: StorageError.self) { try save("new") }
    let name = directory.path("a.state")
    let pattern =
      /Cannot save (.*): writing (.*)\.navstore-tmp-\d+-\d+ failed: No space left on device \(error 28\)\. The saved state is unchanged\./
    let match = try #require(error?.description.wholeMatch(of: pattern))
    #expect(match.1 == name)
    #expect(match.2 == name)
  }

  @Test(.startsProcess) func `a limit of the real system leaves the old state and no temporary file`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let storage = try FileStorage(path: directory.path("a.state"))
      try storage.write(Data("old".utf8), keepingCurrentAsPrevious: false)
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
      #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
      #else
        let resource = RLIMIT_FSIZE
      #endif
      try #require(setrlimit(resource, &limit) == 0)
      let error = #expect(throws: StorageError.self) {
        try storage.write(Data(count: 100_000), keepingCurrentAsPrevious: true)
      }
      #expect(error?.code == EFBIG)
      #expect(directory.names == ["a.state"])
      #expect(directory.text("a.state") == "old")
    }
  }

  @Test func `missing directories are created for the user only, and synced into their parents`() throws {
    let deep = try FileStorage(path: directory.path("x/y/a.state"), fileSystem: system)
    #expect(try deep.read(.current) == nil)
    try deep.write(Data("one".utf8), keepingCurrentAsPrevious: true)
    #expect(
      system.calls == [
        "create a.state.tmp", "mkdir y", "mkdir x", "mkdir y",
        "create a.state.tmp", "write a.state.tmp", "sync a.state.tmp", "close a.state.tmp",
        "syncdir y", "syncdir x",
      ] + folders.map { "syncdir \($0)" } + ["rename a.state.tmp a.state", "syncdir y"])
    #expect(directory.text("x/y/a.state") == "one")
    #expect(try directory.permissions("x") == 0o700)
    #expect(try directory.permissions("x/y") == 0o700)
  }

  @Test func `only the user can read a saved file, even if others could read it before`() throws {
    try directory.put("old", "a.state")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: directory.path("a.state"))
    try save("new")
    #expect(try directory.permissions("a.state") == 0o600)
  }

  // MARK: - Links, directories and pipes in the file's place

  @Test func `a link to a file stays a link`() throws {
    try FileManager.default.createDirectory(atPath: directory.path("real"), withIntermediateDirectories: false)
    try directory.put("old", "real/b.state")
    try FileManager.default.createSymbolicLink(atPath: directory.path("l"), withDestinationPath: "real/b.state")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("a.state"), withDestinationPath: directory.path("l"))
    #expect(try read(.current) == "old")
    try save("new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: directory.path("a.state")) == directory.path("l"))
    #expect(directory.text("real/b.state") == "new")
    #expect(directory.text("real/b.state.previous") == "old")
    #expect(storage.name(of: .previous) == directory.path("real/b.state.previous"))
    #expect(directory.names == ["a.state", "l", "real"])
  }

  @Test func `a link to a missing file becomes a link to the saved file`() throws {
    try FileManager.default.createSymbolicLink(atPath: directory.path("a.state"), withDestinationPath: "b.state")
    #expect(try read(.current) == nil)
    try save("new")
    #expect(directory.names == ["a.state", "b.state"])
    #expect(directory.text("b.state") == "new")
  }

  @Test func `links in a circle are an error`() throws {
    try FileManager.default.createSymbolicLink(atPath: directory.path("a.state"), withDestinationPath: "a.state")
    let error = #expect(throws: StorageError.self) { try save("new") }
    #expect(error?.code == SystemError.tooManyLinks.code)
    #expect(throws: StorageError.self) { try read(.current) }
  }

  @Test func `a directory in the file's place is an error and stays`() throws {
    try FileManager.default.createDirectory(atPath: directory.path("a.state"), withIntermediateDirectories: false)
    try directory.put("inside", "a.state/b")
    let readError = #expect(throws: StorageError.self) { try read(.current) }
    let saveError = #expect(throws: StorageError.self) { try save("new") }
    let moveError = #expect(throws: StorageError.self) { try storage.quarantine(.current) }
    let name = directory.path("a.state")
    #expect(
      readError?.description
        == "Cannot read \(name): reading it failed: Is a directory (error 21). It was not changed.")
    #expect(
      saveError?.description == "Cannot save \(name): it is a directory (error 21). The saved state is unchanged.")
    #expect(
      moveError?.description == "Cannot move aside \(name): it is a directory (error 21). It was not moved.")
    #expect(directory.text("a.state/b") == "inside")
    #expect(directory.names == ["a.state"])
  }

  @Test func `a pipe in the file's place is an error and does not block`() throws {
    #expect(mkfifo(directory.path("a.state"), 0o600) == 0)
    let error = #expect(throws: StorageError.self) { try read(.current) }
    #expect(error?.description.contains("it is not a regular file") == true)
    #expect(throws: StorageError.self) { try save("new") }
    #expect(directory.names == ["a.state"])
  }

  @Test func `a file that may not be read is an error that names it`() throws {
    try save("old")
    system.fail(["read": .permissionDenied])
    let error = #expect(throws: StorageError.self) { try read(.current) }
    #expect(
      error?.description
        == "Cannot read \(directory.path("a.state")): reading it failed: Permission denied (error 13). "
        + "It was not changed.")
  }

  @Test func `a directory that may not be written to is an error that names the file`() throws {
    try save("old")
    system.fail(["create": .permissionDenied])
    let saveError = #expect(throws: StorageError.self) { try save("new") }
    let moveError = #expect(throws: StorageError.self) { try storage.quarantine(.current) }
    #expect(saveError?.code == SystemError.permissionDenied.code)
    #expect(saveError?.description.contains("Cannot save \(directory.path("a.state")): creating ") == true)
    #expect(moveError?.description.contains("Cannot move aside \(directory.path("a.state"))") == true)
    #expect(directory.names == ["a.state"])
    #expect(directory.text("a.state") == "old")
  }

  @Test func `a place where the system forbids writing is an error`() throws {
    let proc = try FileStorage(path: "/proc/navstore/a.state")
    #expect(try proc.read(.current) == nil)
    let error = #expect(throws: StorageError.self) { try proc.write(Data("x".utf8), keepingCurrentAsPrevious: false) }
    #expect(error?.description.contains("creating the directory /proc/navstore failed") == true)
  }

  // MARK: - Temporary files

  @Test func `the first save removes the temporary files of ended processes only`() throws {
    let own = ProcessInfo.processInfo.processIdentifier
    let stale = [
      // No process has the largest ID. A file with this process's ID and an unused number is from an earlier
      // process.
      "a.state.navstore-tmp-\(Int32.max)-1", "a.state.navstore-tmp-\(own)-\(Int.max)",
    ]
    let others = [
      "a.state.navstore-tmp-1-1", "a.state.navstore-tmp-x-1", "a.state.navstore-tmp-\(Int32.max)",
      "a.state.navstore-tmp--1-1",
      "b.state.navstore-tmp-\(Int32.max)-1",
      "a.state.template",
    ]
    for name in stale + others { try directory.put("temporary", name) }
    try save("one")
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: directory.path)) == Set(others + ["a.state"]))
    try directory.put("temporary", stale[0])
    try save("two")
    #expect(FileManager.default.fileExists(atPath: directory.path(stale[0])))
  }

  @Test func `many storages of one file do not interfere with each other`() async throws {
    let path = directory.path("a.state")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for save in 0..<10 {
            try FileStorage(path: path)
              .write(Data("\(writer) \(save)".utf8), keepingCurrentAsPrevious: false)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(directory.names == ["a.state"])
  }

  // MARK: - Removing

  @Test func `a file is removed with all other files of the same state`() throws {
    for text in ["one", "two", "three"] { try save(text) }
    try directory.put("x", "a.state.aside-3")
    try directory.put("1", "a.state.navstore-restores")
    try directory.put("mine", "a.state.notes")
    try storage.remove()
    #expect(directory.names == ["a.state.notes"])
    try storage.remove()
    // The storage can be used again.
    for text in ["four", "five", "six"] { try save(text) }
    #expect(try read(.previous) == "five")
  }

  @Test func `a file that has an owner is not removed`() throws {
    let file = SavedStateStore(storage: storage, owner: StorageOwner())
    _ = try file.save(Data("1".utf8), revision: 1)
    #expect(throws: PersistenceError.ownedElsewhere(file: storage.path, by: .thisProcess)) { try storage.remove() }
    #expect(try read(.current) != nil)
    file.end()
    try storage.remove()
    #expect(directory.names == [])
  }

  // MARK: - Quarantine

  @Test func `a generation that is moved aside never replaces a file`() throws {
    try directory.put("mine", "a.state.aside-2")
    for (index, number) in [3, 4, 5].enumerated() {
      try directory.put("damaged \(index)", "a.state")
      #expect(try storage.quarantine(.current) == directory.path("a.state.aside-\(number)"))
      #expect(directory.text("a.state.aside-\(number)") == "damaged \(index)")
    }
    #expect(directory.text("a.state.aside-2") == "mine")
    #expect(try storage.quarantine(.current) == nil)
    try directory.put("damaged too", "a.state.previous")
    #expect(try storage.quarantine(.previous) == directory.path("a.state.aside-6"))
    #expect(directory.text("a.state.aside-6") == "damaged too")
  }

  @Test func `a failed move aside leaves the file in its place, and no reserved name`() throws {
    try save("old")
    system.fail(["rename": .inputOutput])
    #expect(throws: StorageError.self) { try storage.quarantine(.current) }
    #expect(directory.names == ["a.state"])
  }
}
