import Foundation
import GRDB
import NavStore
import NavStoreGRDB
import NumberedApp
import Testing

/// The storage with real databases.
@Suite struct DatabaseStorageTests {
  private let folder: TemporaryFolder
  private let database: DatabaseQueue

  init() throws {
    folder = try TemporaryFolder()
    database = try DatabaseQueue(path: folder.path("app.sqlite"))
  }

  private struct Failure: Error {}

  private typealias Saves = (
    store: Store<NumberedState, NumberedState>, persistence: Persistence<NumberedState>, report: RestoreReport
  )

  /// Starts the app: loads the saved state, and creates a persistence.
  private func start(_ storage: DatabaseStorage) -> Saves {
    let restored = Persistence.load(NumberedState(0), from: storage, schema: NumberedApp.schema)
    let store = NumberedApp.store(restored.state)
    return (store, Persistence(of: store, to: storage, schema: NumberedApp.schema), restored.report)
  }

  private func save(_ number: Int, size: Int = 1, _ app: Saves) async throws {
    app.store.send(NumberedState(number, size: size))
    try await app.persistence.flush()
  }

  private func slots() throws -> [String] {
    try database.read { try String.fetchAll($0, sql: "SELECT slot FROM navstore_state ORDER BY slot") }
  }

  @Test func `two generations are kept, and the newest is restored`() async throws {
    let storage = try DatabaseStorage(database)
    let app = start(storage)
    for number in 1...3 { try await save(number, app) }
    #expect(try slots() == ["current", "previous"])
    #expect(start(storage).store.state == NumberedState(3))
    try await app.persistence.stop()
  }

  @Test(arguments: ["UPDATE navstore_state SET data = substr(data, 1, length(data) - 1)", "DELETE FROM navstore_state"])
  func `the previous generation is restored if the current one is damaged or gone`(change: String) async throws {
    let app = start(try DatabaseStorage(database))
    for number in 1...3 { try await save(number, app) }
    try await app.persistence.stop()
    try await database.write { try $0.execute(sql: "\(change) WHERE slot = 'current'") }

    let next = start(try DatabaseStorage(database))
    #expect(next.report.generation == .previous)
    #expect(next.store.state == NumberedState(2))
    // The damaged generation is kept.
    #expect(try slots().contains("aside-1") == change.hasPrefix("UPDATE"))
    try await save(4, next)
    #expect(start(try DatabaseStorage(database)).store.state == NumberedState(4))
  }

  @Test func `the ten newest generations that were moved aside are kept`() async throws {
    let storage = try DatabaseStorage(database)
    try await save(1, start(storage))
    for number in 1...12 {
      try await database.write {
        try $0.execute(
          sql: "INSERT OR REPLACE INTO navstore_state VALUES ('navigation', 'current', ?)",
          arguments: [Data("foreign \(number)".utf8)])
      }
      _ = Persistence.load(NumberedState(0), from: storage, schema: NumberedApp.schema)
    }
    let aside = try await database.read {
      try Data.fetchAll($0, sql: "SELECT data FROM navstore_state WHERE slot LIKE 'aside-%'")
    }
    #expect(Set(aside) == Set((3...12).map { Data("foreign \($0)".utf8) }))
  }

  @Test func `states with different names are independent`() async throws {
    let first = start(try DatabaseStorage(database, name: "window/1"))
    let second = start(try DatabaseStorage(database, name: "window/2"))
    try await save(1, first)
    try await save(2, second)
    #expect(start(try DatabaseStorage(database, name: "window/1")).store.state == NumberedState(1))
    try await first.persistence.discard()
    #expect(start(try DatabaseStorage(database, name: "window/1")).store.state == NumberedState(0))
    #expect(start(try DatabaseStorage(database, name: "window/2")).store.state == NumberedState(2))
  }

  @Test(arguments: [nil, "a"])
  func `a database in memory keeps a state as long as it exists`(name: String?) async throws {
    let storage = try DatabaseStorage(DatabaseQueue(named: name))
    let other = try DatabaseStorage(DatabaseQueue())
    let app = start(storage)
    for number in 1...2 { try await save(number, app) }
    #expect(start(storage).store.state == NumberedState(2))
    #expect(start(other).store.state == NumberedState(0))
    try await app.persistence.discard()
    #expect(start(storage).store.state == NumberedState(0))
  }

