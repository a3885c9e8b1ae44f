import Foundation
import NavStore
import NavStoreTesting
import Testing

/// A persistence saves with the version that the state was loaded with, or not at all.
@Suite struct LoadedSchemaTests {
  private let directory: TemporaryDirectory
  private let storages: [any StateStorage]

  init() throws {
    directory = try TemporaryDirectory()
    let values = Locked<[String: Data]>([:])
    // The name of a storage of an unknown type is its identity, so each test has a name of its own.
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
  func `another version than that of the load is refused, also when nothing was saved yet`(
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

  @Test func `the version of the load is saved, also when nothing was saved yet`() async throws {
    for storage in storages {
      for state in 1...2 {
        let store = ModelStore(Persistence.load(0, from: storage, schema: StateSchema(version: 2)).state)
        store.set(state)
        try await persistence(of: store, to: storage, version: 2).stop()
        #expect(Persistence.load(0, from: storage, schema: StateSchema(version: 2)).state == state)
      }
    }
  }

  @Test func `a state that nothing has loaded is saved with any version`() async throws {
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

  @Test func `a load that has moved a damaged state aside is remembered, too`() async throws {
    let storage = InMemoryStorage(current: Data("damaged".utf8))
    let store = ModelStore(Persistence.load(0, from: storage, schema: StateSchema(version: 2)).state)
    store.set(1)
    await #expect(throws: PersistenceError.schemaMismatch(file: "memory.current", restored: 2, saving: 1)) {
      try await persistence(of: store, to: storage, version: 1).flush()
    }
  }
}

/// A storage of an app, which the library knows by its name only.
private struct CustomStorage: StateStorage {
  let name: String
  let base: InMemoryStorage

  func name(of generation: StateGeneration) -> String { "\(name).\(generation)" }
  func read(_ generation: StateGeneration) throws -> Data? { try base.read(generation) }
  func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {
    try base.write(data, keepingCurrentAsPrevious: keepingCurrentAsPrevious)
  }
  func quarantine(_ generation: StateGeneration) throws -> String? { try base.quarantine(generation) }
}
