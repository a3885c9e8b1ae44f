import NavStore
import NavStoreInspection
import Testing

@Suite struct SaveSimulationTests {
  @Test func `the promises hold for every order of events`() {
    var failed = 0
    for seed in TestEnvironment.seeds(TestEnvironment.isLong ? 100_000 : 4_000) {
      var simulation = SaveSimulation(seed: seed)
      simulation.run()
      if simulation.complaints.isEmpty { continue }
      failed += 1
      // A few failures are enough for a report.
      if failed > 3 { break }
      Issue.record(
        "NAVSTORE_SEED=\(seed)\n\(simulation.complaints.prefix(3).joined(separator: "\n"))\n\(simulation.log.suffix(40).joined(separator: "\n"))"
      )
    }
  }
}

/// A `SaveSchedule` with a simulated store, disk and clock, and an observer that checks the promises independently.
///
/// Times are in milliseconds. The seed determines the changes, late notices, flushes, stops, slow writes, failures and
/// refusals. In the last part, nothing changes and the disk works, so every change must be saved in the end.
struct SaveSimulation {
  private enum Happening {
    case change
    case notice(revision: Int)
    case flush, stop
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
  private(set) var complaints: [String] = []
  private(set) var log: [String] = []

  private var generator: SplitMix64
  private var schedule = SaveSchedule()
  private var now = 0
  private var queue: [(at: Int, order: Int, what: Happening)] = []
  private var order = 0

  private var store = 0
  private var disk = 0
  private var write: Write?
  private var wakeToken = 0
  private var flushes: [Int: Flush] = [:]
  private var isStopped = false
  private var isStopWaiting = false
  private var failureRate = 0.0

  // The observer's record of the events.
  /// The revisions that no successful write covers, and the instants at which the schedule received them.
  private var noticed: [(revision: Int, at: Int)] = []
  private var known = 0
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

  private mutating func plan(_ what: Happening, in delay: Int) {
    order += 1
    queue.append((now + delay, order, what))
  }

  private mutating func complain(_ text: String) {
    complaints.append("seed \(seed), \(now) ms: \(text)")
  }

  // MARK: - Events

  mutating func run() {
    let isBusy = chance(0.4)
    failureRate = [0, 0, 0.2, 0.6][random(0...3)]
    var instant = 0
    for _ in 0..<random(5...60) {
      instant += isBusy ? random(1...400) : random(1...3_000)
      order += 1
      let what: Happening = chance(0.15) ? .flush : chance(0.01) ? .stop : .change
      queue.append((instant, order, what))
    }
    let endOfTrouble = instant
    var steps = 0
    while let next = takeNext() {
      now = next.at
      if now > endOfTrouble { failureRate = 0 }
      happen(next.what)
      checkSchedule()
      steps += 1
      if steps > 20_000 { complain("the simulation does not end") }
      if !complaints.isEmpty { return }
    }
    checkEnd()
  }

  private mutating func takeNext() -> (at: Int, what: Happening)? {
    guard let index = queue.indices.min(by: { (queue[$0].at, queue[$0].order) < (queue[$1].at, queue[$1].order) })
    else {
      return nil
    }
    let next = queue.remove(at: index)
    return (next.at, next.what)
  }

  private mutating func happen(_ what: Happening) {
    switch what {
    case .change:
      store += 1
      plan(.notice(revision: store), in: chance(0.5) ? 0 : random(0...30))
    case .notice(let revision):
      observe(revision)
      tell(.changed(revision: revision))
    case .flush, .stop: ask(isStop: { if case .stop = what { true } else { false } }())
    case .wake(let token):
      if token == wakeToken { tell(.woke) }
    case .writeReads(let id): readStore(id)
    case .writeBegan(let id): beginWrite(id)
    case .writeEnded(let id): endWrite(id)
    }
  }

  private mutating func observe(_ revision: Int) {
    guard revision > known else { return }
    known = revision
    noticed.append((revision, now))
  }

  private mutating func ask(isStop: Bool) {
    order += 1
    let id = order
    flushes[id] = Flush(revision: store, isStop: isStop)
    if isStop { isStopWaiting = true }
    observe(store)
    let hadWrite = write != nil
    tell(isStop ? .stop(id, revision: store) : .flush(id, revision: store))
    // A flush never waits for a timer.
    if flushes[id] != nil && write == nil && !hadWrite { complain("flush \(id) waits though nothing is being written") }
  }

  /// Reads the store for a write.
  ///
  /// A change and its notice may come between the read and the event that the write has begun.
  private mutating func readStore(_ id: Int) {
    guard write?.id == id else { return complain("write \(id) was replaced before it began") }
    write?.covering = store
    plan(.writeBegan(id: id), in: chance(0.7) ? 0 : random(0...50))
  }

