import Foundation
import NavStore
import NavStoreTesting
import Testing

/// The rule that a persistence saves only with the schema version of the load.
@Suite struct LoadedSchemaTests {
  private let directory: TemporaryDirectory
  private let storages: [any StateStorage]

  init() throws {
    directory = try TemporaryDirectory()
    let values = Locked<[String: Data]>([:])
    // The name of a storage of an unknown type is its identity, so each test uses a new name.
    let name = UUID().uuidString
    storages = [
      try FileStorage(path: directory.path("a.state")),
      InMemoryStorage(),
      FaultInjectingStorage(wrapping: InMemoryStorage()),
      KeyValueStorage(key: name) { key in
        values.withLock { $0[key] }
      } write: { key, data in
        values.withLock { $0[key] = data }
      },
      CustomStorage(name: name + ".custom", base: InMemoryStorage()),
    ]
  }

  private func persistence(of store: ModelStore<Int>, to storage: any StateStorage, version: Int) -> Persistence<Int> {
    Persistence(source: store.source, to: storage, schema: StateSchema(version: version))
  }

  @Test(arguments: [(loaded: 2, saving: 1), (loaded: 1, saving: 2)])
  func `a version other than that of the load is refused, even if nothing was saved yet`(
    loaded: Int, saving: Int
  ) async throws {
    for storage in storages {
      let store = ModelStore(Persistence.load(0, from: storage, schema: StateSchema(version: loaded)).state)
      let persistence = persistence(of: store, to: storage, version: saving)
      store.set(1)
      let error = PersistenceError.schemaMismatch(
        file: storage.name(of: .current), restored: loaded, saving: saving)
      await #expect(throws: error, "\(storage)") { try await persistence.flush() }
      #expect(try storage.read(.current) == nil)
      #expect(persistence.status.lastFailure == error)
    }
  }

  @Test func `a save with the version of the load succeeds, even if nothing was saved yet`() async throws {
    for storage in storages {
      for state in 1...2 {
        let store = ModelStore(Persistence.load(0, from: storage, schema: StateSchema(version: 2)).state)
        store.set(state)
        try await persistence(of: store, to: storage, version: 2).stop()
        #expect(Persistence.load(0, from: storage, schema: StateSchema(version: 2)).state == state)
      }
    }
  }

  @Test func `without a load, a state is saved with any version`() async throws {
    for storage in storages {
      let store = ModelStore(0)
      store.set(1)
      try await persistence(of: store, to: storage, version: 7).flush()
      #expect(Persistence.load(0, from: storage, schema: StateSchema(version: 7)).state == 1)
    }
  }

  @Test func `after two loads with different versions, both versions may be saved`() async throws {
    for storage in storages {
      for version in [1, 2] { _ = Persistence.load(0, from: storage, schema: StateSchema(version: version)) }
      for version in [1, 2] {
        let store = ModelStore(0)
        store.set(version)
        try await persistence(of: store, to: storage, version: version).stop()
      }
    }
  }

  @Test func `the version of a load that moved a damaged state aside applies too`() async throws {
    let storage = InMemoryStorage(current: Data("damaged".utf8))
    let store = ModelStore(Persistence.load(0, from: storage, schema: StateSchema(version: 2)).state)
    store.set(1)
    await #expect(throws: PersistenceError.schemaMismatch(file: "memory.current", restored: 2, saving: 1)) {
      try await persistence(of: store, to: storage, version: 1).flush()
    }
  }
}

/// An app's own type of storage, which the library identifies by its name.
private struct CustomStorage: StateStorage, StorageSession {
  let name: String
  let base: InMemoryStorage

  func name(of generation: StateGeneration) -> String { "\(name).\(generation)" }
  func read(_ generation: StateGeneration, limit: Int) -> Data? { base[generation] }
  func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {
    try base.write(data, keepingCurrentAsPrevious: keepingCurrentAsPrevious)
  }
  func quarantine(_ generation: StateGeneration) throws -> String? { try base.quarantine(generation) }
  func remove(as owner: StorageOwner) throws { try base.remove(as: owner) }
}
