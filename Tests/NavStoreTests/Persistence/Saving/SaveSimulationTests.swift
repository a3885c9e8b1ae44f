import NavStore
import NavStoreInspection
import Testing

@Suite struct SaveSimulationTests {
  @Test func `the promises hold for every order of events`() {
    var failed = 0
    for seed in TestEnvironment.seeds(TestEnvironment.isLong ? 100_000 : 500) {
      var simulation = SaveSimulation(seed: seed)
      simulation.run()
      if simulation.violations.isEmpty { continue }
      failed += 1
      // A few failures are enough for a report.
      if failed > 3 { break }
      let lines = ["NAVSTORE_SEED=\(seed)"] + simulation.violations.prefix(3) + simulation.log.suffix(40)
      Issue.record("\(lines.joined(separator: "\n"))")
    }
  }
}

/// A `SaveSchedule` with a simulated store, disk and clock, and an observer that checks the promises independently.
///
/// Times are in milliseconds. The seed determines the changes, late notices, flushes, stops, slow writes, failures and
/// refusals. In the last part, the state does not change and the disk works, so every change must be saved at the end.
struct SaveSimulation {
  private enum SimulatedEvent {
    case change
    case notice(revision: Int)
    case flush, stop, discard, loss
    case checked
    case wake(token: Int)
    case writeReads(id: Int)
    case writeBegan(id: Int)
    case writeEnded(id: Int)
  }

  private struct Flush {
    var revision: Int
    var isStop: Bool
    /// Whether a write that covered the revision failed, or was refused, while the flush waited.
    var coveringAttemptFailed = false
  }

  private struct Write {
    var id: Int
    var covering: Int?
    var result = SaveSchedule.WriteResult.saved
  }

  let seed: UInt64
  private(set) var violations: [String] = []
  private(set) var log: [String] = []

  private var generator: SplitMix64
  private var schedule = SaveSchedule()
  private var now = 0
  private var queue: [(at: Int, order: Int, event: SimulatedEvent)] = []
  private var order = 0

  private var store = 0
  private var disk = 0
  private var write: Write?
  private var wakeToken = 0
  private var flushes: [Int: Flush] = [:]
  private var isStopped = false
  private var isStopWaiting = false
  private var isDiscarded = false
  private var isChecking = false
  /// Whether the saved state was lost after the last check.
  private var isLost = false
  private var failureRate = 0.0

  // The observer's record of the events.
  /// The revisions that no successful write covers, and the instants at which the schedule received them.
  private var unsaved: [(revision: Int, at: Int)] = []
  private var latestNoticed = 0
  private var lastWriteEnd = 0
  /// The first instant after a failure at which a save without a flush may begin; `nil` if the last save succeeded.
  private var retryAt: Int?
  private var lastBackOff = 0
  private var isRefused = false

  init(seed: UInt64) {
    self.seed = seed
    generator = SplitMix64(seed: seed)
  }

