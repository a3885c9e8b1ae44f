import NavStore
import NavStoreTesting
import Testing

/// The warning that changes are not saved because nothing runs the persistence.
@Suite(.hangLimit) struct MissingRunWarningTests {
  let clock = TestClock()
  let storage = InMemoryStorage()
  let store = ModelStore(0)
  let messages = Locked<[String]>([])

  private func persistence(maxWait: Duration = .seconds(5)) -> Persistence<Int> {
    let warning = MissingRunWarning(clock: clock) { [messages] text in messages.withLock { $0.append(text) } }
    return Persistence(source: store.source, to: storage, maxWait: maxWait, clock: TestClock(), warning: warning)
  }

  private var reports: [String] { messages.withLock { $0 } }

  // MARK: - The status

  @Test func `the status says that nothing runs the persistence, and which revision is not saved`() async throws {
    let persistence = Persistence(source: store.source, to: storage, clock: clock)
    #expect("\(persistence.status)".contains("revision 0 of 0 is saved"))
    for number in 1...3 { store.set(number) }
    #expect("\(persistence.status)".contains("revision 0 of 3 is saved"), "\(persistence.status)")
    #expect("\(persistence.status)".contains("not running"), "\(persistence.status)")
    #expect(persistence.status.storeRevision == 3)
    try await persistence.flush()
    #expect("\(persistence.status)".hasSuffix("revision 3 of 3 is saved"), "\(persistence.status)")
    store.set(4)
    #expect("\(persistence.status)".contains("only flush() or stop() saves revision 4"), "\(persistence.status)")
  }

  @Test func `the status says whether the persistence runs`() async throws {
    let persistence = Persistence(source: store.source, to: storage, clock: clock)
    #expect(!persistence.status.isRunning)
    let runs = (0..<2).map { _ in Task { await persistence.run() } }
    #expect(await persistence.status { $0.isRunning } != nil)
    store.set(1)
    #expect(!"\(persistence.status)".contains("not running"))
    for run in runs {
      run.cancel()
      await run.value
    }
    #expect(await persistence.status { !$0.isRunning } != nil)
    #expect(persistence.status.savedRevision == 1)
  }

  // MARK: - The report

