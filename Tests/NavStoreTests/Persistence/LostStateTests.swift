import Foundation
import NavStore
import NavStoreTesting
import Testing

/// A flush of a state that was saved, and that the storage no longer contains.
@Suite(.hangLimit) struct LostStateTests {
  enum Loss: CaseIterable {
    case deleted, deletedWithFolder, emptied, foreign, damaged, anotherState
  }

  enum Flush: CaseIterable {
    case flush, stop, flushAndWait, endOfRun
  }

  private let directory: TemporaryDirectory
  private let clock = TestClock()
  private let store = ModelStore(0)

  init() throws {
    directory = try TemporaryDirectory()
  }

  private var file: FileStorage { get throws { try FileStorage(path: directory.path("folder/a.state")) } }
  private var saved: Int { get throws { Persistence.load(-1, from: try file).state } }

  private func persistence() throws -> Persistence<Int> {
    Persistence(source: store.source, to: try file, clock: clock)
  }

  private func lose(_ loss: Loss) throws {
    switch loss {
    case .deleted: try directory.remove("folder/a.state")
    case .deletedWithFolder: try directory.remove("folder")
    case .emptied: try directory.put("", "folder/a.state")
    case .foreign: try directory.put("hello", "folder/a.state")
    case .damaged: try directory.put(String(directory.text("folder/a.state")?.dropLast() ?? ""), "folder/a.state")
    case .anotherState:
      let other = try Persistence.encoded(7)
      try directory.put(String(decoding: other, as: UTF8.self), "folder/a.state")
    }
  }

  private func perform(_ flush: Flush, of persistence: Persistence<Int>) async throws {
    switch flush {
    case .flush: try await persistence.flush()
    case .stop: try await persistence.stop()
    case .flushAndWait: try await blocking { try persistence.flushAndWait() }
    case .endOfRun:
      await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await persistence.run()
      }.value
    }
  }

  @Test(arguments: Loss.allCases, Flush.allCases)
  func `a state that was lost is saved again, although it has not changed`(loss: Loss, flush: Flush) async throws {
    let persistence = try persistence()
    for number in 1...2 {
      store.set(number)
      try await persistence.flush()
    }
    try lose(loss)
    try await perform(flush, of: persistence)
    #expect(try saved == 2)
    #expect(persistence.status.writes == 3)
    // What replaced the state is not lost.
    let replacement: String? =
      switch loss {
      case .deleted, .deletedWithFolder, .damaged: nil
      case .emptied: ""
      case .foreign: "hello"
      case .anotherState: String(decoding: try Persistence.encoded(7), as: UTF8.self)
      }
    if let replacement { #expect(directory.text("folder/a.state.aside-1") == replacement) }
  }

  @Test func `a restored state that was deleted is saved by a flush, and one that is still there is not`() async throws
  {
    store.set(1)
    try await persistence().stop()
    let restored = ModelStore(try saved)
    let persistence = Persistence(source: restored.source, to: try file, clock: clock)
    try await persistence.flush()
    #expect(persistence.status.attempts == 0)
    try lose(.deleted)
    try await persistence.flush()
    #expect(try saved == 1)
  }

  @Test func `a restored state that another process has replaced is not written over it`() async throws {
    store.set(1)
    try await persistence().stop()
    let restored = ModelStore(try saved)
    let persistence = Persistence(source: restored.source, to: try file, clock: clock)
    try lose(.anotherState)
    try await persistence.flush()
    #expect(try saved == 7)
  }

  @Test func `an initial state that was not restored is not saved by a flush`() async throws {
    #expect(try saved == -1)
    for flush in Flush.allCases {
      try await perform(flush, of: persistence())
      #expect(directory.names == [], "\(flush)")
    }
  }

  @Test func `the state of a key-value store that was deleted is saved again`() async throws {
    let values = Locked<[String: Data]>([:])
    let storage = KeyValueStorage(key: "n") { key in
      values.withLock { $0[key] }
    } write: { key, data in
      values.withLock { $0[key] = data }
    }
    let persistence = Persistence(source: store.source, to: storage, clock: clock)
    store.set(1)
    try await persistence.flush()
    for lost in [nil, Data("hello".utf8)] {
      values.withLock { $0["n"] = lost }
      try await persistence.flush()
      #expect(try storage.state(as: Int.self) == 1)
    }
    #expect(persistence.status.writes == 3)
  }

  @Test func `a flush of a saved state reads the storage once, and encodes and writes nothing`() async throws {
    let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
    let persistence = Persistence(source: store.source, to: storage, clock: clock)
    store.set(1)
    try await persistence.flush()
    let before = storage.operations.count
    try await persistence.flush()
    #expect(storage.begunOperations.dropFirst(before).map(\.kind) == [.read])
    #expect(persistence.status.attempts == 1)
    #expect(persistence.status.phase == .idle)
  }

  @Test func `a flush whose repeated save fails throws, and the state is saved later`() async throws {
    let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
    let persistence = Persistence(source: store.source, to: storage, clock: clock)
    store.set(1)
    try await persistence.flush()
    storage.base[.current] = nil
    storage.inject(.fail, at: .writes)
    for _ in 1...2 { await #expect(throws: PersistenceError.self) { try await persistence.flush() } }
    storage.removeFaults()
    await clock.run { _ = await persistence.status { $0.writes == 2 } }
    #expect(try storage.base.state(as: Int.self) == 1)
    try await persistence.flush()
  }

  @Test func `a flush during a check waits for the check, and one of a later state saves that state`() async throws {
    let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
    let persistence = Persistence(source: store.source, to: storage, clock: clock)
    store.set(1)
    try await persistence.flush()
    storage.inject(.hold, at: .reads)
    async let first: Void = persistence.flush()
    await storage.heldOperations(atLeast: 1)
    async let second: Void = persistence.flush()
    store.set(2)
    async let third: Void = persistence.flush()
    _ = await persistence.status { $0.seenRevision == 2 }
    storage.release()
    try await first
    try await second
    try await third
    #expect(try storage.base.states(as: Int.self) == [1, 2])
  }
}
