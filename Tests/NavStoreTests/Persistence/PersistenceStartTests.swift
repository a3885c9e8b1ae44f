import Dispatch
import NavStoreTesting
import Testing

@testable import NavStore

/// A persistence that is started next to the store, and the views that attach to it.
///
/// Apple documents that SwiftUI cancels the action of `task(id:)` "at some point after the view disappears". No public
/// report says whether a root view below a full-screen cover counts as disappeared, so the tests feed both cases.
@Suite(.hangLimit) struct PersistenceStartTests {
  private let clock = TestClock()
  private let storage = InMemoryStorage()
  private let store = ModelStore(0)
  /// The number of tasks that the persistence has started. It starts them synchronously.
  private let taskCount = Locked(0)

  private func persistence() -> Persistence<Int> {
    let source = store.source
    return Persistence(
      source: StateSource(
        snapshot: source.snapshot, revision: source.revision, nextRevision: source.nextRevision
      ) { [taskCount] priority, work in
        taskCount.withLock { $0 += 1 }
        return Task(priority: priority) { await work() }
      },
      to: storage, schema: StateSchema(maxUnfinishedRestores: 2), clock: clock)
  }

  private var tasks: Int { taskCount.withLock(\.self) }
  private var saved: Int { Persistence.load(-1, from: storage).state }

  /// Changes the state, and waits until the persistence has saved it after the quiet time.
  private func change(to number: Int, savedBy persistence: Persistence<Int>) async {
    let revision = store.set(number)
    _ = await persistence.status { $0.seenRevision == revision }
    clock.advance(by: .milliseconds(500))
    _ = await persistence.status { $0.savedRevision == revision }
    #expect(saved == number)
  }

  // MARK: - Starting

  @Test func `a started persistence runs when the call returns, and saves the changes`() async {
    let persistence = persistence()
    store.set(1)
    persistence.start()
    #expect(persistence.status.isRunning)
    await change(to: 2, savedBy: persistence)
    await change(to: 3, savedBy: persistence)
    #expect(storage.writeCount == 2)
  }

  @Test func `further starts do nothing`() async {
    let persistence = persistence()
    persistence.start()
    let first = tasks
    for _ in 1...3 { persistence.start() }
    #expect(tasks == first)
    await change(to: 1, savedBy: persistence)
    #expect(storage.writeCount == 1)
  }

  @Test func `a run beside a start changes nothing, and its end does not end the saving`() async {
    let persistence = persistence()
    let early = Task { await persistence.run() }
    _ = await persistence.status { $0.isRunning }
    persistence.start()
    let late = Task { await persistence.run() }
    await change(to: 1, savedBy: persistence)
    for run in [early, late] {
      run.cancel()
      await run.value
    }
    #expect(persistence.status.isRunning)
    await change(to: 2, savedBy: persistence)
    #expect(storage.writeCount == 2)
  }

