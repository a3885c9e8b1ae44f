import NavStore
import Testing

/// Timelines of events, with the commands that the schedule returns for each event.
///
/// Instants are in milliseconds.
@Suite struct SaveScheduleTests {
  private final class Timeline {
    var schedule = SaveSchedule()

    func at(
      _ milliseconds: Int, _ event: SaveSchedule.Event, gives commands: SaveSchedule.Command...,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(schedule.handle(event, at: ms(milliseconds)) == commands, sourceLocation: sourceLocation)
    }
  }

  private let line = Timeline()

  // MARK: - Change

  @Test func `a change is saved when nothing has changed for half a second`() {
    line.at(100, .changed(revision: 1), gives: .wake(at: ms(600)))
    #expect(line.schedule.phase == .waiting(until: ms(600)))
    line.at(600, .woke, gives: .write)
    line.at(601, .writeBegan(revision: 1))
    line.at(620, .writeEnded(.saved))
    #expect(line.schedule.phase == .idle)
    #expect(line.schedule.savedRevision == 1)
  }

  @Test func `a further change postpones the save, and the early wake leads to another`() {
    line.at(0, .changed(revision: 1), gives: .wake(at: ms(500)))
    line.at(400, .changed(revision: 2))
    line.at(500, .woke, gives: .wake(at: ms(900)))
    line.at(900, .woke, gives: .write)
  }

  @Test func `a store that keeps changing is saved five seconds after the first change`() {
    line.at(0, .changed(revision: 1), gives: .wake(at: ms(500)))
    var revision = 1
    for instant in stride(from: 100, to: 5_000, by: 100) {
      revision += 1
      line.at(instant, .changed(revision: revision))
      // Each wake leads to the next one, until the limit of five seconds applies.
      if instant % 500 == 0 { line.at(instant, .woke, gives: .wake(at: ms(min(instant + 500, 5_000)))) }
    }
    line.at(4_999, .changed(revision: revision + 1))
    line.at(5_000, .woke, gives: .write)
  }

  @Test func `a revision that is not newer is ignored`() {
    line.at(0, .changed(revision: 0))
    line.at(0, .changed(revision: 2), gives: .wake(at: ms(500)))
    line.at(400, .changed(revision: 2))
    line.at(450, .changed(revision: 1))
    line.at(500, .woke, gives: .write)
  }

  @Test func `a wake that is not needed does nothing`() {
    line.at(0, .woke)
    line.at(0, .changed(revision: 1), gives: .wake(at: ms(500)))
    line.at(100, .woke, gives: .wake(at: ms(500)))
    line.at(700, .woke, gives: .write)
    line.at(700, .woke)
  }

  // MARK: - Baseline

  @Test func `the loaded state counts as saved, and a store with a later revision does not`() {
    #expect(line.schedule.phase == .idle)
    line.at(0, .flush(1, revision: 0), gives: .check)
    line.at(0, .checked(isIntact: true), gives: .complete([1], .saved))
    line.at(0, .changed(revision: 7), gives: .wake(at: ms(500)))
  }

  // MARK: - Change during a write

  @Test func `a change during a write has its own due time`() {
    write(began: 500, covering: 1)
    line.at(700, .changed(revision: 2))
    line.at(800, .writeEnded(.saved), gives: .wake(at: ms(1_200)))
    line.at(1_200, .woke, gives: .write)
  }

  @Test func `changes during a long write are due after five seconds at most`() {
    write(began: 500, covering: 1)
    line.at(600, .changed(revision: 2))
    for instant in stride(from: 700, through: 5_500, by: 100) { line.at(instant, .changed(revision: instant)) }
    line.at(5_550, .writeEnded(.saved), gives: .wake(at: ms(5_600)))
  }

  @Test func `a change that became due during the write is saved right after it`() {
    write(began: 500, covering: 1)
    line.at(600, .changed(revision: 2))
    line.at(9_000, .writeEnded(.saved), gives: .wake(at: ms(1_100)))
    line.at(9_000, .woke, gives: .write)
  }

