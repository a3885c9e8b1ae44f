import Foundation
import NavStore
import Testing

/// Promise 2, checked after every call of a save.
///
/// The random kills of `KillTests` rarely come between two calls in quick succession.
@Suite struct CrashPointTests {
  private static func number(_ payload: Data) -> Int { Int(String(decoding: payload, as: UTF8.self)) ?? -1 }

  /// Stops a save of state 5, over states 4 and 3, after `count` calls, and checks the recovery.
  ///
  /// - Returns: Whether the save finished within these calls.
  private func crash(after count: Int, hasHardLinks: Bool) throws -> Bool {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.state")
    let system = RecordingFileSystem()
    var writer: SavedStateStore? = SavedStateStore(
      storage: try FileStorage(path: path, fileSystem: system), schema: StateSchema())
    for number in 1...4 { _ = try writer?.save(Data("\(number)".utf8), revision: number) }

    if !hasHardLinks { system.fail(["link": .permissionDenied]) }
    system.forgetCalls()
    system.failEveryCall(after: count)
    let isWhole = (try? writer?.save(Data("5".utf8), revision: 5)) != nil
    writer = nil
    let calls = system.calls

    var reader: SavedStateStore? = SavedStateStore(storage: try FileStorage(path: path), schema: StateSchema())
    let (state, report) = try #require(reader).load(Self.number)
    let isRenamed = calls.contains("rename a.state.tmp a.state")
    #expect(state == (isRenamed ? 5 : 4), "after \(calls)\n\(report)")
    // Without hard links, only the previous generation has a name between the two renames.
    let isBetween = calls.last == "rename a.state a.state.previous"
    #expect(report.generation == (isBetween ? .previous : .current), "after \(calls)\n\(report)")
    #expect(directory.names.allSatisfy { !$0.contains("damaged") })

    // The next process saves and cleans up. After its end, only the two generations remain.
    for number in 6...8 { _ = try reader?.save(Data("\(number)".utf8), revision: number) }
    #expect(reader?.load(Self.number).state == 8)
    reader = nil
    #expect(directory.names == ["a.state", "a.state.previous"], "after \(calls)")
    return isWhole
  }

  @Test(arguments: [true, false])
  func `a crash before any step leaves the previous complete state or the new one`(hasHardLinks: Bool) throws {
    var steps = 0
    while try !crash(after: steps, hasHardLinks: hasHardLinks) {
      steps += 1
      try #require(steps < 20)
    }
    #expect(steps == (hasHardLinks ? 10 : 9))
  }
}