  @Test func `a task that starts a persistence may be cancelled`() async {
    let persistence = persistence()
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      persistence.start()
    }.value
    await change(to: 1, savedBy: persistence)
    #expect(persistence.status.isRunning)
  }

  // MARK: - A root view that appears and disappears

  @Test func `saving continues while the root view appears, disappears below a cover and appears again`() async {
    let persistence = persistence()
    persistence.attach()
    await change(to: 1, savedBy: persistence)
    // The view disappears: nothing is called, and a cancellation of its task comes after the end of that task.
    await change(to: 2, savedBy: persistence)
    let before = tasks
    persistence.attach()
    #expect(tasks == before, "The persistence runs once, however often the view appears.")
    await change(to: 3, savedBy: persistence)
    #expect(storage.writeCount == 3)
  }

  @Test func `a view attaches to a persistence that the app has started, and other views to the same one`() async {
    let persistence = persistence()
    persistence.start()
    let running = tasks
    for _ in ["a scene", "another scene"] { persistence.attach() }
    #expect(tasks == running + 1, "Only the time until the state is healthy is new.")
    await change(to: 1, savedBy: persistence)
    #expect(storage.writeCount == 1)
  }

  @Test(arguments: [Duration.zero, .seconds(3), .milliseconds(4999)])
  func `a state is healthy five seconds after the first appearance, whenever the view appears again`(again: Duration)
    async
  {
    storage.setUnfinishedRestores(1)
    let persistence = persistence()
    clock.advance(by: .seconds(100))
    persistence.attach()
    await clock.sleepers(atLeast: 1)
    clock.advance(by: again)
    let before = tasks
    persistence.attach()
    #expect(tasks == before)
    #expect(clock.nextDeadline?.offset == .seconds(105))
    #expect(await restores(afterWorkOf: persistence) == 1)
    clock.advance(by: .seconds(5) - again)
    while storage.unfinishedRestores() != 0 { await Task.yield() }
    // Another start of the app counts its own restore. A view of this one that appears does not reset that count.
    storage.setUnfinishedRestores(1)
    persistence.attach()
    #expect(tasks == before)
    clock.advance(by: .seconds(10))
    #expect(await restores(afterWorkOf: persistence) == 1)
  }

  @Test func `a state of which no view has appeared does not become healthy by a start`() async {
    storage.setUnfinishedRestores(1)
    let persistence = persistence()
    persistence.start()
    #expect(tasks == 1)
    clock.advance(by: .seconds(10))
    #expect(await restores(afterWorkOf: persistence) == 1)
  }

  /// Returns the count of unfinished restores after the queue of the persistence has done its work.
  private func restores(afterWorkOf persistence: Persistence<Int>) async -> Int {
    await blocking { persistence.queue.sync {} }
    return storage.unfinishedRestores()
  }

  // MARK: - The end

  @Test func `the release of the store saves the last state, and releases a persistence that nothing else retains`()
    async
  {
    let statuses: AsyncStream<PersistenceStatus>
    do {
      let store = ModelStore(0)
      let persistence = Persistence(source: store.source, to: storage, clock: clock)
      statuses = persistence.statuses
      persistence.attach()
      store.set(1)
    }
    for await _ in statuses {}  // ends when the persistence is released
    #expect(saved == 1)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a started persistence does not retain its store`() async {
    weak var released: ModelStore<Int>?
    let persistence: Persistence<Int>
    do {
      let store = ModelStore(0)
      released = store
      persistence = Persistence(source: store.source, to: storage, clock: clock)
      persistence.start()
      store.set(1)
    }
    #expect(released == nil)
    _ = await persistence.status { !$0.isRunning && $0.savedRevision == 1 }
    #expect(saved == 1)
  }

  @Test(arguments: [true, false])
  func `a stopped or discarded persistence has ended its tasks, and a start or a view starts none`(isStopped: Bool)
    async throws
  {
    let persistence = persistence()
    persistence.attach()
    await change(to: 1, savedBy: persistence)
    await clock.sleepers(atLeast: 1)
    store.set(2)
    try await isStopped ? persistence.stop() : persistence.discard()
    #expect(saved == (isStopped ? 2 : -1))
    let ended = tasks
    persistence.start()
    persistence.attach()
    #expect(tasks == ended)
    _ = await persistence.status { !$0.isRunning }
    #expect(clock.sleeperCount == 0)
    #expect(store.waiterCount == 0)
    store.set(3)
    clock.advance(by: .seconds(100))
    #expect(saved == (isStopped ? 2 : -1))
    #expect(persistence.status.phase == .stopped)
  }

  @Test(arguments: [true, false])
  func `a persistence that was stopped or discarded first does not start`(isStopped: Bool) async throws {
    let persistence = persistence()
    try await isStopped ? persistence.stop() : persistence.discard()
    persistence.start()
    persistence.attach()
    #expect(tasks == 0)
    #expect(!persistence.status.isRunning)
  }
}
