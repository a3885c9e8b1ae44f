internal import Foundation
public import GRDB
public import NavStore

/// A storage that keeps a state in a table of an app's SQLite database, so that the state survives a crash or a power
/// cut at any instant.
///
/// ```swift
/// let storage = try DatabaseStorage(database)
/// let restored = Persistence.load(AppState(), from: storage)
/// ```
///
/// The table `navstore_state` is created by the first save. It contains, for each name, the two generations, the ten
/// newest generations that were moved aside, and the count of restores. Each change is one transaction with
/// `PRAGMA synchronous = EXTRA`, whatever the connection uses for other transactions.
///
/// Only one `Persistence` at a time saves to a name of a database file. For that, the storage locks the file
/// `<database>.navstore-<name>.navstore-owner`. A database in memory has no owners: create one storage for it.
///
/// If another connection writes for longer than the busy timeout of the database's `Configuration`, a save fails and is
/// tried again later. By default, GRDB does not wait: set `busyMode` to `.timeout(5)` if several processes write.
///
/// All members may be used from any thread, except in an access to the same database: do not call `flushAndWait()`
/// inside a `write`.
public final class DatabaseStorage: StateStorage {
  private let database: any DatabaseWriter
  private let key: String
  /// The name of the database in messages.
  private let place: String
  /// The lock file of the owner; `nil` for a database in memory. The file of the state never exists.
  private let owners: FileStorage?
  private let alongside: (@Sendable (Database, Data) throws -> Void)?

  /// The most generations that are kept after they were moved aside.
  private static let keptAside = 10

