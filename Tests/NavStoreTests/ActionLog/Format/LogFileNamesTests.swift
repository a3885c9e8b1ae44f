@testable import NavStore
@testable import NavStoreCore
import Testing

@Suite struct LogFileNamesTests {
  @Test(
    arguments: [
      ("session.navlog", "session.navlog", "session.2.navlog", "session.30.navlog"),
      ("/a/b.c/session.navlog", "/a/b.c/session.navlog", "/a/b.c/session.2.navlog", "/a/b.c/session.30.navlog"),
      ("logs/session", "logs/session", "logs/session.2", "logs/session.30"),
      ("a.b.navlog", "a.b.navlog", "a.b.2.navlog", "a.b.30.navlog"),
      (".hidden", ".hidden", ".hidden.2", ".hidden.30"),
      ("trailing.", "trailing.", "trailing.2.", "trailing.30."),
      ("log.2026.navlog", "log.2026.navlog", "log.2026.2.navlog", "log.2026.30.navlog"),
    ])
  func `the number of a file is before its extension`(path: String, first: String, second: String, thirtieth: String)
    throws
  {
    let names = try LogFileNames(path: path)
    #expect([1, 2, 30].map(names.path) == [first, second, thirtieth])
  }

  @Test(arguments: ["", "/", "logs/", ".", "..", "a/.", "a/..", "a\u{0}b"])
  func `a path without the name of a file is an error`(path: String) {
    #expect(throws: ActionLogError.notAFileName(path)) { try LogFileNames(path: path) }
  }

  @Test func `only the numbers of existing log files are found`() throws {
    let directory = try TemporaryDirectory()
    let names = try LogFileNames(path: directory.path("s.navlog"))
    #expect(try names.existing(in: POSIXFileSystem()) == [])
    for name in [
      "s.navlog", "s.10.navlog", "s.2.navlog", "s.02.navlog", "s.1.navlog", "s.-3.navlog", "s.x.navlog", "t.4.navlog",
      "s.3.other", "s.4", "s..navlog", "s.9223372036854775808.navlog", "s.5.navlog.tmp",
    ] { try directory.put("", name) }
    #expect(try names.existing(in: POSIXFileSystem()) == [1, 2, 10])
    let missing = try LogFileNames(path: directory.path("not/there/s.navlog"))
    #expect(try missing.existing(in: POSIXFileSystem()) == [])
  }

  @Test func `an existing file, directory or link is never overwritten`() throws {
    let directory = try TemporaryDirectory()
    let system = POSIXFileSystem()
    try directory.put("mine", "s.navlog")
    try system.createDirectory(directory.path("s.2.navlog"), permissions: 0o700)
    try system.link(directory.path("s.navlog"), to: directory.path("s.3.navlog"))
    let names = try LogFileNames(path: directory.path("s.navlog"))
    let (number, file) = try names.create(from: 1, in: system)
    try system.close(file)
    #expect(number == 4)
    #expect(directory.text("s.navlog") == "mine")
    #expect(try directory.permissions("s.4.navlog") == 0o600)
  }

  @Test func `missing directories are created`() throws {
    let directory = try TemporaryDirectory()
    let names = try LogFileNames(path: directory.path("a/b//c/s.navlog"))
    let (number, file) = try names.create(from: 1, in: POSIXFileSystem())
    try POSIXFileSystem().close(file)
    #expect(number == 1)
    #expect(directory.text("a/b/c/s.navlog") == "")
  }

  @Test func `a directory that is a file, and one that cannot be created, are errors`() throws {
    let directory = try TemporaryDirectory()
    try directory.put("", "file")
    #expect(throws: ActionLogError.self) {
      try LogFileNames(path: directory.path("file/s.navlog")).create(from: 1, in: POSIXFileSystem())
    }
    let system = RecordingFileSystem()
    system.fail(["mkdir": .permissionDenied])
    let error = #expect(throws: ActionLogError.self) {
      try LogFileNames(path: directory.path("gone/s.navlog")).create(from: 1, in: system)
    }
    #expect("\(try #require(error))".contains("creating"))
  }

  @Test func `a file with the largest possible number does not stop the recorder`() async throws {
    let directory = try TemporaryDirectory()
    try directory.put("", "s.9223372036854775807.navlog")
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(of: store, TallySchema(), directory.path("s.navlog"))
    store.send(.add(1))
    try await recorder.close()
    #expect(recorder.status.recorded == 1)
    #expect(directory.text("s.9223372036854775807.navlog") == "")
  }
}
