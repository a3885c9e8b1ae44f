import Foundation
import NavStore
import NavStoreTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// snippet: saved schema
let savedNavigation = StateSchema(
  version: 3,
  migrations: [
    .step(from: 1, "tabs are lower case") { state in
      if case .string(let name)? = state["selected"] { state["selected"] = .string(name.lowercased()) }
    },
    .step(from: 2, "the search tab is gone") { state in
      if case .array(let tabs)? = state["tabs"] {
        state["tabs"] = .array(tabs.filter { $0["tab"] != "search" })
      }
    },
  ],
  restoring: RestoreOptions(backRule: .history),
  maxUnfinishedRestores: 2)
// end

// snippet: saved routes
let savedApp = StateSchema(
  version: 3,
  migrations: [
    .step(from: 1, "tracks are songs") { state in
      try state["navigation"]?.mapRoutes { route in
        guard let track = route["track"] else { return route }  // {"track":{"number":7}}
        return ["song": ["_0": track["number"] ?? .null]]  // {"song":{"_0":7}}
      }
    },
    .step(from: 2, "navigation is called screens") { state in
      state["screens"] = state["navigation"]
      state["navigation"] = nil
    },
  ])
// end

// snippet: removed routes
let withoutGiftCards = StateSchema(
  version: 2,
  migrations: [
    .step(from: 1, "gift cards are gone") { state in
      try state["navigation"]?.removeRoutes { route in route["giftCard"] != nil }
    }
  ])
// end

extension PersistenceSnippets {
  // snippet: new property
  struct ShopState: Codable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var account: String?  // new and optional: it is nil
    var address = ""  // new and not optional: the step adds it
  }

  static let withAddress = StateSchema(
    version: 2,
    migrations: [.step(from: 1, "address is new") { state in state["address"] = "" }])
  // end
}

// snippet: stored action
let savedShop = StateSchema(
  version: 2,
  migrations: [
    .step(from: 1, "tracks are songs") { state in
      func song(_ route: JSONValue) -> JSONValue {
        guard let track = route["track"] else { return route }
        return ["song": ["_0": track["number"] ?? .null]]
      }
      try state["shop"]?.mapRoutes(song)
      // The action is `case resumed(Shop)`, which contains a navigation.
      try state["guarded"]?["destination"]?["action"]?["resumed"]?["_0"]?.mapRoutes(song)
    }
  ])
// end

// snippet: text of a JSON value
/// The text of a value, to print it in a step or to look at it in a debugger.
func text(of value: JSONValue) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}
// end

// snippet: termination
/// Flushes when the system asks the process to end, and then ends it.
func flushAtTermination(_ persistence: Persistence<some Codable & Sendable>) -> [any DispatchSourceSignal] {
  [SIGTERM, SIGINT].map { number in
    signal(number, SIG_IGN)  // the signal no longer ends the process
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler {
      Task {
        try? await persistence.stop()
        exit(128 + number)  // the exit code that a shell uses for a program that a signal ended
      }
    }
    source.resume()
    return source  // retain the source while the process should receive the signal
  }
}
// end

