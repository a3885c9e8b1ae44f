import Foundation
@testable import NavStore
@testable import NavStoreCore
import Testing

@Suite struct LogOutputTests {
  /// What is done to an output, in order, with what its files hold at the end.
  private static let parts = [["a1\n", "a2\n", "a3\n"], ["b1\n"], ["c1\n", "c2\n"]]
  private static let files = ["s.2.navlog", "s.3.navlog", "s.navlog"]
  private static let texts = ["b1\n", "c1\nc2\n", "a1\na2\na3\n"]

  /// Writes the parts, draining after each line, and does again what failed. Returns how often something failed.
  private func write(to directory: TemporaryDirectory, _ system: RecordingFileSystem, attempts: Int) throws -> Int {
    var output = LogOutput(
      names: try LogFileNames(path: directory.path("logs/s.navlog")), keptFiles: nil, fileSystem: system)
    var failures = 0
    func again(_ body: () throws -> Void) throws {
      for attempt in 1...attempts {
        do { return try body() } catch let error as ActionLogError {
          failures += 1
          guard case .system = error, attempt < attempts else { throw error }
        }
      }
    }
    for (index, part) in Self.parts.enumerated() {
      output.beginFile(part: index + 1)
      for line in part {
        _ = output.append { $0 += Array(line.utf8) }
        try again { try output.drain() }
        #expect(output.isDrained)
      }
      if index == 1 { try again { try output.synchronize() } }
    }
    try again { try output.finish() }
    try again { try output.finish() }
    #expect(output.files == ["s.navlog", "s.2.navlog", "s.3.navlog"].map { directory.path("logs/" + $0) })
    #expect(output.byteCount == 18)
    return failures
  }

  private func expectFiles(_ directory: TemporaryDirectory, _ comment: Comment) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path("logs")).sorted()
    #expect(names == Self.files, comment)
    #expect(Self.files.map { directory.text("logs/" + $0) } == Self.texts, comment)
  }

  @Test func `each part is a file of its own, and what is finished twice is finished`() throws {
    let directory = try TemporaryDirectory()
    let system = RecordingFileSystem()
    #expect(try write(to: directory, system, attempts: 1) == 0)
    try expectFiles(directory, "")
    #expect(system.calls.filter { $0.hasPrefix("sync ") } == ["s", "s.2", "s.3"].map { "sync \($0).navlog" })
    #expect(system.calls.filter { $0.hasPrefix("close ") }.count == 3)
  }

  @Test(arguments: [SystemError.inputOutput, .interrupted, .noSpace])
  func `whichever operation fails once, nothing is lost and nothing stands there twice`(error: SystemError) throws {
    var operations = 0
    while true {
      let directory = try TemporaryDirectory()
      let system = RecordingFileSystem()
      system.fail(after: operations, with: error)
      let failures = try write(to: directory, system, attempts: 3)
      try expectFiles(directory, "operation \(operations) fails with \(error): \(system.calls)")
      if system.calls.count <= operations { break }
      // A sync of the folder is not waited for. A call that a signal interrupted is made again, but for `close`, which
      // has closed.
      let call = system.calls[operations]
      #expect(failures == (error == .interrupted ? 0 : 1), "operation \(operations), \(call), fails with \(error)")
      operations += 1
    }
    #expect(operations > 15)
  }

  @Test func `what is flushed has a name on the disk, or the flush fails until it has`() throws {
    let directory = try TemporaryDirectory()
    let system = RecordingFileSystem()
    var output = LogOutput(
      names: try LogFileNames(path: directory.path("s.navlog")), keptFiles: nil, fileSystem: system)
    output.beginFile(part: 1)
    _ = output.append { $0 += Array("1\n".utf8) }
    system.fail(["syncdir": .inputOutput])
    try output.drain()
    for _ in 1...2 { #expect(throws: ActionLogError.self) { try output.synchronize() } }
    #expect(throws: ActionLogError.self) { try output.finish() }
    system.fail([:])
    system.forgetCalls()
    try output.synchronize()
    try output.synchronize()
    try output.finish()
    #expect(system.calls.map { $0.split(separator: " ")[0] } == ["syncdir", "close"])
  }

  @Test func `short writes come to the same`() throws {
    let directory = try TemporaryDirectory()
    let system = RecordingFileSystem()
    system.limitWrites(to: 1)
    #expect(try write(to: directory, system, attempts: 1) == 0)
    try expectFiles(directory, "")
  }

  @Test func `while there is no room, lines wait, and then they are there once`() throws {
    let directory = try TemporaryDirectory()
    let system = RecordingFileSystem()
    system.limitWrites(to: 2)
    var output = LogOutput(
      names: try LogFileNames(path: directory.path("s.navlog")), keptFiles: nil, fileSystem: system)
    output.beginFile(part: 1)
    _ = output.append { $0 += Array("first\n".utf8) }
    // Half of the line gets there.
    system.fail(after: 2, with: .noSpace)
    #expect(throws: ActionLogError.self) { try output.drain() }
    #expect(directory.text("s.navlog") == "fi")
    system.fail(["write": .noSpace])
    _ = output.append { $0 += Array("second\n".utf8) }
    for _ in 0..<3 { #expect(throws: ActionLogError.self) { try output.synchronize() } }
    #expect(!output.isDrained)
    system.fail([:])
    try output.synchronize()
    #expect(directory.text("s.navlog") == "first\nsecond\n")
    output.abandon()
    #expect(system.calls.last == "close s.navlog")
  }

  @Test func `what throws half-way leaves no half line`() throws {
    struct Refused: Error {}
    let directory = try TemporaryDirectory()
    var output = LogOutput(
      names: try LogFileNames(path: directory.path("s.navlog")), keptFiles: nil, fileSystem: POSIXFileSystem())
    output.beginFile(part: 1)
    _ = output.append { $0 += Array("one\n".utf8) }
    #expect(throws: Refused.self) {
      _ = try output.append { bytes in
        bytes += Array("half".utf8)
        throw Refused()
      }
    }
    try output.finish()
    #expect(directory.text("s.navlog") == "one\n")
  }

  @Test func `the oldest files go when there are more than are kept, and one that stays is no failure`() throws {
    let directory = try TemporaryDirectory()
    let system = RecordingFileSystem()
    var output = LogOutput(
      names: try LogFileNames(path: directory.path("s.navlog")), keptFiles: 2, fileSystem: system)
    for part in 1...4 {
      if part == 4 { system.fail(["remove": .notPermitted]) }
      output.beginFile(part: part)
      _ = output.append { $0 += Array("\(part)\n".utf8) }
      try output.drain()
    }
    try output.finish()
    try output.finish()
    #expect(directory.names == ["s.2.navlog", "s.3.navlog", "s.4.navlog"])
    #expect(output.files == directory.names.map(directory.path))
    #expect(directory.text("s.4.navlog") == "4\n")
  }
}
