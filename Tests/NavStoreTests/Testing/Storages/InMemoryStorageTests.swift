import Foundation
import NavStore
import NavStoreTesting
import Testing

@Suite(.hangLimit) struct InMemoryStorageTests {
  private let storage = InMemoryStorage(current: Data("1".utf8), previous: Data("0".utf8))

  @Test func `a write keeps the current generation as the previous one, or does not`() throws {
    try storage.write(Data("2".utf8), keepingCurrentAsPrevious: true)
    #expect(storage[.current] == Data("2".utf8))
    #expect(storage[.previous] == Data("1".utf8))
    try storage.write(Data("3".utf8), keepingCurrentAsPrevious: false)
    #expect(try storage.read(.current) == Data("3".utf8))
    #expect(try storage.read(.previous) == Data("1".utf8))
    #expect(storage.writeCount == 2)
  }

  @Test func `a quarantined generation is kept under its own name`() throws {
    #expect(try storage.quarantine(.current) == "memory.aside-1")
    #expect(try storage.quarantine(.current) == nil)
    #expect(try storage.quarantine(.previous) == "memory.aside-2")
    #expect(storage[.current] == nil)
    #expect(storage.quarantined == ["memory.aside-1": Data("1".utf8), "memory.aside-2": Data("0".utf8)])
    #expect(storage.name(of: .previous) == "memory.previous")
  }

  // MARK: - Written states

  @Test func `changes that follow one another are saved once`() async throws {
    let clock = TestClock()
    let storage = InMemoryStorage()
    let store = makeCounter()
    let persistence = Persistence(of: store, to: storage, clock: clock)
    store.send(.add(1))
    store.send(.add(1))
    // The persistence begins after both changes, so that it has seen them when the clock moves.
    let run = Task { await persistence.run() }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(500))
    await storage.writes(atLeast: 1)
    #expect(try storage.states(as: Int.self) == [2])
    run.cancel()
    await run.value
    #expect(storage.writeCount == 1)
  }

  @Test func `the states of all writes are returned, whatever their version`() throws {
    let storage = InMemoryStorage()
    #expect(try storage.states(as: Int.self) == [])
    #expect(try storage.state(as: Int.self) == nil)
    for number in 1...3 {
      let data = try Persistence.encoded(number, schema: StateSchema(version: number), revision: number)
      try storage.write(data, keepingCurrentAsPrevious: true)
      #expect(storage.history.last == data)
    }
    #expect(try storage.states(as: Int.self) == [1, 2, 3])
    #expect(try storage.state(as: Int.self) == 3)
    #expect(try storage.state(as: Int.self, in: .previous) == 2)
    storage[.current] = nil
    #expect(try storage.state(as: Int.self) == nil)
    // A state that the test sets is not in the history.
    #expect(storage.history.count == 3)
  }

  @Test func `bytes that are not a state of the type throw an error, and remain`() throws {
    let good = try Persistence.encoded(["user": "me"])
    let cases: [(Data, String)] = [
      (Data(), "it is empty"),
      (Data("hello".utf8), "it is not a saved state: it was not written by NavStore"),
      (good.dropLast(), "it is damaged: it ends after 12 of 13 bytes of content"),
      (good, "it does not contain a state of this app: at .user: "),
    ]
    for (data, reason) in cases {
      let storage = InMemoryStorage()
      try storage.write(data, keepingCurrentAsPrevious: true)
      let error = #expect(throws: StorageError.self) { try storage.state(as: [String: Int].self) }
      #expect(
        error?.description.hasPrefix("Cannot read memory.current: \(reason)") == true, "\(String(describing: error))")
      let other = #expect(throws: StorageError.self) { try storage.states(as: [String: Int].self) }
      #expect(other?.description.hasPrefix("Cannot read write 1 to memory.current: \(reason)") == true)
      #expect(storage[.current] == data)
      #expect(storage.quarantined.isEmpty)
    }
  }

  @Test func `routes of any type are read with their registry`() throws {
    let routes = RouteRegistry(.route(Route.self, named: "route"))
    let state = [AnyRoute(Route.song(7))]
    let storage = InMemoryStorage(current: try Persistence.encoded(state, schema: StateSchema(routes: routes)))
    #expect(try storage.state(as: [AnyRoute].self, routes: routes) == state)
  }

  // MARK: - Waiting

  @Test func `a task that waits for writes resumes with the write that completes the number`() async throws {
    let storage = InMemoryStorage()
    await storage.writes(atLeast: 0)
    for _ in 0..<200 {
      let before = storage.writeCount
      async let second: Int = {
        await storage.writes(atLeast: before + 2)
        return storage.writeCount
      }()
      async let first: Int = {
        await storage.writes(atLeast: before + 1)
        return storage.writeCount
      }()
      try storage.write(Data("1".utf8), keepingCurrentAsPrevious: true)
      #expect(await first == before + 1)
      try storage.write(Data("2".utf8), keepingCurrentAsPrevious: true)
      #expect(await second == before + 2)
    }
  }

  @Test func `waiting for writes ends when its task is cancelled, before or while it waits`() async {
    for _ in 0..<200 {
      let task = Task { await storage.writes(atLeast: 1) }
      task.cancel()
      await task.value
    }
    await Task { @MainActor in
      let task = Task { await storage.writes(atLeast: 1) }
      // Both run on this actor, so the task is waiting when this function continues.
      await Task {}.value
      task.cancel()
      await task.value
    }.value
  }

  @Test func `a wait for writes that do not come fails after ten seconds of real time`() async {
    let (real, log) = (TestClock(), FailureLog())
    let storage = InMemoryStorage(reporter: log.reporter, testTimeout: TestTimeout(limit: .seconds(10), clock: real))
    async let waited: Void = storage.writes(atLeast: 1)
    await real.sleepers(atLeast: 1)
    real.advance(by: .seconds(10))
    await waited
    #expect(log.lines == [#line - 4])
    #expect(
      log.headlines == ["Missing writes: 0 of 1 expected writes reached the storage within 10.0 seconds of real time."])
    #expect(log.failures[0].message.contains("while its `run()` is running"))
  }
}
