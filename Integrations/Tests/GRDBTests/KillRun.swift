import Foundation
import GRDB
import NavStore
import NavStoreGRDB
import NumberedApp

/// A sequence of processes that save to one database. Each process is killed at a random instant.
struct KillRun {
  /// What a process finds at its start in place of the state that the process before it left.
  private enum Change: CaseIterable { case none, damaged, foreign, removed }

  private(set) var violations: [String] = []
  /// How many kills left a journal, that is, happened during a transaction. Only for a rollback journal.
  private(set) var journals = 0
  /// The highest number that was acknowledged.
  private(set) var newest = 0

  private let folder: TemporaryFolder
  private let isPool: Bool
  private var kills = 0
  /// The lowest number that the next load may return.
  private var expected = 0
  /// Whether no state was saved since the test has changed the current generation. Then the app's table is that of the
  /// generation that the test has changed.
  private var isChanged = false

  init(isPool: Bool) throws {
    folder = try TemporaryFolder()
    self.isPool = isPool
  }

  private var path: String { folder.path("app.sqlite") }

  /// Kills a process while it saves, and checks the database that it leaves.
  mutating func kill() throws {
    kills += 1
    let protected = try apply(Change.allCases.randomElement() ?? .none)
    let loaded = expected
    let process = try WriterProcess([
      "write", path, isPool ? "pool" : "queue", "\(newest + 1)", "\(Int.random(in: 10...200_000))",
    ])
    let numbers = try process.kill(afterLines: .random(in: 0...6))
    if folder.size("app.sqlite-journal") > 0 { journals += 1 }
    newest = max(newest, numbers.last ?? 0)
    if let last = numbers.last { expected = max(expected, last) }
    try check(protected, loaded: loaded)
  }

  /// Makes a change, if there is a current generation, and returns the bytes that must survive.
  private mutating func apply(_ change: Change) throws -> Data? {
    if change == .none { return nil }
    let database = try NumberedApp.open(path, isPool: isPool)
    return try database.write { db in
      guard try db.tableExists("navstore_state"),
        let current = try Data.fetchOne(db, sql: "SELECT data FROM navstore_state WHERE slot = 'current'")
      else { return nil }
      isChanged = true
      let previous = try Data.fetchOne(db, sql: "SELECT data FROM navstore_state WHERE slot = 'previous'")
      expected = Persistence.restored(NumberedState(0), from: previous, schema: NumberedApp.schema).state.number
      switch change {
      case .damaged, .foreign:
        let bytes = change == .foreign ? Data("not ours".utf8) : current.dropLast(.random(in: 1...8))
        try db.execute(
          sql: "UPDATE navstore_state SET data = ? WHERE slot = 'current'", arguments: [bytes])
        return bytes
      default:
        try db.execute(sql: "DELETE FROM navstore_state WHERE slot = 'current'")
        return nil
      }
    }
  }

  private mutating func check(_ protected: Data?, loaded: Int) throws {
    let database = try NumberedApp.open(path, isPool: isPool)
    let problems = try database.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
    if problems != ["ok"] { recordViolation("\(problems)") }
    let storage = try NumberedApp.storage(in: database)
    let restored = Persistence.load(NumberedState(0), from: storage, schema: NumberedApp.schema)
    let (state, report) = (restored.state, restored.report)
    if !state.isWhole { recordViolation("state \(state.number) is a mixture") }
    if state.number < expected { recordViolation("\(state.number) after \(expected): \(report)") }
    if state.number > loaded { isChanged = false }
    let number = try NumberedApp.savedNumber(in: database)
    if !isChanged, number != state.number { recordViolation("\(number) in the table, and state \(state.number)") }
    if !isChanged, !report.isUnchanged { recordViolation("a kill has damaged a generation: \(report)") }
    if let protected {
      let kept = try database.read { try Data.fetchAll($0, sql: "SELECT data FROM navstore_state") }
      if !kept.contains(protected) { recordViolation("the unusable contents are gone") }
    }
    newest = max(newest, state.number, number)
    expected = state.number
  }

  private mutating func recordViolation(_ text: String) { violations.append("kill \(kills): \(text)") }
}
