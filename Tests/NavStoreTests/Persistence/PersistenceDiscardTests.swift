import Foundation
import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// The end of saving: after `stop()` or `discard()` returned or threw an error, nothing is written.
@Suite(.hangLimit) struct PersistenceDiscardTests {
  private let clock = TestClock()
  private let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
  private let store = ModelStore(0)

  private func persistence(of store: ModelStore<Int>? = nil, to other: (any StateStorage)? = nil) -> Persistence<Int> {
    Persistence(source: (store ?? self.store).source, to: other ?? storage, clock: clock)
  }

  /// Whether the storage contains nothing.
  private var isEmpty: Bool {
    storage.base[.current] == nil && storage.base[.previous] == nil && storage.base.quarantined.isEmpty
      && storage.base.unfinishedRestores() == 0
  }

  private func inCancelledTask<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await body()
    }.value
  }

  // MARK: - In a cancelled task

  @Test func `100 sign-outs in cancelled tasks leave nothing on the disk`() async throws {
    let directory = try TemporaryDirectory()
    for number in 1...100 {
      let file = try FileStorage(path: directory.path("a.state"))
      let persistence = persistence(to: file)
      store.set(number)
      if number % 2 == 0 { try await persistence.flush() }
      store.set(-number)
      try await inCancelledTask { try await persistence.discard() }
      #expect(directory.names == [])
    }
  }

  @Test func `100 stops in cancelled tasks have saved the state when they return, and a removal follows`() async throws
  {
    let directory = try TemporaryDirectory()
    for number in 1...100 {
      let file = try FileStorage(path: directory.path("a.state"))
      let persistence = persistence(to: file)
      store.set(number)
      try await inCancelledTask { try await persistence.stop() }
      #expect(Persistence.load(0, from: file).state == number)
      try file.remove()
      #expect(directory.names == [])
    }
  }

  /// Starts a task and runs it until it suspends for the first time: the main actor runs its tasks in order.
  @MainActor private func start(_ body: @escaping @MainActor () async throws -> Void) async -> Task<Void, any Error> {
    let task = Task { try await body() }
    await Task { @MainActor in }.value
    return task
  }

  @MainActor @Test func `a stop that is cancelled while its save is held returns after the save`() async throws {
    let persistence = persistence()
    store.set(1)
    storage.inject(.hold, at: .writes)
    let returned = Locked(0)
    let stop = await start {
      defer { returned.withLock { $0 += 1 } }
      try await persistence.stop()
    }
    await storage.heldOperations(atLeast: 1)
    // A second caller waits as well.
    let second = await start {
      defer { returned.withLock { $0 += 1 } }
      try await persistence.stop()
    }
    stop.cancel()
    second.cancel()
    await Task { @MainActor in }.value
    #expect(returned.withLock { $0 } == 0)
    #expect(storage.base.writeCount == 0)
    storage.release()
    try await stop.value
    try await second.value
    #expect(try storage.base.states(as: Int.self) == [1])
  }

  @Test func `a stop in a cancelled task throws the failure of its save, and nothing is written afterwards`() async {
    let persistence = persistence()
    store.set(1)
    storage.inject(.fail, at: .write(1))
    await #expect(throws: PersistenceError.storage(.injected(.save, into: "write 1"))) {
      try await inCancelledTask { try await persistence.stop() }
    }
    store.set(2)
    clock.advance(by: .seconds(100))
    await #expect(throws: PersistenceError.stopped) { try await persistence.flush() }
    #expect(storage.base.writeCount == 0)
  }

  @Test func `a sign-out in an effect leaves nothing, although the store is released and the effect cancelled`()
    async throws
  {
    enum Action { case signOut }
    for delay in 0..<20 {
      let directory = try TemporaryDirectory()
      let file = try FileStorage(path: directory.path("a.state"))
      let slot = Locked<Persistence<Int>?>(nil)
      let (began, beginning) = AsyncStream.makeStream(of: Void.self)
      let (ended, ending) = AsyncStream.makeStream(of: Bool.self)
      var store: Store<Int, Action>? = Store(
        initialState: 0,
        reducer: Reduce { state, _ in
          state += 1
          return .run { _ in
            beginning.yield()
            for _ in 0..<delay { await Task.yield() }
            let persistence = slot.withLock { $0.take() }
            try? await persistence?.discard()
            ending.yield(Task.isCancelled)
          }
        })
      slot.withLock { slot in slot = store.map { Persistence(of: $0, to: file) } }
      let run = Task { [persistence = slot.withLock(\.self)] in await persistence?.run() }
      store?.send(.signOut)
      for await _ in began { break }
      store = nil
      for await _ in ended { break }
      await run.value
      #expect(directory.names == [], "\(delay)")
    }
  }

  // MARK: - Discarding

  @Test func `discard removes both generations, the states that were moved aside and the count of restores`()
    async throws
  {
    let persistence = persistence()
    for number in 1...3 {
      store.set(number)
      try await persistence.flush()
    }
    storage.base[.previous] = Data("damaged".utf8)
    _ = try storage.base.quarantine(.previous)
    storage.base.setUnfinishedRestores(2)
    try await persistence.discard()
    #expect(isEmpty)
    #expect(storage.base.writeCount == 3)
    #expect(persistence.status.phase == .stopped)
  }

  @Test func `discard removes all files of a storage, and other files stay`() async throws {
    let directory = try TemporaryDirectory()
    let persistence = persistence(to: try FileStorage(path: directory.path("a.state")))
    for number in 1...3 {
      store.set(number)
      try await persistence.flush()
    }
    try directory.put("damaged", "a.state.aside-4")
    try directory.put("1", "a.state.navstore-restores")
    // A file of a process that was killed. Its number now belongs to a process that exists.
    try directory.put("torn", "a.state.navstore-tmp-1-7")
    try directory.put("mine", "a.state.notes")
    try directory.put("mine", "b.state")
    try await persistence.discard()
    #expect(directory.names == ["a.state.notes", "b.state"])
  }

  @Test func `discard of a storage that was never used creates nothing`() async throws {
    let directory = try TemporaryDirectory()
    try await persistence(to: try FileStorage(path: directory.path("new/folder/a.state"))).discard()
    #expect(directory.names == [])
  }

  @Test func `discard removes the values of a key-value storage, and no other values`() async throws {
    let values = Locked<[String: Data]>(["other": Data(), "navigation.state": Data(), "navigation.aside-99": Data()])
    let storage = KeyValueStorage(key: "navigation") { key in
      values.withLock { $0[key] }
    } write: { key, data in
      values.withLock { $0[key] = data }
    }
    let persistence = persistence(to: storage)
    for number in 1...15 {
      store.set(number)
      try await persistence.flush()
      if number > 3 {
        values.withLock { $0["navigation"] = Data("damaged".utf8) }
      }
    }
    storage.setUnfinishedRestores(3)
    try await persistence.discard()
    #expect(values.withLock { $0.keys.sorted() } == ["navigation.aside-99", "navigation.state", "other"])
  }

  @MainActor @Test func `discard waits for a save in progress, and writes nothing for later changes`() async throws {
    for isCancelled in [false, true] {
      let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
      let store = ModelStore(0)
      let persistence = persistence(of: store, to: storage)
      let run = Task { await persistence.run() }
      storage.inject(.hold, at: .writes)
      store.set(1)
      let flush = Task { try await persistence.flush() }
      await storage.heldOperations(atLeast: 1)
      store.set(2)
      let late = Task { try await persistence.flush() }
      _ = await persistence.status { $0.seenRevision == 2 }
      let discard = await start { try await persistence.discard() }
      if isCancelled { discard.cancel() }
      storage.release()
      try await discard.value
      try await flush.value
      await #expect(throws: PersistenceError.stopped) { try await late.value }
      await run.value
      #expect(storage.base[.current] == nil)
      #expect(storage.base.writeCount == 1)
    }
  }

  @Test func `discard ends run, and cancels the wait for the next save`() async throws {
    let persistence = persistence()
    let run = Task { await persistence.run() }
    store.set(1)
    await clock.sleepers(atLeast: 1)
    try await persistence.discard()
    await run.value
    clock.advance(by: .seconds(100))
    #expect(storage.begunOperations.map(\.kind) == [.removal])
    #expect(clock.sleeperCount == 0)
    #expect(persistence.status.savedRevision == 0)
  }

  @Test func `after discard, flush and stop throw, run returns, and nothing is written`() async throws {
    for wasSaved in [false, true] {
      let directory = try TemporaryDirectory()
      let persistence = persistence(to: try FileStorage(path: directory.path("a.state")))
      if wasSaved {
        store.set(store.state + 1)
        try await persistence.flush()
      }
      try await persistence.discard()
      // Another persistence saves, and its count of restores belongs to it.
      try directory.put("1", "a.state.navstore-restores")
      if !wasSaved { store.set(store.state + 1) }
      await #expect(throws: PersistenceError.stopped) { try await persistence.flush() }
      await #expect(throws: PersistenceError.stopped) { try await persistence.stop() }
      #expect(throws: PersistenceError.stopped) { try persistence.flushAndWait() }
      persistence.confirmRestore()
      await persistence.run()
      try await persistence.discard()
      #expect(directory.names == ["a.state.navstore-restores"])
    }
  }

  @Test func `a run after a stop does not claim the storage, and a late confirmRestore changes no count`() async throws
  {
    let directory = try TemporaryDirectory()
    let file = try FileStorage(path: directory.path("a.state"))
    let first = persistence(to: file)
    store.set(1)
    try await first.stop()
    await first.run()
    try file.setUnfinishedRestores(2)
    first.confirmRestore()
    // A second stop goes through the queue, so that the calls before it have been performed.
    try await first.stop()
    #expect(try file.unfinishedRestores() == 2)
    let second = persistence(to: file)
    store.set(2)
    try await second.flush()
    #expect(Persistence.load(0, from: file).state == 2)
  }

  @Test func `discard after stop removes what the stop has saved`() async throws {
    let persistence = persistence()
    store.set(1)
    try await persistence.stop()
    #expect(!isEmpty)
    try await persistence.discard()
    #expect(isEmpty)
  }

  @Test func `two discards at the same time both return when everything is removed`() async throws {
    let persistence = persistence()
    store.set(1)
    storage.inject(.hold, at: .writes)
    let flush = Task { try await persistence.flush() }
    await storage.heldOperations(atLeast: 1)
    async let first: Void = persistence.discard()
    async let second: Void = persistence.discard()
    storage.release()
    try await first
    try await second
    try await flush.value
    #expect(isEmpty)
  }

  @Test func `a later discard does not remove the state of the next persistence`() async throws {
    let first = persistence()
    try await first.discard()
    let second = persistence()
    store.set(1)
    try await second.stop()
    try await first.discard()
    #expect(try storage.base.state(as: Int.self) == 1)
  }

  @Test func `after a discard, the next persistence saves`() async throws {
    let directory = try TemporaryDirectory()
    let file = try FileStorage(path: directory.path("a.state"))
    for number in 1...5 {
      let persistence = persistence(to: file)
      store.set(number)
      try await persistence.flush()
      #expect(Persistence.load(0, from: file).state == number)
      try await persistence.discard()
      #expect(Persistence.load(0, from: file).state == 0)
    }
  }

  // MARK: - Failures

  @Test func `a removal that fails is reported, the persistence is stopped, and discard may be called again`()
    async throws
  {
    for fault in [StorageFault.fail, .failAfterwards] {
      let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
      let persistence = persistence(to: storage)
      store.set(store.state + 1)
      try await persistence.flush()
      storage.inject(fault, at: .removals)
      for _ in 1...2 {
        let error = await #expect(throws: PersistenceError.self) { try await persistence.discard() }
        guard case .storage(let failure) = error else {
          Issue.record("\(error.map { "\($0)" } ?? "nil")")
          continue
        }
        #expect(failure.action == .remove)
      }
      #expect(persistence.status.phase == .stopped)
      storage.removeFaults()
      try await persistence.discard()
      #expect(storage.base[.current] == nil)
    }
  }

  @Test func `a file that cannot be removed is named, and all others are removed`() async throws {
    let names = ["a.state.previous", "a.state.aside-1", "a.state.navstore-tmp-1-7", "a.state"]
    for name in names {
      let directory = try TemporaryDirectory()
      let system = RecordingFileSystem()
      let persistence = persistence(to: try FileStorage(path: directory.path("a.state"), fileSystem: system))
      for _ in 1...2 {
        store.set(store.state + 1)
        try await persistence.flush()
      }
      try directory.put("damaged", "a.state.aside-1")
      try directory.put("torn", "a.state.navstore-tmp-1-7")
      system.fail(["remove \(name.replacing(".navstore-tmp-1-7", with: ".tmp"))": .permissionDenied])
      let error = await #expect(throws: PersistenceError.self) { try await persistence.discard() }
      // An older state must not come back, so the current one stays with the previous one.
      let left = name == "a.state.previous" ? [name, "a.state"] : [name]
      let paths = left.map(directory.path).joined(separator: ", ")
      #expect(error?.description.hasSuffix("These files are left: \(paths).") == true, "\(error as Any)")
      // The lock file stays, and does not name an owner.
      #expect(directory.names.count == left.count + 1)
      #expect(directory.text("a.state.navstore-owner") == "")
      system.fail([:])
      try await persistence.discard()
      #expect(directory.names == [])
    }
  }

  @Test func `a sync that fails is reported, and the next discard syncs again`() async throws {
    let directory = try TemporaryDirectory()
    let system = RecordingFileSystem()
    let persistence = persistence(to: try FileStorage(path: directory.path("a.state"), fileSystem: system))
    store.set(1)
    try await persistence.flush()
    system.fail(["syncdir": .inputOutput])
    await #expect(throws: PersistenceError.self) { try await persistence.discard() }
    system.fail([:])
    system.forgetCalls()
    try await persistence.discard()
    #expect(system.calls.contains { $0.hasPrefix("syncdir") })
  }

  @Test func `discard removes nothing while another persistence owns the file`() async throws {
    let directory = try TemporaryDirectory()
    let owner = persistence(to: try FileStorage(path: directory.path("a.state")))
    store.set(1)
    try await owner.flush()
    let other = persistence(to: try FileStorage(path: directory.path("a.state")))
    let refusal = PersistenceError.ownedElsewhere(file: directory.path("a.state"), by: .thisProcess)
    await #expect(throws: refusal) { try await other.discard() }
    #expect(other.status.phase == .stopped)
    #expect(Persistence.load(0, from: try FileStorage(path: directory.path("a.state"))).state == 1)
    store.set(2)
    try await owner.flush()
    try await owner.discard()
    try await other.discard()
    #expect(directory.names == [])
  }

  // MARK: - Random orders

  @Test func `in any order of calls, nothing is written after a stop or a discard has ended`() async throws {
    for seed in TestEnvironment.seeds(300) {
      var generator = SplitMix64(seed: seed)
      let clock = TestClock()
      let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
      let store = ModelStore(0)
      let persistence = Persistence(source: store.source, to: storage, clock: clock)
      /// The number of operations that change the storage, when the first stop or discard ended.
      let end = Locked<Int?>(nil)
      let count: @Sendable () -> Int = { storage.begunOperations.count { $0.kind == .write || $0.kind == .quarantine } }
      var tasks: [Task<Void, Never>] = []
      var hasDiscard = false
      func start(_ body: @escaping @Sendable () async throws -> Void, ends: Bool) {
        let isCancelled = Bool.random(using: &generator)
        tasks.append(
          Task {
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            try? await body()
            if ends { end.withLock { $0 = $0 ?? count() } }
          })
      }
      for _ in 0..<Int.random(in: 5...30, using: &generator) {
        switch Int.random(in: 0..<14, using: &generator) {
        case 0..<4: store.set(store.state + 1)
        case 4: clock.advance(by: .milliseconds(Int.random(in: 1...3000, using: &generator)))
        case 5: storage.inject([.fail, .failAfterwards].randomElement(using: &generator) ?? .fail, at: .writes)
        case 6: storage.inject(.hold, at: .writes)
        case 7: storage.removeFaults()
        case 8: start({ await persistence.run() }, ends: false)
        case 9: start({ try await persistence.flush() }, ends: false)
        case 10: tasks.randomElement(using: &generator)?.cancel()
        case 11: start({ try await persistence.stop() }, ends: true)
        case 12: await Task.yield()
        default:
          hasDiscard = true
          start({ try await persistence.discard() }, ends: true)
        }
      }
      storage.removeFaults()
      start({ try await persistence.stop() }, ends: true)
      for task in tasks { await task.value }
      clock.advance(by: .seconds(100))
      #expect(end.withLock { $0 } == count(), "NAVSTORE_SEED=\(seed)")
      if hasDiscard { #expect(storage.base[.current] == nil, "NAVSTORE_SEED=\(seed)") }
      #expect(persistence.status.phase == .stopped)
    }
  }
}