  private mutating func beginWrite(_ id: Int) {
    guard let covering = write?.covering, write?.id == id else {
      return complain("write \(id) was replaced before it began")
    }
    let result: SaveSchedule.WriteResult = chance(failureRate) ? (chance(0.05) ? .refused : .failed) : .saved
    write?.result = result
    observe(covering)
    tell(.writeBegan(revision: covering))
    plan(.writeEnded(id: id), in: chance(0.1) ? random(1_000...12_000) : random(1...60))
  }

  private mutating func endWrite(_ id: Int) {
    guard let ended = write, ended.id == id, let covering = ended.covering else {
      return complain("write \(id) was replaced before it ended")
    }
    write = nil
    lastWriteEnd = now
    switch ended.result {
    case .saved:
      // An older state never replaces a newer one.
      if covering < disk { complain("revision \(covering) was written over revision \(disk)") }
      disk = covering
      noticed.removeAll { $0.revision <= covering }
      retryAt = nil
      lastBackOff = 0
      isRefused = false
    case .failed, .refused:
      for (flush, asked) in flushes where asked.revision <= covering { flushes[flush]?.coveringAttemptFailed = true }
      if ended.result == .failed {
        isRefused = false
        lastBackOff = lastBackOff == 0 ? 1_000 : min(lastBackOff * 2, 60_000)
        retryAt = now + lastBackOff
      } else {
        isRefused = true
      }
    }
    tell(.writeEnded(ended.result))
  }

  // MARK: - Commands

  private mutating func tell(_ event: SaveSchedule.Event) {
    let hadFlushes = flushes.contains { $0.value.revision > disk }
    let commands = schedule.handle(event, at: .milliseconds(now))
    log.append("\(now) \(event) -> \(commands)")
    for command in commands {
      switch command {
      case .wake(let instant):
        wakeToken += 1
        plan(.wake(token: wakeToken), in: max(0, milliseconds(instant) - now) + (chance(0.8) ? 0 : random(0...3)))
      case .cancelWake: wakeToken += 1
      case .write: startWrite(wanted: hadFlushes)
      case .complete(let ids, let completion): for id in ids { complete(id, completion) }
      }
    }
  }

  private mutating func startWrite(wanted: Bool) {
    // Two writes at a time could end in either order, so the older state could replace the newer one.
    if write != nil { complain("a second write beside one under way") }
    if isStopped { complain("a write after the stop") }
    order += 1
    write = Write(id: order)
    plan(.writeReads(id: order), in: chance(0.7) ? 0 : random(0...50))
    // A flush waits neither for the quiet time nor for the end of a back-off.
    if wanted { return }
    if isRefused { complain("a save that nobody asked for after a refusal") }
    if let retryAt {
      // Without a flush, a retry waits for the end of the back-off.
      if now < retryAt { complain("a retry at \(now), before the end of the back-off at \(retryAt)") }
      return
    }
    guard let first = noticed.first, let last = noticed.last else { return complain("a save of nothing") }
    // A change between the read and the event that the write has begun counts from the decision to write. In this
    // simulation, that is at most 100 ms earlier.
    let due = min(last.at + 500, first.at - 100 + 5_000)
    if now < due { complain("a save at \(now), before its time at \(due)") }
  }

  private mutating func complete(_ id: Int, _ completion: SaveSchedule.Completion) {
    guard let flush = flushes.removeValue(forKey: id) else { return complain("flush \(id) ended twice") }
    switch completion {
    case .saved:
      // A flush that returns has saved every state that the store had before the call.
      if disk < flush.revision { complain("flush of \(flush.revision) returned while the disk has \(disk)") }
    case .failed, .refused:
      if !flush.coveringAttemptFailed { complain("flush \(id) failed without an attempt of its own") }
    case .stopped:
      if !isStopped && !isStopWaiting { complain("flush \(id) was refused though nobody stopped") }
      if flush.revision <= disk { complain("flush \(id) of a saved state was refused") }
    }
    if flush.isStop { isStopped = true }
  }

  // MARK: - Checks

  private mutating func checkSchedule() {
    if schedule.savedRevision > disk { complain("it believes in \(schedule.savedRevision), the disk has \(disk)") }
    // After a failure, a retry begins at the end of the back-off.
    if let retryAt, !isStopped, !isRefused, write == nil, now > retryAt + 5 { complain("no retry since \(retryAt)") }
    // With a disk that works, no change waits longer than `maxWait` and the write in progress.
    guard !isStopped, !isRefused, retryAt == nil, write == nil, let first = noticed.first else { return }
    let latest = max(first.at + 5_000, lastWriteEnd)
    // A wake may be some milliseconds late.
    if now > latest + 5 { complain("revision \(first.revision) has waited since \(first.at)") }
  }

  private mutating func checkEnd() {
    for (id, flush) in flushes { complain("flush \(id) of \(flush.revision) never ended") }
    // After all retries, every change is saved.
    if !isStopped && !isRefused && disk != store { complain("the disk has \(disk) in the end, the store \(store)") }
    if isStopped && schedule.phase != .stopped { complain("stopped, but \(schedule.phase)") }
  }

  private func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
