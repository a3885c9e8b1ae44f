import NavStore
import Testing

@Suite struct PersistenceStatusTests {
  @Test func `the description of a status is one line`() {
    var status = PersistenceStatus()
    #expect("\(status)" == "idle; 0 saves written, 0 unchanged, 0 failed; revision 0 of 0 is saved")
    status.phase = .retrying(at: .seconds(1))
    (status.writes, status.unchanged, status.failures) = (1, 2, 3)
    (status.savedRevision, status.seenRevision) = (4, 6)
    status.lastFailure = .stopped
    status.omissions = ["A.", "B."]
    #expect(
      "\(status)" == "retrying at 1.0 seconds; 1 save written, 2 unchanged, 3 failed; revision 4 of 6 is saved; "
        + "the last failure: The persistence was stopped before this state was saved.; left out: A. B.")
  }

  @Test func `a status says what is not saved because nothing runs the persistence`() {
    var status = PersistenceStatus()
    status.storeRevision = 3
    #expect(
      "\(status)" == "idle; 0 saves written, 0 unchanged, 0 failed; revision 0 of 3 is saved; "
        + "not running: only flush() or stop() saves revision 3")
    status.isRunning = true
    #expect("\(status)" == "idle; 0 saves written, 0 unchanged, 0 failed; revision 0 of 3 is saved")
    (status.isRunning, status.phase) = (false, .stopped)
    #expect("\(status)" == "stopped; 0 saves written, 0 unchanged, 0 failed; revision 0 of 3 is saved")
  }

  @Test(arguments: [
    (PersistenceStatus.Phase.waiting(until: .milliseconds(500)), "waiting until 0.5 seconds"), (.writing, "writing"),
    (.readOnly, "read-only"), (.stopped, "stopped"),
  ])
  func `a phase is shown in words`(phase: PersistenceStatus.Phase, words: String) {
    #expect("\(phase)" == words)
  }
}