  @Test func `a late event about a change that a write has read does not lead to a second write`() {
    line.at(0, .changed(revision: 1), gives: .wake(at: ms(500)))
    line.at(500, .woke, gives: .write)
    line.at(501, .writeBegan(revision: 3))
    line.at(502, .changed(revision: 2))
    line.at(502, .changed(revision: 3))
    line.at(510, .writeEnded(.saved))
    line.at(520, .changed(revision: 3))
    #expect(line.schedule.phase == .idle)
    #expect(line.schedule.savedRevision == 3)
  }

  @Test func `a change before the write has read the store is covered by it`() {
    line.at(0, .changed(revision: 1), gives: .wake(at: ms(500)))
    line.at(500, .woke, gives: .write)
    line.at(501, .changed(revision: 2))
    line.at(502, .writeBegan(revision: 2))
    line.at(510, .writeEnded(.saved))
    #expect(line.schedule.phase == .idle)
  }

  @Test func `a change that comes just after a write has read the store has its own due time`() {
    line.at(0, .changed(revision: 1), gives: .wake(at: ms(500)))
    line.at(500, .woke, gives: .write)
    // The write read revision 1 before the change, but the event of the write arrives after that of the change.
    line.at(501, .changed(revision: 2))
    line.at(502, .writeBegan(revision: 1))
    line.at(9_000, .writeEnded(.saved), gives: .wake(at: ms(1_001)))
    line.at(9_001, .changed(revision: 3))
    #expect(line.schedule.phase == .waiting(until: ms(5_500)))
  }

  @Test func `a change that comes just after a write has read the store is not due as early as older changes`() {
    line.at(0, .changed(revision: 1), gives: .wake(at: ms(500)))
    line.at(4_900, .changed(revision: 2))
    line.at(4_900, .woke, gives: .wake(at: ms(5_000)))
    line.at(5_000, .woke, gives: .write)
    line.at(5_001, .changed(revision: 3))
    line.at(5_002, .writeBegan(revision: 2))
    line.at(5_010, .writeEnded(.saved), gives: .wake(at: ms(5_501)))
  }

  // MARK: - Flush

  @Test func `a flush writes immediately and ends with the write`() {
    line.at(0, .changed(revision: 1), gives: .wake(at: ms(500)))
    line.at(100, .flush(1, revision: 1), gives: .write, .cancelWake)
    line.at(101, .writeBegan(revision: 1))
    line.at(110, .writeEnded(.saved), gives: .complete([1], .saved))
  }

  @Test func `a flush covers changes before their events arrive`() {
    line.at(100, .flush(1, revision: 4), gives: .write)
    line.at(101, .writeBegan(revision: 4))
    line.at(102, .changed(revision: 4))
    line.at(110, .writeEnded(.saved), gives: .complete([1], .saved))
    #expect(line.schedule.phase == .idle)
  }

  @Test func `a flush of a saved state ends with a check`() {
    write(began: 500, covering: 3)
    line.at(510, .writeEnded(.saved))
    line.at(520, .flush(1, revision: 3), gives: .check)
    line.at(521, .flush(2, revision: 3))
    line.at(530, .checked(isIntact: true), gives: .complete([1, 2], .saved))
    #expect(line.schedule.phase == .idle)
  }

  @Test func `a check that finds no saved state leads to a write, whose failure fails the flush`() {
    write(began: 500, covering: 3)
    line.at(510, .writeEnded(.saved))
    line.at(520, .flush(1, revision: 3), gives: .check)
    line.at(530, .checked(isIntact: false), gives: .write)
    line.at(531, .writeBegan(revision: 3))
    line.at(540, .writeEnded(.failed), gives: .complete([1], .failed), .wake(at: ms(1_540)))
    line.at(600, .flush(2, revision: 3), gives: .write, .cancelWake)
    line.at(601, .writeBegan(revision: 3))
    line.at(610, .writeEnded(.saved), gives: .complete([2], .saved))
    #expect(line.schedule.phase == .idle)
  }