  @Test(arguments: ["app.sqlite", "link.sqlite"])
  func `a second persistence is refused until the first one is stopped`(name: String) async throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.sqlite"), withDestinationPath: folder.path("app.sqlite"))
    let first = start(try DatabaseStorage(database))
    let second = start(try DatabaseStorage(DatabaseQueue(path: folder.path(name))))
    try await save(1, first)
    await #expect(throws: NavStore.PersistenceError.self) { try await save(2, second) }
    #expect(start(try DatabaseStorage(database)).store.state == NumberedState(1))
    try await first.persistence.stop()
    try await save(3, second)
    #expect(start(try DatabaseStorage(database)).store.state == NumberedState(3))
  }

  @Test func `after discard, neither a byte of the state nor a lock file is left`() async throws {
    // Some builds of SQLite have another default.
    _ = try await database.write { try Int.fetchOne($0, sql: "PRAGMA secure_delete = 0") }
    let app = start(try DatabaseStorage(database))
    try await save(1, size: 10_000, app)
    let letters = Data("bbbbbbbbbbbbbbbb".utf8)
    let url = URL(fileURLWithPath: folder.path("app.sqlite"))
    #expect(try Data(contentsOf: url).range(of: letters) != nil)
    try await app.persistence.discard()
    #expect(try slots() == [])
    #expect(try Data(contentsOf: url).range(of: letters) == nil)
    #expect(folder.names == ["app.sqlite"])
  }

  // MARK: - The app's own data

  @Test func `the app's data is saved with the state or not at all`() async throws {
    let fails = Mutex(false)
    let storage = try DatabaseStorage(database, saving: NumberedState(0), schema: NumberedApp.schema) { db, state in
      try NumberedApp.saveNumber(of: state, in: db)
      if fails.value { throw Failure() }
    }
    let app = start(storage)
    try await save(1, app)
    fails.value = true
    await #expect(throws: NavStore.PersistenceError.self) { try await save(2, app) }
    #expect(try NumberedApp.savedNumber(in: database) == 1)
    #expect(start(storage).store.state == NumberedState(1))
    fails.value = false
    try await app.persistence.flush()
    #expect(try NumberedApp.savedNumber(in: database) == 2)
    #expect(start(storage).store.state == NumberedState(2))
  }

  // MARK: - Durability

  @Test(arguments: [false, true])
  func `a save syncs as SQLite can, and leaves the settings of the connection`(isPool: Bool) async throws {
    let database = try NumberedApp.open(folder.path("b.sqlite"), isPool: isPool)
    @Sendable func synchronous(_ db: Database) throws -> Int? { try Int.fetchOne(db, sql: "PRAGMA synchronous") }
    let before = try await database.writeWithoutTransaction { try synchronous($0) }
    let during = Mutex<Int?>(nil)
    let storage = try DatabaseStorage(database, saving: NumberedState(0), schema: NumberedApp.schema) { db, _ in
      during.value = try synchronous(db)
    }
    try await save(1, start(storage))
    #expect(during.value == 3)
    #expect(try await database.writeWithoutTransaction { try synchronous($0) } == before)
  }

  @Test(arguments: ["off", "memory"])
  func `nothing is saved if a crash can damage the database`(mode: String) async throws {
    try await database.writeWithoutTransaction { _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = \(mode)") }
    let app = start(try DatabaseStorage(database))
    await #expect { try await save(1, app) } throws: { "\($0)".contains("journal_mode = \(mode)") }
    _ = try await database.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode = delete") }
    try await save(1, app)
  }

  // MARK: - Faults

  @Test func `a full disk loses nothing, and the state is saved when there is space`() async throws {
    let storage = try NumberedApp.storage(in: database)
    let app = start(storage)
    try await save(1, app)
    try await database.write { try $0.execute(sql: "PRAGMA max_page_count = 1") }
    await #expect { try await save(2, size: 100_000, app) } throws: { "\($0)".contains("full") }
    #expect(start(storage).store.state == NumberedState(1))
    #expect(try NumberedApp.savedNumber(in: database) == 1)
    try await database.write { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
    try await app.persistence.flush()
    #expect(start(storage).store.state == NumberedState(2, size: 100_000))
    #expect(try NumberedApp.savedNumber(in: database) == 2)
  }

  @Test func `a database that another connection has locked loses nothing, and is saved later`() async throws {
    let storage = try DatabaseStorage(database)
    let app = start(storage)
    try await save(1, app)
    var unsafe = Configuration()
    unsafe.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: folder.path("app.sqlite"), configuration: unsafe)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    await #expect { try await save(2, app) } throws: { "\($0)".contains("locked") }
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    #expect(start(storage).store.state == NumberedState(1))
    try await app.persistence.flush()
    #expect(start(storage).store.state == NumberedState(2))
  }

  @Test func `a damaged database is neither used nor changed`() async throws {
    let app = start(try DatabaseStorage(database))
    for number in 1...2 { try await save(number, size: 5_000, app) }
    try await app.persistence.stop()
    let url = URL(fileURLWithPath: folder.path("app.sqlite"))
    var bytes = try Data(contentsOf: url)
    // The page of the table. A database with a damaged first page cannot be opened.
    bytes.replaceSubrange(4_096..<4_196, with: Data(repeating: 0xFF, count: 100))
    try bytes.write(to: url)

    let damaged = start(try DatabaseStorage(DatabaseQueue(path: url.path)))
    #expect(damaged.store.state == NumberedState(0))
    #expect(!damaged.report.isUnchanged)
    await #expect(throws: NavStore.PersistenceError.self) { try await save(3, damaged) }
    #expect(try Data(contentsOf: url) == bytes)
  }

  @Test func `restores are counted until they are marked as healthy`() async throws {
    let schema = StateSchema(version: 3, maxUnfinishedRestores: 2)
    let storage = try DatabaseStorage(database)
    try await save(1, start(storage))
    let restored = (1...3).map { _ in Persistence.load(NumberedState(0), from: storage, schema: schema).state.number }
    #expect(restored == [1, 1, 0])
    #expect(try slots().contains("aside-1"))
  }
}

/// A value that a test and a transaction use.
private final class Mutex<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }
}
