import Foundation
import NavStore

// The code of the comments in NavStore/Persistence, NavStore/JSON and NavStore/Navigation. It is compiled and not run.

private enum PersistenceComments {
  struct Box: Sendable {
    func seal(_ data: Data) throws -> Data { data }
    func open(_ data: Data) throws -> Data { data }
  }

  /// As `UserDefaults`, which not every SDK declares as `Sendable`.
  struct Defaults: Sendable {
    func data(forKey key: String) -> Data? { nil }
    func set(_ value: Data?, forKey key: String) {}
  }

  // snippet: comment of Migrations
  static let migrations: Migrations = [
    .step(from: 1, "the home tab is named start") { state in state["tabs"]?[0]?["tab"] = "start" },
    .step(from: 2, "there is no back rule") { state in state["backRule"] = nil },
  ]
  // end

  // snippet: comment of JSONText
  typealias AnyAction = NavigationAction<JSONText, JSONText>
  // end

  static func saving() async throws {
    // snippet: comment of Persistence
    let file = try FileStorage(name: "navigation")
    let restored = Persistence.load(AppState(), from: file)
    let store = Store(initialState: restored.state, reducer: AppReducer())
    let persistence = Persistence(of: store, to: file)
    persistence.start()
    try await persistence.flush()
    // end
  }

  static func storages(_ defaults: Defaults, _ box: Box) throws {
    // snippet: comment of FileStorage
    let file = try FileStorage(name: "navigation")
    let restored = Persistence.load(AppState(), from: file)
    // end
    // snippet: comment of KeyValueStorage
    let storage = KeyValueStorage(key: "navigation") {
      defaults.data(forKey: $0)
    } write: {
      defaults.set($1, forKey: $0)
    }
    // end
    // snippet: comment of PayloadCodec
    let sealed = PayloadCodec(named: "aes-1") {
      try box.seal($0)
    } decode: {
      try box.open($0)
    }
    // end
    // snippet: comment of StateSchema
    let schema = StateSchema(
      version: 3,
      migrations: [
        .step(from: 1, "the home tab is named start") { state in state["tabs"]?[0]?["tab"] = "start" },
        .step(from: 2, "there is no back rule") { state in state["backRule"] = nil },
      ])
    // end
    _ = (restored, storage, sealed, schema)
  }

  static func reading(_ line: UnsafeRawBufferPointer) throws {
    // snippet: comment of JSONReader
    try JSONReader.read(line) { reader in
      guard reader.consume(#"{"t":"action","action":"#) else { return }
      let action = try reader.decode(NavigationAction<AppTab, Route>.self)
      print(action)
    }
    // end
  }

  static func json(_ bytes: [UInt8]) throws {
    var state = try JSONValue(parsing: bytes)
    // snippet: comment of JSONValue
    state["tabs"]?[0]?["tab"] = "start"
    // end
    // snippet: comment of mapRoutes
    try state["navigation"]?.mapRoutes { route in
      route == "radio" ? "live" : route
    }
    // end
    // snippet: comment of removeRoutes
    try state["navigation"]?.removeRoutes { route in route["giftCard"] != nil }
    // end
  }
}
