import NavStore
import NavStoreTesting
import Testing

/// A session in several files of which some are gone.
@Suite struct LogPartsTests {
  private let directory: TemporaryDirectory

  /// Three files of two transactions each.
  init() throws {
    directory = try TemporaryDirectory()
    var parts = [
      LogScript(), LogScript(after: 2, Tally(sum: 3), part: 2), LogScript(after: 4, Tally(sum: 10), part: 3),
    ]
    parts[0].add(1, 2)
    parts[0].end(next: 2)
    parts[1].add(3, 4)
    parts[1].end(next: 3)
    parts[2].add(5, 6)
    parts[2].end()
    for (name, part) in zip(["s.navlog", "s.2.navlog", "s.3.navlog"], parts) { try directory.put(part.text, name) }
  }

  private func report(
    _ name: String = "s.navlog", _ options: ReplayOptions = ReplayOptions()
  ) throws -> ReplayReport<Tally, TallyAction> {
    try ActionLog(path: directory.path(name)).replay(TallySchema(), reducer: TallyReducer(), options: options)
  }

  @Test func `a file that is gone from the middle is a gap, and the replay goes on in the next one`() throws {
    #expect(try report().isComplete)
    try directory.remove("s.2.navlog")
    let report = try report()
    #expect(report.gaps.first.map(\.numbers) == [3...4])
    #expect(report.number == 6)
    #expect(report.state == Tally(sum: 21))
    #expect(!report.isFaithful)
    #expect(
      try ActionLog(path: directory.path("s.navlog")).state(after: 5, TallySchema(), reducer: TallyReducer())
        == Tally(sum: 15))
  }

  @Test func `a file of another session does not take the place of one that is gone`() throws {
    try directory.remove("s.2.navlog")
    var other = LogScript("other", after: 2, Tally(sum: 100), part: 2)
    other.add(1)
    try directory.put(other.text, "s.2.navlog")
    #expect(try report().state == Tally(sum: 21))
  }

  @Test func `without the first file, the log begins at the second`() throws {
    try directory.remove("s.navlog")
    let report = try report("s.2.navlog")
    #expect(report.before == 2)
    #expect(report.state == Tally(sum: 21))
    #expect(report.isFaithful && !report.isComplete)
  }
}
