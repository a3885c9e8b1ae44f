import Foundation
import NavStore
import NavStoreTesting
import Testing

/// States of older versions, states of other codecs, and states that are too large.
@Suite(.hangLimit) struct StateSchemaTests {
  private struct App: Codable, Equatable, Sendable {
    var screen = "start"
    var page = 0
  }

  private static let migrations: Migrations = [
    .step(from: 1, "screens are lower case") { state in
      guard let screen = state["screen"]?.string else { throw Broken() }
      state["screen"] = .string(screen.lowercased())
    },
    .step(from: 2, "pages count from 1") { state in state["page"] = .integer((state["page"]?.int ?? 0) + 1) },
  ]
  private static let schema = StateSchema(version: 3, migrations: migrations)

  private struct Broken: Error {}

  private func saved(_ json: String, version: Int, codec: String? = nil) -> Data {
    Envelope(schema: version, revision: 5, codec: codec, payload: Data(json.utf8)).encode()
  }

  private func load(_ data: Data, _ schema: StateSchema = schema) -> (Restored<App>, InMemoryStorage) {
    let storage = InMemoryStorage(current: data)
    return (Persistence.load(App(), from: storage, schema: schema), storage)
  }

  // MARK: - Migrations

  @Test(arguments: [
    (1, App(screen: "detail", page: 8), ["screens are lower case", "pages count from 1"]),
    (2, App(screen: "Detail", page: 8), ["pages count from 1"]), (3, App(screen: "Detail", page: 7), []),
  ])
  private func `a state of an older version is migrated`(version: Int, app: App, steps: [String]) {
    let (restored, _) = load(saved(#"{"screen":"Detail","page":7}"#, version: version))
    #expect(restored.state == app)
    #expect(restored.report.migrations == steps)
    #expect(restored.report.schema == version)
    #expect(restored.report.isUnchanged)
  }

  @Test func `a failed step, a version without a step and a later version leave the file unchanged`() {
    for (data, reason) in [
      (
        saved(#"{"screen":7}"#, version: 1),
        RestoreReport.Reason.migrationFailed(#"the step "screens are lower case" from version 1 failed: Broken()"#)
      ),
      (saved("{}", version: 0), .olderSchema(found: 0, expected: 3)),
      (saved("{}", version: 4), .newerSchema(found: 4, expected: 3)),
    ] {
      let (restored, storage) = load(data)
      #expect(restored.state == App())
      #expect(restored.report.findings.first?.reason == reason)
      #expect(storage[.current] == data)
      #expect(storage.quarantined.isEmpty)
    }
  }

  @Test func `a state that could not be migrated is moved aside before the save`() async throws {
    let data = saved(#"{"screen":7}"#, version: 1)
    let (_, storage) = load(data)
    let store = Store<App, Int>(
      initialState: App(),
      reducer: Reduce { state, page in
        state.page = page; return .none
      })
    store.send(3)
    try await Persistence(of: store, to: storage, schema: Self.schema).flush()
    #expect(Array(storage.quarantined.values) == [data])
    #expect(load(try #require(storage[.current])).0.state.page == 3)
  }

  @Test func `a migrated state is saved again without a change`() async throws {
    let storage = InMemoryStorage(current: saved(#"{"screen":"Detail","page":7}"#, version: 1))
    let restored = Persistence.load(App(), from: storage, schema: Self.schema)
    let store = Store<App, Int>(initialState: restored.state, reducer: Reduce { _, _ in .none })
    let clock = TestClock()
    let persistence = Persistence(of: store, to: storage, schema: Self.schema, clock: clock)
    let run = Task { await persistence.run() }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(500))
    await storage.writes(atLeast: 1)
    run.cancel()
    await run.value
    #expect(storage.writeCount == 1)
    let again = Persistence.load(App(), from: storage, schema: Self.schema)
    #expect(again.state == App(screen: "detail", page: 8))
    #expect(again.report.schema == 3)
    // The state of the older version is the previous generation.
    #expect(storage[.previous] == saved(#"{"screen":"Detail","page":7}"#, version: 1))
  }

  @Test func `a state in the current form is not saved again`() async throws {
    let storage = InMemoryStorage(current: try Persistence.encoded(App(), schema: Self.schema))
    let store = Store<App, Int>(
      initialState: App(),
      reducer: Reduce { state, page in
        state.page = page; return .none
      })
    let persistence = Persistence(of: store, to: storage, schema: Self.schema, clock: TestClock())
    let run = Task { await persistence.run() }
    store.send(0)
    _ = await persistence.status { $0.seenRevision == 1 }
    run.cancel()
    await run.value
    // The first write is a copy of the state that this process has not loaded. The second one is the change, which
    // the end of the run saves.
    #expect(storage.writeCount == 2)
  }

  // MARK: - Losses

  @Test func `a state that was restored in part is kept until the new one is saved, and then moved aside`() async throws
  {
    typealias Navigation = NavigationState<String, Screen>
    let lossy = saved(#"{"tabs":[{"tab":"a","path":["gone","known"]}],"selected":"a"}"#, version: 1)
    let storage = InMemoryStorage(current: lossy)
    let initial = Navigation(tabs: ["a"])
    let restored = Persistence.load(initial, from: storage)
    #expect(restored.report.repairs.droppedRoutes.count == 1)
    let store = Store(initialState: restored.state, reducer: NavigationReducer())
    let persistence = Persistence(of: store, to: storage)
    store.send(.push(.known))
    try await persistence.flush()
    #expect(Array(storage.quarantined.values) == [lossy])
    #expect(persistence.status.movedAside == ["memory.aside-1"])
    #expect(storage[.previous] == nil)
    store.send(.push(.known))
    try await persistence.flush()
    #expect(storage.quarantined.count == 1)
    #expect(Persistence.load(initial, from: storage).state.path(of: "a") == [.known, .known])
  }

  private enum Screen: String, Codable { case known }

  // MARK: - Codecs

  private static func codec(_ name: String, _ mask: UInt8) -> PayloadCodec {
    PayloadCodec(named: name) {
      Data($0.map { $0 ^ mask })
    } decode: { data in
      guard data.first.map({ $0 ^ mask }) == UInt8(ascii: "{") else { throw Broken() }
      return Data(data.map { $0 ^ mask })
    }
  }

  @Test func `a decoded payload that is too large is refused`() async throws {
    let zeros = PayloadCodec(named: "zeros-1") {
      Data("\($0.count)".utf8)
    } decode: {
      Data(count: Int(String(decoding: $0, as: UTF8.self)) ?? 0)
    }
    let schema = StateSchema(codec: zeros, maxBytes: 1_000)
    let bytes = Envelope(schema: 1, revision: 1, codec: "zeros-1", payload: Data("1001".utf8)).encode()
    let restored = Persistence.restored(0, from: bytes, schema: schema)
    #expect(restored.report.findings.first?.reason == .tooLarge(found: 1_001, limit: 1_000))
    // A save refuses such a payload too, although the file would be small.
    let store = ModelStore("")
    let storage = InMemoryStorage()
    let persistence = Persistence(source: store.source, to: storage, schema: schema)
    store.set(String(repeating: "x", count: 999))
    await #expect(throws: PersistenceError.tooLarge(bytes: 1_001, limit: 1_000)) { try await persistence.flush() }
    #expect(storage[.current] == nil)
    store.set(String(repeating: "x", count: 998))
    try await persistence.flush()
  }

  @Test func `a reason that is a sentence gets no second full stop`() throws {
    let report = Persistence.restored(0, from: try Persistence.encoded("a")).report
    #expect(report.description.contains("found a string instead.\n"), "\(report)")
    #expect(!report.description.contains(".."), "\(report)")
    let empty = Persistence.load(0, from: InMemoryStorage(current: Data())).report
    #expect(empty.findings.first?.description.contains(" is empty. It was moved") == true, "\(empty)")
  }

  @Test func `a codec's bytes are saved, and only the same codec reads them`() throws {
    let (first, second) = (Self.codec("mask-1", 0x55), Self.codec("mask-2", 0x33))
    let app = App(screen: "secret", page: 9)
    let data = try Persistence.encoded(app, schema: StateSchema(codec: first))
    #expect(!String(decoding: data, as: UTF8.self).contains("secret"))
    #expect(String(decoding: data, as: UTF8.self).contains(#","codec":"mask-1","bytes":"#))
    #expect(Persistence.restored(App(), from: data, schema: StateSchema(codec: first)).state == app)
    #expect(
      Persistence.restored(App(), from: data, schema: StateSchema(codec: second, formerCodecs: [first])).state == app)
    // The schema has no codec, another codec, or the same codec with another key.
    for schema in [
      StateSchema(), StateSchema(codec: second), StateSchema(codec: Self.codec("mask-1", 0x11)),
    ] {
      let storage = InMemoryStorage(current: data)
      let restored = Persistence.load(App(), from: storage, schema: schema)
      guard case .codecFailed? = restored.report.findings.first?.reason else {
        Issue.record("\(restored.report)")
        continue
      }
      #expect(storage[.current] == data)
    }
    // A state that was saved without a codec is restored.
    let plain = try Persistence.encoded(app)
    #expect(Persistence.restored(App(), from: plain, schema: StateSchema(codec: first)).state == app)
  }

  @Test(arguments: [true, false])
  func `a state of a former codec is saved again without a change`(hasCodec: Bool) async throws {
    let former = Self.codec("mask-1", 0x55)
    let schema = StateSchema(codec: hasCodec ? Self.codec("mask-2", 0x33) : nil, formerCodecs: [former])
    let app = App(screen: "secret", page: 9)
    let storage = InMemoryStorage(current: try Persistence.encoded(app, schema: StateSchema(codec: former)))
    let restored = Persistence.load(App(), from: storage, schema: schema)
    #expect(restored.state == app)
    let store = Store<App, Int>(initialState: restored.state, reducer: Reduce { _, _ in .none })
    let clock = TestClock()
    let persistence = Persistence(of: store, to: storage, schema: schema, clock: clock)
    let run = Task { await persistence.run() }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(500))
    await storage.writes(atLeast: 1)
    run.cancel()
    await run.value
    #expect(storage.writeCount == 1)
    let saved = try Envelope.open(try #require(storage[.current]))
    #expect(saved.codec == (hasCodec ? "mask-2" : nil))
    #expect(Persistence.load(App(), from: storage, schema: schema).state == app)
  }

  @Test func `a state that the codec cannot read is not overwritten, and is read later`() async throws {
    let data = try Persistence.encoded(App(page: 1), schema: StateSchema(codec: Self.codec("mask-1", 0x55)))
    let storage = InMemoryStorage(current: data)
    let store = Store<App, Int>(
      initialState: App(),
      reducer: Reduce { state, page in
        state.page = page; return .none
      })
    store.send(2)
    // On a clock that stands still, no second attempt begins on its own.
    let persistence = Persistence(
      of: store, to: storage, schema: StateSchema(codec: Self.codec("mask-1", 0x11)), clock: TestClock())
    let error = await #expect(throws: PersistenceError.self) { try await persistence.flush() }
    #expect(error?.description.contains("so nothing was saved: the codec mask-1 cannot decode it") == true)
    #expect(error?.isReadOnly == false)
    #expect(storage[.current] == data)
    _ = try storage.quarantine(.current)
    try await persistence.flush()
    #expect(storage.writeCount == 1)
  }

  @Test func `damage of encoded bytes is reported as damage, not as a failure of the codec`() throws {
    let schema = StateSchema(codec: Self.codec("mask-1", 0x55))
    var data = try Persistence.encoded(App(), schema: schema)
    data[data.endIndex - 1] ^= 1
    #expect(load(data, schema).0.report.findings.first?.reason == .damaged(.checksum))
    for count in 0..<data.count {
      let reason = load(data.prefix(count), schema).0.report.findings.first?.reason
      switch reason {
      case .empty, .damaged(.torn): break
      default: Issue.record("\(count) bytes: \(String(describing: reason))")
      }
    }
  }

  @Test func `without a registry the file stays in its place, and the report says what to pass`() async throws {
    typealias Navigation = NavigationState<String, AnyRoute>
    let routes = RouteRegistry(.route(Int.self, named: "number"))
    let saved = Navigation(tabs: ["a"], paths: ["a": [AnyRoute(7)]])
    let storage = InMemoryStorage(current: try Persistence.encoded(saved, schema: StateSchema(routes: routes)))
    let bytes = storage[.current]
    let restored = Persistence.load(Navigation(tabs: ["a"]), from: storage)
    #expect(restored.state.path(of: "a").isEmpty)
    #expect(restored.report.description.contains("pass the same StateSchema(routes:) to Persistence and to load"))
    let store = Store(initialState: restored.state, reducer: NavigationReducer())
    store.send(.setTabs(["a", "b"]))
    let error = await #expect(throws: PersistenceError.self) { try await Persistence(of: store, to: storage).flush() }
    guard case .codecFailed? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(storage[.current] == bytes)
    #expect(storage.quarantined.isEmpty)
    #expect(
      Persistence.load(Navigation(tabs: ["a"]), from: storage, schema: StateSchema(routes: routes)).state == saved)
  }

  // MARK: - Sizes

  @Test func `a state that is too large is neither saved nor read`() async throws {
    let schema = StateSchema(maxBytes: 200, warningBytes: 120)
    let storage = InMemoryStorage()
    let store = Store<String, String>(
      initialState: "",
      reducer: Reduce { state, text in
        state = text; return .none
      })
    let persistence = Persistence(of: store, to: storage, schema: schema)
    store.send("short")
    try await persistence.flush()
    #expect(!persistence.status.isLarge)
    store.send(String(repeating: "x", count: 50))
    try await persistence.flush()
    #expect(persistence.status.isLarge)
    #expect(persistence.status.savedBytes == storage[.current]?.count)
    store.send(String(repeating: "x", count: 500))
    let error = await #expect(throws: PersistenceError.self) { try await persistence.flush() }
    #expect(error == .tooLarge(bytes: 625, limit: 200))
    #expect(storage.writeCount == 2)

    let large = InMemoryStorage(current: try Persistence.encoded(String(repeating: "x", count: 500)))
    let restored = Persistence.load("", from: large, schema: schema)
    #expect(restored.report.findings.first?.reason == .tooLarge(found: 597, limit: 200))
    #expect(large.quarantined.count == 1)
  }
}
