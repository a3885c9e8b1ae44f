import Foundation
import NavStore
import NavStoreTesting
import Testing

/// States that may crash the app at every start, which a load moves aside after some starts.
@Suite(.hangLimit) struct CrashLoopTests {
  private static let schema = StateSchema(maxUnfinishedRestores: 2)

  private func load(from storage: any StateStorage, _ schema: StateSchema = schema) -> Restored<Int> {
    Persistence.load(0, from: storage, schema: schema)
  }

  @Test func `after two restores that never became healthy the app starts fresh, and both generations are kept`() throws
  {
    let storage = InMemoryStorage(
      current: try Persistence.encoded(7, revision: 7), previous: try Persistence.encoded(6, revision: 6))
    #expect(load(from: storage).state == 7)
    #expect(load(from: storage).state == 7)
    let third = load(from: storage)
    #expect(third.state == 0)
    #expect(third.report.findings.map(\.reason) == Array(repeating: .crashLoop(unfinishedRestores: 2), count: 2))
    #expect(storage.quarantined.count == 2)
    #expect(
      third.report.description.hasPrefix("memory.current was restored 2 times in a row, and the app never became"))
    #expect(load(from: storage).report.isUnchanged)
    #expect(storage.unfinishedRestores() == 0)
  }

  @Test func `a restore that became healthy resets the count`() async throws {
    let storage = InMemoryStorage(current: try Persistence.encoded(7))
    let store = Store<Int, Int>(initialState: 7, reducer: Reduce { _, _ in .none })
    for _ in 0..<5 {
      #expect(load(from: storage).state == 7)
      #expect(storage.unfinishedRestores() == 1)
      let persistence = Persistence(of: store, to: storage, schema: Self.schema)
      persistence.confirmRestore()
      store.send(1)
      try await persistence.flush()  // also waits for confirmRestore()
    }
    #expect(storage.unfinishedRestores() == 0)
    #expect(storage.quarantined.isEmpty)
  }

  @Test func `an app that stops its persistence has not crashed, and the persistence needs no limit for that`()
    async throws
  {
    let storage = InMemoryStorage(current: try Persistence.encoded(7))
    let store = Store<Int, Int>(initialState: 7, reducer: Reduce { _, _ in .none })
    for number in 0..<6 {
      #expect(load(from: storage).state == 7)
      let persistence = Persistence(of: store, to: storage)
      if number.isMultiple(of: 2) { persistence.confirmRestore() }
      try await persistence.stop()
      #expect(storage.unfinishedRestores() == 0)
    }
    #expect(storage.quarantined.isEmpty)
  }

  @Test func `no codec and no migration runs when a state is moved aside after crashes`() throws {
    let runs = Locked<[String]>([])
    let codec = PayloadCodec(named: "box") {
      $0
    } decode: { data in
      runs.withLock { $0.append("codec") }
      return data
    }
    let schema = StateSchema(
      version: 2, migrations: [.step(from: 1, "step") { _ in runs.withLock { $0.append("step") } }], codec: codec,
      maxUnfinishedRestores: 2)
    let older = StateSchema(version: 1, codec: codec)
    let storage = InMemoryStorage(current: try Persistence.encoded(7, schema: older))
    for _ in 0..<2 { #expect(load(from: storage, schema).state == 7) }
    #expect(runs.withLock(\.self) == ["codec", "step", "codec", "step"])
    #expect(load(from: storage, schema).state == 0)
    #expect(runs.withLock(\.self).count == 4)
    #expect(storage.quarantined.count == 1)
  }

  @Test func `a restore is counted before the state is decoded`() throws {
    struct CountingState: Codable, Sendable {
      static let counted = Locked<[Int]>([])
      static let storage = InMemoryStorage()
      init() {}
      init(from decoder: any Decoder) throws { Self.counted.withLock { $0.append(Self.storage.unfinishedRestores()) } }
      func encode(to encoder: any Encoder) throws { try 1.encode(to: encoder) }
    }
    CountingState.storage[.current] = try Persistence.encoded(CountingState())
    _ = Persistence.load(CountingState(), from: CountingState.storage, schema: Self.schema)
    #expect(CountingState.counted.withLock(\.self) == [1])
  }

  @Test func `restores are not counted if no state was restored, or without a limit`() throws {
    let empty = InMemoryStorage()
    for _ in 0..<4 { _ = load(from: empty) }
    #expect(empty.unfinishedRestores() == 0)
    let good = InMemoryStorage(current: try Persistence.encoded(7))
    for _ in 0..<4 { #expect(load(from: good, StateSchema()).state == 7) }
    #expect(good.unfinishedRestores() == 0)
  }

  @Test func `a state of a later version of the app stays in its place, also after crashes`() throws {
    let storage = InMemoryStorage(
      current: try Persistence.encoded(7, schema: StateSchema(version: 2)), previous: try Persistence.encoded(6))
    for _ in 0..<2 { #expect(load(from: storage).state == 6) }
    let third = load(from: storage)
    #expect(
      third.report.findings.map(\.reason) == [
        .newerSchema(found: 2, expected: 1), .crashLoop(unfinishedRestores: 2),
      ])
    #expect(storage[.current] != nil)
    #expect(storage[.previous] == nil)
  }

  @Test func `a file storage counts restores in a separate file, and invalid contents do no harm`() throws {
    let directory = try TemporaryDirectory()
    let storage = try FileStorage(path: directory.path("a.state"))
    try storage.write(try Persistence.encoded(7), keepingCurrentAsPrevious: false)
    #expect(load(from: storage).state == 7)
    #expect(directory.names == ["a.state", "a.state.navstore-restores"])
    #expect(try FileStorage(path: directory.path("a.state")).unfinishedRestores() == 1)
    #expect(load(from: storage).state == 7)
    #expect(load(from: storage).state == 0)
    #expect(directory.names == ["a.state.aside-1", "a.state.navstore-owner"])
    for nonsense in ["", "x", "-3", "1e3", String(repeating: "9", count: 90), "\u{0}"] {
      try Data(nonsense.utf8).write(to: URL(filePath: directory.path("a.state.navstore-restores")))
      #expect(try storage.unfinishedRestores() == 0, "\(nonsense)")
    }
    try Data(count: 101).write(to: URL(filePath: directory.path("a.state.navstore-restores")))
    #expect(throws: StorageError.self) { try storage.unfinishedRestores() }
    #expect(load(from: storage).state == 0)
  }

  @Test func `only the ten newest of many generations that were moved aside are kept`() throws {
    let directory = try TemporaryDirectory()
    let storage = try FileStorage(path: directory.path("a.state"))
    for number in 1...25 {
      try Data("\(number)".utf8).write(to: URL(filePath: directory.path("a.state")))
      #expect(try storage.quarantine(.current) == directory.path("a.state.aside-\(number)"))
    }
    #expect(Set(directory.names) == Set((16...25).map { "a.state.aside-\($0)" }))
    #expect(try directory.read("a.state.aside-25") == Data("25".utf8))
    for name in ["a.state.aside-x", "a.state.aside-007", "b.state.aside-1", "a.state.aside-\(Int.max)"] {
      try Data().write(to: URL(filePath: directory.path(name)))
    }
    try Data("26".utf8).write(to: URL(filePath: directory.path("a.state")))
    #expect(try storage.quarantine(.current) == directory.path("a.state.aside-26"))
    #expect(directory.names.count == 14)
  }
}
