import Foundation
import NavStoreTesting
import Testing

@testable import NavStore
@testable import NavStoreCore

/// Saved states that the app has never restored. Each may be the user's newest state, so no save loses it.
@Suite(.hangLimit) struct UnknownGenerationTests {
  private let clock = TestClock()
  private let store = ModelStore(0)

  private func saved(_ number: Int, version: Int = 1) throws -> Data {
    try Persistence.encoded(number, schema: StateSchema(version: version))
  }

  /// Saves two states, and returns the states that the saves have moved aside.
  private func movedAside(
    by storage: FaultInjectingStorage<InMemoryStorage>, _ schema: StateSchema = StateSchema()
  ) async throws -> [Data] {
    let persistence = Persistence(source: store.source, to: storage, schema: schema, clock: clock)
    for number in 1...2 {
      store.set(number)
      try await persistence.flush()
    }
    #expect(Persistence.load(0, from: storage, schema: schema).state == 2)
    #expect(persistence.status.movedAside.count == storage.base.quarantined.count)
    return Array(storage.base.quarantined.values)
  }

  @Test func `a file that could be read only after the start is moved aside, not lost`() async throws {
    let storage = FaultInjectingStorage(wrapping: InMemoryStorage(current: try saved(777)))
    storage.inject(.fail, at: .reads)
    #expect(Persistence.load(0, from: storage).state == 0)
    storage.removeFaults()
    #expect(try await movedAside(by: storage) == [try saved(777)])
  }

  @Test func `a file whose key was available only after the start is not overwritten`() async throws {
    struct NoKey: Error {}
    let isLocked = Locked(true)
    let codec = PayloadCodec(named: "box") {
      Data($0.map { ~$0 })
    } decode: { data in
      if isLocked.withLock(\.self) { throw NoKey() }
      return Data(data.map { ~$0 })
    }
    let schema = StateSchema(codec: codec)
    let bytes = try Persistence.encoded(777, schema: schema)
    let storage = FaultInjectingStorage(wrapping: InMemoryStorage(current: bytes))
    let report = Persistence.load(0, from: storage, schema: schema).report
    guard case .codecFailed? = report.findings.first?.reason else {
      Issue.record("\(report)")
      return
    }
    isLocked.withLock { $0 = false }
    // The file stays as it is until a later load has restored it.
    let persistence = Persistence(source: store.source, to: storage, schema: schema, clock: clock)
    store.set(1)
    await #expect(throws: PersistenceError.self) { try await persistence.flush() }
    #expect(Persistence.load(0, from: storage, schema: schema).state == 777)
  }

  @Test func `a wrong key is not reported as damage`() throws {
    let right = StateSchema(codec: PayloadCodec(named: "box", encode: { Data($0.map { $0 ^ 1 }) }, decode: { $0 }))
    let bytes = try Persistence.encoded(777, schema: right)
    let wrong = StateSchema(codec: PayloadCodec(named: "box", encode: { $0 }, decode: { Data($0.map { $0 ^ 0x80 }) }))
    let storage = InMemoryStorage(current: bytes)
    let report = Persistence.load(0, from: storage, schema: wrong).report
    #expect(report.findings.first?.quarantine == nil)
    #expect(report.description.contains("the codec box did not decode it to JSON"))
    #expect(storage[.current] == bytes)
  }

  @Test func `a state that could not be read at the start is not replaced by an older one without a change`()
    async throws
  {
    let migrations: Migrations = [.step(from: 1, "nothing") { _ in }]
    let schema = StateSchema(version: 2, migrations: migrations)
    let storage = FaultInjectingStorage(
      wrapping: InMemoryStorage(current: try saved(2), previous: try saved(1)))
    storage.inject(.fail, at: .read(1))
    #expect(Persistence.load(0, from: storage, schema: schema).state == 1)
    let one = ModelStore(1)
    let persistence = Persistence(source: one.source, to: storage, schema: schema, clock: clock)
    let run = Task { await persistence.run() }
    try await persistence.flush()
    run.cancel()
    await run.value
    #expect(persistence.status.phase == .idle)
    #expect(storage.base.writeCount == 0)
    #expect(storage.base[.current] == (try saved(2)))
  }

