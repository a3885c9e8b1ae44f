import Foundation
import NavStore
import NavStoreTesting
import Testing

@Suite(.hangLimit) struct PersistenceOwnerTests {
  private let directory: TemporaryDirectory
  private let clock = TestClock()
  private let first = ModelStore(0)
  private let second = ModelStore(0)

  init() throws {
    directory = try TemporaryDirectory()
    first.set(1)
    second.set(2)
  }

  private func persistence(of store: ModelStore<Int>, to name: String = "a.state") throws -> Persistence<Int> {
    Persistence(
      source: store.source, to: try FileStorage(path: directory.path(name), fileSystem: RecordingFileSystem()),
      clock: clock)
  }

  private func saved() throws -> Int {
    Persistence.load(-1, from: try FileStorage(path: directory.path("a.state"))).state
  }

  private var refusal: PersistenceError { .ownedElsewhere(file: directory.path("a.state"), by: .thisProcess) }

  @Test func `a second persistence of a file is refused, and writes nothing`() async throws {
    let one = try persistence(of: first)
    try await one.flush()
    let two = try persistence(of: second)
    await #expect(throws: refusal) { try await two.flush() }
    #expect(two.status.lastFailure == refusal)
    #expect(two.status.phase == .retrying(at: .seconds(1)))
    #expect(try saved() == 1)
    // The first persistence can still save.
    first.set(3)
    try await one.flush()
    #expect(try saved() == 3)
  }

  @Test func `after the first persistence has stopped, the second one saves with its next retry`() async throws {
    let one = try persistence(of: first)
    try await one.flush()
    let two = try persistence(of: second)
    await #expect(throws: refusal) { try await two.flush() }
    try await one.stop()
    clock.advance(by: .seconds(1))
    _ = await two.status { $0.writes == 1 }
    #expect(try saved() == 2)
  }

  @Test func `a stop with a last save releases the file before it returns`() async throws {
    for number in 10..<30 {
      let one = try persistence(of: first)
      first.set(number)
      if number % 2 == 0 { try await one.flush() }
      try await one.stop()
      let two = try persistence(of: second)
      second.set(number + 100)
      try await two.flush()
      try await two.stop()
      #expect(two.status.failures == 0)
    }
  }

  @Test func `a stop whose save fails releases the file too`() async throws {
    let one = try persistence(of: first)
    try await one.flush()
    let system = RecordingFileSystem()
    let two = Persistence(
      source: second.source, to: try FileStorage(path: directory.path("b.state"), fileSystem: system), clock: clock)
    try await two.flush()
    system.fail(["sync": .inputOutput])
    second.set(5)
    await #expect(throws: PersistenceError.self) { try await two.stop() }
    let three = try persistence(of: second, to: "b.state")
    second.set(6)
    try await three.flush()
  }

  @Test func `a persistence that is released right after its flush releases the file`() async throws {
    for number in 10..<60 {
      var one: Persistence<Int>? = try persistence(of: first)
      first.set(number)
      try await one?.flush()
      one = nil
      #expect(directory.bytes("a.state.navstore-owner") == Data())
    }
    let two = try persistence(of: second)
    try await two.flush()
    #expect(try saved() == 2)
  }

  @Test func `a load does not own the file`() async throws {
    let one = try persistence(of: first)
    let two = try persistence(of: second)
    _ = try saved()
    #expect(directory.names == [])
    try await two.flush()
    await #expect(throws: refusal) { try await one.flush() }
  }

  @Test func `a link to the file, or to its folder, leads to the same owner`() async throws {
    let one = try persistence(of: first)
    try await one.flush()
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: directory.path("link.state"), withDestinationPath: "a.state")
    let two = try persistence(of: second, to: "link.state")
    await #expect(throws: refusal) { try await two.flush() }
    try manager.createSymbolicLink(atPath: directory.path("folder"), withDestinationPath: ".")
    let three = try persistence(of: second, to: "folder/a.state")
    await #expect(throws: PersistenceError.ownedElsewhere(file: directory.path("folder/a.state"), by: .thisProcess)) {
      try await three.flush()
    }
    #expect(try saved() == 1)
  }

  @Test func `two scenes have two owners`() async throws {
    let folder = SceneFolder(path: directory.path)
    for (scene, store) in [("one", first), ("two", second)] {
      let persistence = Persistence(
        source: store.source, to: try FileStorage(path: folder.file(of: scene)), clock: clock)
      try await persistence.flush()
      #expect(persistence.status.writes == 1)
    }
  }

  @Test func `a storage without owners accepts every owner`() async throws {
    let storage = InMemoryStorage()
    let one = Persistence(source: first.source, to: storage, clock: clock)
    let two = Persistence(source: second.source, to: storage, clock: clock)
    try await one.flush()
    try await two.flush()
    #expect(two.status.writes == 1)
    // The second persistence never had the state of the first one, so it moved a copy of that state aside.
    #expect(storage.writeCount == 3)
    #expect(storage.quarantined.count == 1)
  }

  @Test func `a storage with injected faults has the owner of the wrapped storage`() async throws {
    let one = try persistence(of: first)
    try await one.flush()
    let storage = FaultInjectingStorage(
      wrapping: try FileStorage(path: directory.path("a.state"), fileSystem: RecordingFileSystem()))
    let two = Persistence(source: second.source, to: storage, clock: clock)
    await #expect(throws: refusal) { try await two.flush() }
    #expect(storage.operations.isEmpty)
  }
}