  private mutating func random(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
  private mutating func chance(_ rate: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < rate }

  private mutating func enqueue(_ event: SimulatedEvent, in delay: Int) {
    order += 1
    queue.append((now + delay, order, event))
  }

  private mutating func recordViolation(_ text: String) {
    violations.append("seed \(seed), \(now) ms: \(text)")
  }

  // MARK: - Events

  mutating func run() {
    let isBusy = chance(0.4)
    failureRate = [0, 0, 0.2, 0.6][random(0...3)]
    var instant = 0
    for _ in 0..<random(5...60) {
      instant += isBusy ? random(1...400) : random(1...3_000)
      order += 1
      let event: SimulatedEvent =
        chance(0.15) ? .flush : chance(0.01) ? .stop : chance(0.005) ? .discard : chance(0.02) ? .loss : .change
      queue.append((instant, order, event))
    }
    let endOfFailures = instant
    var steps = 0
    while let next = takeNext() {
      now = next.at
      if now > endOfFailures { failureRate = 0 }
      perform(next.event)
      checkSchedule()
      steps += 1
      if steps > 20_000 { recordViolation("the simulation does not end") }
      if !violations.isEmpty { return }
    }
    checkEnd()
  }

  private mutating func takeNext() -> (at: Int, event: SimulatedEvent)? {
    guard let index = queue.indices.min(by: { (queue[$0].at, queue[$0].order) < (queue[$1].at, queue[$1].order) })
    else {
      return nil
    }
    let next = queue.remove(at: index)
    return (next.at, next.event)
  }

  private mutating func perform(_ event: SimulatedEvent) {
    switch event {
    case .change:
      store += 1
      enqueue(.notice(revision: store), in: chance(0.5) ? 0 : random(0...30))
    case .notice(let revision):
      observe(revision)
      handle(.changed(revision: revision))
    case .flush: requestFlush(isStop: false)
    case .stop: requestFlush(isStop: true)
    case .discard:
      isDiscarded = true
      handle(.discard)
      if write == nil { isStopped = true }
    case .loss: isLost = true
    case .checked:
      isChecking = false
      handle(.checked(isIntact: !isLost))
    case .wake(let token):
      if token == wakeToken { handle(.woke) }
    case .writeReads(let id): readStore(id)
    case .writeBegan(let id): beginWrite(id)
    case .writeEnded(let id): endWrite(id)
    }
  }

  private mutating func observe(_ revision: Int) {
    guard revision > latestNoticed else { return }
    latestNoticed = revision
    unsaved.append((revision, now))
  }

  private mutating func requestFlush(isStop: Bool) {
    order += 1
    let id = order
    flushes[id] = Flush(revision: store, isStop: isStop)
    if isStop { isStopWaiting = true }
    observe(store)
    let hadWrite = write != nil || isChecking
    handle(isStop ? .stop(id, revision: store) : .flush(id, revision: store))
    // A flush never waits for a timer.
    if flushes[id] != nil && write == nil && !isChecking && !hadWrite {
      recordViolation("flush \(id) waits although no write is in progress")
    }
  }

  /// Reads the store for a write.
  ///
  /// A change and its notice may come between the read and the event that the write has begun.
  private mutating func readStore(_ id: Int) {
    guard write?.id == id else { return recordViolation("write \(id) was replaced before it began") }
    write?.covering = store
    enqueue(.writeBegan(id: id), in: chance(0.7) ? 0 : random(0...50))
  }

  private mutating func beginWrite(_ id: Int) {
    guard let covering = write?.covering, write?.id == id else {
      return recordViolation("write \(id) was replaced before it began")
    }
    let result: SaveSchedule.WriteResult = chance(failureRate) ? (chance(0.05) ? .refused : .failed) : .saved
    write?.result = result
    observe(covering)
    handle(.writeBegan(revision: covering))
    enqueue(.writeEnded(id: id), in: chance(0.1) ? random(1_000...12_000) : random(1...60))
  }

  private mutating func endWrite(_ id: Int) {
    guard let ended = write, ended.id == id, let covering = ended.covering else {
      return recordViolation("write \(id) was replaced before it ended")
    }
    write = nil
    lastWriteEnd = now
    switch ended.result {
    case .saved:
      // An older state never replaces a newer one.
      if covering < disk { recordViolation("revision \(covering) was written over revision \(disk)") }
      disk = covering
      isLost = false
      unsaved.removeAll { $0.revision <= covering }
      retryAt = nil
      lastBackOff = 0
      isRefused = false
    case .failed, .refused:
      for (id, flush) in flushes where flush.revision <= covering { flushes[id]?.coveringAttemptFailed = true }
      if ended.result == .failed {
        isRefused = false
        lastBackOff = lastBackOff == 0 ? 1_000 : min(lastBackOff * 2, 60_000)
        retryAt = now + lastBackOff
      } else {
        isRefused = true
      }
    }
    handle(.writeEnded(ended.result))
    if isDiscarded { isStopped = true }
  }

  // MARK: - Commands

  private mutating func handle(_ event: SaveSchedule.Event) {
    let hadFlushes = flushes.contains { $0.value.revision > disk || isLost }
    let commands = schedule.handle(event, at: .milliseconds(now))
    log.append("\(now) \(event) -> \(commands)")
    for command in commands {
      switch command {
      case .wake(let instant):
        wakeToken += 1
        enqueue(.wake(token: wakeToken), in: max(0, milliseconds(instant) - now) + (chance(0.8) ? 0 : random(0...3)))
      case .cancelWake: wakeToken += 1
      case .check:
        if write != nil || isChecking || isStopped { recordViolation("a check during a write or after the stop") }
        isChecking = true
        enqueue(.checked, in: random(0...30))
      case .write: startWrite(isForFlush: hadFlushes)
      case .complete(let ids, let completion): for id in ids { complete(id, completion) }
      }
    }
  }

  private mutating func startWrite(isForFlush: Bool) {
    // Two writes at a time could end in either order, so the older state could replace the newer one.
    if write != nil { recordViolation("a second write during a write") }
    if isStopped || isDiscarded { recordViolation("a write after the stop") }
    if isChecking { recordViolation("a write during a check") }
    order += 1
    write = Write(id: order)
    enqueue(.writeReads(id: order), in: chance(0.7) ? 0 : random(0...50))
    // A flush waits neither for the quiet time nor for the end of a back-off.
    if isForFlush { return }
    if isRefused { recordViolation("a save without a flush after a refusal") }
    if let retryAt {
      // Without a flush, a retry waits for the end of the back-off.
      if now < retryAt { recordViolation("a retry at \(now), before the end of the back-off at \(retryAt)") }
      return
    }
    guard let first = unsaved.first, let last = unsaved.last else {
      return recordViolation("a save without an unsaved change")
    }
    // A change between the read and the event that the write has begun counts from the decision to write. In this
    // simulation, that is at most 100 ms earlier.
    let due = min(last.at + 500, first.at - 100 + 5_000)
    if now < due { recordViolation("a save at \(now), before it is due at \(due)") }
  }

  private mutating func complete(_ id: Int, _ completion: SaveSchedule.Completion) {
    guard let flush = flushes.removeValue(forKey: id) else { return recordViolation("flush \(id) ended twice") }
    switch completion {
    case .saved:
      // A flush that returns has saved every state that the store had before the call.
      if disk < flush.revision { recordViolation("flush of \(flush.revision) returned while the disk has \(disk)") }
    case .failed, .refused:
      if !flush.coveringAttemptFailed { recordViolation("flush \(id) failed without an attempt that covers it") }
    case .stopped:
      if !isStopped && !isStopWaiting && !isDiscarded { recordViolation("flush \(id) was refused without a stop") }
      // A state that was lost, and that the stop could not save again, is not saved.
      if flush.revision <= disk && !isLost && !isDiscarded {
        recordViolation("flush \(id) of a saved state was refused")
      }
    }
    if flush.isStop { isStopped = true }
  }

  // MARK: - Checks

  private mutating func checkSchedule() {
    if schedule.savedRevision > disk {
      recordViolation("the schedule reports \(schedule.savedRevision) as saved, but the disk has \(disk)")
    }
    // After a failure, a retry begins at the end of the back-off.
    if let retryAt, !isStopped, !isRefused, write == nil, now > retryAt + 5 {
      recordViolation("no retry since \(retryAt)")
    }
    // With a disk that works, no change waits longer than `maxWait` and the write in progress.
    guard !isStopped, !isRefused, retryAt == nil, write == nil, !isChecking, let first = unsaved.first else { return }
    let latest = max(first.at + 5_000, lastWriteEnd)
    // A wake may be some milliseconds late.
    if now > latest + 5 { recordViolation("revision \(first.revision) has waited since \(first.at)") }
  }

  private mutating func checkEnd() {
    for (id, flush) in flushes { recordViolation("flush \(id) of \(flush.revision) never ended") }
    // After all retries, every change is saved.
    if !isStopped && !isRefused && !isDiscarded && disk != store {
      recordViolation("the disk has \(disk) at the end, but the store has \(store)")
    }
    if isStopped && schedule.phase != .stopped { recordViolation("stopped, but the phase is \(schedule.phase)") }
  }

  private func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
