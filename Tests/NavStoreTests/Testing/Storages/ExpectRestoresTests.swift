import Foundation
import NavStore
@testable import NavStoreTesting
import Testing

@Suite struct ExpectRestoresTests {
  private struct App: Codable, Equatable, Sendable {
    var navigation = NavigationState<String, Int>(tabs: ["a"])
    var user = "me"
  }

  private static let schema = StateSchema(
    version: 2, migrations: [.step(from: 1, "users have names") { $0["user"] = .string("you") }])

  /// Returns the failures and the restored states of a folder with the given files.
  private func expect(
    _ files: [String: Data], allowingLosses: Bool = false
  ) throws -> (failures: [String], states: [String: App]) {
    let directory = try TemporaryDirectory()
    for (name, data) in files { try data.write(to: URL(filePath: directory.path(name))) }
    let failures = Locked<[String]>([])
    let reporter = FailureReporter { message, _, _ in
      failures.withLock { $0.append(message) }
    } note: { _, _ in
    }
    let states = expectRestores(
      App(), fromFilesIn: URL(filePath: directory.path("")), schema: Self.schema, allowingLosses: allowingLosses,
      reporter, at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    return (failures.withLock(\.self), states)
  }

  private func saved(_ json: String, version: Int) -> Data {
    Envelope(schema: version, revision: 1, payload: Data(json.utf8)).encode()
  }

  private static let good = #"{"navigation":{"tabs":[{"tab":"a","path":[1]}],"selected":"a"},"user":"me"}"#
  private static let lossy = #"{"navigation":{"tabs":[{"tab":"a","path":["x"]}],"selected":"a"},"user":"me"}"#

  @Test func `files of all versions that are restored whole pass, and are returned`() throws {
    let (failures, states) = try expect([
      "1.state": saved(Self.good, version: 1), "2.state": saved(Self.good, version: 2), ".hidden": Data(),
    ])
    #expect(failures == [])
    #expect(states["1.state"]?.user == "you")
    #expect(states["2.state"]?.user == "me")
    #expect(states.count == 2)
  }

  @Test func `lost, damaged, newer and missing states fail with the names of their files`() throws {
    let (failures, states) = try expect([
      "a": saved(Self.lossy, version: 2), "b": saved(Self.good, version: 2).prefix(40), "c": Data(),
      "d": saved(Self.good, version: 3), "e": saved("[]", version: 2),
    ])
    #expect(failures.count == 6)
    for (failure, start) in zip(
      failures,
      [
        "a is only partly restored: ", "b is not restored: the data is damaged", "c is not restored: the data is empty",
        "d is not restored: the data was saved by a later version",
        "e is not restored: the data does not contain a state",
        "No file has schema 1. Add a file for each schema that the app reads. The schema of b and c cannot be read.",
      ])
    {
      #expect(failure.hasPrefix(start), "\(failure)")
    }
    #expect(states.keys.sorted() == ["a"])
    #expect(try expect(["a": saved(Self.lossy, version: 2)], allowingLosses: true).failures.count == 1)
  }

  @Test func `a file that cannot be restored is not also reported as missing`() throws {
    let (failures, _) = try expect([
      "1.state": saved("[]", version: 1), "2.state": saved(Self.good, version: 2),
    ])
    #expect(failures.count == 1)
    #expect(failures.first?.hasPrefix("1.state is not restored: ") == true)
    let damaged = try expect([
      "1.state": saved(Self.good, version: 1).dropLast(), "2.state": saved(Self.good, version: 2),
    ]).failures
    #expect(damaged.count == 1, "\(damaged)")
    #expect(damaged.first?.hasPrefix("1.state is not restored: the data is damaged") == true)
  }

  @Test func `an empty folder and a missing folder fail`() throws {
    #expect(try expect([:]).failures.first?.contains(" contains no saved state.") == true)
    let failures = Locked<[String]>([])
    let reporter = FailureReporter { message, _, _ in
      failures.withLock { $0.append(message) }
    } note: { _, _ in
    }
    _ = expectRestores(
      App(), fromFilesIn: URL(filePath: "/nowhere/at/all"), schema: Self.schema, allowingLosses: false, reporter,
      at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    #expect(failures.withLock(\.self).first?.hasPrefix("The folder of saved states cannot be read") == true)
  }
}