  @Test func `a change during a check is due later, and a flush of it is written after the check`() {
    line.at(0, .flush(1, revision: 0), gives: .check)
    line.at(10, .changed(revision: 1))
    line.at(20, .checked(isIntact: true), gives: .complete([1], .saved), .wake(at: ms(510)))
    line.at(30, .flush(2, revision: 1), gives: .write, .cancelWake)
    line.at(31, .writeBegan(revision: 1))
    line.at(40, .writeEnded(.saved), gives: .complete([2], .saved))
    line.at(50, .flush(3, revision: 1), gives: .check)
    line.at(60, .flush(4, revision: 2))
    line.at(70, .checked(isIntact: true), gives: .complete([3], .saved), .write)
  }

  // MARK: - Discard

  @Test func `a discard ends the schedule immediately, and refuses all flushes`() {
    line.at(0, .changed(revision: 1), gives: .wake(at: ms(500)))
    line.at(100, .discard, gives: .cancelWake)
    #expect(line.schedule.phase == .stopped)
    line.at(101, .flush(1, revision: 0), gives: .complete([1], .stopped))
    line.at(102, .stop(2, revision: 1), gives: .complete([2], .stopped))
    line.at(500, .woke)
    line.at(501, .changed(revision: 2))
  }

  @Test func `a discard waits for a write in progress, and no write follows`() {
    write(began: 500, covering: 1)
    line.at(510, .flush(1, revision: 1))
    line.at(511, .stop(2, revision: 2))
    line.at(512, .discard)
    #expect(line.schedule.phase == .writing(covering: 1))
    line.at(520, .writeEnded(.saved), gives: .complete([1], .saved), .complete([2], .stopped))
    #expect(line.schedule.phase == .stopped)
  }

  @Test func `a discard during a check or a back-off ends the schedule`() {
    line.at(0, .flush(1, revision: 0), gives: .check)
    line.at(1, .discard, gives: .complete([1], .stopped))
    line.at(2, .checked(isIntact: false))
    #expect(line.schedule.phase == .stopped)
    let other = Timeline()
    other.at(0, .flush(1, revision: 1), gives: .write)
    other.at(1, .writeBegan(revision: 1))
    other.at(10, .writeEnded(.failed), gives: .complete([1], .failed), .wake(at: ms(1_010)))
    other.at(20, .discard, gives: .cancelWake)
    other.at(1_010, .woke)
    #expect(other.schedule.phase == .stopped)
  }

  @Test func `a flush waits for a write in progress that covers it`() {
    write(began: 500, covering: 3)
    line.at(510, .flush(1, revision: 3))
    line.at(520, .writeEnded(.saved), gives: .complete([1], .saved))
    #expect(line.schedule.phase == .idle)
  }

  @Test func `a flush waits for a write that has not read the store yet`() {
    line.at(0, .changed(revision: 1), gives: .wake(at: ms(500)))
    line.at(500, .woke, gives: .write)
    line.at(501, .flush(1, revision: 2))
    line.at(502, .writeBegan(revision: 2))
    line.at(510, .writeEnded(.saved), gives: .complete([1], .saved))
  }

  @Test func `after a write in progress that does not cover it, a flush writes immediately`() {
    write(began: 500, covering: 1)
    line.at(510, .flush(1, revision: 2))
    line.at(520, .writeEnded(.saved), gives: .write)
    line.at(521, .writeBegan(revision: 2))
    line.at(530, .writeEnded(.saved), gives: .complete([1], .saved))
  }

  @Test func `each flush ends as soon as its revision is saved`() {
    write(began: 500, covering: 2)
    line.at(510, .flush(1, revision: 2))
    line.at(511, .flush(2, revision: 3))
    line.at(512, .flush(3, revision: 3))
    line.at(520, .writeEnded(.saved), gives: .complete([1], .saved), .write)
    line.at(521, .writeBegan(revision: 4))
    line.at(530, .writeEnded(.saved), gives: .complete([2, 3], .saved))
  }

