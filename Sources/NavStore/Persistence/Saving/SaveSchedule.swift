/// When a state is saved: the rules of the debounce, without time, tasks or storage.
///
/// It is told what happens and what time it is, and answers with what to do. Instants are durations since a start that
/// the caller chose. Revisions are the store's: each change has a greater one, and revision 0 is the state that was
/// loaded.
///
/// A change becomes *due* when nothing has changed for `quiet`, and at the latest `maxWait` after the first change that
/// is not saved. One write at a time saves the newest state there is **when it starts**, so it *covers* every revision
/// up to the one that was read then; what changes later has a due time of its own. A flush waits for a write that
/// covers what it was asked for, and is the only thing that does not wait for the due time or the end of a back-off.
package struct SaveSchedule: Sendable {
  /// The durations of the rules.
  package struct Rules: Equatable, Sendable {
    /// How long nothing must change before a save.
    package var quiet: Duration = .milliseconds(500)
    /// How long a change waits at most for its save to begin.
    package var maxWait: Duration = .seconds(5)
    /// How long the first failed save is waited after; it doubles with each further failure.
    package var firstBackOff: Duration = .seconds(1)
    /// What the doubling ends at.
    package var longestBackOff: Duration = .seconds(60)

    package init(quiet: Duration = .milliseconds(500), maxWait: Duration = .seconds(5)) {
      self.quiet = quiet
      self.maxWait = maxWait
    }
  }

  package typealias FlushID = Int

  package enum Event: Equatable, Sendable {
    /// The store was seen to be at that revision.
    case changed(revision: Int)
    /// Somebody waits until that revision is saved: a flush, or a run whose stream ended or whose task was cancelled.
    case flush(FlushID, revision: Int)
    /// As a flush; afterwards nothing is written any more.
    case stop(FlushID, revision: Int)
    /// What is saved is of an older form, and is to be saved again although nothing has changed.
    case outOfDate
    /// The instant of the last `wake(at:)` has come. Too early does no harm.
    case woke
    /// The write that was asked for has read the store, at that revision.
    case writeBegan(revision: Int)
    /// The write has ended.
    case writeEnded(WriteResult)
  }

  package enum WriteResult: Equatable, Sendable {
    case saved
    case failed
    /// What is saved must not be written over: it makes no sense to try again by oneself.
    case refused
  }

  package enum Command: Equatable, Sendable {
    /// Send `woke` at that instant, instead of at any instant asked for before.
    case wake(at: Duration)
    /// No `woke` is needed.
    case cancelWake
    /// Read the store and send `writeBegan`, save what was read and send `writeEnded`.
    case write
    /// Those flushes are over.
    case complete([FlushID], Completion)
  }

  package enum Completion: Equatable, Sendable {
    case saved
    case failed
    case refused
    /// The schedule was stopped before the revision was saved.
    case stopped
  }

  /// What the schedule is doing.
  package enum Phase: Equatable, Sendable {
    /// Everything that is known of is saved.
    case idle
    /// There are changes, which are saved at that instant unless more come.
    case waiting(until: Duration)
    /// A write is under way. It covers that revision; nil until it has read the store.
    case writing(covering: Int?)
    /// The last write failed. The next one is at that instant, whatever changes.
    case backingOff(until: Duration)
    /// The last write was refused. Only a flush tries again.
    case readOnly
    /// Nothing is written any more.
    case stopped
  }

  /// When the changes that no write covers came.
  private struct Unsaved {
    var first: Duration
    var last: Duration
  }

  private struct Waiter {
    var id: FlushID
    var revision: Int
  }

  package let rules: Rules
  /// The last revision that the schedule knows of.
  package private(set) var seenRevision = 0
  /// The last revision that is saved. Revision 0 is what was loaded, so it is saved.
  package private(set) var savedRevision = 0
  package private(set) var phase = Phase.idle

  private var unsaved: Unsaved?
  private var writeDecided = Duration.zero
  private var backOff: Duration?
  private var waiters: [Waiter] = []
  /// The revision that must be tried before the schedule stops.
  private var stopRevision: Int?
  private var isWakeOnItsWay = false

  package init(rules: Rules = Rules()) {
    self.rules = rules
  }

  /// Takes in one event and returns what to do, in order.
  package mutating func handle(_ event: Event, at now: Duration) -> [Command] {
    var commands: [Command] = []
    switch event {
    case .changed(let revision): note(revision, at: now)
    case .flush(let id, let revision): flush(id, revision, at: now, &commands)
    case .stop(let id, let revision): stop(id, revision, at: now, &commands)
    case .outOfDate: noteOutOfDate(at: now)
    case .woke: woke(at: now, &commands)
    case .writeBegan(let revision): writeBegan(covering: revision, at: now)
    case .writeEnded(let result): writeEnded(result, at: now, &commands)
    }
    armWake(&commands)
    return commands
  }

  // MARK: - Changes

  /// A revision that is not newer is one that a write or a flush has told of already.
  private mutating func note(_ revision: Int, at now: Duration) {
    guard revision > seenRevision, phase != .stopped else { return }
    seenRevision = revision
    unsaved = Unsaved(first: unsaved?.first ?? now, last: now)
    switch phase {
    case .idle, .waiting: waitForDue()
    case .writing, .backingOff, .readOnly, .stopped: break
    }
  }

  private mutating func noteOutOfDate(at now: Duration) {
    // If there is anything else to save, that save does it.
    guard phase == .idle else { return }
    unsaved = Unsaved(first: now, last: now)
    waitForDue()
  }

  private mutating func waitForDue() {
    guard let unsaved else {
      phase = .idle
      return
    }
    phase = .waiting(until: min(unsaved.last + rules.quiet, unsaved.first + rules.maxWait))
  }

  private mutating func woke(at now: Duration, _ commands: inout [Command]) {
    isWakeOnItsWay = false
    switch phase {
    case .waiting(let due) where due <= now: write(at: now, &commands)
    case .backingOff(let until) where until <= now: write(at: now, &commands)
    default: break
    }
  }

  // MARK: - Flushes

  private mutating func flush(_ id: FlushID, _ revision: Int, at now: Duration, _ commands: inout [Command]) {
    if revision <= savedRevision {
      commands.append(.complete([id], .saved))
      return
    }
    if phase == .stopped {
      commands.append(.complete([id], .stopped))
      return
    }
    note(revision, at: now)
    waiters.append(Waiter(id: id, revision: revision))
    // A write under way either covers the revision, or is followed by one that does as soon as it ends.
    if case .writing = phase { return }
    write(at: now, &commands)
  }

  private mutating func stop(_ id: FlushID, _ revision: Int, at now: Duration, _ commands: inout [Command]) {
    if case .writing = phase, revision <= savedRevision {
      // Saved already, and yet the stop is over only when nothing is being written any more.
      waiters.append(Waiter(id: id, revision: revision))
    } else {
      flush(id, revision, at: now, &commands)
    }
    guard phase != .stopped else { return }
    // The first stop decides: once it is over nothing is written, not even for a second one that wants more.
    if stopRevision == nil { stopRevision = revision }
    if case .writing = phase { return }
    // The flush found nothing to do.
    finishStopping(&commands)
  }

  private mutating func finishStopping(_ commands: inout [Command]) {
    phase = .stopped
    let late = waiters.map(\.id)
    waiters = []
    if !late.isEmpty { commands.append(.complete(late, .stopped)) }
  }

  // MARK: - Writes

  private mutating func write(at now: Duration, _ commands: inout [Command]) {
    writeDecided = now
    phase = .writing(covering: nil)
    commands.append(.write)
  }

  private mutating func writeBegan(covering revision: Int, at now: Duration) {
    guard case .writing = phase else { return }
    phase = .writing(covering: revision)
    // Notices of what the write covers may still be on their way: with this line they are not newer.
    seenRevision = max(seenRevision, revision)
    if seenRevision == revision {
      unsaved = nil
    } else if let changes = unsaved {
      // Something came between the reading and this. It came after the write was decided on, as all that is not
      // covered.
      unsaved = Unsaved(first: max(changes.first, writeDecided), last: changes.last)
    }
  }

  private mutating func writeEnded(_ result: WriteResult, at now: Duration, _ commands: inout [Command]) {
    guard case .writing(let covered?) = phase else { return }
    let completion: Completion
    switch result {
    case .saved:
      savedRevision = max(savedRevision, covered)
      backOff = nil
      completion = .saved
      waitForDue()
    case .failed:
      let next = min(backOff.map { $0 * 2 } ?? rules.firstBackOff, rules.longestBackOff)
      backOff = next
      completion = .failed
      phase = .backingOff(until: now + next)
    case .refused:
      completion = .refused
      phase = .readOnly
    }
    let saved = waiters.filter { $0.revision <= savedRevision }.map(\.id)
    let tried = waiters.filter { $0.revision > savedRevision && $0.revision <= covered }.map(\.id)
    waiters.removeAll { $0.revision <= covered }
    if !saved.isEmpty { commands.append(.complete(saved, .saved)) }
    if !tried.isEmpty { commands.append(.complete(tried, completion)) }

    if let stopRevision, stopRevision <= covered {
      finishStopping(&commands)
    } else if !waiters.isEmpty {
      write(at: now, &commands)
    }
  }

  // MARK: - Waking

  /// Asks for a wake only if none is on its way: one that comes too early asks again, which is cheaper than a new timer
  /// for each change. None comes too late, because the instant of a wait only moves on, and a write cancels the wake.
  private mutating func armWake(_ commands: inout [Command]) {
    switch phase {
    case .waiting(let instant), .backingOff(let instant):
      if isWakeOnItsWay { return }
      isWakeOnItsWay = true
      commands.append(.wake(at: instant))
    case .idle, .writing, .readOnly, .stopped:
      if !isWakeOnItsWay { return }
      isWakeOnItsWay = false
      commands.append(.cancelWake)
    }
  }
}
