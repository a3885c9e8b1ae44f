import NavStore
import Testing

/// Promises 1 and 2, checked on every disk that a crash can leave.
///
/// Each of these disks has all synced changes and any of the others.
@Suite struct PowerCutTests {
  private static let isLong = TestEnvironment.isLong

  private static func passes(_ history: CrashHistory) -> [(depth: Int, tearsEverywhere: Bool)] {
    isLong && history.deepens ? [(history.depth + 1, false), (0, true)] : [(history.depth, false)]
  }

  /// Checks that no crash in the histories loses a state, and returns how many disks and choices it has checked.
  private static func expectNoLoss(in histories: [CrashHistory]) -> (disks: Int, choices: Int) {
    var disks = 0
    var choices = 0
    for history in histories {
      for (depth, tearsEverywhere) in passes(history) {
        var check = CrashCheck(of: history, tearsEverywhere: tearsEverywhere)
        check.check(history.crashPoints(), depth: depth)
        #expect(check.lossCount == 0, "\(history.name): \(check.losses.first ?? "")")
        disks += check.disks
        choices += check.choices
      }
    }
    return (disks, choices)
  }

  @Test func `no crash during a save, a move aside or the recovery loses an acknowledged state`() {
    let (disks, choices) = Self.expectNoLoss(in: CrashHistory.all)
    print("Power cuts: \(disks) disks recovered from, of \(choices) choices, in \(CrashHistory.all.count) histories")
    // With fewer disks, the check covers almost nothing.
    #expect(disks > 1_000)
  }

  @Test(arguments: [true, false])
  func `no crash during a migration and the saves after it loses the older state`(hasHardLinks: Bool) {
    let (disks, choices) = Self.expectNoLoss(in: CrashHistory.migrations(hasHardLinks: hasHardLinks))
    let links = hasHardLinks ? "with" : "without"
    print("Power cuts in migrations \(links) hard links: \(disks) disks recovered from, of \(choices) choices")
    #expect(disks > 50)
  }

  @Test(arguments: [
    (ModelProcess.SaveStrategy.movingOlderAside, 0, "1 is loaded, 2 was acknowledged"),
    (.forgettingOlder, 1, "the older state is gone before two newer states are saved"),
  ])
  func `a migration that does not keep the older state as the previous generation loses it`(
    strategy: ModelProcess.SaveStrategy, depth: Int, loss: String
  ) {
    let found = CrashHistory.migrations(strategy).flatMap { history in
      var check = CrashCheck(of: history)
      check.check(history.crashPoints(), depth: depth)
      return check.losses
    }
    #expect(found.contains { $0.contains(loss) }, "\(found)")
  }

  @Test(arguments: SaveMutation.allCases.filter { ![.noSyncAbove, .oneNameAside].contains($0) })
  func `every mistake in the order of the calls is detected in a migration`(mutation: SaveMutation) {
    // The directories are old in these histories, and no file is moved aside. So two mistakes have no effect.
    let detecting = CrashHistory.migrations().first { history in
      var check = CrashCheck(of: history, mutation: mutation)
      check.check(history.crashPoints(mutation: mutation), depth: 0)
      return check.lossCount > 0
    }
    #expect(detecting != nil, "The check does not detect the mutation.")
  }

  @Test(arguments: SaveMutation.allCases)
  func `every mistake in the order of the calls is detected`(mutation: SaveMutation) {
    let detecting = CrashHistory.all.first { history in
      var check = CrashCheck(of: history, mutation: mutation)
      check.check(history.crashPoints(mutation: mutation), depth: 0)
      return check.lossCount > 0
    }
    #expect(detecting != nil, "The check does not detect the mutation.")
  }

  @Test func `no crash after a call that failed loses an acknowledged state`() {
    var disks = 0
    var choices = 0
    var failures = 0
    let quick = [0, 3, 7, 10].map { CrashHistory.all[$0] }
    let long = CrashHistory.all.filter(\.deepens) + [true, false].flatMap { CrashHistory.migrations(hasHardLinks: $0) }
    for history in Self.isLong ? long : quick {
      var check = CrashCheck(of: history)
      for var fault in [
        ModelDisk.Fault(error: .inputOutput), ModelDisk.Fault(error: .inputOutput, lasts: true),
        ModelDisk.Fault(error: .inputOutput, isAfterwards: true),
      ] {
        for restarts in [false, true] {
          fault.call = 0
          while let crashPoints = history.crashPoints(failing: fault, restarts: restarts) {
            check.check(crashPoints, depth: 0)
            fault.call += 1
            failures += 1
          }
        }
      }
      #expect(check.lossCount == 0, "\(history.name): \(check.losses.first ?? "")")
      disks += check.disks
      choices += check.choices
    }
    print("Power cuts after \(failures) failures: \(disks) disks recovered from, of \(choices) choices")
    #expect(failures > 200 && disks > 500)
  }

  @Test(arguments: [true, false])
  func `a save over an earlier one does not rely on a sync that failed`(hasHardLinks: Bool) throws {
    let history = try #require(
      CrashHistory.all.first { $0.name.hasPrefix("save 3") && $0.hasHardLinks == hasHardLinks })
    var check = CrashCheck(of: history)
    for restarts in [false, true] {
      var fault = ModelDisk.Fault(error: .inputOutput, abandonsNames: true)
      while let crashPoints = history.crashPoints(failing: fault, restarts: restarts) {
        check.check(crashPoints, depth: 0)
        fault.call += 1
      }
    }
    #expect(check.lossCount == 0, "\(check.losses.first ?? "")")
  }
}