  @Test func `a flush does not wait for the end of a back-off`() {
    write(began: 500, covering: 1)
    line.at(510, .writeEnded(.failed), gives: .wake(at: ms(1_510)))
    line.at(600, .flush(1, revision: 1), gives: .write, .cancelWake)
  }

  @Test func `a flush fails with its attempt, and the state is saved by a retry`() {
    line.at(0, .flush(1, revision: 1), gives: .write)
    line.at(1, .writeBegan(revision: 1))
    line.at(10, .writeEnded(.failed), gives: .complete([1], .failed), .wake(at: ms(1_010)))
    #expect(line.schedule.phase == .backingOff(until: ms(1_010)))
    line.at(1_010, .woke, gives: .write)
  }

  @Test func `the failure of an older write does not fail a flush`() {
    write(began: 500, covering: 1)
    line.at(510, .flush(1, revision: 2))
    line.at(520, .writeEnded(.failed), gives: .write)
    line.at(521, .writeBegan(revision: 2))
    line.at(530, .writeEnded(.saved), gives: .complete([1], .saved))
  }

  // MARK: - The end of a stream or task

  @Test func `the last save of a run is a flush, even during a back-off`() {
    write(began: 500, covering: 1)
    line.at(510, .writeEnded(.failed), gives: .wake(at: ms(1_510)))
    line.at(520, .changed(revision: 2))
    line.at(530, .flush(1, revision: 2), gives: .write, .cancelWake)
    line.at(531, .writeBegan(revision: 2))
    line.at(540, .writeEnded(.failed), gives: .complete([1], .failed), .wake(at: ms(2_540)))
  }

  // MARK: - Stop

  @Test func `stop saves the unsaved changes, and nothing is saved afterwards`() {
    line.at(0, .changed(revision: 1), gives: .wake(at: ms(500)))
    line.at(100, .stop(1, revision: 1), gives: .write, .cancelWake)
    line.at(101, .writeBegan(revision: 1))
    line.at(102, .changed(revision: 2))
    line.at(110, .writeEnded(.saved), gives: .complete([1], .saved))
    #expect(line.schedule.phase == .stopped)
    line.at(200, .changed(revision: 3))
    line.at(900, .woke)
    line.at(901, .flush(2, revision: 1), gives: .complete([2], .saved))
    line.at(902, .flush(3, revision: 3), gives: .complete([3], .stopped))
  }

  @Test func `a stop of a saved state writes nothing`() {
    line.at(0, .stop(1, revision: 0), gives: .check)
    line.at(1, .changed(revision: 1))
    line.at(2, .checked(isIntact: true), gives: .complete([1], .saved))
    #expect(line.schedule.phase == .stopped)
  }

  @Test func `stop waits for a write in progress, and writes again if that write does not cover it`() {
    write(began: 500, covering: 1)
    line.at(510, .stop(1, revision: 2))
    line.at(520, .writeEnded(.saved), gives: .write)
    line.at(521, .writeBegan(revision: 2))
    line.at(530, .writeEnded(.saved), gives: .complete([1], .saved))
    #expect(line.schedule.phase == .stopped)
  }

  @Test func `stop stops even if its save fails`() {
    line.at(0, .stop(1, revision: 1), gives: .write)
    line.at(1, .writeBegan(revision: 1))
    line.at(10, .writeEnded(.failed), gives: .complete([1], .failed))
    #expect(line.schedule.phase == .stopped)
    line.at(20, .flush(2, revision: 1), gives: .complete([2], .stopped))
  }

  @Test func `a flush that comes after a stop and is not covered by its save is refused`() {
    line.at(0, .stop(1, revision: 1), gives: .write)
    line.at(1, .writeBegan(revision: 1))
    line.at(2, .flush(2, revision: 2))
    line.at(10, .writeEnded(.saved), gives: .complete([1], .saved), .complete([2], .stopped))
  }

