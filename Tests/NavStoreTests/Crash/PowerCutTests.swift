import NavStore
import Testing

/// Promises 1 and 2 on every disk that a crash can leave: what was synced is there, and any of the rest.
@Suite struct PowerCutTests {
  private static let isLong = TestEnvironment.isLong

  @Test func `no crash during a save or a move aside loses an acknowledged state, nor one during the recovery`() {
    var disks = 0
    var choices = 0
    for history in CrashHistory.all {
      let passes = Self.isLong && history.deepens ? [(history.depth + 1, false), (0, true)] : [(history.depth, false)]
      for (depth, tearsEverywhere) in passes {
        var check = CrashCheck(of: history, tearsEverywhere: tearsEverywhere)
        check.check(history.moments(), depth: depth)
        #expect(check.lossCount == 0, "\(history.name): \(check.losses.first ?? "")")
        disks += check.disks
        choices += check.choices
      }
    }
    print("Power cuts: \(disks) disks recovered from, of \(choices) choices, in \(CrashHistory.all.count) histories")
    // Otherwise hardly anything was looked at.
    #expect(disks > 1_000)
  }

  @Test(arguments: [true, false])
  func `a migration that keeps the older state as the previous generation loses nothing`(hasHardLinks: Bool) {
    let history = CrashHistory.migration(.keepingOlder, hasHardLinks: hasHardLinks)
    var check = CrashCheck(of: history)
    check.check(history.moments(), depth: history.depth)
    #expect(check.lossCount == 0, "\(check.losses.first ?? "")")
  }

  @Test func `a migration that moves the older state aside first loses it`() {
    let history = CrashHistory.migration(.movingOlderAside)
    var check = CrashCheck(of: history)
    check.check(history.moments(), depth: 0)
    #expect(check.losses.contains { $0.contains("1 is loaded, 2 was acknowledged") }, "\(check.losses)")
  }

  @Test(arguments: DiskFlaw.allCases)
  func `every mistake in the order of the calls is found`(flaw: DiskFlaw) {
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
    for (number, history) in CrashHistory.all.enumerated()
    where Self.isLong ? history.deepens : [0, 3, 7, 10].contains(number) {
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
  func `a save over another needs no sync that was reported as failed`(hasHardLinks: Bool) throws {
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