@Suite struct PersistenceSnippets {
  @Test func `files of older versions are restored`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "old-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for version in 1...3 {
      let json =
        #"{"tabs":[{"tab":"home","path":[{"song":{"_0":7}}]},{"tab":"search","path":[]},"#
        + #"{"tab":"library","path":[]}],"selected":"home","visits":["home"],"initial":"home"}"#
      let bytes = Envelope(schema: version, revision: 1, payload: Data(json.utf8)).encode()
      try bytes.write(to: folder.appending(path: "\(version).state"))
    }
    // snippet: old files
    let states = expectRestores(
      NavigationState<AppTab, Route>(tabs: AppTab.allCases), fromFilesIn: folder, schema: savedNavigation)
    #expect(states["1.state"]?.top == .song(7))
    // end
    #expect(states.count == 3)
  }

  @Test func `a file of an older version is written with the old types`() throws {
    struct App: Codable, Sendable {
      var screens = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "old-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // snippet: old types
    // The routes and the state of version 1, copied from its sources.
    enum Route1: Hashable, Codable { case track(number: Int), settings }
    struct State1: Codable {
      var navigation = NavigationState<AppTab, Route1>(tabs: AppTab.allCases)
    }

    var old = State1()
    old.navigation.push(.track(number: 7))
    let bytes = try Persistence.encoded(old, schema: StateSchema(version: 1))
    try bytes.write(to: folder.appending(path: "1.state"))
    // end
    let restored = Persistence.restored(
      App(), from: try Data(contentsOf: folder.appending(path: "1.state")), schema: savedApp)
    #expect(restored.state.screens.path(of: .home) == [.song(7)])
    #expect(!restored.report.repairs.hasLosses, "\(restored.report)")
  }

  @Test func `the same schema is used to load and to save`() async throws {
    let file = InMemoryStorage()
    // snippet: saved schema used
    let start = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    let restored = Persistence.load(start, from: file, schema: savedNavigation)
    let store = Store(initialState: restored.state, reducer: NavigationReducer())
    let persistence = Persistence(of: store, to: file, schema: savedNavigation)
    // end
    store.send(.push(.song(7)))
    try await persistence.flush()
    #expect(Persistence.load(start, from: file, schema: savedNavigation).state == store.state)
    // snippet: crash loop schema
    let guarded = StateSchema(version: 3, maxUnfinishedRestores: 2)
    // end
    _ = guarded
    // snippet: healthy
    persistence.confirmRestore()  // some seconds after the first screen is visible
    // end
    let old = #"{"tabs":[{"tab":"home","path":[]},{"tab":"search","path":[]}],"selected":"HOME","visits":[]}"#
    let bytes = Envelope(schema: 1, revision: 4, payload: Data(old.utf8)).encode()
    #expect(Persistence.restored(start, from: bytes, schema: savedNavigation).report.migrations.count == 2)
  }

  @Test func `routes of an older form are migrated`() {
    struct App: Codable, Sendable {
      var screens = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    }
    let old =
      #"{"navigation":{"tabs":[{"tab":"home","path":[{"track":{"number":7}},{"settings":{}}]}],"selected":"home","#
      + #""modals":[{"id":1,"style":"sheet","root":{"track":{"number":8}},"path":[]}]}}"#
    let bytes = Envelope(schema: 1, revision: 4, payload: Data(old.utf8)).encode()
    let restored = Persistence.restored(App(), from: bytes, schema: savedApp)
    #expect(restored.state.screens.path(of: .home) == [.song(7), .settings])
    #expect(restored.state.screens.modals.map(\.root) == [.song(8)])
    #expect(!restored.report.repairs.hasLosses, "\(restored.report)")
  }

  @Test func `a new property without a step loses the saved state`() {
    let old =
      #"{"navigation":{"tabs":[{"tab":"home","path":[{"song":{"_0":7}}]}],"selected":"home"}}"#
    let bytes = Envelope(schema: 1, revision: 4, payload: Data(old.utf8)).encode()
    let restored = Persistence.restored(ShopState(), from: bytes, schema: Self.withAddress)
    #expect(restored.state.navigation.path(of: .home) == [.song(7)])
    #expect(restored.state.account == nil && restored.state.address == "")
    #expect(!restored.report.repairs.hasLosses, "\(restored.report)")

    let lost = Persistence.restored(ShopState(), from: bytes)
    #expect(lost.state.navigation.path(of: .home).isEmpty)
    #expect("\(lost.report)".contains(#"The key "address" is missing."#), "\(lost.report)")
  }

  @Test func `a property that a type decodes itself, if it is present, needs no step`() {
    struct State: Codable {
      var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
      var address = ""

      init() {}

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        navigation = try container.decode(NavigationState<AppTab, Route>.self, forKey: .navigation)
        address = try container.decodeIfPresent(String.self, forKey: .address) ?? "London"
      }
    }
    let old =
      #"{"navigation":{"tabs":[{"tab":"home","path":[{"song":{"_0":7}},{"gone":{}}]}],"selected":"home"},"more":1}"#
    let bytes = Envelope(schema: 1, revision: 4, payload: Data(old.utf8)).encode()
    let restored = Persistence.restored(State(), from: bytes).state
    #expect(restored.navigation.path(of: .home) == [.song(7)])
    #expect(restored.address == "London")
  }

  @Test func `a screen whose state has a new property begins again, and the other screens keep their states`() {
    enum Content: ScreenContent, Codable, Equatable {
      typealias Tab = AppTab

      case form(text: String, isPublic: Bool), note(String)
      init?(route: Int) { self = route == 7 ? .form(text: "", isPublic: true) : .note("") }
    }
    typealias Shop = ScreenNavigation<Content>
    var shop = Shop(NavigationState(tabs: AppTab.allCases, paths: [.home: [7, 8]]))
    let ids = shop.screens(of: .home).map(\.id)
    shop[ids[0]] = .form(text: "Hello", isPublic: false)
    shop[ids[1]] = .note("Milk")
    #expect(throws: Never.self) {
      let new = try String(decoding: CanonicalJSONEncoder().encode(shop), as: UTF8.self)
      let old = new.replacing(#""isPublic":false,"#, with: "")
      #expect(old != new)
      let bytes = Envelope(schema: 1, revision: 4, payload: Data(old.utf8)).encode()
      let restored = Persistence.restored(Shop(NavigationState(tabs: AppTab.allCases)), from: bytes).state
      #expect(restored[ids[0]] == .form(text: "", isPublic: true))
      #expect(restored[ids[1]] == .note("Milk"))
    }
  }

  @Test func `a stored action is migrated separately, or dropped`() throws {
    var state = try JSONValue(
      parsing: #"""
        {"shop":{"tabs":[{"tab":"home","path":[{"track":{"number":7}}]}]},
         "guarded":{"destination":{"action":{"resumed":{"_0":
          {"tabs":[{"tab":"home","path":[{"track":{"number":8}}]}]}}},"following":[],"screensBefore":[]}}}
        """#)
    let before = state["guarded"]
    var other = state
    try other["shop"]?.mapRoutes { _ in "another" }
    #expect(other["guarded"] == before)
    other["guarded"]?["destination"] = nil
    #expect(other["guarded"] == .object([:]))

    try savedShop.migrations.migrate(&state, from: 1)
    #expect(
      state["guarded"]?["destination"]?["action"]?["resumed"]?["_0"]?["tabs"]?[0]?["path"] == [
        ["song": ["_0": 8]]
      ])
  }

  @Test func `a JSON value is printed as text`() throws {
    #expect(try text(of: ["b": 1, "a": [true]]) == "{\n  \"a\" : [\n    true\n  ],\n  \"b\" : 1\n}")
  }

  @Test func `a codec encodes the payload`() throws {
    let box = Box()
    // snippet: codec
    let sealed = PayloadCodec(named: "box-1") {
      try box.seal($0)
    } decode: {
      try box.open($0)
    }
    let schema = StateSchema(version: 3, codec: sealed)
    // end
    let state = NavigationState<AppTab, Route>(tabs: AppTab.allCases, paths: [.home: [.song(7)]])
    let bytes = try Persistence.encoded(state, schema: schema)
    let start = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    #expect(Persistence.restored(start, from: bytes, schema: schema).state == state)
  }

  /// A placeholder for an app's encryption.
  private struct Box: Sendable {
    func seal(_ data: Data) throws -> Data { Data(data.map { ~$0 }) }
    func open(_ data: Data) throws -> Data { Data(data.map { ~$0 }) }
  }

  @Test func `a state whose key is lost is quarantined`() throws {
    let sealed = StateSchema(codec: PayloadCodec(named: "old", encode: { $0 }, decode: { $0 }))
    let file = InMemoryStorage(current: try Persistence.encoded(AppState().navigation, schema: sealed))
    let restored = Persistence.load(AppState(), from: file, saving: \.navigation)
    #expect(!restored.report.isUnchanged)
    // snippet: lost key
    for generation in restored.report.codecFailures {
      _ = try file.withSession(of: nil) { try $0.quarantine(generation) }
    }
    // end
    #expect(file[.current] == nil)
    #expect(file.quarantined.count == 1)
  }

  // snippet: saved part
  struct Library: Equatable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var favorites: [Int] = []
    var question: String?

    /// The part that is saved.
    struct Saved: Codable, Equatable {
      var navigation: NavigationState<AppTab, Route>
      var favorites: [Int]
    }

    var saved: Saved {
      get { Saved(navigation: navigation, favorites: favorites) }
      set { (navigation, favorites) = (newValue.navigation, newValue.favorites) }
    }
  }
  // Persistence.load(Library(), from: file, saving: \.saved, schema: schema)
  // Persistence(of: store, to: file, saving: \.saved, schema: schema)
  // end

  @Test func `a computed part of the state is saved and restored`() async throws {
    let storage = InMemoryStorage()
    let store = Store(
      initialState: Library(favorites: [7], question: "Delete?"),
      reducer: Reduce<Library, Int> { library, song in
        library.navigation.push(.song(song))
        return .none
      })
    let persistence = Persistence(of: store, to: storage, saving: \.saved)
    store.send(7)
    try await persistence.flush()
    var expected = store.state
    expected.question = nil
    #expect(Persistence.load(Library(), from: storage, saving: \.saved).state == expected)
  }

  @Test func `save, flush and restore a part of the state`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "persistence-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "navigation.state")
    // snippet: restore
    let file = try FileStorage(url: url)
    let schema = StateSchema(version: 1)
    let restored = Persistence.load(AppState(), from: file, saving: \.navigation, schema: schema)
    if !restored.report.isUnchanged { print(restored.report) }

    let store = Store(initialState: restored.state, reducer: AppReducer())
    let persistence = Persistence(of: store, to: file, saving: \.navigation, schema: schema)
    // end
    persistence.start()
    store.send(.navigation(.push(.song(7))))
    // snippet: flush
    do {
      try await persistence.flush()
    } catch {
      print("not saved, and tried again later: \(error)")
    }
    // end
    // snippet: status
    let status = persistence.status
    print("\(store.revision) changes, \(status.writes) saves, \(status.failures) failures")
    // end
    #expect(status.writes == 1)
    let again = Persistence.load(AppState(), from: file, saving: \.navigation, schema: schema)
    #expect(again.state.navigation == store.state.navigation)
  }

  @Test func `restored routes are validated against the current data`() async throws {
    struct Song { var id: Int }
    struct Catalogue {
      // Songs 7 and 9 exist, and song 9 was merged into song 90.
      func song(_ id: Int) async throws -> Song? { [7: Song(id: 7), 9: Song(id: 90)][id] }
    }
    let catalogue = Catalogue()
    var state = AppState()
    state.navigation = NavigationState(
      tabs: AppTab.allCases, paths: [.home: [.song(7), .song(8), .settings], .library: [.song(9)]])
    let store = Store(initialState: state, reducer: AppReducer())
    // snippet: validate
    let navigator = Navigator(store.scope(state: \.navigation, action: AppAction.navigation))
    let validation = try await navigator.validate { route in
      guard case .song(let id) = route else { return .keep }
      guard let song = try await catalogue.song(id) else { return .drop }
      return song.id == id ? .keep : .replace(with: .song(song.id))
    }
    print(validation)  // Route 2 of home, song(8), was dropped together with 1 route above it. …
    // end
    #expect(
      "\(validation)" == """
        Route 2 of home, song(8), was dropped together with 1 route above it.
        Route 1 of library, song(9), was replaced by song(90).
        """)
    #expect(store.state.navigation.path(of: .home) == [.song(7)])
    #expect(store.state.navigation.path(of: .library) == [.song(90)])
  }

  @Test func `each scene has a file until the scene is discarded`() throws {
    // A unique name, because the snippet creates files in the system's folder for states.
    let application = "navstore-test-\(UUID().uuidString)"
    let path = try FileStorage(name: "navigation", application: application).path
    defer { try? FileManager.default.removeItem(atPath: URL(filePath: path).deletingLastPathComponent().path) }
    func storage(for session: String) throws -> FileStorage {
      // snippet: scene
      let file = try FileStorage(name: "navigation", application: application, scene: session)
      // end
      return file
    }
    for session in ["A", "B"] {
      try storage(for: session).write(Data("1".utf8), keepingCurrentAsPrevious: true)
    }
    #expect(try FileStorage.scenes(name: "navigation", application: application) == ["A", "B"])
    let openSessions = ["B"]
    // snippet: discarded scenes
    try FileStorage.removeScenes(name: "navigation", application: application, keeping: openSessions)
    // end
    #expect(try FileStorage.scenes(name: "navigation", application: application) == ["B"])
  }

  @Test func `the second of two owners is refused`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "persistence-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try FileStorage(url: folder.appending(path: "navigation.state"))
    let (left, right) = (
      Store(initialState: AppState(), reducer: AppReducer()),
      Store(initialState: AppState(), reducer: AppReducer())
    )
    for store in [left, right] { store.send(.navigation(.push(.song(7)))) }
    var refusals = 0
    // snippet: owners
    let first = Persistence(of: left, to: file, saving: \.navigation)
    let second = Persistence(of: right, to: file, saving: \.navigation)
    try await first.flush()
    do {
      try await second.flush()
    } catch PersistenceError.ownedElsewhere(let file, let place) {
      print("\(file) belongs to \(place)")
      refusals += 1
    }
    try await first.stop()
    try await second.flush()
    // end
    #expect(refusals == 1)
  }

  @Test func `a state is encoded to bytes and restored from them`() throws {
    let state = NavigationState<AppTab, Route>(tabs: AppTab.allCases, paths: [.home: [.song(7)]])
    // snippet: bytes
    let bytes = try Persistence.encoded(state)
    let restored = Persistence.restored(NavigationState<AppTab, Route>(tabs: AppTab.allCases), from: bytes)
    // end
    #expect(restored.state == state)
  }

  /// A placeholder for an app's database.
  final class Database: Sendable {
    let rows = Locked<[String: Data]>([:])

    func transaction<Result>(_ body: (inout [String: Data]) -> Result) throws -> Result {
      rows.withLock { body(&$0) }
    }
  }

  // snippet: own storage
  struct DatabaseStorage: StateStorage, StorageSession {
    let database: Database

    func name(of generation: StateGeneration) -> String { "navigation.\(generation)" }

    func read(_ generation: StateGeneration, limit: Int) throws -> Data? {
      try database.transaction { rows in rows[name(of: generation)] }
    }

    func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {
      try database.transaction { rows in
        if keepingCurrentAsPrevious { rows[name(of: .previous)] = rows[name(of: .current)] }
        rows[name(of: .current)] = data
      }
    }

    func quarantine(_ generation: StateGeneration) throws -> String? {
      try database.transaction { rows in
        guard let data = rows.removeValue(forKey: name(of: generation)) else { return nil }
        let place = "navigation.aside.\(UUID())"
        rows[place] = data
        return place
      }
    }

    func remove(as owner: StorageOwner) throws {
      try database.transaction { rows in rows = rows.filter { !$0.key.hasPrefix("navigation.") } }
    }
  }
  // end

  @Test func `a database keeps two generations and what was moved aside`() async throws {
    let database = Database()
    let storage = DatabaseStorage(database: database)
    let store = Store(initialState: AppState(), reducer: AppReducer())
    let persistence = Persistence(of: store, to: storage, saving: \.navigation)
    for id in 1...2 {
      store.send(.navigation(.push(.song(id))))
      try await persistence.flush()
    }
    #expect(Persistence.load(AppState(), from: storage, saving: \.navigation).state == store.state)
    database.rows.withLock { $0["navigation.current"] = Data("damaged".utf8) }
    let restored = Persistence.load(AppState(), from: storage, saving: \.navigation)
    #expect(restored.state.navigation.path(of: .home) == [.song(1)])
    #expect(database.rows.withLock { $0.count } == 2)
    try await persistence.discard()
    #expect(database.rows.withLock { $0.isEmpty })
  }

  @Test func `a test saves with a test clock`() async throws {
    // snippet: testing
    let clock = TestClock()
    let storage = InMemoryStorage()
    let store = Store(initialState: AppState(), reducer: AppReducer())
    let persistence = Persistence(of: store, to: storage, saving: \.navigation, clock: clock)
    persistence.start()

    store.send(.navigation(.push(.song(7))))
    await clock.sleepers(atLeast: 1)  // the persistence waits for the end of the changes
    clock.advance(by: .milliseconds(500))
    await storage.writes(atLeast: 1)

    let saved = Persistence.load(AppState(), from: storage, saving: \.navigation)
    #expect(saved.state.navigation == store.state.navigation)
    // end
  }
}
