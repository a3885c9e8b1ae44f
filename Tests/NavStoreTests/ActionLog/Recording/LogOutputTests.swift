import Foundation
@testable import NavStore
@testable import NavStoreCore
import Testing

@Suite struct LogOutputTests {
  /// The lines of each part.
  private static let parts = [["a1\n", "a2\n", "a3\n"], ["b1\n"], ["c1\n", "c2\n"]]

  /// Begins a part whose first file has no first line. The first line of a later file has the part and the sizes.
  private static func begin(_ part: Int, _ output: inout LogOutput) {
    output.beginFile(part: part, []) { Self.firstLine(part, $0) }
  }

  private static func firstLine(_ part: Int, _ kept: [Int]) -> [UInt8] { Array("part \(part) after \(kept)\n".utf8) }

  private static func synchronize(_ part: Int, _ output: inout LogOutput) throws(ActionLogError) {
    try output.synchronize { Self.firstLine(part, $0) }
  }

  /// Writes the parts, drains after each line, and repeats failed calls.
  ///
  /// - Returns: The number of failures.
  private func write(to directory: TemporaryDirectory, _ system: RecordingFileSystem, attempts: Int) throws -> Int {
    var output = LogOutput(
      names: try LogFileNames(path: directory.path("logs/s.navlog")), keptFiles: nil, fileSystem: system)
    var failures = 0
    func again(_ body: () throws -> Void) throws {
      for attempt in 1...attempts {
        do { return try body() } catch let error as ActionLogError {
          failures += 1
          guard error.code != nil, attempt < attempts else { throw error }
        }
      }
    }
    for (index, part) in Self.parts.enumerated() {
      Self.begin(index + 1, &output)
      for (number, line) in part.enumerated() {
        _ = output.append { $0 += Array(line.utf8) }
        try again { try output.drain() }
        #expect(output.isDrained)
        if index == 0 && number == 1 { try again { try Self.synchronize(1, &output) } }
      }
      if index == 1 { try again { try Self.synchronize(2, &output) } }
    }
    try again { try output.finish() }
    try again { try output.finish() }
    #expect(output.unsyncedCount == 0)
    return failures
  }

  /// Returns the lines of each part, found by the first lines of the files as a reader does.
  private func contents(_ directory: TemporaryDirectory) throws -> [String] {
    var parts: [String] = []
    for number in 1... {
      let name = number == 1 ? "logs/s.navlog" : "logs/s.\(number).navlog"
      guard let text = directory.text(name) else { break }
      guard let match = text.prefixMatch(of: /part \d+ after \[(\d*)\]\n/) else {
        parts.append(text)
        continue
      }
      // At most one file fails.
      parts[parts.count - 1] =
        String(parts[parts.count - 1].prefix(Int(match.1) ?? 0)) + text[match.range.upperBound...]
    }
    return parts
  }

  @Test func `each part is a separate file, and finishing twice has no effect`() throws {
    let directory = try TemporaryDirectory()
    let system = RecordingFileSystem()
    #expect(try write(to: directory, system, attempts: 1) == 0)
    #expect(try contents(directory) == Self.parts.map { $0.joined() })
    #expect(system.calls.filter { $0.hasPrefix("sync ") } == ["s", "s", "s.2", "s.3"].map { "sync \($0).navlog" })
    #expect(system.calls.filter { $0.hasPrefix("close ") }.count == 3)
  }

