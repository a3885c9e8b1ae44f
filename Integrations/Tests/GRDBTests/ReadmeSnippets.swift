import GRDB
import NavStore
import NavStoreGRDB
import Player
import Testing

/// The code of README that saves to a database.
struct DatabaseApp {
  let store: Store<AppState, NavigationAction<AppTab, Route>>
  let persistence: Persistence<AppState>

  init(path: String) throws {
    // snippet: integration database
    let database = try DatabasePool(path: path)
    try database.write { try $0.execute(sql: "CREATE TABLE IF NOT EXISTS badge (depth INTEGER)") }
    let storage = try DatabaseStorage(database, saving: AppState.start) { db, state in
      try db.execute(sql: "DELETE FROM badge")
      try db.execute(sql: "INSERT INTO badge VALUES (?)", arguments: [state.depth])
    }
    let restored = Persistence.load(AppState.start, from: storage)
    let store = Store(initialState: restored.state, reducer: NavigationReducer<AppTab, Route>())
    let persistence = Persistence(of: store, to: storage)
    persistence.start()
    // end
    self.store = store
    self.persistence = persistence
  }
}

@Suite struct DatabaseSnippetTests {
  @Test func `the code of README restores what it saves, and the app's data with it`() async throws {
    let folder = try TemporaryFolder()
    let app = try DatabaseApp(path: folder.path("app.sqlite"))
    app.store.send([.push(.song(1)), .push(.settings)])
    try await app.persistence.stop()
    #expect(try DatabaseApp(path: folder.path("app.sqlite")).store.state == app.store.state)
    let depth = try await DatabaseQueue(path: folder.path("app.sqlite")).read {
      try Int.fetchOne($0, sql: "SELECT depth FROM badge")
    }
    #expect(depth == 2)
  }
}

/// The code of comments.
private struct CommentSnippets {
  struct AppState: Codable {
    struct Draft: Codable, PersistableRecord {}
    var drafts: [Draft] = []
  }

  func plain(_ database: any DatabaseWriter) throws {
    // snippet: comment of DatabaseStorage
    let storage = try DatabaseStorage(database)
    let restored = Persistence.load(AppState(), from: storage)
    // end
    _ = restored
  }

  func alongside(_ database: any DatabaseWriter) throws {
    // snippet: comment of alongside
    let storage = try DatabaseStorage(database, saving: AppState()) { db, state in
      for draft in state.drafts { try draft.save(db) }
    }
    // end
    _ = storage
  }
}
