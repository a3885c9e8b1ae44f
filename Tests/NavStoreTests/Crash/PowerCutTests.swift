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

  @Test func `no crash during a save, a move aside or the recovery loses an acknowledged state`() {
    var disks = 0
    var choices = 0
    for history in CrashHistory.all {
      for (depth, tearsEverywhere) in Self.passes(history) {
        var check = CrashCheck(of: history, tearsEverywhere: tearsEverywhere)
        check.check(history.moments(), depth: depth)
        #expect(check.lossCount == 0, "\(history.name): \(check.losses.first ?? "")")
        disks += check.disks
        choices += check.choices
      }
    }
    print("Power cuts: \(disks) disks recovered from, of \(choices) choices, in \(CrashHistory.all.count) histories")
    // With fewer disks, the check covers almost nothing.
    #expect(disks > 1_000)
  }

  @Test(arguments: [true, false])
  func `no crash during a migration and the saves after it loses the older state`(hasHardLinks: Bool) {
    var disks = 0
    var choices = 0
    for history in CrashHistory.migrations(hasHardLinks: hasHardLinks) {
      for (depth, tearsEverywhere) in Self.passes(history) {
        var check = CrashCheck(of: history, tearsEverywhere: tearsEverywhere)
        check.check(history.moments(), depth: depth)
        #expect(check.lossCount == 0, "\(history.name): \(check.losses.first ?? "")")
        disks += check.disks
        choices += check.choices
      }
    }
    let links = hasHardLinks ? "with" : "without"
    print("Power cuts in migrations \(links) hard links: \(disks) disks recovered from, of \(choices) choices")
    #expect(disks > 50)
  }

  @Test(arguments: [
    (ModelProcess.Manner.movingOlderAside, 0, "1 is loaded, 2 was acknowledged"),
    (.forgettingOlder, 1, "the older state is gone before two newer ones stand"),
  ])
  func `a migration that does not keep the older state as the previous generation loses it`(
    manner: ModelProcess.Manner, depth: Int, loss: String
  ) {
    let found = CrashHistory.migrations(manner).flatMap { history in
      var check = CrashCheck(of: history)
      check.check(history.moments(), depth: depth)
      return check.losses
    }
    #expect(found.contains { $0.contains(loss) }, "\(found)")
  }

  @Test(arguments: SaveMutation.allCases.filter { ![.noSyncAbove, .oneNameAside].contains($0) })
  func `every mistake in the order of the calls is found in a migration, too`(flaw: SaveMutation) {
    // The directories are old in these histories, and no file is moved aside. So two mistakes have no effect.
    let finder = CrashHistory.migrations().first { history in
      var check = CrashCheck(of: history, flaw: flaw)
      check.check(history.moments(flaw: flaw), depth: 0)
      return check.lossCount > 0
    }
    #expect(finder != nil, "The check does not find what it looks for.")
  }

  @Test(arguments: SaveMutation.allCases)
  func `every mistake in the order of the calls is found`(flaw: SaveMutation) {
    let finder = CrashHistory.all.first { history in
      var check = CrashCheck(of: history, flaw: flaw)
      check.check(history.moments(flaw: flaw), depth: 0)
      return check.lossCount > 0
    }
    #expect(finder != nil, "The check does not find what it looks for.")
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
          while let moments = history.moments(failing: fault, restarts: restarts) {
            check.check(moments, depth: 0)
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
      while let moments = history.moments(failing: fault, restarts: restarts) {
        check.check(moments, depth: 0)
        fault.call += 1
      }
    }
    #expect(check.lossCount == 0, "\(check.losses.first ?? "")")
  }
}