  @Test func `a second stop does not make the first one write again`() {
    write(began: 500, covering: 1)
    line.at(510, .stop(1, revision: 1))
    line.at(511, .stop(2, revision: 2))
    line.at(520, .writeEnded(.saved), gives: .complete([1], .saved), .complete([2], .stopped))
    #expect(line.schedule.phase == .stopped)
  }

  // MARK: - Failure and success

  @Test func `failures double the back-off up to a minute, changes do not shorten it, success resets it`() {
    var now = 0
    line.at(now, .changed(revision: 1), gives: .wake(at: ms(500)))
    now = 500
    for backOff in [1, 2, 4, 8, 16, 32, 60, 60] {
      line.at(now, .woke, gives: .write)
      line.at(now, .writeBegan(revision: now))
      line.at(now, .writeEnded(.failed), gives: .wake(at: ms(now + backOff * 1000)))
      line.at(now, .changed(revision: now + 1))
      line.at(now + 999, .woke, gives: .wake(at: ms(now + backOff * 1000)))
      now += backOff * 1000
    }
    line.at(now, .woke, gives: .write)
    line.at(now, .writeBegan(revision: now))
    line.at(now, .writeEnded(.saved))
    #expect(line.schedule.phase == .idle)
    line.at(now, .changed(revision: now + 1), gives: .wake(at: ms(now + 500)))
    line.at(now + 500, .woke, gives: .write)
    line.at(now + 500, .writeBegan(revision: now + 1))
    line.at(now + 500, .writeEnded(.failed), gives: .wake(at: ms(now + 1500)))
  }

  @Test func `a retry covers the changes during the back-off`() {
    write(began: 500, covering: 1)
    line.at(510, .writeEnded(.failed), gives: .wake(at: ms(1_510)))
    line.at(1_400, .changed(revision: 2))
    line.at(1_510, .woke, gives: .write)
    line.at(1_511, .writeBegan(revision: 2))
    line.at(1_520, .writeEnded(.saved))
    #expect(line.schedule.phase == .idle)
  }

  @Test func `a flush that ends a back-off cancels the wake`() {
    write(began: 500, covering: 1)
    line.at(510, .writeEnded(.failed), gives: .wake(at: ms(1_510)))
    line.at(600, .flush(1, revision: 1), gives: .write, .cancelWake)
    line.at(601, .writeBegan(revision: 1))
    line.at(610, .changed(revision: 2))
    line.at(620, .writeEnded(.saved), gives: .complete([1], .saved), .wake(at: ms(1_110)))
  }

  // MARK: - Refusal

  @Test func `a refused save is not tried again until a flush`() {
    write(began: 500, covering: 1)
    line.at(510, .writeEnded(.refused))
    #expect(line.schedule.phase == .readOnly)
    line.at(520, .changed(revision: 2))
    line.at(9_000, .woke)
    line.at(9_001, .flush(1, revision: 2), gives: .write)
    line.at(9_002, .writeBegan(revision: 2))
    line.at(9_003, .writeEnded(.refused), gives: .complete([1], .refused))
    line.at(9_010, .flush(2, revision: 2), gives: .write)
    line.at(9_011, .writeBegan(revision: 2))
    line.at(9_012, .writeEnded(.saved), gives: .complete([2], .saved))
    #expect(line.schedule.phase == .idle)
  }

  /// Advances the timeline to a write that covers the revision.
  private func write(began milliseconds: Int, covering revision: Int) {
    line.at(milliseconds - 500, .changed(revision: revision), gives: .wake(at: ms(milliseconds)))
    line.at(milliseconds, .woke, gives: .write)
    line.at(milliseconds, .writeBegan(revision: revision))
  }
}

private func ms(_ milliseconds: Int) -> Duration { .milliseconds(milliseconds) }