  @Test(arguments: [SystemError.inputOutput, .interrupted, .noSpace])
  func `if any operation fails once, no line is lost or duplicated`(error: SystemError) throws {
    var operations = 0
    while true {
      let directory = try TemporaryDirectory()
      let system = RecordingFileSystem()
      system.fail(after: operations, with: error)
      let failures = try write(to: directory, system, attempts: 3)
      let contents = try contents(directory)
      #expect(
        contents == Self.parts.map { $0.joined() }, "operation \(operations) fails with \(error): \(system.calls)")
      if system.calls.count <= operations { break }
      // Each error is reported once. An interrupted call is repeated, except for `close`, which has closed the file.
      let call = system.calls[operations]
      #expect(failures == (error == .interrupted ? 0 : 1), "operation \(operations), \(call), fails with \(error)")
      operations += 1
    }
    #expect(operations > 15)
  }

  @Test func `a flush fails until the file's directory entry is synced`() throws {
    let directory = try TemporaryDirectory()
    let system = RecordingFileSystem()
    var output = LogOutput(
      names: try LogFileNames(path: directory.path("s.navlog")), keptFiles: nil, fileSystem: system)
    Self.begin(1, &output)
    _ = output.append { $0 += Array("1\n".utf8) }
    let name = try #require(directory.path.split(separator: "/").last)
    system.fail(["syncdir \(name)": .inputOutput])
    try output.drain()
    for _ in 1...4 { #expect(throws: ActionLogError.self) { try Self.synchronize(1, &output) } }
    #expect(throws: ActionLogError.self) { try output.finish() }
    // The first file keeps its name. The files that replaced it and failed are deleted.
    #expect(directory.names == ["s.5.navlog", "s.navlog"])
    system.fail([:])
    system.forgetCalls()
    try Self.synchronize(1, &output)
    #expect(directory.names == ["s.6.navlog", "s.navlog"])
    #expect(directory.text("s.6.navlog") == "part 1 after []\n1\n")
    #expect(output.files == [directory.path("s.navlog"), directory.path("s.6.navlog")])
    try Self.synchronize(1, &output)
    try output.finish()
    let calls = system.calls.filter { !$0.hasPrefix("syncdir") || $0.hasSuffix(String(name)) }
    #expect(calls.map { $0.split(separator: " ")[0] } == ["create", "write", "remove", "sync", "syncdir", "close"])
  }

  @Test func `directories that were created for a log are synced with it, and existing ones once`() throws {
    let directory = try TemporaryDirectory()
    let system = RecordingFileSystem()
    var output = LogOutput(
      names: try LogFileNames(path: directory.path("a/b/s.navlog")), keptFiles: nil, fileSystem: system)
    Self.begin(1, &output)
    _ = output.append { $0 += Array("1\n".utf8) }
    let above = try #require(directory.path.split(separator: "/").last)
    system.fail(["syncdir \(above)": .inputOutput])
    #expect(throws: ActionLogError.self) { try Self.synchronize(1, &output) }
    system.fail([:])
    system.forgetCalls()
    try Self.synchronize(1, &output)
    let synced = system.calls.filter { $0.hasPrefix("syncdir") }
    #expect(synced.prefix(3) == ["syncdir b", "syncdir a", "syncdir \(above)"])
    #expect(synced.last == "syncdir /")
    system.forgetCalls()
    Self.begin(2, &output)
    _ = output.append { $0 += Array("2\n".utf8) }
    try output.finish()
    #expect(system.calls.filter { $0.hasPrefix("syncdir") } == ["syncdir b"])
  }

  @Test func `after a failed sync, its lines are in another file`() throws {
    let directory = try TemporaryDirectory()
    let system = RecordingFileSystem()
    var output = LogOutput(
      names: try LogFileNames(path: directory.path("s.navlog")), keptFiles: 1, fileSystem: system)
    Self.begin(1, &output)
    _ = output.append { $0 += Array("one\n".utf8) }
    try Self.synchronize(1, &output)
    _ = output.append { $0 += Array("two\n".utf8) }
    system.fail(["sync": .noSpace])
    #expect(throws: ActionLogError.self) { try Self.synchronize(1, &output) }
    #expect(!output.isDrained)
    system.fail([:])
    try Self.synchronize(1, &output)
    _ = output.append { $0 += Array("three\n".utf8) }
    try output.finish()
    // The valid part of the first file belongs to the log, even if only a few files are kept.
    #expect(directory.text("s.navlog")?.hasPrefix("one\n") == true)
    #expect(directory.text("s.2.navlog") == "part 1 after [4]\ntwo\nthree\n")
  }

  @Test func `short writes have the same result`() throws {
    let directory = try TemporaryDirectory()
    let system = RecordingFileSystem()
    system.limitWrites(to: 1)
    #expect(try write(to: directory, system, attempts: 1) == 0)
    #expect(try contents(directory) == Self.parts.map { $0.joined() })
  }

  @Test func `lines wait while the disk is full, and are then written once`() throws {
    let directory = try TemporaryDirectory()
    let system = RecordingFileSystem()
    system.limitWrites(to: 2)
    var output = LogOutput(
      names: try LogFileNames(path: directory.path("s.navlog")), keptFiles: nil, fileSystem: system)
    Self.begin(1, &output)
    _ = output.append { $0 += Array("first\n".utf8) }
    // Half of the line is written.
    system.fail(after: 2, with: .noSpace)
    #expect(throws: ActionLogError.self) { try output.drain() }
    #expect(directory.text("s.navlog") == "fi")
    system.fail(["write": .noSpace])
    _ = output.append { $0 += Array("second\n".utf8) }
    for _ in 0..<3 { #expect(throws: ActionLogError.self) { try Self.synchronize(1, &output) } }
    #expect(!output.isDrained)
    system.fail([:])
    try Self.synchronize(1, &output)
    #expect(directory.text("s.navlog") == "first\nsecond\n")
    output.abandon()
    #expect(system.calls.last == "close s.navlog")
  }

  @Test func `an error in the middle of a line leaves no part of it`() throws {
    struct Refused: Error {}
    let directory = try TemporaryDirectory()
    var output = LogOutput(
      names: try LogFileNames(path: directory.path("s.navlog")), keptFiles: nil, fileSystem: POSIXFileSystem())
    Self.begin(1, &output)
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

  @Test func `the oldest files are deleted above the limit, and a file that cannot be deleted is not a failure`() throws
  {
    let directory = try TemporaryDirectory()
    let system = RecordingFileSystem()
    var output = LogOutput(
      names: try LogFileNames(path: directory.path("s.navlog")), keptFiles: 2, fileSystem: system)
    for part in 1...4 {
      if part == 4 { system.fail(["remove": .permissionDenied]) }
      Self.begin(part, &output)
      _ = output.append { $0 += Array("\(part)\n".utf8) }
      try output.drain()
    }
    try output.finish()
    try output.finish()
    #expect(directory.names == ["s.2.navlog", "s.3.navlog", "s.4.navlog"])
    #expect(output.files == directory.names.map(directory.path))
    #expect(directory.text("s.4.navlog") == "4\n")
  }

  @Test func `protected files are neither counted nor deleted`() throws {
    let directory = try TemporaryDirectory()
    for name in ["s.navlog", "s.2.navlog", "s.3.navlog"] { try directory.put("old", name) }
    var output = LogOutput(
      names: try LogFileNames(path: directory.path("s.navlog")), keptFiles: 2,
      protectedFiles: [directory.path("s.2.navlog")], fileSystem: POSIXFileSystem())
    var names: [[String]] = []
    for part in 1...3 {
      Self.begin(part, &output)
      _ = output.append { $0 += Array("\(part)\n".utf8) }
      try output.drain()
      names.append(directory.names)
    }
    try output.finish()
    #expect(
      names == [
        ["s.2.navlog", "s.3.navlog", "s.4.navlog"], ["s.2.navlog", "s.4.navlog", "s.5.navlog"],
        ["s.2.navlog", "s.5.navlog", "s.6.navlog"],
      ])
  }
}
