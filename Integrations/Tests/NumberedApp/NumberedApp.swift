package import GRDB
package import NavStore
package import NavStoreGRDB

/// A state whose text depends only on its number and its length, so that a mixture of two states is detected.
package struct NumberedState: Codable, Equatable, Sendable {
  package private(set) var number: Int
  private var text: String

  /// Creates the state of a number with `size` letters.
  package init(_ number: Int, size: Int = 1) {
    self.number = number
    text = String(repeating: Self.letter(of: number), count: size)
  }

  /// Whether the text is that of the number.
  package var isWhole: Bool { text.allSatisfy { "\($0)" == Self.letter(of: number) } }

  private static func letter(of number: Int) -> String {
    String(UnicodeScalar(UInt8(ascii: "a") + UInt8(number % 26)))
  }
}

/// An app that saves numbered states, and the number of the state in a table of its own.
package enum NumberedApp {
  package static let schema = StateSchema(version: 3)

  /// Opens the database of the app.
  package static func open(_ path: String, isPool: Bool) throws -> any DatabaseWriter {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    return isPool
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Returns a storage that saves the number of each state in the transaction of the state.
  package static func storage(in database: any DatabaseWriter) throws -> DatabaseStorage {
    try DatabaseStorage(database, saving: NumberedState(0), schema: schema) { try saveNumber(of: $1, in: $0) }
  }

  package static func saveNumber(of state: NumberedState, in db: Database) throws {
    try db.execute(sql: "CREATE TABLE IF NOT EXISTS latest (id INTEGER PRIMARY KEY, number INTEGER NOT NULL)")
    try db.execute(sql: "INSERT OR REPLACE INTO latest VALUES (1, ?)", arguments: [state.number])
  }

  /// Returns the number in the app's own table, or 0.
  package static func savedNumber(in database: any DatabaseWriter) throws -> Int {
    try database.read { db in
      guard try db.tableExists("latest") else { return 0 }
      return try Int.fetchOne(db, sql: "SELECT number FROM latest") ?? 0
    }
  }

  /// Creates a store whose actions are its next states.
  package static func store(_ state: NumberedState) -> Store<NumberedState, NumberedState> {
    Store(
      initialState: state,
      reducer: Reduce { state, next in
        state = next
        return .none
      })
  }
}