  @Test func `the state of the first of two owners is moved aside when the second one saves`() async throws {
    let directory = try TemporaryDirectory()
    func storage() throws -> FileStorage { try FileStorage(path: directory.path("a.state")) }
    let first = ModelStore(0)
    let one = Persistence(source: first.source, to: try storage(), clock: clock)
    let two = Persistence(source: store.source, to: try storage(), clock: clock)
    first.set(5)
    try await one.flush()
    store.set(50)
    await #expect(throws: PersistenceError.self) { try await two.flush() }
    try await one.stop()
    for number in [51, 52] {
      store.set(number)
      try await two.flush()
    }
    #expect(two.status.movedAside == [directory.path("a.state.aside-1")])
    #expect(try Persistence.restored(0, from: directory.read("a.state.aside-1")).state == 5)
  }

  @Test func `a load does not move a file that a persistence saves to`() async throws {
    let directory = try TemporaryDirectory()
    let storage = try FileStorage(path: directory.path("a.state"))
    let persistence = Persistence(source: store.source, to: storage, clock: clock)
    for number in [1, 2] {
      store.set(number)
      try await persistence.flush()
    }
    // A preview with other types may load the file in this way.
    let report = Persistence.load("", from: try FileStorage(path: directory.path("a.state"))).report
    #expect(report.findings.map(\.quarantine) == [.left(to: .thisProcess), .left(to: .thisProcess)])
    #expect(report.description.contains("It was not moved, because another persistence of this process saves to it."))
    #expect(Persistence.load(0, from: storage).state == 2)
    try await persistence.stop()
    #expect(Persistence.load("", from: storage).report.findings.allSatisfy { $0.quarantine != nil })
    #expect(directory.names.filter { $0.contains("aside") }.count == 2)
  }

  @Test func `a state that is replaced while a load reads it is not treated as damaged`() throws {
    let good = try saved(7)
    let reads = Locked([good.dropLast(), good])
    let storage = ReadingStorage { generation in
      generation == .current ? reads.withLock { $0.count > 1 ? $0.removeFirst() : $0.first } : nil
    }
    #expect(Persistence.load(0, from: storage).state == 7)
    // A load also ends if the contents change with each read.
    let count = Locked(0)
    let changingStorage = ReadingStorage { _ in Data("\(count.withLock { $0 += 1; return $0 })".utf8) }
    #expect(Persistence.load(0, from: changingStorage).state == 0)
  }

  @Test func `a persistence that runs owns its file, even before its first save`() async throws {
    let directory = try TemporaryDirectory()
    let folder = SceneFolder(path: directory.path)
    let path = try folder.file(of: "w")
    try FileStorage(path: path).write(try saved(7), keepingCurrentAsPrevious: false)
    let storage = try FileStorage(path: path)
    #expect(Persistence.load(0, from: storage).state == 7)
    let persistence = Persistence(source: store.source, to: storage, clock: clock)
    let run = Task { await persistence.run() }
    store.set(0)
    // The run has begun. Then the test waits for the work that the run has added to the queue.
    _ = await persistence.status { $0.seenRevision == 1 }
    await blocking { persistence.queue.sync {} }
    #expect(persistence.status.attempts == 0)
    #expect(try folder.removeScenes(keeping: []) == 0)
    run.cancel()
    await run.value
    try await persistence.stop()
    #expect(try folder.removeScenes(keeping: []) == 1)
  }
}

/// A storage that returns bytes of the test and ignores writes.
private struct ReadingStorage: StateStorage, StorageSession {
  let bytes: @Sendable (StateGeneration) -> Data?

  func name(of generation: StateGeneration) -> String { "reading.\(generation)" }
  func read(_ generation: StateGeneration, limit: Int) -> Data? { bytes(generation) }
  func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {}
  func quarantine(_ generation: StateGeneration) throws -> String? { nil }
  func remove(as owner: StorageOwner) throws {}
}
