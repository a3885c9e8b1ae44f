/// A state machine that decides when a state is saved. It uses no clocks, tasks or storage.
///
/// The schedule receives events with the current time, and returns commands. Instants are durations since a start that
/// the caller has chosen. Revisions are those of the store: each change increases the revision, and revision 0 is the
/// loaded state.
///
/// A change is *due* when nothing has changed for `quiet`, and at the latest `maxWait` after the first unsaved change.
/// Only one write runs at a time. A write **starts by reading the newest state** from the store, and *covers* every
/// revision up to and including the revision of that state. Later changes have their own due time. A flush waits for a
/// write that covers the revision of the flush. Only a flush starts a write before the due time or before the end of a
/// back-off. A flush of a saved revision first *checks* that the storage still contains the saved state.
package struct SaveSchedule: Sendable {
  package struct Rules: Equatable, Sendable {
    /// The time for which the state must stay unchanged before a save begins. `maxWait` and flushes can start a save
    /// earlier.
    package var quiet: Duration = .milliseconds(500)
    /// The longest time that a change waits until its save begins, unless a write is in progress, or the last save
    /// failed or was refused.
    package var maxWait: Duration = .seconds(5)
    /// The pause after the first failed save. The pause doubles with each further failure until a save succeeds.
    let firstBackOff: Duration = .seconds(1)
    let longestBackOff: Duration = .seconds(60)

    package init(quiet: Duration = .milliseconds(500), maxWait: Duration = .seconds(5)) {
      self.quiet = quiet
      self.maxWait = maxWait
    }
  }

  package typealias FlushID = Int

  package enum Event: Equatable, Sendable {
    case changed(revision: Int)
    /// A caller waits until `revision` is saved: a call of `flush()`, or a call of `run()` that is about to return.
    case flush(FlushID, revision: Int)
    /// A flush that also stops the schedule. After this flush has ended, nothing is written.
    case stop(FlushID, revision: Int)
    /// The saved state is no longer needed. After a write in progress, nothing is written.
    case discard
    /// The saved state has an older form, and is saved again although nothing has changed.
    case outOfDate
    /// The instant of the last `wake(at:)` command has been reached. If the event is sent too early, the schedule
    /// returns another `wake(at:)` command.
    case woke
    /// The requested check has ended. `isIntact` is `false` if the storage no longer contains the saved state.
    case checked(isIntact: Bool)
    /// The requested write has read the store. The state that was read has the given revision.
    case writeBegan(revision: Int)
    case writeEnded(WriteResult)
  }

  package enum WriteResult: Equatable, Sendable {
    case saved
    case failed
    /// The saved state must not be overwritten. Only a flush leads to another attempt.
    case refused
  }

  package enum Command: Equatable, Sendable {
    /// Send `woke` at the given instant. This command replaces an earlier `wake(at:)`.
    case wake(at: Duration)
    case cancelWake
    /// Find out whether the storage still contains the saved state, and send `checked`.
    case check
    /// Read the store and send `writeBegan`. Then save the state that was read, and send `writeEnded`.
    case write
    case complete([FlushID], Completion)
  }

  package enum Completion: Equatable, Sendable {
    case saved
    case failed
    case refused
    /// The schedule was stopped before the flush's revision was saved.
    case stopped
  }

  package enum Phase: Equatable, Sendable {
    /// Every change that an event has reported is saved.
    case idle
    /// The next write begins at `until`. Further changes can postpone it. A flush of an unsaved revision starts it
    /// earlier.
    case waiting(until: Duration)
    case checking
    /// A write is in progress. `covering` is the revision that the write saves; it is `nil` until the write has read
    /// the store.
    case writing(covering: Int?)
    /// The last write failed. The next one begins at `until`. Further changes do not postpone it. A flush of an unsaved
    /// revision starts it earlier.
    case backingOff(until: Duration)
    /// The last write was refused. Only a flush tries again.
    case readOnly
    case stopped
  }

  /// The instants of the first and the last change that no write covers.
  private struct Unsaved {
    var first: Duration
    var last: Duration
  }

  private struct Waiter {
    var id: FlushID
    var revision: Int
  }

  package let rules: Rules
  package private(set) var seenRevision = 0
  /// The newest saved revision. Revision 0 is the loaded state, which counts as saved.
  package private(set) var savedRevision = 0
  package private(set) var phase = Phase.idle

  private var unsaved: Unsaved?
  private var writeDecided = Duration.zero
  private var backOff: Duration?
  private var waiters: [Waiter] = []
  /// The revision that a write must cover before the schedule stops, whether the write succeeds or fails; `nil` if no
  /// stop was requested.
  private var stopRevision: Int?
  private var isDiscarded = false
  /// Whether a check has found that the storage no longer contains the saved state, and no write has succeeded since.
  private var isLost = false
  private var isWakePending = false

  package init(rules: Rules = Rules()) {
    self.rules = rules
  }

  package mutating func handle(_ event: Event, at now: Duration) -> [Command] {
    var commands: [Command] = []
    switch event {
    case .changed(let revision): note(revision, at: now)
    case .flush(let id, let revision): flush(id, revision, at: now, &commands)
    case .stop(let id, let revision): stop(id, revision, at: now, &commands)
    case .discard: discard(&commands)
    case .outOfDate: noteOutOfDate(at: now)
    case .woke: woke(at: now, &commands)
    case .checked(let isIntact): checked(isIntact, at: now, &commands)
    case .writeBegan(let revision): writeBegan(covering: revision, at: now)
    case .writeEnded(let result): writeEnded(result, at: now, &commands)
    }
    armWake(&commands)
    return commands
  }

  // MARK: - Changes

  /// Notes a change. A revision that is not newer than the last one is ignored, because a write or a flush has reported
  /// it already.
  private mutating func note(_ revision: Int, at now: Duration) {
    guard revision > seenRevision, phase != .stopped else { return }
    seenRevision = revision
    unsaved = Unsaved(first: unsaved?.first ?? now, last: now)
    switch phase {
    case .idle, .waiting: waitForDue()
    case .checking, .writing, .backingOff, .readOnly, .stopped: break
    }
  }

  private mutating func noteOutOfDate(at now: Duration) {
    // In `waiting`, `writing` and `backingOff`, a save follows anyway. `readOnly` and `stopped` allow no save.
    guard phase == .idle || phase == .checking else { return }
    unsaved = Unsaved(first: now, last: now)
    if phase == .idle { waitForDue() }
  }

  private mutating func waitForDue() {
    guard let unsaved else {
      phase = .idle
      return
    }
    phase = .waiting(until: min(unsaved.last + rules.quiet, unsaved.first + rules.maxWait))
  }

  private mutating func woke(at now: Duration, _ commands: inout [Command]) {
    isWakePending = false
    switch phase {
    case .waiting(let due) where due <= now: write(at: now, &commands)
    case .backingOff(let until) where until <= now: write(at: now, &commands)
    default: break
    }
  }

  // MARK: - Flushes

  private mutating func flush(_ id: FlushID, _ revision: Int, at now: Duration, _ commands: inout [Command]) {
    if phase == .stopped {
      commands.append(.complete([id], isSaved(revision) && !isDiscarded ? .saved : .stopped))
      return
    }
    note(revision, at: now)
    waiters.append(Waiter(id: id, revision: revision))
    switch phase {
    // Either the check or the write in progress ends the flush, or a write that covers it follows immediately.
    case .checking, .writing: break
    case .idle:
      phase = .checking
      commands.append(.check)
    case .waiting, .backingOff, .readOnly, .stopped: write(at: now, &commands)
    }
  }

  private func isSaved(_ revision: Int) -> Bool { revision <= savedRevision && !isLost }

  private mutating func stop(_ id: FlushID, _ revision: Int, at now: Duration, _ commands: inout [Command]) {
    flush(id, revision, at: now, &commands)
    // The first stop determines the revision that must be written. A second stop with a newer revision leads to no
    // further write.
    if stopRevision == nil { stopRevision = revision }
  }

  private mutating func discard(_ commands: inout [Command]) {
    isDiscarded = true
    switch phase {
    case .writing, .stopped: break
    case .idle, .waiting, .checking, .backingOff, .readOnly: finishStopping(&commands)
    }
  }

  private mutating func finishStopping(_ commands: inout [Command]) {
    phase = .stopped
    let late = waiters.map(\.id)
    waiters = []
    if !late.isEmpty { commands.append(.complete(late, .stopped)) }
  }

  // MARK: - Checks and writes

  private mutating func checked(_ isIntact: Bool, at now: Duration, _ commands: inout [Command]) {
    guard phase == .checking else { return }
    isLost = !isIntact
    if isLost { return write(at: now, &commands) }
    waitForDue()
    endAttempt(.saved, covering: savedRevision, at: now, &commands)
  }

  private mutating func write(at now: Duration, _ commands: inout [Command]) {
    writeDecided = now
    phase = .writing(covering: nil)
    commands.append(.write)
  }

  private mutating func writeBegan(covering revision: Int, at now: Duration) {
    guard case .writing = phase else { return }
    phase = .writing(covering: revision)
    // Events for changes that the write covers may arrive later. They are ignored, because their revisions are not
    // newer than this one.
    seenRevision = max(seenRevision, revision)
    if seenRevision == revision {
      unsaved = nil
    } else if let changes = unsaved {
      // A change occurred between the read and this event. Every change that the write does not cover occurred after
      // the decision to write.
      unsaved = Unsaved(first: max(changes.first, writeDecided), last: changes.last)
    }
  }

  private mutating func writeEnded(_ result: WriteResult, at now: Duration, _ commands: inout [Command]) {
    guard case .writing(let covered?) = phase else { return }
    let completion: Completion
    switch result {
    case .saved:
      savedRevision = max(savedRevision, covered)
      isLost = false
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
    endAttempt(completion, covering: covered, at: now, &commands)
  }

  /// Completes the flushes that a check or a write has ended, and stops or writes again if that is required.
  private mutating func endAttempt(
    _ completion: Completion, covering covered: Int, at now: Duration, _ commands: inout [Command]
  ) {
    let saved = waiters.filter { isSaved($0.revision) }.map(\.id)
    let tried = waiters.filter { !isSaved($0.revision) && $0.revision <= covered }.map(\.id)
    waiters = waiters.filter { !isSaved($0.revision) && $0.revision > covered }
    if !saved.isEmpty { commands.append(.complete(saved, .saved)) }
    if !tried.isEmpty { commands.append(.complete(tried, completion)) }

    if isDiscarded || stopRevision.map({ $0 <= covered }) == true {
      finishStopping(&commands)
    } else if !waiters.isEmpty {
      write(at: now, &commands)
    }
  }

  // MARK: - Waking

  /// Adds a `wake(at:)` command if the phase requires one and none is pending, or cancels a pending wake that is not
  /// needed.
  ///
  /// If a change postpones the due time, no new command is added. The schedule is then woken too early and adds another
  /// command, which costs less than a new timer for each change. The schedule is never woken too late, because a due
  /// time never moves to an earlier instant, and a write cancels the wake.
  private mutating func armWake(_ commands: inout [Command]) {
    switch phase {
    case .waiting(let instant), .backingOff(let instant):
      if isWakePending { return }
      isWakePending = true
      commands.append(.wake(at: instant))
    case .idle, .checking, .writing, .readOnly, .stopped:
      if !isWakePending { return }
      isWakePending = false
      commands.append(.cancelWake)
    }
  }
}