  @Test func `a change that is not saved for the longest wait is reported once`() async throws {
    let persistence = persistence()
    store.set(1)
    await clock.sleepers(atLeast: 1)
    store.set(2)
    #expect(reports == [])
    clock.advance(by: .seconds(5))
    await persistence.warned()
    #expect(
      reports == [
        """
        NavStore: Changes were not saved to memory.current for 5.0 seconds, because the Persistence was not \
        started. The store has revision 2, and revision 0 is saved. Call start() next to the store, or use .saves(_:) in \
        SwiftUI. This is reported once, in debug builds.
        """
      ])
    store.set(3)
    #expect(clock.sleeperCount == 0)
    #expect(store.waiterCount == 0)
    #expect(storage.writeCount == 0)
  }

  @Test func `a change that is flushed in time is not reported, and a later one is`() async throws {
    let persistence = persistence()
    for number in 1...3 {
      store.set(number)
      await clock.sleepers(atLeast: 1)
      try await persistence.flush()
      clock.advance(by: .seconds(5))
    }
    store.set(4)
    // The warning sleeps again, so it has already checked the flushed changes.
    await clock.sleepers(atLeast: 1)
    #expect(reports == [])
    clock.advance(by: .seconds(5))
    await persistence.warned()
    #expect(reports.count == 1)
  }

  @Test func `a failed save is not reported as a missing run`() async throws {
    let storage = FaultInjectingStorage(wrapping: storage)
    storage.inject(.fail, at: .writes)
    let warning = MissingRunWarning(clock: clock) { [messages] text in messages.withLock { $0.append(text) } }
    let persistence = Persistence(source: store.source, to: storage, clock: TestClock(), warning: warning)
    store.set(1)
    await clock.sleepers(atLeast: 1)
    await #expect(throws: PersistenceError.self) { try await persistence.flush() }
    clock.advance(by: .seconds(5))
    await clock.sleepers(atLeast: 1)
    #expect(reports == [])
    storage.removeFaults()
    try await persistence.stop()
    clock.advance(by: .seconds(5))
    await persistence.warned()
    #expect(reports == [])
  }

  @Test(arguments: [Duration.zero, .seconds(Int64.max)])
  func `any longest wait is reported after a second at the earliest`(maxWait: Duration) async {
    let persistence = persistence(maxWait: maxWait)
    store.set(1)
    await clock.sleepers(atLeast: 1)
    clock.advance(by: maxWait == .zero ? .milliseconds(999) : .seconds(3_000_000_000))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: maxWait == .zero ? .milliseconds(1) : .seconds(1_000_000_000))
    await persistence.warned()
    #expect(reports.count == 1)
  }

  @Test func `a persistence that runs reports no warning`() async throws {
    let persistence = persistence()
    store.set(1)
    await clock.sleepers(atLeast: 1)
    let run = Task { await persistence.run() }
    _ = await persistence.status { $0.isRunning }
    run.cancel()
    await run.value
    // The first run ends the warning.
    try #require(clock.sleeperCount == 0)
    await persistence.warned()
    store.set(2)
    #expect(clock.sleeperCount == 0)
    #expect(reports == [])
  }

  @Test func `a persistence that was started reports no warning`() async throws {
    let persistence = persistence()
    store.set(1)
    await clock.sleepers(atLeast: 1)
    persistence.start()
    try #require(clock.sleeperCount == 0)
    await persistence.warned()
    store.set(2)
    #expect(clock.sleeperCount == 0)
    #expect(reports == [])
  }

  @Test func `waiting for a change retains neither the persistence nor the store`() async {
    var store: ModelStore<Int>? = ModelStore(0)
    weak var core: AnyObject?
    core = store?.core
    weak var released: Persistence<Int>?
    do {
      let warning = MissingRunWarning(clock: clock) { [messages] text in messages.withLock { $0.append(text) } }
      let persistence = store.map {
        Persistence(source: $0.source, to: storage, clock: TestClock(), warning: warning)
      }
      released = persistence
      store?.set(1)
      await clock.sleepers(atLeast: 1)
      withExtendedLifetime(persistence) {}
    }
    #expect(released == nil)
    #expect(clock.sleeperCount == 0)
    store = nil
    // The cancelled task retains the core until it ends.
    while core != nil { await Task.yield() }
    #expect(reports == [])
  }

  @Test func `the end of the store ends the warning`() async {
    var store: ModelStore<Int>? = ModelStore(0)
    let warning = MissingRunWarning(clock: clock) { [messages] text in messages.withLock { $0.append(text) } }
    let persistence = store.map { Persistence(source: $0.source, to: storage, clock: TestClock(), warning: warning) }
    store = nil
    await persistence?.warned()
    #expect(reports == [])
  }

  @Test func `only the clocks of the system have a warning, and only in debug builds`() {
    #if DEBUG
      #expect(MissingRunWarning.standard(for: ContinuousClock()) != nil)
      #expect(MissingRunWarning.standard(for: SuspendingClock()) != nil)
    #else
      #expect(MissingRunWarning.standard(for: ContinuousClock()) == nil)
    #endif
    #expect(MissingRunWarning.standard(for: TestClock()) == nil)
    #expect(MissingRunWarning.standard(for: ImmediateClock()) == nil)
  }
}

/// The report of the warning in a separate process.
@Suite struct MissingRunWarningProcessTests {
  @Test(.startsProcess) func `the report is a line on standard error`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let clock = TestClock()
      let store = ModelStore(0)
      let persistence = Persistence(
        source: store.source, to: InMemoryStorage(), clock: clock, warning: MissingRunWarning(clock: clock))
      store.set(1)
      await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(5))
      await persistence.warned()
    }
    result?.expectMessage("because the Persistence was not started")
  }
}