  private init(
    _ database: any DatabaseWriter, key: String, alongside: (@Sendable (Database, Data) throws -> Void)?
  ) throws {
    self.database = database
    self.key = key
    self.alongside = alongside
    // SQLite's own path, because links are followed in it, and the path of the connection can be a URL.
    let path = try database.read {
      try String.fetchOne($0, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'")
    }
    if let path, !path.isEmpty {
      place = path
      let file = key.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      owners = try FileStorage(path: "\(path).navstore-\(file)")
    } else {
      // Two databases in memory have the same path, and different contents.
      place = "database in memory \(UUID().uuidString)"
      owners = nil
    }
  }

  /// Creates a storage in a database. The initializer reads only the path of the database.
  ///
  /// - Parameters:
  ///   - database: The database, for example a `DatabaseQueue` or a `DatabasePool`.
  ///   - name: The name of the state, for example one for each window. States with different names are independent.
  /// - Throws: `DatabaseError` if the path cannot be read.
  public convenience init(_ database: any DatabaseWriter, name: String = "navigation") throws {
    try self.init(database, key: name, alongside: nil)
  }

  /// Creates a storage that saves data of the app in the transactions that save the state.
  ///
  /// After a crash at any instant, the database contains the state and the app's data of the same save.
  ///
  /// ```swift
  /// let storage = try DatabaseStorage(database, saving: AppState()) { db, state in
  ///   for draft in state.drafts { try draft.save(db) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - database: The database, for example a `DatabaseQueue` or a `DatabasePool`.
  ///   - name: The name of the state, for example one for each window. States with different names are independent.
  ///   - initial: The initial state, or the initial part of the state if the persistence saves a part.
  ///   - schema: The schema of the persistence.
  ///   - alongside: Saves the app's data that belongs to a state. It runs in each transaction that saves a state, on
  ///     a queue of the database, and must not access the database in another way. If it throws an error, nothing is
  ///     saved, and the persistence tries again later. If a save keeps a copy of the earlier state, it first runs once
  ///     more for the earlier state.
  /// - Throws: `DatabaseError` if the path cannot be read.
  public convenience init<Saved: Codable & Sendable>(
    _ database: any DatabaseWriter, name: String = "navigation", saving initial: Saved,
    schema: StateSchema = StateSchema(), alongside: @escaping @Sendable (Database, Saved) throws -> Void
  ) throws {
    try self.init(database, key: name) { db, data in
      let restored = Persistence.restored(initial, from: data, schema: schema)
      guard restored.report.generation != nil else { throw UndecodableState(report: restored.report) }
      try alongside(db, restored.state)
    }
  }

  private struct UndecodableState: Error, CustomStringConvertible {
    let report: RestoreReport
    var description: String { "the state cannot be decoded for the app's own data: \(report)" }
  }

  // MARK: - Sessions

  /// Returns the path of the database, the name of the state and the generation.
  public func name(of generation: StateGeneration) -> String { name(of: generation.rawValue) }

  private func name(of slot: String) -> String { "\(place), \(key), \(slot)" }

  /// Runs the body with the database. If there is an owner, and the database is a file, the body runs while the lock
  /// file is locked.
  ///
  /// - Throws: `PersistenceError.ownedElsewhere(file:by:)` if another living owner owns the state. Otherwise, the error
  ///   of the body.
  public func withSession<Result>(
    of owner: StorageOwner?, _ body: (any StorageSession) throws -> Result
  ) throws -> Result {
    guard let owner, let owners else { return try body(Session(storage: self)) }
    return try owners.withSession(of: owner) { _ in try body(Session(storage: self)) }
  }

  /// Removes everything of this name from the table, and the lock file. SQLite overwrites the bytes with zeros.
  ///
  /// - Throws: `PersistenceError.ownedElsewhere(file:by:)`, without removing anything, if another owner owns the state.
  ///   Otherwise, the error of the database.
  public func remove(as owner: StorageOwner) throws {
    try withSession(of: owner) { _ in
      try write { db in
        guard try db.tableExists("navstore_state") else { return }
        try db.execute(sql: "DELETE FROM navstore_state WHERE name = ?", arguments: [key])
      }
    }
    try owners?.remove(as: owner)
  }

  /// Runs a function in a transaction that is durable when this method returns.
  private func write(_ body: (Database) throws -> Void) throws {
    try database.writeWithoutTransaction { db in
      // EXTRA also syncs the directory after the rollback journal was deleted, which is what commits the transaction.
      // A `DatabasePool` uses NORMAL, with which a power cut can undo the last transactions.
      let settings = ["synchronous": 3, "fullfsync": 1, "checkpoint_fullfsync": 1, "secure_delete": 1]
      let before = try settings.map { ($0.key, try Int.fetchOne(db, sql: "PRAGMA \($0.key)") ?? $0.value) }
      defer { for (name, value) in before { try? db.execute(sql: "PRAGMA \(name) = \(value)") } }
      for (name, value) in settings { try db.execute(sql: "PRAGMA \(name) = \(value)") }
      if owners != nil { try requireJournal(db) }
      try db.inTransaction(.immediate) {
        try body(db)
        return .commit
      }
    }
  }

  /// Throws an error if a crash during a transaction could damage the database.
  private func requireJournal(_ db: Database) throws {
    let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode") ?? "off"
    if ["off", "memory"].contains(mode) {
      throw DatabaseError(
        message: "with PRAGMA journal_mode = \(mode), a crash can damage the database, so nothing is saved. "
          + "Use delete, truncate, persist or wal")
    }
  }

  private struct Session: StorageSession {
    let storage: DatabaseStorage
    var key: String { storage.key }

    func read(_ generation: StateGeneration, limit: Int) throws -> Data? {
      // One byte more than the limit is enough to report the generation as too large.
      try value(of: generation.rawValue, limit: limit == .max ? .max : limit + 1)
    }

    private func value(of slot: String, limit: Int) throws -> Data? {
      try storage.database.read { db in
        guard try db.tableExists("navstore_state") else { return nil }
        return try Data.fetchOne(
          db, sql: "SELECT substr(data, 1, ?) FROM navstore_state WHERE name = ? AND slot = ?",
          arguments: [limit, key, slot])
      }
    }

    /// Saves the generation and the app's own data, in one transaction.
    func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {
      try storage.write { db in
        try createTable(db)
        if keepingCurrentAsPrevious {
          try db.execute(
            sql: "UPDATE OR REPLACE navstore_state SET slot = 'previous' WHERE name = ? AND slot = 'current'",
            arguments: [key])
        }
        try set("current", to: data, db)
        try storage.alongside?(db, data)
      }
    }

    /// Moves the generation to the next of the slots `aside-1`, `aside-2`, …, and removes all but the ten newest of
    /// these.
    func quarantine(_ generation: StateGeneration) throws -> String? {
      var moved: String?
      try storage.write { db in
        guard try db.tableExists("navstore_state") else { return }
        let newest =
          try Int.fetchOne(
            db,
            sql: """
              SELECT MAX(CAST(substr(slot, 7) AS INTEGER)) FROM navstore_state WHERE name = ? AND slot LIKE 'aside-%'
              """, arguments: [key]) ?? 0
        let slot = "aside-\(newest + 1)"
        try db.execute(
          sql: "UPDATE navstore_state SET slot = ? WHERE name = ? AND slot = ?",
          arguments: [slot, key, generation.rawValue])
        if db.changesCount == 0 { return }
        moved = storage.name(of: slot)
        try db.execute(
          sql: """
            DELETE FROM navstore_state
            WHERE name = ? AND slot LIKE 'aside-%' AND CAST(substr(slot, 7) AS INTEGER) <= ?
            """, arguments: [key, newest + 1 - DatabaseStorage.keptAside])
      }
      return moved
    }

    func unfinishedRestores() throws -> Int {
      let count = try value(of: "restores", limit: 20).flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
      return min(max(count, 0), .max / 2)
    }

    func setUnfinishedRestores(_ count: Int) throws {
      try storage.write { db in
        try createTable(db)
        try set("restores", to: Data("\(count)".utf8), db)
      }
    }

    private func createTable(_ db: Database) throws {
      try db.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS navstore_state (
            name TEXT NOT NULL, slot TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (name, slot)
          ) WITHOUT ROWID
          """)
    }

    private func set(_ slot: String, to data: Data, _ db: Database) throws {
      try db.execute(
        sql: "INSERT OR REPLACE INTO navstore_state (name, slot, data) VALUES (?, ?, ?)",
        arguments: [key, slot, data])
    }
  }
}
